import { ApiError } from '@x/core';
import { describe, expect, test } from 'vitest';
import { authHosts, createBrowser, readForm, redirectUri } from '../../../test/sign-in.ts';
import type { SignInOptions } from './options.ts';

const hosts = Object.entries(authHosts);

/** Creates an auth host without a consent page, and a code for an app. */
async function approved(create: (typeof authHosts)['stream'], options: SignInOptions = {}) {
  const host = create({ consent: 'approve', ...options });
  const ask = async () =>
    (await createBrowser(host.app).open(host.authorize())).location?.searchParams.get('code') ?? '';
  return { host, ask, code: await ask() };
}

describe.each(hosts)('%s: the consent page', (_, create) => {
  test('names the app and the scopes it asks for, and loads nothing else', async () => {
    const host = create({ appName: '<b>Fish & "chips"' });
    const page = await createBrowser(host.app).open(host.authorize({ scope: host.scopes.join(' ') }));
    expect(page.status).toBe(200);
    expect(page.text).toContain('<h1>&lt;b&gt;Fish &amp; &quot;chips&quot; wants to use your account</h1>');
    for (const scope of host.scopes) expect(page.text).toContain(`<code>${scope}</code>`);
    expect(page.text).toContain('<label for="user">');
    expect(page.text).not.toMatch(/<script|src=|href=|action=|url\(|https?:/i);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    expect(page.headers.get('access-control-allow-origin')).toBeNull();
    expect(page.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^sandbox-session=\w{32}; Path=\/(stream\/id|music\/accounts); HttpOnly; SameSite=Lax$/),
    ]);
  });

  test('sends the user who approves back with a code and the state, and the code is exchanged for their tokens', async () => {
    const host = create();
    const browser = createBrowser(host.app);
    const user = host.users[2];
    const done = await browser.press(await browser.open(host.authorize()), 'approve', { user: user?.id ?? '' });
    expect(done.status).toBe(303);
    expect(`${done.location}`.startsWith(`${redirectUri}&`)).toBe(true);
    expect(done.location?.searchParams.get('state')).toBe('s t');
    const { status, accessToken } = await host.exchange(done.location?.searchParams.get('code') ?? null);
    expect([status, await host.takes(accessToken)]).toEqual([200, true]);
    expect(host.grants(user?.id ?? '')).toMatchObject([{ userId: user?.id, scopes: [host.scopes[0]] }]);
  });

  test('sends the user who denies back with the refusal', async () => {
    const host = create();
    const browser = createBrowser(host.app);
    const { status, location } = await browser.press(await browser.open(host.authorize()), 'deny');
    expect(status).toBe(303);
    expect(Object.fromEntries(location?.searchParams ?? [])).toMatchObject({
      from: 'here',
      error: 'access_denied',
      state: 's t',
    });
    expect(location?.searchParams.has('code')).toBe(false);
    expect(host.users.flatMap(({ id }) => host.grants(id))).toEqual([]);
  });

  test('accepts its form only from the browser that it was created for', async () => {
    const host = create();
    const [own, other] = [createBrowser(host.app), createBrowser(host.app)];
    const page = await own.open(host.authorize());
    await other.open(host.authorize());
    const forged = [
      await createBrowser(host.app).press(page, 'approve'),
      await other.press(page, 'approve'),
      await own.press(page, 'approve', { token: '' }),
      await own.press(page, 'approve', { token: `${readForm(page.text).token}x` }),
      await own.press(page, 'deny', { token: 'x' }),
    ];
    for (const { status, location } of forged) expect([status, location]).toEqual([403, undefined]);
    expect((await own.press(page, 'approve', { user: 'nobody' })).status).toBe(400);
    expect((await own.press(page, 'approve')).status).toBe(303);
  });

  test('is skipped for a signed-in user who has already granted all scopes', async () => {
    const host = create();
    const browser = createBrowser(host.app);
    const [first, second] = host.users.map(({ id }) => id) as [string, string];
    const both = { scope: host.scopes.join(' ') };
    const before = browser.open(host.authorize(both));
    await browser.press(await before, 'approve', { user: second });

    const again = await browser.open(host.authorize());
    expect(again.status).toBe(302);
    await host.exchange(again.location?.searchParams.get('code') ?? null);
    expect(host.grants(second).map(({ scopes }) => scopes)).toEqual([host.scopes, [host.scopes[0]]]);

    const asked = await browser.open(host.authorize({ [host.force]: 'true' }));
    expect([asked.status, readForm(asked.text).user]).toEqual([200, second]);
    // Another user's grant does not sign this user in as them.
    const others = createBrowser(host.app);
    await others.press(await others.open(host.authorize()), 'approve', { user: first });
    expect((await others.open(host.authorize({ [host.login]: first }))).status).toBe(302);
    expect((await browser.open(host.authorize({ [host.login]: first }))).status).toBe(200);
    expect((await createBrowser(host.app).open(host.authorize())).status).toBe(200);
    expect(host.revokeConsent(second)).toBe(true);
    expect(host.revokeConsent(second)).toBe(false);
    expect((await browser.open(host.authorize())).status).toBe(200);
  });

  test('asks a signed-in user for what they have not granted yet', async () => {
    const host = create();
    const browser = createBrowser(host.app);
    await browser.press(await browser.open(host.authorize()), 'approve');
    expect((await browser.open(host.authorize({ scope: host.scopes.join(' ') }))).status).toBe(200);
    expect((await browser.open(host.authorize())).status).toBe(302);
  });

  test('starts a new session on each sign-in, which copies of the old cookie do not share', async () => {
    const host = create();
    const browser = createBrowser(host.app);
    const planted = createBrowser(host.app);
    const page = await browser.open(host.authorize());
    for (const [name, value] of browser.cookies) planted.cookies.set(name, value);
    await browser.press(page, 'approve');
    expect(browser.cookies).not.toEqual(planted.cookies);
    expect((await planted.open(host.authorize())).status).toBe(200);

    const left = createBrowser(host.app);
    for (const [name, value] of browser.cookies) left.cookies.set(name, value);
    await browser.press(await browser.open(host.authorize({ [host.force]: 'true' })), 'approve');
    expect((await browser.open(host.authorize())).status).toBe(302);
    expect((await left.open(host.authorize())).status).toBe(200);
  });

  test.each([
    ['an ID', 'id'],
    ['a name', 'name'],
  ] as const)('offers the user whom the request names by %s', async (_name, member) => {
    const host = create();
    const user = host.users[3];
    const page = await createBrowser(host.app).open(host.authorize({ [host.login]: user?.[member] }));
    expect(readForm(page.text).user).toBe(user?.id);
    expect((await createBrowser(host.app).open(host.authorize({ [host.login]: 'nobody at all' }))).status).toBe(400);
  });
});

