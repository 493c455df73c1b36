import { fileURLToPath } from 'node:url';
import { createBankClient } from '@x/bank';
import { type LinkedItem, linkRoutes } from '@x/bank/link';
import { memoryStore } from '@x/core';
import { createSandbox } from '@x/sandbox/bank';
import { secretStore } from '@x/stores';
import { launchChromium, watchContext, withoutChromium } from '@x/testing/chromium';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../examples/sign-in/listen.ts';

describe.skipIf(withoutChromium())('the page of linkRoutes, in Chromium', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  interface StartOptions {
    readonly oauthRedirect: boolean;
    /** Whether to use Hosted Link. */
    readonly isHosted: boolean;
    /** Expected complaint of the browser. */
    readonly complaint: RegExp;
  }

  /** Starts an app with the routes, and opens their page. */
  async function start({ oauthRedirect = false, isHosted = false, complaint }: Partial<StartOptions> = {}) {
    const sandbox = await createSandbox({ bank: { readyAtOnce: true } });
    const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
    const linked: LinkedItem[] = [];
    const repaired: string[] = [];
    const app = await listen(0, async (origin) => {
      const { handle } = linkRoutes({
        bank,
        origin,
        oauthRedirect,
        returnTo: '/done',
        userOf: () => 'ann',
        session: {
          client_name: 'Spending',
          language: 'en',
          country_codes: ['US'],
          products: ['transactions'],
          ...(isHosted && { hosted_link: { completion_redirect_uri: `${origin}/done` } }),
        },
        ...(isHosted && { hostedSessions: secretStore(memoryStore()), clock: sandbox.clock }),
        onLinked: (item) => linked.push(item),
        onRepaired: ({ item_id }) => repaired.push(item_id),
        tokenOf: (_, id) => linked.find(({ item_id }) => item_id === id)?.access_token,
      });
      const done = new Response('<link rel="icon" href="data:,">done', { headers: { 'content-type': 'text/html' } });
      return { fetch: async (request: Request) => (request.url.endsWith('/done') ? done.clone() : handle(request)) };
    });
    const context = await browser.newContext({ baseURL: app.origin });
    context.setDefaultTimeout(60_000);
    const { complaints } = watchContext(context);
    await context.route('https://cdn.plaid.com/link/v2/stable/link-initialize.js', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${sandbox.url}/bank/link.js` }) }),
    );
    onTestFinished(async () => {
      await context.close();
      await app.close();
      await sandbox.close();
      expect(complaints.filter((each) => !complaint?.test(each))).toEqual([]);
    });
    const page = await context.newPage();
    const link = page.frameLocator('iframe[title="Plaid Link"]');
    const press = (name: string) => link.getByRole('button', { name, exact: true }).click();
    return {
      sandbox,
      bank,
      context,
      page,
      link,
      press,
      linked,
      repaired,
      async connect() {
        await page.goto('/link');
        await press('Continue');
        await press('First Platypus Bank');
        await logIn(link);
        await press('Submit');
        await press('Continue');
        await page.waitForURL('**/done');
      },
    };
  }

  const logIn = async (where: Pick<Page, 'getByLabel'>) => {
    await where.getByLabel('Username').fill('user_good');
    await where.getByLabel('Password').fill('pass_good');
  };

  it('a user connects a bank, and later repairs it', async () => {
    const { bank, page, link, press, linked, repaired, connect } = await start();
    await connect();
    expect(linked).toMatchObject([{ user: 'ann' }]);
    const [{ access_token = '', item_id = '' } = {}] = linked;
    await bank.sandbox.resetLogin({ access_token });
    await page.goto(`/link?item=${item_id}`);
    await logIn(link);
    await press('Submit');
    await press('Continue'); // with all accounts
    await page.waitForURL('**/done');
    expect(repaired).toEqual([item_id]);
    expect((await bank.item.get({ access_token })).item.error).toBeNull();
  });

  it('a user who leaves Link sees so, and can open it again', async () => {
    const { page, link, linked } = await start();
    await page.goto('/link');
    await link.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('status').getByText('Nothing was connected.').waitFor();
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    await link.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    expect(linked).toEqual([]);
  });

  it("a user of an OAuth bank returns from the bank's pages, and Link continues", async () => {
    const { page, press, linked } = await start({ oauthRedirect: true });
    await page.goto('/link');
    await press('Continue');
    await press('Platypus OAuth Bank');
    await press('Continue to login');
    await logIn(page);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL('**/done');
    expect(linked).toHaveLength(1);
  });

  it('a user of an OAuth bank connects and repairs it on the page of Hosted Link, and returns to the app', async () => {
    const { bank, context, sandbox, page, press, linked, repaired } = await start({ isHosted: true });
    const logInAtBank = async (start: string) => {
      const [popup] = await Promise.all([context.waitForEvent('page'), press(start)]);
      await logIn(popup);
      await popup.getByRole('button', { name: 'Log in' }).click();
      const approve = popup.getByRole('button', { name: 'Approve' });
      await approve.click({ noWaitAfter: true }).catch(() => {}); // the window may close before the click has finished
      await page.waitForURL('**/done');
    };
    await page.goto('/link');
    await page.waitForURL(`${sandbox.url}/bank/hl/*`);
    await press('Continue');
    await press('Platypus OAuth Bank');
    await logInAtBank('Continue to login');
    await expect.poll(() => linked).toMatchObject([{ user: 'ann' }]);

    const [{ access_token = '', item_id = '' } = {}] = linked;
    await bank.sandbox.resetLogin({ access_token });
    await page.goto(`/link?item=${item_id}`);
    await logInAtBank('Continue to login');
    await expect.poll(() => repaired).toEqual([item_id]);
    expect((await bank.item.get({ access_token })).item.error).toBeNull();
  });

  it.runIf(process.env.WRITE_IMAGES)('writes docs/images/link.png', async () => {
    const { page, link } = await start();
    await page.setViewportSize({ width: 900, height: 540 });
    await page.goto('/link');
    await link.getByRole('button', { name: 'Continue', exact: true }).waitFor();
    await page.screenshot({ path: fileURLToPath(new URL('../../../../docs/images/link.png', import.meta.url)) });
  });

  it("another user's Item does not open Link", async () => {
    const { page, link } = await start({ complaint: /status of 404/ });
    await page.goto('/link?item=other');
    await page.getByRole('status').getByText('You have no such bank connection.').waitFor();
    expect(await link.locator('h1').count()).toBe(0);
  });
});
