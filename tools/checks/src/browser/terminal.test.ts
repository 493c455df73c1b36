import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type IPty, spawn } from '@lydell/node-pty';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { accountStore } from '@x/stores/accounts';
import { createStreamClient } from '@x/stream';
import { launchChromium, withoutChromium } from '@x/testing/chromium';
import { bareEnvironment } from '@x/testing/programs';
import { formsOf } from '@x/testing/secrets';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const mcp = fileURLToPath(new URL('../../../../packages/mcp/src/cli.ts', import.meta.url));
const program = fileURLToPath(new URL('terminal-program.ts', import.meta.url));
const redirectUris = ['http://127.0.0.1/callback'];

describe.skipIf(withoutChromium() || process.platform !== 'linux')('a person at a terminal', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /** Starts a sandbox, an empty home folder, and a page of a browser. */
  async function start() {
    const sandbox = await createSandbox({ music: { redirectUris }, bank: { readyAtOnce: true } });
    const home = mkdtempSync(join(tmpdir(), 'x-home-'));
    // The browser that programs start. It notes the address, which the page then opens.
    const opened = join(home, 'opened');
    const script = join(home, 'browser.sh');
    writeFileSync(script, `#!/bin/sh\necho "$1" > '${opened}'\n`);
    chmodSync(script, 0o700);
    const context = await browser.newContext();
    onTestFinished(async () => {
      await context.close();
      await sandbox.close();
      rmSync(home, { recursive: true });
    });
    const page = await context.newPage();
    const accounts = () => accountStore({ directory: join(home, '.config', 'x') });
    return {
      sandbox,
      home,
      page,
      accounts,
      /** Returns the tokens of the account "ann". */
      async tokensOf(provider: 'music' | 'stream'): Promise<string[]> {
        const options = { tokens: (await accounts()).tokens, validateTokens: false };
        const client =
          provider === 'music'
            ? createMusicClient({ ...sandbox.options.music, tokens: options.tokens })
            : createStreamClient({ ...sandbox.options.stream, ...options });
        const { accessToken = '', refreshToken = '' } = (await client.accounts.get('ann')) ?? {};
        expect([accessToken, refreshToken]).not.toContain('');
        return [accessToken, refreshToken];
      },
      /** Runs `mcp login`, or another program, in a terminal. */
      run(provider: 'bank' | 'music' | 'stream', method: string, name: string, ...other: string[]) {
        const { clientId, clientSecret, secret, baseUrl, authUrl }: Readonly<Record<string, unknown>> = sandbox.options[
          provider
        ] as never;
        const own = { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret ?? secret, URL: baseUrl, AUTH_URL: authUrl };
        const variables = Object.entries(own).flatMap(([each, value]) =>
          value === undefined ? [] : [[`${provider.toUpperCase()}_${each}`, value]],
        );
        const env = { ...bareEnvironment, HOME: home, BROWSER: script, ...Object.fromEntries(variables) };
        const how = method === 'link' ? ['--item', name] : ['--account', name, '--method', method];
        const args = other.length > 0 ? other : [mcp, 'login', provider, ...how, '--store', 'file'];
        return watch(spawn(process.execPath, ['--conditions=@x/source', ...args], { cwd: home, env, cols: 2000 }));
      },
      /** Returns the address that the program started the browser with. */
      opened: async () => {
        const read = () => readdirSync(home).includes('opened') && readFileSync(opened, 'utf8').trim();
        await expect.poll(read, { timeout: 30_000 }).toMatch(/^http/);
        return String(read());
      },
    };
  }

  it('signs in with PKCE in the browser', async () => {
    const { run, opened, page, sandbox, home, accounts, tokensOf } = await start();
    const terminal = run('music', 'browser', 'ann');
    await page.goto(await opened());
    await approve(page);
    await page.getByRole('heading', { name: 'Signed in', exact: true }).waitFor();
    expect(await page.getByText('You can close this page').count()).toBe(1);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('signed in to music as ann. Stored encrypted in ');
    expect(terminal.output()).toContain('; the key is in a file there that only you can read');
    expect(await (await accounts()).list()).toEqual([{ provider: 'music', name: 'ann' }]);
    expectNoSecrets(sandbox, home, terminal, ...(await tokensOf('music')));
  });

  it('signs in by pasting the address, which the terminal does not show', async () => {
    const { run, page, sandbox, home } = await start();
    const terminal = run('music', 'paste', 'ann');
    await terminal.shows('Paste the address here');
    const [consent = ''] = terminal.output().match(/http\S+\/authorize\?\S+/) ?? [];
    await page.goto(consent);
    await page.getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true });
    const refused = await page.waitForEvent('requestfailed');
    terminal.type(`${refused.url()}\r`);
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('signed in to music as ann');
    const code = new URL(refused.url()).searchParams.get('code') ?? '';
    expect(code).not.toBe('');
    expectNoSecrets(sandbox, home, terminal, code);
  });

  it('signs in with a device code', async () => {
    const { run, opened, page, sandbox, home, tokensOf } = await start();
    const terminal = run('stream', 'device', 'ann');
    await page.goto(await opened());
    const [, code = ''] = /Approve the code (\w+)/.exec(terminal.output()) ?? [];
    await page.getByText(`shows the code ${code}`).waitFor();
    await approve(page);
    await page.getByText('Go back to your device').waitFor();
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('signed in to stream as ann');
    expectNoSecrets(sandbox, home, terminal, ...(await tokensOf('stream')));
  });

  it("connects a bank on Plaid's page", async () => {
    const { run, opened, page, sandbox, home, accounts } = await start();
    const terminal = run('bank', 'link', 'my checking');
    await page.goto(await opened());
    const link = page.frameLocator('iframe[title="Plaid Link"]');
    const press = (name: string) => link.getByRole('button', { name, exact: true }).click();
    await press('Continue');
    await press('First Platypus Bank');
    await link.getByLabel('Username').fill('user_good');
    await link.getByLabel('Password').fill('pass_good');
    await press('Submit');
    await link.getByRole('checkbox').first().check();
    await press('Continue');
    await page.getByRole('heading', { name: 'You can close this page.' }).waitFor();
    expect(await terminal.ended).toBe(0);
    expect(terminal.output()).toContain('signed in to bank as my checking');
    const accessToken = await (await accounts()).secrets('bank').get('my checking');
    expect(accessToken).toMatch(/^access-sandbox-/);
    expectNoSecrets(sandbox, home, terminal, String(accessToken));
  });

  it("leaves Ctrl-C to the program's own handler while it waits for an address", async () => {
    const terminal = (await start()).run('music', 'paste', 'ann', program);
    await terminal.shows('Paste the address here');
    terminal.type('\x03');
    expect(await terminal.ended).toBe(1);
    expect(terminal.output()).toContain('Error: stopped by the handler');
  });

  it.each([
    ['music', 'browser', 'open this address'],
    ['music', 'paste', 'Paste the address here'],
    ['stream', 'device', 'open this address'],
    ['bank', 'link', 'open this address'],
  ] as const)('ends a sign-in of %s by %s with Ctrl-C, which leaves nothing', async (provider, method, text) => {
    const { run, home, accounts } = await start();
    const terminal = run(provider, method, 'ann');
    await terminal.shows(text);
    terminal.type('\x03');
    expect(await terminal.ended).toBe('SIGINT');
    expect(await (await accounts()).list()).toEqual([]);
    expect(readdirSync(join(home, '.config', 'x'))).toEqual(['key.json']);
  });
});

