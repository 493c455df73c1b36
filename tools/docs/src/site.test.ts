import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchChromium, watchContext, withoutChromium } from '@x/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveSite } from './serve.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const built = join(folder, 'dist');
const artifacts = join(folder, '.artifacts');

const repository = { GITHUB_SERVER_URL: 'https://git.example.test', GITHUB_REPOSITORY: 'x/clients' };

let output = '';
beforeAll(() => {
  output = execFileSync(process.execPath, ['--conditions=@x/source', 'src/build.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...repository },
    stdio: 'pipe',
  });
});

describe('the built pages', () => {
  it('are in the folder that the command names', () => {
    const [, named = ''] = /^The site is in (.+?)\. /m.exec(output) ?? [];
    expect(named).toBe(built);
    expect(existsSync(join(named, 'index.html'))).toBe(true);
    expect(output).toContain('npx pnpm@12 site --serve');
  });

  it('link only to pages and anchors that exist', () => {
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
        if (!existsSync(join(built, file))) broken.push(`${page}: ${href}`);
        else if (anchor && !ids.get(file)?.has(anchor)) broken.push(`${page}: ${href}`);
      }
    expect(broken).toEqual([]);
    console.log(`${texts.size} pages; ${external.size} external links, not visited`);
  });
});

describe.skipIf(withoutChromium())('in Chromium', () => {
  let browser: Browser;
  let server: PreviewServer;
  let origin = '';

  beforeAll(async () => {
    mkdirSync(artifacts, { recursive: true });
    browser = await launchChromium();
    server = await serveSite(0);
    origin = new URL(server.resolvedUrls?.local[0] ?? '').origin;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /**
   * Opens a page in a new window. When the test ends, asserts that the page loaded nothing from elsewhere and logged
   * nothing.
   */
  async function visit(path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ baseURL: origin, ...options });
    context.setDefaultTimeout(60_000);
    const { origins, complaints } = watchContext(context);
    onTestFinished(async () => {
      await context.close();
      expect([origins(), complaints]).toEqual([[origin], []]);
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
    exports: '/reference/music/exports.html',
    methods: '/reference/bank/transactions.html',
    allMethods: '/reference/stream/',
    webhooks: '/reference/stream.webhooks.html',
  };

  const sizes = Object.entries({ wide, narrow });

  it.each(Object.entries(shown))('the page %s fits a desktop and a phone, light and dark', async (name, path) => {
    const page = await visit(path, wide);
    for (const [size, { viewport }] of sizes) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: join(artifacts, `${name}-${size}-${colorScheme}.png`) });
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(viewport.width);
        expect(await page.evaluate(widerThanThePage)).toEqual([]);
        expect(await page.evaluate(cutCode)).toEqual([]);
        expect(await page.evaluate(splitNames)).toEqual([]);
      }
    }
  });

  describe.each(sizes)('%s', (size, options) => {
    it('the home page shows a description, a picture and the numbers near its top', async () => {
      const page = await visit('/', options);
      const lowest = await page.evaluate(() => {
        const main = document.querySelector('.vp-doc');
        const parts = ['h1', 'h1 + p', '.pictures img', '.numbers li'].map((each) => main?.querySelector(each));
        return Math.max(...parts.map((part) => part?.getBoundingClientRect().bottom ?? Number.POSITIVE_INFINITY));
      });
      expect(lowest).toBeLessThanOrEqual(1.5 * options.viewport.height);
      expect(await page.locator('.cards li').count()).toBe(5);
    });

    it('each tab of the home page shows the program of its provider and nothing else', async () => {
      const page = await visit('/', options);
      const group = page.locator('.vp-code-group');
      const shown = group.locator('.blocks > :visible');
      for (const name of ['stream', 'music', 'bank', 'food', 'quotes']) {
        await group.locator('.tabs').getByText(name, { exact: true }).click();
        const program = [expect.stringContaining(`'@x/${name}'`)];
        await expect.poll(() => shown.locator('code').allInnerTexts()).toEqual(program);
        expect(await shown.count()).toBe(1);
        await group.scrollIntoViewIfNeeded();
        await page.screenshot({ path: join(artifacts, `tab-${name}-${size}.png`) });
      }
    });

    it('a search result opens its page', async () => {
      const { page, type } = await openSearch(options);
      const results = await type('cursor');
      await page.screenshot({ path: join(artifacts, `search-${size}.png`) });
      await results.first().click();
      await page.waitForURL((url) => url.pathname !== '/');
      expect(await page.locator('main').textContent()).toMatch(/cursor/i);
    });
  });

  /** Opens the search on the home page. `type` types words into it and returns its results. */
  async function openSearch(options: BrowserContextOptions) {
    const page = await visit('/', options);
    await page.getByRole('button', { name: 'Search' }).click();
    const type = async (words: string) => {
      await page.getByRole('searchbox').fill(words);
      const results = page.locator('.VPLocalSearchBox .result');
      await results.first().waitFor();
      return results;
    };
    return { page, type };
  }

  it('an unknown address shows a page of the site', async () => {
    const response = await fetch(`${origin}/guides/pagin.html`);
    expect([response.status, await response.text()]).toEqual([404, expect.stringContaining('<title>404 | @x clients')]);
  });

  it('a search lists the page about its words among the first three', async () => {
    const { type } = await openSearch(wide);
    for (const [words, target] of [
      ['pagination', '/guides/paging.html'],
      ['retry', '/guides/errors.html'],
      ['cursor', '/guides/paging.html'],
      ['error handling', '/guides/errors.html'],
      ['getting started', '/index.html'],
      ['user sign in', '/guides/sign-in.html'],
      ['logging', '/guides/observing.html'],
      ['license', '/index.html'],
      ['rate limit', '/guides/rate-limits.html'],
      ['mock', '/guides/testing.html'],
      ['barcode', '/providers/food.html'],
      ['sync', '/providers/bank.html'],
      ['timeout', '/guides/errors.html'],
      ['refresh', '/guides/tokens.html'],
      ['popularity', '/providers/music.html'],
      ['ITEM_LOGIN_REQUIRED', '/providers/bank.html'],
      ['transactions.sync', '/reference/bank/transactions.html#transactions.sync'],
      ['createSandbox', '/reference/sandbox.html#createSandbox'],
    ] as const) {
      const results = await type(words);
      // A section of the page counts as the page.
      const first = async () => {
        const links = (await results.all()).slice(0, 3).map((result) => result.getAttribute('href'));
        return (await Promise.all(links)).map((href) => `${href?.replace(/\/(?=#|$)/, '/index.html')}#`).join('\n');
      };
      await expect.poll(first, { message: words, timeout: 60_000 }).toContain(`${target}#`);
    }
  });

  it('a search for a field name finds the types that have the field', async () => {
    const { page, type } = await openSearch(wide);
    await type('popularity');
    const types = page.locator('.VPLocalSearchBox .result[href*="/reference/music/"]');
    await types.first().waitFor();
    expect(await types.count()).toBeGreaterThan(2);
  });

  it('a method in the reference menu opens its section', async () => {
    const page = await visit('/reference/bank/transactions.html', wide);
    const menu = page.locator('.VPSidebar');
    await menu.getByRole('link', { name: 'recurring.get', exact: true }).click();
    await page.waitForURL(/#transactions\.recurring\.get$/);
    const heading = page.getByRole('heading', { name: 'transactions.recurring.get' });
    await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(400);
  });

  it('reference tables are stacked on a phone', async () => {
    const page = await visit('/reference/bank/transactions.html', narrow);
    const row = page.locator('.vp-doc tbody tr').first();
    const [name, ...others] = await Promise.all((await row.locator('td').all()).map((cell) => cell.boundingBox()));
    for (const cell of others) expect(cell).toMatchObject({ x: name?.x, width: name?.width });
  });

  it.each(globSync('../../docs/**/*.svg', { cwd: folder }))('no text of %s reaches beyond the image', async (file) => {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(pathToFileURL(join(folder, file)).href);
    expect(await page.evaluate(clippedTexts)).toEqual([]);
  });

  it('a page links to the previous and the next page, to the repository, and to the versions of the packages', async () => {
    const page = await visit('/guides/errors.html', wide);
    const pager = page.locator('.pager-link');
    expect(await pager.allInnerTexts()).toEqual([
      'Previous\nPaging and resuming',
      'Next\nUndocumented params and responses',
    ]);
    const edit = page.getByRole('link', { name: 'Edit this page' });
    expect(await edit.getAttribute('href')).toContain('/x/clients/edit/main/docs/guides/errors.md');
    const address = `${repository.GITHUB_SERVER_URL}/${repository.GITHUB_REPOSITORY}`;
    expect(await page.getByRole('link', { name: 'Repository' }).first().getAttribute('href')).toBe(address);
    const { version } = JSON.parse(readFileSync(join(folder, '../../packages/music/package.json'), 'utf8'));
    await page.getByRole('button', { name: /^v\d/ }).hover();
    await page.getByRole('link', { name: `@x/music ${version}` }).waitFor();
  });
});