test('the page offers a hundred users, and any other that is named', async () => {
  const host = authHosts.stream();
  const user = host.users[700];
  const page = await createBrowser(host.app).open(host.authorize({ login: user?.name }));
  expect(page.text.match(/<option/g)).toHaveLength(101);
  expect(readForm(page.text).user).toBe(user?.id);
});

describe.each(hosts)('%s: responds without a page', (_, create) => {
  test('approve, as the first user or the named one, and without a state if the app sent none', async () => {
    const host = create({ consent: 'approve' });
    const named = { [host.login]: host.users[1]?.name, [host.force]: 'true', state: undefined };
    for (const [index, changes] of [{}, named].entries()) {
      const { status, location } = await createBrowser(host.app).open(host.authorize(changes));
      expect([status, location?.searchParams.has('state')]).toEqual([302, index === 0]);
      expect((await host.exchange(location?.searchParams.get('code') ?? null)).status).toBe(200);
      expect(host.grants(host.users[index]?.id ?? '')).toHaveLength(1);
    }
  });

  test('deny', async () => {
    const host = create({ consent: 'deny' });
    const { status, location } = await createBrowser(host.app).open(host.authorize());
    expect([status, location?.searchParams.get('error')]).toEqual([302, 'access_denied']);
  });
});

describe.each(hosts)('%s: redirect addresses', (name, create) => {
  const ask = async (options: SignInOptions, uri: string | undefined) => {
    const host = create({ consent: 'approve', ...options });
    return createBrowser(host.app).open(host.authorize({ redirect_uri: uri }));
  };

  test.each([
    'http://127.0.0.1',
    'http://127.0.0.1:1/',
    'http://127.0.0.1:65535/deep/path?query=1',
    'http://[::1]:8080/callback',
  ])('%s is accepted if none are registered', async (uri) => {
    const { status, headers } = await ask({}, uri);
    expect(status).toBe(302);
    expect(headers.get('location')).toMatch(new RegExp(`^${uri.replace(/[[\]?.]/g, '\\$&')}[?&]code=`));
  });

  test.each([
    [undefined],
    [''],
    ['/callback'],
    ['https://app.example/callback'],
    ['http://app.example/'],
    ['http://127.0.0.2/'],
    ['http://127.0.0.1.app.example/'],
    ['http://127.0.0.1@app.example/'],
    ['http://127.0.0.1:80@app.example/'],
    ['http://127.0.0.1\\@app.example/'],
    ['http://127.0.0.1/#fragment'],
    ['http://127.0.0.1/\r\nset-cookie: a=b'],
    ['http://127.0.0.1/ blank'],
    ['HTTP://127.0.0.1/'],
    ['javascript:alert(1)'],
  ])('%j shows the user an error if none are registered', async (uri) => {
    const { status, location, text } = await ask({}, uri);
    expect([status, location]).toEqual([400, undefined]);
    expect(text).toContain('<h1>The app made a mistake</h1>');
  });

  const redirectUris = ['https://app.example/callback', 'http://127.0.0.1:3000/'];
  test.each([
    ['https://app.example/callback', 302],
    ['http://127.0.0.1:3000/', 302],
    ['http://127.0.0.1:3001/', 400],
    ['http://127.0.0.1:3000', 400],
    ['https://app.example/callback/', 400],
    ['https://app.example/callback?more=1', 400],
    ['https://app.example/Callback', 400],
  ])('only exact matches are accepted if some are registered: %s: %i', async (uri, status) => {
    expect((await ask({ redirectUris }, uri)).status).toBe(status);
  });

  test.each(['http://app.example/', 'https://app.example/#top', 'app://callback', 'https://a b/', 'x'])(
    'no app can register %s',
    (uri) => expect(() => create({ redirectUris: [uri] })).toThrow(ApiError),
  );

  test('localhost is not accepted by the music API', async () => {
    expect((await ask({}, 'http://localhost:3000/')).status).toBe(name === 'music' ? 400 : 302);
    const register = () => create({ redirectUris: ['http://localhost:3000/'] });
    if (name === 'music') expect(register).toThrow(ApiError);
    else expect(register).not.toThrow();
  });
});