const approve = (page: Page) => page.getByRole('button', { name: 'Approve' }).click();

/** Watches a program in a terminal: its output, and the arguments of all processes meanwhile. */
function watch(terminal: IPty) {
  let output = '';
  const processes = new Set<string>();
  const note = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
      try {
        processes.add(readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '));
      } catch {} // it has ended
  };
  const timer = setInterval(note, 20);
  terminal.onData((data) => {
    output += data;
  });
  const { promise: ended, resolve } = Promise.withResolvers<number | string>();
  terminal.onExit(({ exitCode, signal }) => {
    clearInterval(timer);
    resolve(signal === 2 ? 'SIGINT' : exitCode);
  });
  return {
    ended,
    output: () => output,
    processes: () => [...processes].join('\n'),
    shows: (text: string) => expect.poll(() => output, { timeout: 30_000 }).toContain(text),
    type: (text: string) => terminal.write(text),
  };
}

/** Checks that no secret is in the terminal's output, in the list of processes, or in a file that is not encrypted. */
function expectNoSecrets(sandbox: Sandbox, home: string, terminal: ReturnType<typeof watch>, ...more: string[]): void {
  const keyFile = join(home, '.config', 'x', 'key.json');
  const { key } = JSON.parse(readFileSync(keyFile, 'utf8'));
  const sent = sandbox.requests.map(({ body = '' }) =>
    body.startsWith('{') ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body)),
  );
  const names = ['client_secret', 'secret', 'code', 'code_verifier', 'device_code', 'public_token', 'link_token'];
  const own = sent.flatMap((fields) => names.map((name) => fields[name])).filter(Boolean);
  expect(own).not.toEqual([]);
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => file !== keyFile)
    .map((file) => readFileSync(file, 'utf8'));
  const places = [terminal.output(), terminal.processes(), ...files];
  for (const secret of [key, ...own, ...more])
    for (const form of formsOf(secret)) for (const place of places) expect(place.includes(form), form).toBe(false);
}
