import { describe, expect, test } from 'vitest';
import { linkRequest } from '../../../../test/bank.ts';
import { accountsIn, startLink } from '../../../../test/bank-link.ts';

test('the script contains the URL that it was loaded from', async () => {
  const { request } = startLink();
  const load = async (host: string) => (await request('/link.js', { headers: { host } })).text();
  expect(await load('localhost:4010')).toContain("const sandbox = 'http://localhost:4010/bank'");
  expect(await load('127.0.0.1:4011')).toContain("const sandbox = 'http://127.0.0.1:4011/bank'");
});

test.each([
  ['/link.js', 'text/javascript; charset=utf-8'],
  ['/link-pages/frame', 'text/html; charset=utf-8'],
  ['/link-pages/frame.js', 'text/javascript; charset=utf-8'],
  ['/link-pages/frame.css', 'text/css; charset=utf-8'],
])('%s cannot be read by scripts from other origins, and loads only resources of the sandbox', async (path, type) => {
  const { request } = startLink();
  const { status, headers } = await request(path);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe(type);
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
});

test.each([
  ['no origin', {}],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['another site', { origin: 'http://sandbox.invalid', 'sec-fetch-site': 'cross-site' }],
])('a request from the page with %s is refused', async (_, headers) => {
  const { request, createToken } = startLink();
  const body = new URLSearchParams({ action: 'open', token: await createToken() });
  const init = { method: 'POST', body, headers: { host: 'sandbox.invalid', ...headers } };
  expect((await request('/link-pages/session', init)).status).toBe(403);
});

test('the name of the app is shown as plain text', async () => {
  const { createToken, visit } = startLink();
  const { html } = await visit().send('open', { token: await createToken({ client_name: '<img src=x>&"' }) });
  expect(html).toContain('Connect &lt;img src=x&gt;&amp;&quot; to your accounts');
});