describe.each(hosts)('%s: authorization codes', (_, create) => {
  test('work once; the second use revokes the tokens of the first', async () => {
    const { host, code } = await approved(create);
    const first = await host.exchange(code);
    expect(await host.takes(first.accessToken)).toBe(true);
    const second = await host.exchange(code);
    expect(second.status).toBe(400);
    expect(second.text).toContain('Invalid authorization code');
    expect(await host.takes(first.accessToken)).toBe(false);
    expect((await host.refresh(first.refreshToken)).status).toBe(400);
    expect(host.grants(host.users[0]?.id ?? '')).toEqual([]);
  });

  test.each([
    [{}, 599_999, 200],
    [{}, 600_000, 400],
    [{ codeSeconds: 30 }, 30_000, 400],
  ])('with %j %i ms later: %i', async (options, ms, status) => {
    const { host, code } = await approved(create, options);
    await host.clock.advance(ms);
    expect((await host.exchange(code)).status).toBe(status);
  });

  test('belong to one redirect address, and a failed attempt does not use them up', async () => {
    const { host, code } = await approved(create);
    for (const redirect_uri of ['http://127.0.0.1:3000/callback', `${redirectUri}&`])
      expect((await host.exchange(code, { redirect_uri })).status).toBe(400);
    expect((await host.exchange(code, { client_secret: 'wrong' })).text).toContain('nvalid client secret');
    expect((await host.exchange('made up')).text).toContain('Invalid authorization code');
    expect((await host.exchange(code)).status).toBe(200);
  });

  test('become invalid with their consent', async () => {
    const { host, code } = await approved(create);
    expect(host.revokeConsent(host.users[0]?.id ?? '')).toBe(true);
    expect((await host.exchange(code)).text).toContain('Invalid authorization code');
  });
});

describe.each(hosts)('%s: single-use refresh tokens', (_, create) => {
  const start = async (options: SignInOptions) => {
    const { host, ask, code } = await approved(create, options);
    const first = await host.exchange(code);
    return { host, ask, first, second: await host.refresh(first.refreshToken) };
  };

  test('end the whole grant when they are used again', async () => {
    const { host, ask, first, second } = await start({});
    const untouched = await host.exchange(await ask());
    expect(await host.takes(second.accessToken)).toBe(true);
    expect((await host.refresh(first.refreshToken)).status).toBe(400);
    for (const { accessToken } of [first, second]) expect(await host.takes(accessToken)).toBe(false);
    expect((await host.refresh(second.refreshToken)).status).toBe(400);
    expect(await host.takes(untouched.accessToken)).toBe(true);
    expect((await host.refresh(untouched.refreshToken)).status).toBe(200);
  });

  test('are only refused if reuseRevokes is false', async () => {
    const { host, first, second } = await start({ reuseRevokes: false });
    expect((await host.refresh(first.refreshToken)).status).toBe(400);
    expect(await host.takes(second.accessToken)).toBe(true);
    expect((await host.refresh(second.refreshToken)).status).toBe(200);
  });
});
