import { createServer } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { launchChromium, withoutChromium } from '@x/testing/chromium';
import { listen } from '@x/testing/programs';
import { build, type Plugin } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

declare global {
  // Functions of page.ts. Both take the clients' options as JSON.
  var signIn: (options: string) => Promise<void>;
  var call: (options: string) => Promise<unknown>;
}

/**
 * Resolves the transport to the one that calls `fetch`. Built packages have an entry for browsers, but their sources
 * have only the one for Node.
 */
const fetchTransport: Plugin = {
  name: 'fetch-transport',
  setup({ onResolve }) {
    onResolve({ filter: /^#transport$/ }, ({ resolveDir }) => ({ path: join(resolveDir, '../transport/fetch.ts') }));
  },
};

/** Serves a page whose script contains the clients. */
async function serveSite() {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('page.ts', import.meta.url))],
    bundle: true,
    format: 'esm',
    conditions: ['@x/source'],
    plugins: [fetchTransport],
    write: false,
  });
  const page =
    '<!doctype html><title>Site</title><link rel="icon" href="data:,"><script type="module" src="/page.js"></script>';
  const server = createServer(({ url }, response) => {
    const [type, body] = url === '/page.js' ? ['text/javascript', outputFiles[0]?.text] : ['text/html', page];
    response.setHeader('content-type', type ?? '').end(body);
  });
  return { server, origin: await listen(server) };
}

describe.skipIf(withoutChromium())('clients on a page of another site, in Chromium', () => {
  let browser: Browser;
  let sandbox: Sandbox;
  let site: Awaited<ReturnType<typeof serveSite>>;
  beforeAll(async () => {
    [browser, sandbox, site] = await Promise.all([launchChromium(), createSandbox(), serveSite()]);
  });
  afterAll(async () => {
    await browser?.close();
    await sandbox?.close();
    site?.server.close();
  });

  it("sign a user in without a secret, and call the sandbox's hosts", async () => {
    const { clientSecret: _, ...music } = sandbox.options.music;
    const { food, quotes } = sandbox.options;
    // Omit the sandbox's clock, which a page cannot reach.
    const options = JSON.stringify({ music: { ...music, clientType: 'public' }, food, quotes });
    const page = await browser.newPage();
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    await page.goto(site.origin);
    await page.evaluate((given) => globalThis.signIn(given), options);
    await page.getByLabel('Sign in as').selectOption('Oskar');
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    await page.waitForURL(`${site.origin}/?*`);
    expect(await page.evaluate((given) => globalThis.call(given), options)).toEqual({
      user: 'Oskar',
      playlist: 'From a page',
      unknown: { code: 'not_found', status: 404 },
      foods: 2,
      foodsByPost: 2,
      quote: 'string',
    });
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    expect(sandbox.requests.filter(({ method }) => method === 'OPTIONS').length).toBeGreaterThan(2);
  });
});