describe('the pages of an OAuth institution', () => {
  const good = { username: 'user_good', password: 'pass_good' };

  /** Goes to the login page. Returns its URL as `page`. */
  async function start(fields: object = {}) {
    const link = startLink({ readyAtOnce: true });
    const token = await link.createToken(fields);
    const user = link.visit();
    await user.choose(token, 'ins_127287');
    const { redirect, popup } = await user.send('oauth');
    return { ...link, ...user, token, redirect, page: redirect ?? popup ?? '' };
  }

  const stateIn = (html: string) => /name="state" value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('take the login, offer accounts, and send the user back to the app with a state', async () => {
    const redirect_uri = 'http://127.0.0.1:3000/back?from=bank';
    const { page, redirect, request, post, ask, visit, token } = await start({ redirect_uri });
    expect(redirect).toBe(page);
    const login = await request(`/link-pages/${page}`);
    expect(await login.text()).toContain('<h1>Log in to Platypus OAuth Bank</h1>');
    expect(login.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);

    const accounts = await (await post(page, good)).text();
    const [first = '', second = ''] = accountsIn(accounts);
    const oauth_state_id = stateIn(accounts);
    const approved = await post(page, [
      ['state', oauth_state_id],
      ['account', first],
      ['account', second],
    ]);
    expect(approved.status).toBe(303);
    const receivedRedirectUri = approved.headers.get('location') ?? '';
    expect(receivedRedirectUri).toBe(`${redirect_uri}&oauth_state_id=${oauth_state_id}`);

    const back = visit();
    const { success } = await back.send('open', { token, receivedRedirectUri });
    expect(back.events()).toEqual(['OPEN', 'TRANSITION_VIEW LOADING', 'HANDOFF']);
    expect(success?.[1].accounts.map(({ id }) => id)).toEqual([first, second]);
    const { access_token } = await ask('/item/public_token/exchange', { public_token: success?.[0] });
    expect((await ask('/accounts/get', { access_token })).accounts).toHaveLength(2);

    const { exit } = await visit().send('open', { token, receivedRedirectUri });
    expect(exit?.[0]?.error_code).toBe('OAUTH_STATE_ID_ALREADY_PROCESSED');
  });

  test('can be skipped by a test that logs the user in with a control', async () => {
    const { bank, visit, token } = await start({ redirect_uri: 'http://127.0.0.1:3000/' });
    const { oauthStateId } = bank.controls.startOAuth(token, { institutionId: 'ins_127287' });
    const receivedRedirectUri = `http://127.0.0.1:3000/?oauth_state_id=${oauthStateId}`;
    expect((await visit().send('open', { token, receivedRedirectUri })).success?.[1].accounts).toHaveLength(12);
  });

  test('refuse a wrong login, and accept the next one', async () => {
    const { page, post } = await start();
    const refused = await post(page, { username: 'user_bad', password: 'x' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('<p role="alert">the provided credentials were not correct</p>');
    expect(accountsIn(await (await post(page, good)).text())).toHaveLength(12);
  });

  test('ask again when no account was chosen', async () => {
    const { page, post, bank } = await start();
    const state = stateIn(await (await post(page, good)).text());
    const again = await (await post(page, { state })).text();
    expect(again).toContain('Choose at least one account.');
    expect([accountsIn(again).length, stateIn(again), bank.tokens?.().map(({ kind }) => kind)]).toEqual([
      12,
      state,
      ['access', 'access', 'link'],
    ]);
  });

  test('end the window that Link opened if the app has no redirect_uri', async () => {
    const { page, post, send, request, events } = await start();
    const accounts = await (await post(page, good)).text();
    const [account = ''] = accountsIn(accounts);
    const approved = await post(page, { state: stateIn(accounts), account });
    expect(approved.headers.get('location')).toBe('oauth/done');
    expect((await request('/link-pages/oauth/done')).status).toBe(200);
    expect((await send('returned')).success?.[1].accounts).toMatchObject([{ id: account }]);
    expect(events().slice(-3)).toEqual(['OPEN_OAUTH', 'TRANSITION_VIEW LOADING', 'HANDOFF']);
    const gone = await request(`/link-pages/${page}`);
    expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('This login is over.')]);
  });

  test('can be closed and opened again', async () => {
    const { send, events } = await start();
    expect((await send('returned')).html).toContain('Continue to login');
    await send('oauth');
    expect(events().slice(-3)).toEqual(['OPEN_OAUTH', 'CLOSE_OAUTH', 'OPEN_OAUTH']);
    expect((await send('exit')).exit).toEqual([null, expect.objectContaining({ status: 'requires_oauth' })]);
  });

  test.each([
    ['before the login', false],
    ['after it', true],
  ])('report to the app that the user denied access, %s', async (_, isLoggedIn) => {
    const { page, post, visit, token } = await start({ redirect_uri: 'http://127.0.0.1:3000/' });
    if (isLoggedIn) await post(page, good);
    const denied = await post(page, { decision: 'deny' });
    const { send, events } = visit();
    const { html } = await send('open', { token, receivedRedirectUri: denied.headers.get('location') ?? '' });
    expect(events()).toEqual(['OPEN', 'FAIL_OAUTH', 'ERROR ACCESS_NOT_GRANTED', 'TRANSITION_VIEW OAUTH']);
    expect(html).toContain('Continue to login');
    expect((await send('exit')).exit?.[0]?.error_code).toBe('ACCESS_NOT_GRANTED');
  });

  test('repair the Item of update mode, with the accounts that the user shares from then on', async () => {
    const link = startLink();
    const { public_token } = await link.ask('/sandbox/public_token/create', {
      institution_id: 'ins_127287',
      initial_products: ['transactions'],
    });
    const { access_token } = await link.ask('/item/public_token/exchange', { public_token });
    await link.ask('/sandbox/item/reset_login', { access_token });
    const { send } = link.visit();
    await send('open', { token: await link.createToken({ products: undefined, access_token }) });
    const { popup = '' } = await send('oauth');
    const accounts = await (await link.post(popup, good)).text();
    const [account = ''] = accountsIn(accounts);
    await link.post(popup, { state: stateIn(accounts), account });
    expect((await send('returned')).success?.[1].accounts).toMatchObject([{ id: account }]);
    const { accounts: shared } = await link.ask('/accounts/get', { access_token });
    expect(shared.map(({ account_id }) => account_id)).toEqual([account]);
  });

  test.each([
    ['of another link token', true, 'INCORRECT_LINK_TOKEN'],
    ['that does not exist', false, 'OAUTH_STATE_ID_NOT_FOUND'],
  ])('a state %s ends Link', async (_, isKnown, code) => {
    const { bank, visit, createToken } = startLink();
    const login = bank.controls.startOAuth(await createToken(), { institutionId: 'ins_127287' });
    const receivedRedirectUri = `http://127.0.0.1/?oauth_state_id=${isKnown ? login.oauthStateId : 'x'}`;
    const { exit } = await visit().send('open', { token: await createToken(), receivedRedirectUri });
    expect(exit?.[0]?.error_code).toBe(code);
  });
});

describe('Hosted Link', () => {
  test('has a page of its own, until its address expires', async () => {
    const { ask, request, clock } = startLink();
    const completion_redirect_uri = 'http://127.0.0.1:3000/done?a=1&b="2"';
    const hosted_link = { completion_redirect_uri, url_lifetime_seconds: 60 };
    const made = await ask('/link/token/create', { ...linkRequest, products: ['transactions'], hosted_link });
    const { pathname } = new URL(made.hosted_link_url);
    const path = pathname.slice(pathname.indexOf('/hl/'));
    const page = await (await request(path)).text();
    expect(page).toContain(`data-token="${made.link_token}"`);
    expect(page).toContain('data-completion="http://127.0.0.1:3000/done?a=1&amp;b=&quot;2&quot;"');
    await clock.advance(60_000);
    const ended = await request(path);
    expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining('Link ended')]);
    expect((await request('/hl/other')).status).toBe(404);
  });

  test.each([
    [undefined, undefined],
    [{}, 30],
    [{ delivery_method: 'sms' }, 24 * 60],
    [{ delivery_method: 'email' }, 7 * 24 * 60],
  ])('with the settings %j has an address for %s minutes', async (hosted_link, minutes) => {
    const { ask, clock } = startLink();
    const request = { ...linkRequest, products: ['transactions'], ...(hosted_link && { hosted_link }) };
    const { hosted_link_url, expiration } = await ask('/link/token/create', request);
    expect(hosted_link_url === undefined).toBe(minutes === undefined);
    expect((Date.parse(expiration) - clock.now()) / 60_000).toBe(minutes ?? 4 * 60);
  });
});
