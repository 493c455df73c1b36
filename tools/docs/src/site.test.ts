import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchChromium, withoutChromium } from '@x/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';

const folder = fileURLToPath(new URL('..', import.meta.url));
const built = join(folder, 'dist');
const artifacts = join(folder, '.artifacts');

beforeAll(() => {
  execFileSync(process.execPath, ['src/cli.ts'], { cwd: folder, stdio: 'pipe' });
  const vitepress = join(dirname(fileURLToPath(import.meta.resolve('vitepress/package.json'))), 'bin/vitepress.js');
  execFileSync(process.execPath, [vitepress, 'build'], { cwd: folder, stdio: 'pipe' });
});

describe('the built pages', () => {
  it('link to pages and anchors that there are', () => {
    const texts = new Map(
      globSync('**/*.html', { cwd: built }).map((file) => [`/${file}`, readFileSync(join(built, file), 'utf8')]),
    );
    const ids = new Map(
      [...texts].map(([page, text]) => [page, new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
    );
    const broken: string[] = [];
    const external = new Set<string>();
    for (const [page, text] of texts)
      for (const [, href = ''] of text.matchAll(/<a [^>]*?href="([^"]*)"/g)) {
        if (/^[a-z]+:/.test(href)) {
          external.add(href);
          continue;
        }
        const { pathname, hash } = new URL(href, `http://localhost${page}`);
        const file = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
        const anchor = decodeURIComponent(hash.slice(1));
        if (!texts.has(file)) broken.push(`${page}: ${href}`);
        else if (anchor && !ids.get(file)?.has(anchor)) broken.push(`${page}: ${href}`);
      }
    expect(broken).toEqual([]);
    console.log(`${texts.size} pages; ${external.size} addresses elsewhere, not visited`);
  });
});

describe.skipIf(withoutChromium())('in Chromium', () => {
  let browser: Browser;
  let server: Server;
  let origin = '';

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    browser = await launchChromium();
    server = await serve();
    origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** A new window. When the test ends, nothing may have been loaded from elsewhere, and nothing complained about. */
  async function visit(path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin, ...options });
    context.setDefaultTimeout(20_000);
    const complaints: string[] = [];
    const elsewhere: string[] = [];
    context.on('request', (request) => {
      const url = new URL(request.url());
      if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) elsewhere.push(url.href);
    });
    context.on('console', (message) => complaints.push(message.text()));
    context.on('weberror', (error) => complaints.push(String(error.error())));
    onTestFinished(async () => {
      await context.close();
      expect(elsewhere).toEqual([]);
      expect(complaints).toEqual([]);
    });
    const page = await context.newPage();
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    return page;
  }

  const narrow = { viewport: { width: 390, height: 844 } };
  const wide = { viewport: { width: 1280, height: 800 } };
  const shown = {
    start: '/',
    guide: '/guides/tokens.html',
    provider: '/providers/bank.html',
    migrating: '/migrating/twurple.html',
    reference: '/reference/core.html',
    calls: '/reference/stream-calls.html',
  };

  describe.each(Object.entries({ narrow, wide }))('%s', (size, viewport) => {
    it.each(Object.entries(shown))('%s fits, light and dark', async (name, path) => {
      const page = await visit(path, viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(artifacts, `${name}-${size}-${colorScheme}.png`) });
      }
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(width).toBeLessThanOrEqual(viewport.viewport.width);
    });

    it('search finds the cursor', async () => {
      const page = await visit('/', viewport);
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('searchbox').fill('cursor');
      const first = page.locator('.VPLocalSearchBox .result').first();
      await first.waitFor();
      await page.screenshot({ path: join(artifacts, `search-${size}.png`) });
      await first.click();
      await page.waitForURL((url) => url.pathname !== '/');
      expect(await page.locator('main').textContent()).toMatch(/cursor/i);
    });
  });

  it('leads from page to page by the sidebar', async () => {
    const page = await visit('/', wide);
    await page.getByRole('complementary').getByRole('link', { name: 'Errors', exact: true }).click();
    await page.getByRole('heading', { name: 'Errors', level: 1 }).waitFor();
  });

  it('leads from page to page by the menu of a narrow window', async () => {
    const page = await visit('/', narrow);
    await page.getByRole('button', { name: 'Menu' }).click();
    const link = page.getByRole('complementary').getByRole('link', { name: 'Rate limits' });
    await link.waitFor();
    await page.waitForFunction(() => document.getAnimations().length === 0);
    await page.screenshot({ path: join(artifacts, 'menu-narrow.png') });
    await link.click();
    await page.getByRole('heading', { name: 'Rate limits', level: 1 }).waitFor();
  });

  it('becomes dark, and stays so', async () => {
    const page = await visit('/', { ...wide, colorScheme: 'light' });
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('switch').first().click();
    await page.waitForFunction((before) => getComputedStyle(document.body).backgroundColor !== before, light);
    const dark = await background();
    await page.reload();
    expect(await background()).toBe(dark);
  });
});

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

/** The built site, as any static host serves it. */
async function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(built, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    try {
      const body = readFileSync(file);
      response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
