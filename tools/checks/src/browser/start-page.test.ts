import { fileURLToPath } from 'node:url';
import { createFoodClient, isApiError } from '@x/food';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox, type SandboxRequest } from '@x/sandbox';
import { launchChromium, watchContext, withoutChromium } from '@x/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

const picture = (name: string) => fileURLToPath(new URL(`../../.artifacts/start-page-${name}.png`, import.meta.url));
describe.skipIf(withoutChromium())("the sandbox's start page, in Chromium", () => {
  let browser: Browser;
  let sandbox: Sandbox;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    sandbox = await createSandbox();
  });
  const visits: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(visits.splice(0).map((leave) => leave()));
    await sandbox.close();
  });

  /** Opens a new window on the page. When the test ends, nothing may have been loaded from elsewhere or logged. */
  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const { url } = sandbox;
    const context = await browser.newContext({ baseURL: url, ...options });
    context.setDefaultTimeout(60_000);
    const { origins, complaints } = watchContext(context);
    visits.push(async () => {
      await context.close();
      expect([origins(), complaints]).toEqual([[url], []]);
    });
    const page = await context.newPage();
    await page.goto(sandbox.controlApi.page);
    if (options.javaScriptEnabled !== false) await page.getByText('live', { exact: true }).waitFor();
    return page;
  }

  const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const rows = (page: Page) => page.locator('#log > li:visible');
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Waits until the newest rows have these texts. */
  const see = (page: Page, ...texts: (string | RegExp)[]) =>
    expect
      .poll(async () =>
        (await rows(page).allTextContents()).slice(0, texts.length).map((text) => text.replace(/\s+/g, ' ')),
      )
      .toEqual(
        texts.map((text) => (typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text))),
      );

  const search = () => createMusicClient(sandbox.options.music).search({ q: 'love', type: 'track', limit: 1 });
  const food = () => createFoodClient({ ...sandbox.options.food, retries: 0 });
  const fail = () =>
    food()
      .foods.search({ query: 'cheddar' })
      .catch((error) => (isApiError(error) ? error.code : error));

  it("shows a client's requests as they arrive, in every window", async () => {
    const pages = [await visit(), await visit()];
    await section(pages[0] as Page, 'Requests')
      .getByText('No request yet')
      .waitFor();
    await search();
    for (const page of pages) {
      await see(page, /music GET \/v1\/search\?q=love.* 200 /, /music POST \/accounts\/api\/token.* 200 /);
      await section(page, 'Tokens')
        .getByRole('row', { name: /music app/ })
        .waitFor();
      await section(page, 'Requests').getByText('No request yet').waitFor({ state: 'hidden' });
    }
  });

  it("shows one provider's requests with their content, and none after Clear", async () => {
    const page = await visit();
    await search();
    await fail();
    await see(page, 'food', 'music', 'music');
    await page.getByRole('link', { name: 'food', exact: true }).click();
    expect(await rows(page).count()).toBe(1);
    await search();
    await food().foods.search({ query: 'gouda' });
    await see(page, 'gouda', 'cheddar');
    expect(await rows(page).count()).toBe(2);
    await rows(page).first().locator('summary').click();
    await rows(page).first().getByText('user-agent').waitFor();
    await page.reload();
    await see(page, 'gouda', 'cheddar');
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('link', { name: 'all', exact: true }).click();
    await see(page, 'gouda', 'music');
    await press(page, 'Clear');
    expect(await rows(page).count()).toBe(0);
    await fail();
    await see(page, 'food');
    expect(await rows(page).count()).toBe(1);
  });

  it('keeps a request open while others arrive and when it gets its response', async () => {
    const page = await visit();
    await search();
    const underWay = { ...(sandbox.requests[0] as SandboxRequest), id: 3, path: '/slow' };
    Reflect.deleteProperty(underWay, 'status');
    Reflect.deleteProperty(underWay, 'durationMs');
    sandbox.requests.push(underWay);
    await see(page, /POST \/slow …/);
    const row = page.locator('#request-3');
    await row.locator('summary').click();
    sandbox.requests.push({ ...(sandbox.requests[1] as SandboxRequest), id: 4 });
    await see(page, 'music GET', '/slow');
    Object.assign(underWay, { status: 201, durationMs: 5000 });
    await see(page, 'music GET', /\/slow 201 5000 ms/);
    expect(await row.locator('details').getAttribute('open')).not.toBeNull();
    expect(await row.locator('summary').evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it.each([
    ['status: 503 – service unavailable', 'unavailable', 'fault 503'],
    ['status: 429, headers – too many requests for 1 s', 'rate_limited', 'fault 429'],
    ['status: 401 – unauthorized', 'unauthenticated', 'fault 401'],
    ["drop: 'before' – closed before it is handled", 'network', 'fault dropped'],
    ['body, headers – HTML instead of JSON', 'invalid_response', 'fault 200'],
    ['truncateBytes: 20 – body cut off', 'invalid_response', 'fault 200'],
  ])('makes a call fail by %s', async (label, code, row) => {
    const page = await visit();
    const faults = section(page, 'Faults');
    await faults.getByLabel('What').selectOption(label);
    await faults.getByLabel('Provider').selectOption('food');
    await faults.getByLabel('Path').fill('/fdc/v1/foods/search');
    await press(page, 'Add the fault');
    await faults.getByText('1 to go').waitFor();
    await page.getByText('The fault is set.').waitFor();
    await search();
    expect(await fail()).toBe(code);
    await see(page, row);
    await faults.getByText('None: everything works.').waitFor();
    expect(await page.getByText('The fault is set.').count()).toBe(0);
    expect((await food().foods.search({ query: 'cheddar' })).items.length).toBeGreaterThan(0);
  });

  it('shows every kind of fault in full', async () => {
    const page = await visit();
    const missing = await section(page, 'Faults')
      .getByLabel('What')
      .evaluate((menu) => {
        const { clientWidth } = menu;
        menu.style.width = 'max-content';
        return menu.clientWidth - clientWidth;
      });
    expect(missing).toBeLessThanOrEqual(0);
  });

  it('removes faults', async () => {
    const page = await visit();
    const faults = section(page, 'Faults');
    await faults.locator('[name=times]').selectOption('all');
    for (const times of [1, 2]) {
      await press(page, 'Add the fault');
      await expect.poll(() => faults.getByRole('listitem').count()).toBe(times);
    }
    await faults.getByRole('button', { name: 'Remove the fault' }).first().click();
    await expect.poll(() => faults.getByRole('listitem').count()).toBe(1);
    expect(await fail()).toBe('rate_limited');
    await press(page, 'Remove all');
    await faults.getByText('None: everything works.').waitFor();
    expect(await fail()).toMatchObject({ items: expect.anything() });
  });

  it.each([
    ['to the end of a token', (page: Page) => page.getByRole('button', { name: /^Expire token/ }).click()],
    ['by an hour', (page: Page) => press(page, '+1 hour: advance the time')],
  ])('advances the time %s, which makes a client refresh its token', async (_, move) => {
    const page = await visit();
    // Like a client in another program, this one does not use the sandbox's clock.
    const music = createMusicClient({ ...sandbox.options.music, clock: undefined });
    const ask = () => music.search({ q: 'love', type: 'track', limit: 1 });
    await ask();
    const token = section(page, 'Tokens').getByRole('row', { name: /music app/ });
    await token.waitFor();
    await move(page);
    await token.getByText('expired').waitFor();
    await ask();
    await see(
      page,
      /GET \/v1\/search.* 200 /,
      'POST /accounts/api/token 200',
      /GET \/v1\/search.* 401 /,
      /search.* 200 /,
    );
    await expect.poll(() => token.count()).toBe(2);
  });

  it('restarts the providers with data of other sizes', async () => {
    const page = await visit();
    const data = section(page, 'Data');
    await data.getByText('Sizes', { exact: true }).click();
    await data.getByLabel('brandedFoods').fill('1');
    await press(page, 'Restart with these sizes');
    await page.getByText('The providers were restarted.').waitFor();
    const branded = await food().foods.search({ query: '', dataType: ['Branded'] });
    expect(branded.total).toBe(1);
    expect(await data.getByLabel('brandedFoods').inputValue()).toBe('1');
  });

  it("copies a provider's first program with its credentials", async () => {
    const page = await visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    const snippets = section(page, 'First calls');
    await snippets.locator('summary', { hasText: 'bank' }).click();
    await snippets.getByRole('button', { name: 'Copy' }).locator('visible=true').click();
    await page.getByText('Copied.').waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const { baseUrl, clientId, clientSecret } = sandbox.options.bank;
    for (const value of [baseUrl, clientId, clientSecret, sandbox.controls.bank.accessTokens[0]])
      expect(copied).toContain(`'${value}'`);
  });

  it('shows the content of a request without interpreting it', async () => {
    const page = await visit();
    const evil = `"'><img src=x onerror=alert(1)><script>alert(1)</script>`;
    await fetch(`${sandbox.url}/quotes/${encodeURIComponent(evil)}?${new URLSearchParams({ [evil]: evil })}`, {
      method: 'POST',
      headers: { 'user-agent': evil },
      body: evil,
    });
    await see(page, 'quotes POST');
    await rows(page).first().locator('summary').click();
    expect(await rows(page).first().getByText(evil, { exact: true }).count()).toBe(3); // query, user-agent, body
    expect(await page.locator('img, body script').count()).toBe(0);
    await page.reload();
    await see(page, 'quotes POST');
    expect(await page.locator('img, body script').count()).toBe(0);
  });

  it('reports that the sandbox has ended', async () => {
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    await page.goto(sandbox.controlApi.page);
    await page.getByText('live', { exact: true }).waitFor();
    await sandbox.close();
    await page.getByText('not connected').waitFor();
  });

  it('works without JavaScript', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await page.getByLabel('What').selectOption('status: 503 – service unavailable');
    await press(page, 'Add the fault');
    await section(page, 'Faults').getByText('status: 503', { exact: true }).waitFor();
    expect(await fail()).toBe('unavailable');
    await search();
    await page.reload();
    await see(page, 'music', 'music', 'fault 503');
    await page.getByRole('link', { name: 'food', exact: true }).click();
    await page.waitForURL(/provider=food/);
    expect(await rows(page).count()).toBe(1);
    await page.getByRole('button', { name: /^Expire token/ }).click();
    await section(page, 'Tokens').getByText('expired').waitFor();
    expect(await page.getByRole('button', { name: /Copy|Clear/ }).count()).toBe(0);
  });

  it('can be used without a mouse', async () => {
    const page = await visit();
    await fail();
    await see(page, 'food');
    /** Presses the Tab key until the focus, which must be visible, is on an element with the name. */
    async function tabTo(name: string): Promise<void> {
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const focus = page.locator(':focus');
        if ((await focus.count()) === 0) continue; // the focus is on the browser's own toolbar
        const said = await focus.evaluate(
          (element) =>
            `${element.getAttribute('aria-label') ?? ''} ${element.getAttribute('name') ?? ''} ${element.textContent}`,
        );
        if (!said.includes(name)) continue;
        expect(await focus.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
        return;
      }
      throw new Error(`the Tab key does not lead to ${name}`);
    }
    await tabTo('/fdc/v1/foods/search');
    await tabTo('/fdc/v1/foods/search'); // from the list to its first row
    await page.keyboard.press('Enter');
    await rows(page).first().getByText('user-agent').waitFor();
    await tabTo('+1 day');
    const before = sandbox.clock.now();
    await page.keyboard.press('Enter');
    await expect.poll(() => sandbox.clock.now() - before).toBeGreaterThanOrEqual(86_400_000);
    await tabTo('fault');
    await page.keyboard.press('ArrowDown'); // from the first kind, status: 429, to the second
    await tabTo('Add the fault');
    await page.keyboard.press('Enter');
    await section(page, 'Faults').getByText('status: 503', { exact: true }).waitFor();
    expect(await fail()).toBe('unavailable');
  });

  it.each(['light', 'dark'] as const)('fits a phone and a desktop, in %s mode', async (colorScheme) => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const pages = [
      await visit({ ...phone, colorScheme }),
      await visit({ viewport: { width: 1280, height: 900 }, colorScheme }),
    ];
    sandbox.controls.music.issueUserToken({
      userId: sandbox.controls.music.users()[0]?.id ?? '',
      scopes: ['user-library-read', 'playlist-modify-public'],
    });
    sandbox.faults.add({ provider: 'food', path: '/fdc/v1/foods/search', status: 503 });
    sandbox.faults.add({ provider: 'stream', path: `/helix/${'x'.repeat(200)}`, drop: 'mid-body', times: 9 });
    await fail();
    await search();
    await fetch(`${sandbox.url}/quotes/${'w'.repeat(400)}?${'q'.repeat(400)}=${'v'.repeat(400)}`);
    for (const [index, page] of pages.entries()) {
      await see(page, 'www', 'music', 'music', 'fault 503');
      await page.screenshot({ path: picture(`${index === 0 ? 'phone' : 'desk'}-${colorScheme}`), fullPage: true });
      await rows(page).first().locator('summary').click();
      await page.getByText('Sizes', { exact: true }).click();
      const { scrollWidth, clientWidth } = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return { scrollWidth, clientWidth };
      });
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
    }
    for (const button of await (pages[0] as Page).getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });
});