/** Returns code blocks that extend beyond the page. Runs in the browser. */
function widerThanThePage(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.vp-doc div[class*="language-"]')]
    .filter((block) => block.checkVisibility())
    .filter((block) => block.getBoundingClientRect().right > document.documentElement.clientWidth)
    .map((block) => block.textContent.slice(0, 80));
}

/** Returns texts of an image that are cut off at its edge. Runs in the browser. */
function clippedTexts(): string[] {
  const image = document.documentElement as Element as SVGSVGElement;
  const { width, height } = image.viewBox.baseVal;
  return [...image.querySelectorAll<SVGTextElement>('text')]
    .filter((text) => {
      const box = text.getBBox();
      const [right, bottom] = [box.x + box.width, box.y + box.height].map(Math.floor) as [number, number];
      return box.x < 0 || box.y < 0 || right > width || bottom > height;
    })
    .map((text) => text.textContent);
}

/** Returns lines of code that are cut off at their block's edge. Runs in the browser. */
function cutCode(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.vp-doc pre')]
    .filter((block) => block.checkVisibility() && block.scrollWidth > block.clientWidth)
    .map((block) => block.textContent.slice(0, 80));
}

/** Returns short names that are alone in a table cell but take two lines. Runs in the browser. */
function splitNames(): string[] {
  return [...document.querySelectorAll<HTMLElement>('.vp-doc td code')]
    .filter((code) => /^\w{1,7}$/.test(code.closest('td')?.textContent ?? '') && code.getClientRects().length > 1)
    .map((code) => `${code.closest('tr')?.textContent}`);
}
