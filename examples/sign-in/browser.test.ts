import { fileURLToPath } from 'node:url';
import { createMusicClient } from '@x/music';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { createStreamClient } from '@x/stream';
import { launchChromium, withoutChromium } from '@x/testing/chromium';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Listening, listen } from './listen.ts';
import { createApp } from './server.ts';

const artifacts = fileURLToPath(new URL('../.artifacts/', import.meta.url));
const take = (page: Page, name: string) => page.screenshot({ path: `${artifacts}${name}.png`, fullPage: true });
describe.skipIf(withoutChromium())('the sign-in example, in Chromium', () => {
  let browser: Browser;
  let sandbox: Sandbox;
  let site: Listening;
  beforeAll(async () => {
    browser = await launchChromium();
    sandbox = await createSandbox({ stream: { appName: 'Sign-in example' }, music: { appName: 'Sign-in example' } });
    const stream = createStreamClient(sandbox.options.stream);
    const music = createMusicClient(sandbox.options.music);
    site = await listen(0, (origin) => createApp({ stream, music, sessionSecret: 's'.repeat(32), origin }));
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await sandbox?.close();
  });

  /** Opens a new browser window on the start page. When the test ends, nothing may have been loaded from elsewhere. */
  async function visit(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ baseURL: site.origin, ...options });
    context.setDefaultTimeout(60_000);
    const origins = new Set<string>();
    const complaints: string[] = [];
    context.on('request', (request) => origins.add(new URL(request.url()).origin));
    context.on('console', (message) => complaints.push(message.text()));
    onTestFinished(async () => {
      await context.close();
      expect([...origins].filter((origin) => origin !== site.origin && origin !== sandbox.url)).toEqual([]);
      expect(complaints.filter((text) => !text.includes('Failed to load resource'))).toEqual([]);
    });
    const page = await context.newPage();
    await page.goto('/');
    return page;
  }

  /** Waits until the page shows the text. */
  const see = (page: Page, text: string) => page.getByText(text).first().waitFor();
  const seeSignedOut = (page: Page) => page.getByText('Not signed in').nth(1).waitFor();
  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

  /** Signs in as the user with a name, on the provider's page. */
  async function signIn(page: Page, title: string, user: string): Promise<void> {
    await page.goto('/');
    await press(page, `Sign in with ${title}`);
    await page.getByLabel('Sign in as').selectOption(user);
    await press(page, 'Approve');
    await page.waitForURL('/library');
  }

  it('signs a user in with both providers, pages through a list, and signs the user out', async () => {
    const page = await visit();
    await signIn(page, 'Twitch', 'ferallemur');
    await signIn(page, 'Spotify', 'Oskar');
    expect(page.url()).toBe(`${site.origin}/library`);
    await take(page, 'sign-in');

    const playlists = page.getByRole('region', { name: 'Your playlists' });
    const streams = page.getByRole('region', { name: 'Live channels you follow' });
    const rows = playlists.getByRole('listitem');
    const [before, others] = [await rows.allTextContents(), await streams.textContent()];
    await playlists.getByRole('link', { name: 'More of Your playlists' }).click();
    await playlists.getByRole('link', { name: 'First page' }).waitFor();
    expect(before).toHaveLength(5);
    for (const row of await rows.allTextContents()) expect(before).not.toContain(row);
    expect(await streams.textContent()).toBe(others);

    await page.getByRole('link', { name: 'Home' }).click();
    await see(page, 'Signed in as FeralLemur');
    await see(page, 'Signed in as Oskar');
    await press(page, 'Sign out');
    await seeSignedOut(page);
    await page.goto('/library');
    expect(page.url()).toBe(`${site.origin}/`);
  });

  it.each(['Twitch', 'Spotify'])('signs nobody in when the user denies access at %s', async (title) => {
    const page = await visit();
    await press(page, `Sign in with ${title}`);
    await press(page, 'Cancel');
    await see(page, 'You declined');
    await page.getByRole('link', { name: 'Back to the start' }).click();
    await seeSignedOut(page);
  });

  it.each(['Twitch', 'Spotify'])('signs nobody in with a tampered state from %s', async (title) => {
    const page = await visit();
    await press(page, `Sign in with ${title}`);
    const address = new URL(page.url());
    address.searchParams.set('state', 'forged');
    await page.goto(address.href);
    const back = page.waitForResponse(/\/callback/);
    await press(page, 'Approve');
    expect((await back).status()).toBe(400);
    await see(page, 'was not started in this browser');
    await page.goto('/');
    await seeSignedOut(page);
  });

  it.each(['Twitch', 'Spotify'])('signs nobody in with a used code from %s', async (title) => {
    const [page, thief] = [await visit(), await visit()];
    const came = page.waitForRequest(/\/callback\?/);
    await signIn(page, title, title === 'Twitch' ? 'velvetbeacon' : 'Mira');
    const used = new URL((await came).url());
    expect((await page.goto(used.href))?.status()).toBe(400);
    await see(page, 'This sign-in was already completed');

    await press(thief, `Sign in with ${title}`);
    used.searchParams.set('state', new URL(thief.url()).searchParams.get('state') ?? '');
    expect((await thief.goto(used.href))?.status()).toBe(400);
    await see(thief, 'This code was used before');
    await thief.goto('/');
    await seeSignedOut(thief);
  });

  it('can be used without a mouse', async () => {
    const page = await visit();
    /** Presses the Tab key until the focus, which must be visible, is on an element with the text. */
    async function tabTo(text: string): Promise<void> {
      for (let step = 0; step < 12; step += 1) {
        await page.keyboard.press('Tab');
        // Read everything at once, because the page may be about to close.
        const focus = await page.evaluate(() => {
          const { activeElement: element } = document;
          if (!element || element === document.body) return undefined; // the focus is on the browser's own toolbar
          const { outlineStyle } = getComputedStyle(element);
          return { outlineStyle, shown: element.textContent ?? '', name: element.getAttribute('name') };
        });
        if (!focus?.shown.includes(text) && focus?.name !== text) continue;
        expect(focus.outlineStyle).not.toBe('none');
        return;
      }
      throw new Error(`the Tab key does not lead to ${text}`);
    }

    await tabTo('Sign in with Spotify');
    await page.keyboard.press('Enter');
    await page.waitForURL(/authorize/);
    await tabTo('user');
    await page.keyboard.type('tove');
    await tabTo('Approve');
    await page.keyboard.press('Enter');
    await page.waitForURL('/library');
    await tabTo('More');
    await page.keyboard.press('Enter');
    await page.waitForURL(/music=/);
    await tabTo('Home');
    await page.keyboard.press('Enter');
    await see(page, 'Signed in as tove');
    await tabTo('Sign out');
    await page.keyboard.press('Enter');
    await seeSignedOut(page);
  });

  it('works without JavaScript', async () => {
    const page = await visit({ javaScriptEnabled: false });
    await press(page, 'Sign in with Twitch');
    await press(page, 'Cancel');
    await see(page, 'You declined');
    await signIn(page, 'Twitch', 'noblemaple');
    await signIn(page, 'Spotify', 'Juniper');
    for (const [list, place] of [
      ['Live channels', /stream=/],
      ['Your playlists', /music=/],
    ] as const) {
      await page.getByRole('link', { name: `More of ${list}` }).click();
      await page.waitForURL(place);
    }
    expect(await page.getByRole('listitem').count()).toBeGreaterThan(5);
    await press(page, 'Sign out');
    await seeSignedOut(page);
  });

  it.each([
    [320, 'light'],
    [390, 'dark'],
  ] as const)('fits a phone that is %i pixels wide, in %s mode', async (width, colorScheme) => {
    const page = await visit({ viewport: { width, height: 780 }, isMobile: true, hasTouch: true, colorScheme });
    /** Expects no horizontal scrolling, and buttons that are large enough for a finger. */
    async function expectToFit(): Promise<void> {
      const { scrollWidth, clientWidth } = await page.evaluate(() => ({
        scrollWidth: document.documentElement.scrollWidth,
        clientWidth: document.documentElement.clientWidth,
      }));
      expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
      for (const button of await page.getByRole('button').all())
        expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await expectToFit();
    const { accessToken } = sandbox.controls.music.issueUserToken({
      userId: 'fennel',
      scopes: ['playlist-modify-public'],
    });
    const music = createMusicClient(sandbox.options.music);
    await music.accounts.set('owner', { accessToken });
    await music.withAccount('owner').playlists.create({ name: 'W'.repeat(100) });
    await signIn(page, 'Spotify', 'Fennel');
    await expectToFit();
    await signIn(page, 'Twitch', 'ferallemur');
    await take(page, `sign-in-${width}`);
    await expectToFit();
    await page.goto('/sign-in/stream/callback');
    await expectToFit();
  });
});
