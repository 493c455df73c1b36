import { createBankClient } from '@x/bank';
import { type BankOnlySandbox, createSandbox } from '@x/sandbox/bank';
import { launchChromium, watchContext, withoutChromium } from '@x/testing/chromium';
import type { Browser, FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { listen } from '../../../../examples/sign-in/listen.ts';
import { createApp } from '../../../../examples/testing-playwright/server.ts';

type Call = [name: string, ...values: (Record<string, unknown> | null)[]];

const plaidScript = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

describe.skipIf(withoutChromium())("react-plaid-link with linkRoutes and the sandbox's Link, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  /**
   * Starts an app, a sandbox, and a browser window on the app. When the test ends, nothing may have been loaded from
   * elsewhere.
   */
  async function start(oauthRedirect = false) {
    const sandbox = await createSandbox({ bank: { readyAtOnce: true } });
    const bank = createBankClient({ ...sandbox.options.bank, retries: 0 });
    const app = await listen(0, (origin) => createApp(bank, origin, oauthRedirect));
    const context = await browser.newContext({ baseURL: app.origin });
    context.setDefaultTimeout(60_000);
    const watched = watchContext(context);
    await context.route(plaidScript, async (route) =>
      route.fulfill({ response: await route.fetch({ url: `${sandbox.url}/bank/link.js` }) }),
    );
    onTestFinished(async () => {
      await context.close();
      await app.close();
      await sandbox.close();
      const known = [app.origin, 'https://cdn.plaid.com', sandbox.url];
      expect(watched.origins().filter((origin) => !known.includes(origin))).toEqual([]);
      expect(watched.complaints).toEqual([]);
    });
    const calls: Call[] = [];
    await context.exposeFunction('report', (call: Call) => void calls.push(call));
    await context.addInitScript('window.dataLayer = { push: (call) => window.report(call) }');
    const page = await context.newPage();
    await page.goto('/');
    const link = page.frameLocator('iframe[title="Plaid Link"]');
    return { sandbox, bank, app, context, page, link, calls, user: createUser(page, link) };
  }

  /** Returns the names of events, with the view and the second factor that they report, and of callbacks. */
  const names = (calls: readonly Call[]) =>
    calls.map(([name, metadata]) => [name, metadata?.view_name, metadata?.mfa_type].filter(Boolean).join(' '));
  const named = (calls: readonly Call[], name: string) => calls.filter(([each]) => each === name);
  /** Returns the access token of the server's last sync. */
  const tokenOf = ({ requests }: BankOnlySandbox) =>
    JSON.parse(requests.findLast(({ path }) => path === '/transactions/sync')?.body ?? '{}').access_token as string;
  const see = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).waitFor();

  it('a user connects two accounts of a bank, and the server syncs their transactions', async () => {
    const { page, link, calls, user, sandbox, bank } = await start();
    await user.choose('First Platypus Bank');
    await user.logIn();
    await link.getByRole('checkbox').first().waitFor();
    for (const box of await link.getByRole('checkbox').all()) await box.uncheck();
    for (const name of ['Plaid Checking', 'Plaid Mortgage'])
      await link.getByRole('checkbox', { name: new RegExp(`^${name} `) }).check();
    await user.press('Continue');
    await see(page, /^First Platypus Bank: 2 accounts, \d+ transactions$/);
    await expect
      .poll(() => names(calls))
      .toEqual([
        'OPEN',
        'TRANSITION_VIEW CONSENT',
        'TRANSITION_VIEW SELECT_INSTITUTION',
        'SELECT_INSTITUTION',
        'TRANSITION_VIEW CREDENTIAL',
        'SUBMIT_CREDENTIALS',
        'TRANSITION_VIEW LOADING',
        'TRANSITION_VIEW SELECT_ACCOUNT',
        'HANDOFF',
        'onSuccess',
      ]);
    const [[, , accounts] = []] = named(calls, 'onSuccess');
    expect(accounts).toMatchObject([{ name: 'Plaid Checking' }, { name: 'Plaid Mortgage' }]);
    const linked = await bank.accounts.get({ access_token: tokenOf(sandbox) });
    expect(linked.accounts.map(({ name }) => name)).toEqual(['Plaid Checking', 'Plaid Mortgage']);
    expect(await page.locator('dialog').count()).toBe(0);
  });

  it.each([
    ['user_good', 'wrong', 'INVALID_CREDENTIALS'],
    ['user_bad', 'pass_good', 'INVALID_CREDENTIALS'],
    ['user_good', 'error_ITEM_LOCKED', 'ITEM_LOCKED'],
    ['user_good', 'error_INSTITUTION_NOT_RESPONDING', 'INSTITUTION_NOT_RESPONDING'],
  ])('a user who logs in as %s with %s sees %s, and can then log in', async (username, password, code) => {
    const { page, link, calls, user } = await start();
    await user.choose('First Platypus Bank');
    await user.logIn(username, password);
    await link.getByRole('alert').getByText(code).waitFor();
    await user.logIn();
    await user.press('Continue');
    await see(page, /^First Platypus Bank: 12 accounts/);
    expect(named(calls, 'ERROR')).toMatchObject([['ERROR', { error_code: code, institution_id: 'ins_109508' }]]);
    expect(named(calls, 'onExit')).toEqual([]);
  });

  it('Link passes an error to onExit when the user exits because of it', async () => {
    const { page, link, calls, user, sandbox, bank } = await start();
    await user.choose('First Platypus Bank');
    await user.logIn('user_good', 'error_USER_SETUP_REQUIRED');
    await link.getByRole('alert').waitFor();
    await user.press('Exit');
    await see(page, 'Nothing was connected: USER_SETUP_REQUIRED');
    await expect
      .poll(() => calls.at(-1))
      .toEqual([
        'onExit',
        {
          error_type: 'ITEM_ERROR',
          error_code: 'USER_SETUP_REQUIRED',
          error_message: expect.any(String),
          display_message: null,
        },
        {
          institution: { name: 'First Platypus Bank', institution_id: 'ins_109508' },
          status: 'requires_credentials',
          link_session_id: expect.stringMatching(/^[\da-f-]{36}$/),
          request_id: expect.stringMatching(/^\w{15}$/),
        },
      ]);
    const opened = sandbox.requests.find(({ path }) => path === '/link-pages/session');
    const link_token = new URLSearchParams(opened?.body).get('token') ?? '';
    const { link_sessions } = await bank.link.getToken({ link_token });
    expect(link_sessions).toMatchObject([
      {
        exit: { error: { error_code: 'USER_SETUP_REQUIRED' }, metadata: { status: 'requires_credentials' } },
        events: calls.slice(0, -1).map(([event_name]) => ({ event_name })),
      },
    ]);
  });

  describe('a second factor', () => {
    it('is a code, 1234, for the chosen device', async () => {
      const { page, link, calls, user } = await start();
      await user.choose('First Platypus Bank');
      await user.logIn('user_good', 'mfa_device');
      await link.getByRole('radio', { name: /^Phone/ }).check();
      await user.press('Submit');
      await link.getByLabel('Code').fill('4321');
      await user.press('Submit');
      await link.getByRole('alert').getByText('INVALID_MFA').waitFor();
      await link.getByLabel('Code').fill('1234');
      await user.press('Submit');
      await user.press('Continue');
      await see(page, /^First Platypus Bank/);
      const kinds = ['device', 'code', 'code'].map((kind) => `SUBMIT_MFA ${kind}`);
      expect(names(named(calls, 'SUBMIT_MFA'))).toEqual(kinds);
    });

    it('is a series of questions, in rounds', async () => {
      const { page, link, calls, user } = await start();
      await user.choose('First Platypus Bank');
      await user.logIn('user_good', 'mfa_questions_2_2');
      for (const round of [0, 1]) {
        for (const index of [0, 1])
          await link.getByLabel(`What is the answer to question_${round}_${index}?`).fill(`answer_${round}_${index}`);
        await user.press('Submit');
      }
      await user.press('Continue');
      await see(page, /^First Platypus Bank/);
      expect(named(calls, 'SUBMIT_MFA')).toHaveLength(2);
    });

    it('is a series of selections', async () => {
      const { page, link, user } = await start();
      await user.choose('First Platypus Bank');
      await user.logIn('user_good', 'mfa_selections');
      for (const index of [0, 1])
        await link
          .getByRole('group', { name: `selection_0_${index}` })
          .getByLabel('Yes')
          .check();
      await user.press('Submit');
      await user.press('Continue');
      await see(page, /^First Platypus Bank/);
    });
  });

  it('a user can search for an institution, find none, and exit', async () => {
    const { page, link, calls, user } = await start();
    await user.open();
    await link.getByLabel('Search').fill('Nowhere');
    await user.press('Search');
    await link.getByText('No institution was found.').waitFor();
    await user.press('Exit');
    await see(page, 'Nothing was connected.');
    expect(named(calls, 'SEARCH_INSTITUTION')).toMatchObject([
      ['SEARCH_INSTITUTION', { institution_search_query: 'Nowhere' }],
    ]);
    await expect
      .poll(() => calls.at(-1))
      .toMatchObject(['onExit', null, { institution: null, status: 'institution_not_found' }]);
  });

  it('a user who left can open Link again', async () => {
    const { page, user, calls } = await start();
    await user.open();
    await page.keyboard.press('Escape');
    await see(page, 'Nothing was connected.');
    await user.choose('Tartan Bank');
    await user.logIn();
    await user.press('Continue');
    await see(page, /^Tartan Bank/);
    await expect
      .poll(() => names(calls).filter((name) => /^(OPEN|EXIT|HANDOFF|on)/.test(name)))
      .toEqual(['OPEN', 'EXIT', 'onExit', 'OPEN', 'HANDOFF', 'onSuccess']);
  });

  it('Link closes when its token has expired', async () => {
    const { page, link, sandbox, user } = await start();
    await user.open();
    await sandbox.clock.advance(4 * 3_600_000);
    await link.getByRole('button', { name: 'Tartan Bank' }).click();
    await see(page, 'Nothing was connected: INVALID_LINK_TOKEN');
  });

  describe('an OAuth institution', () => {
    const logInAtBank = async (page: Page) => {
      await page.getByLabel('Username').fill('user_good');
      await page.getByLabel('Password').fill('pass_good');
      await page.getByRole('button', { name: 'Log in' }).click();
    };

    it('sends the user to its pages and back, where Link continues', async () => {
      const { page, calls, user, app, sandbox } = await start(true);
      await user.choose('Platypus OAuth Bank');
      await user.press('Continue to login');
      await logInAtBank(page);
      expect(page.url().startsWith(sandbox.url)).toBe(true);
      await page.getByRole('checkbox', { name: /^Plaid Checking/ }).uncheck();
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(`${app.origin}/link?oauth_state_id=*`);
      await see(page, /^Platypus OAuth Bank: 11 accounts, \d+ transactions$/);
      await expect
        .poll(() => names(calls).slice(3))
        .toEqual([
          'SELECT_INSTITUTION',
          'TRANSITION_VIEW OAUTH',
          'OPEN_OAUTH',
          'OPEN',
          'TRANSITION_VIEW LOADING',
          'HANDOFF',
          'onSuccess',
        ]);
      expect(new Set(calls.slice(0, -1).map(([, metadata]) => metadata?.link_session_id)).size).toBe(1);
    });

    it('sends a user who denies access back to Link', async () => {
      const { page, link, calls, user } = await start(true);
      await user.choose('Platypus OAuth Bank');
      await user.press('Continue to login');
      await page.getByRole('button', { name: 'Cancel' }).click();
      await link.getByRole('alert').getByText('ACCESS_NOT_GRANTED').waitFor();
      await user.press('Exit');
      await see(page, 'Nothing was connected: ACCESS_NOT_GRANTED');
      expect(named(calls, 'FAIL_OAUTH')).toHaveLength(1);
    });

    it('opens in its own window for an app without a redirect_uri', async () => {
      const { page, context, calls, user } = await start();
      await user.choose('Platypus OAuth Bank');
      const [popup] = await Promise.all([context.waitForEvent('page'), user.press('Continue to login')]);
      await logInAtBank(popup);
      const closed = popup.waitForEvent('close');
      // The window may close before the click has finished.
      await popup
        .getByRole('button', { name: 'Approve' })
        .click({ noWaitAfter: true })
        .catch(() => {});
      await closed;
      await see(page, /^Platypus OAuth Bank: 12 accounts/);
      expect(named(calls, 'OPEN_OAUTH')).toHaveLength(1);
    });

    it('makes Link report CLOSE_OAUTH when the user closes its window', async () => {
      const { context, calls, user } = await start();
      await user.choose('Platypus OAuth Bank');
      const [popup] = await Promise.all([context.waitForEvent('page'), user.press('Continue to login')]);
      await popup.getByLabel('Username').waitFor();
      await popup.close();
      await expect.poll(() => names(calls).at(-1)).toBe('CLOSE_OAUTH');
    });
  });

  it('update mode repairs the Item and keeps its access token', async () => {
    const { page, calls, user, sandbox, bank } = await start();
    await user.choose('First Platypus Bank');
    await user.logIn();
    await user.press('Continue');
    await see(page, /^First Platypus Bank/);
    const access_token = tokenOf(sandbox);
    await bank.sandbox.resetLogin({ access_token });
    await expect(bank.accounts.get({ access_token })).rejects.toMatchObject({ code: 'reauthorization_required' });
    calls.length = 0;
    const { item } = await bank.item.get({ access_token });
    await page.goto(`/?item=${item.item_id}`);
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    await user.logIn();
    await user.press('Continue');
    await see(page, /^First Platypus Bank: 12 accounts/);
    await expect
      .poll(() => names(calls))
      .toEqual([
        'OPEN',
        'TRANSITION_VIEW CREDENTIAL',
        'SUBMIT_CREDENTIALS',
        'TRANSITION_VIEW LOADING',
        'TRANSITION_VIEW SELECT_ACCOUNT',
        'HANDOFF',
        'onSuccess',
      ]);
    expect(calls[0]?.[1]?.is_update_mode).toBe('true');
    expect((await bank.accounts.get({ access_token })).accounts).toHaveLength(12);
  });

  it('Link can be used without a mouse', async () => {
    const { page, link, user } = await start();
    await page.getByRole('button', { name: 'Connect a bank' }).focus();
    const type = async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    };
    /** Waits until a view is shown and its heading has the focus. */
    const at = (heading: string) => link.locator('h1:focus', { hasText: heading }).waitFor();
    await type('Enter');
    await at('Connect Spending to your accounts');
    await type('Tab', 'Enter');
    await at('Select your institution');
    await type('Tab');
    await page.keyboard.type('Houndstooth');
    await type('Enter');
    await link.getByRole('button', { name: 'Tartan Bank' }).waitFor({ state: 'detached' });
    await at('Select your institution');
    await type('Tab', 'Tab', 'Tab', 'Enter');
    await at('Log in at Houndstooth Bank');
    await type('Tab');
    await page.keyboard.type('user_good');
    await type('Tab');
    await page.keyboard.type('pass_good');
    await type('Enter');
    await at('Select accounts at Houndstooth Bank');
    await type('Tab', 'Space');
    await user.press('Continue');
    await see(page, /^Houndstooth Bank: 11 accounts/);
  });

  it('Link reports a sandbox that does not respond, and the user can exit', async () => {
    const { page, link, user, sandbox } = await start();
    await user.open();
    sandbox.faults.add({ provider: 'bank', path: '/link-pages/session', status: 200, body: '', times: 2 });
    await link.getByRole('button', { name: 'Tartan Bank' }).click();
    await link.getByRole('alert').getByText('The sandbox is not responding.').waitFor();
    await user.press('Exit');
    await see(page, 'Nothing was connected.');
  });

  describe('without React', () => {
    /** Runs a script in a page that has loaded Link from the sandbox. `calls` is the script's result. */
    async function run(script: (sandbox: BankOnlySandbox, token: string) => string) {
      const { page, sandbox, bank, link, user } = await start();
      const { link_token } = await bank.link.createToken({
        client_name: 'App',
        language: 'en',
        country_codes: ['US'],
        user: { client_user_id: 'ann' },
        products: ['transactions'],
      });
      await page.addScriptTag({ url: `${sandbox.url}/bank/link.js` });
      const calls = await page.evaluate<unknown>(script(sandbox, link_token));
      return { page, link, user, calls };
    }

    it('Link opens once it has loaded if it was opened earlier, and is removed by destroy()', async () => {
      const { page, link } = await run(
        (_, token) => `
        window.handler = Plaid.create({ token: '${token}', onSuccess() {}, onLoad: () => (window.isLoaded = true) });
        handler.open();
        handler.open();
        window.isLoaded`,
      );
      await link.getByRole('heading', { name: 'Connect App to your accounts' }).waitFor();
      expect(await page.evaluate('isLoaded')).toBe(true);
      await page.evaluate('handler.destroy()');
      expect(await page.locator('iframe, dialog').count()).toBe(0);
    });

    it('Link can be closed by its handler, and then opened again', async () => {
      const { calls } = await run(
        (_, token) => `new Promise((resolve) => {
          const calls = [];
          const handler = Plaid.create({
            token: '${token}',
            onSuccess() {},
            onEvent(name) {
              calls.push(name);
              if (name === 'TRANSITION_VIEW') handler.exit({ force: true });
            },
            onExit(error, { status }) {
              calls.push(status);
              if (calls.length > 4) resolve(calls);
              else handler.open();
            },
          });
          handler.exit();
          handler.open();
        })`,
      );
      const once = ['OPEN', 'TRANSITION_VIEW', 'EXIT', 'requires_credentials'];
      expect(calls).toEqual([...once, ...once]);
    });

    it('Layer is not available for a phone number', async () => {
      const { calls } = await run(
        (_, token) => `new Promise((resolve) => {
          const handler = Plaid.create({ token: '${token}', onSuccess() {}, onEvent: resolve });
          handler.submit({ phone_number: '+14155550123' });
        })`,
      );
      expect(calls).toBe('LAYER_NOT_AVAILABLE');
    });

    it.each([
      ['create({ onSuccess() {} })', 'token is required: pass the link_token of /link/token/create'],
      ["create({ token: 'x' })", 'onSuccess is required: pass a function'],
      ['createEmbedded({})', 'the sandbox has no embedded Link. Use Plaid.create'],
    ])('Plaid.%s throws', async (call, message) => {
      await expect(run(() => `Plaid.${call}`)).rejects.toThrow(message);
    });
  });
});

/** Creates helpers for user actions on the page and in Link. */
function createUser(page: Page, link: FrameLocator) {
  const press = (name: string) => link.getByRole('button', { name, exact: true }).click();
  const open = async () => {
    await page.getByRole('button', { name: 'Connect a bank' }).click();
    await press('Continue');
    await link.getByRole('heading', { name: 'Select your institution' }).waitFor();
  };
  return {
    press,
    open,
    /** Opens Link, and continues to an institution's login. */
    async choose(institution: string) {
      await open();
      await press(institution);
    },
    async logIn(username = 'user_good', password = 'pass_good') {
      await link.getByLabel('Username').fill(username);
      await link.getByLabel('Password').fill(password);
      await press('Submit');
    },
  };
}
