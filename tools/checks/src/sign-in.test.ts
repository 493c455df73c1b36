import { serve } from '@hono/node-server';
import { describe, expect, it } from 'vitest';
import { keyOf, origin, setup } from './sign-in-kit.ts';

const both = [['music'], ['stream']] as const;
const otherOf = (name: string) => (name === 'music' ? 'stream' : 'music');

/** Returns the status and the reason of an error response. */
async function refusalOf(response: Response | Promise<Response>): Promise<[status: number, reason: unknown]> {
  const { status, headers } = await response;
  expect(headers.get('content-type')).toBe('application/json');
  return [status, ((await (await response).json()) as { error: unknown }).error];
}

describe.each(both)('the routes of %s', (name) => {
  it('connect an account, return its token to a script of the app, and disconnect it', async () => {
    const { clients, browser, failures, issued } = await setup();
    const ann = browser('ann');
    const back = await ann.send(await ann.start(name, '?returnTo=/player%3Fa=1'));
    expect([back.status, back.headers.get('location')]).toEqual([303, `${origin}/player?a=1`]);
    const grant = await clients[name].accounts.get('ann');
    expect(grant?.scopes).toEqual([name === 'music' ? 'user-read-private' : 'user:read:email']);

    const answer = await ann.post(`/sign-in/${name}/token`);
    const body = (await answer.json()) as Record<string, unknown>;
    expect(body).toEqual({ accessToken: expect.any(String), expiresAt: grant?.expiresAt, scopes: grant?.scopes });
    expect(issued.access).toContain(body.accessToken);

    const out = await ann.post(`/sign-in/${name}/sign-out?returnTo=/bye`);
    expect([out.status, out.headers.get('location')]).toEqual([303, `${origin}/bye`]);
    expect(await clients[name].accounts.get('ann')).toBeUndefined();
    expect(await refusalOf(ann.post(`/sign-in/${name}/token`))).toEqual([409, 'not_connected']);
    expect([...ann.cookies.keys()]).toEqual(['user']);
    expect(failures).toHaveLength(1);
  });

  it('put no refresh token, code verifier or client secret into any response, and an access token only into responses of the token route', async () => {
    const { sandbox, browser, issued } = await setup();
    const ann = browser('ann');
    await ann.signIn(name);
    sandbox.faults.add({ provider: name, path: /token$/, status: 500 });
    await ann.signIn(name);
    const before = ann.bodies.join('\n');
    await ann.post(`/sign-in/${name}/token`);
    await ann.post(`/sign-in/${name}/sign-out`);
    const secrets = new Set([...issued.refresh, sandbox.options[name].clientSecret]);
    for (const { body } of sandbox.requests)
      for (const [field, value] of new URLSearchParams(body)) if (field === 'code_verifier') secrets.add(value);
    expect(secrets.size).toBe(name === 'music' ? 4 : 2);
    for (const secret of secrets) expect(ann.bodies.join('\n')).not.toContain(secret);
    for (const token of issued.access) {
      expect(before).not.toContain(token);
      expect(ann.bodies.join('\n')).toContain(token);
    }
  });

  it("refuse another browser's state, and a state that was changed", async () => {
    const { clients, browser } = await setup();
    const [ann, mallory] = [browser('ann'), browser('mallory')];
    const [own, foreign] = [await ann.start(name), await mallory.start(name)];
    const stateOf = (path: string) => new URL(path, origin).searchParams.get('state') ?? '';
    expect(await refusalOf(ann.send(own.replace(stateOf(own), stateOf(foreign))))).toEqual([400, 'not_started']);
    expect(await refusalOf(ann.send(own.replace(/[?&]state=[^&]*/, '?')))).toEqual([400, 'not_started']);
    // Its first characters name the cookie.
    const changed = `${stateOf(own).slice(0, 8)}${'A'.repeat(24)}`;
    expect(await refusalOf(ann.send(own.replace(stateOf(own), changed)))).toEqual([400, 'callback']);
    expect(await refusalOf(ann.send(own))).toEqual([400, 'not_started']); // it was used
    expect(await clients[name].accounts.get('ann')).toBeUndefined();
  });

  it('refuse a callback that is repeated, even with a copy of its cookie', async () => {
    const { browser } = await setup();
    const ann = browser('ann');
    const back = await ann.start(name);
    const copy = new Map(ann.cookies);
    expect((await ann.send(back)).status).toBe(303);
    expect(await refusalOf(ann.send(back))).toEqual([400, 'not_started']);
    for (const [key, value] of copy) ann.cookies.set(key, value);
    expect(await refusalOf(ann.send(back))).toEqual([400, 'callback']);
    expect((await ann.post(`/sign-in/${name}/token`)).status).toBe(200);
  });

  it("refuse a callback in another browser, so that nobody is connected to an attacker's account", async () => {
    const { clients, browser } = await setup();
    const [ann, mallory] = [browser('ann'), browser('mallory')];
    const back = await mallory.start(name);
    expect(await refusalOf(ann.send(back))).toEqual([400, 'not_started']);
    // Refused even with a cookie that the attacker planted.
    for (const [key, value] of mallory.cookies) if (key !== 'user') ann.cookies.set(key, value);
    expect(await refusalOf(ann.send(back))).toEqual([403, 'other_user']);
    for (const user of ['ann', 'mallory']) expect(await clients[name].accounts.get(user)).toBeUndefined();
  });

  it('refuse a callback when another user has signed in to the app in the meantime, or the user has signed out', async () => {
    const { clients, browser } = await setup();
    const shared = browser('ann');
    const backs = [await shared.start(name), await shared.start(name)] as const;
    shared.cookies.set('user', 'ben');
    expect(await refusalOf(shared.send(backs[0]))).toEqual([403, 'other_user']);
    shared.cookies.delete('user');
    expect(await refusalOf(shared.send(backs[1]))).toEqual([401, 'no_user']);
    for (const user of ['ann', 'ben']) expect(await clients[name].accounts.get(user)).toBeUndefined();
  });

  it('refuse a cookie that was tampered with, renamed, or sealed for the other provider', async () => {
    const { clients, browser } = await setup();
    for (const change of [
      (value: string) => value.replace(/.(?=.{9}$)/, (last) => (last === 'A' ? 'B' : 'A')),
      (value: string) => value.slice(0, -12),
      () => JSON.stringify({ state: 'planted' }),
      () => '',
    ]) {
      const ann = browser('ann');
      const back = await ann.start(name);
      const [key = '', value = ''] = [...ann.cookies].at(-1) ?? [];
      ann.cookies.set(key, change(value));
      expect(await refusalOf(ann.send(back))).toEqual([400, 'not_started']);
      expect(ann.cookies.has(key)).toBe(false);
    }
    const ann = browser('ann');
    const [one, two] = [await ann.start(name), await ann.start(name)];
    const [, [first = '', value = ''] = [], [second = ''] = []] = [...ann.cookies];
    ann.cookies.set(second, value).set(first, value);
    expect(await refusalOf(ann.send(two))).toEqual([400, 'not_started']);
    expect(await refusalOf(ann.send(one.replace(`/${name}/`, `/${otherOf(name)}/`)))).toEqual([400, 'not_started']);
    for (const client of Object.values(clients)) expect(await client.accounts.get('ann')).toBeUndefined();
  });

  it('refuse a callback after ten minutes, even if the browser still has its cookie', async () => {
    const { clock, browser } = await setup();
    const ann = browser('ann');
    const [inTime, late] = [await ann.begin(name), await ann.begin(name)];
    await clock.advance(599_000);
    expect((await ann.send(await ann.approve(inTime))).status).toBe(303);
    await clock.advance(1000);
    expect(await refusalOf(ann.send(await ann.approve(late)))).toEqual([400, 'not_started']);
  });

  it('accept sign-ins that were started with an old key while it is in the list, and refuse them afterwards', async () => {
    const { browser, routes } = await setup();
    const ann = browser('ann');
    const backs = [await ann.start(name), await ann.start(name)] as const;
    const rotated = routes({ encryption: { keys: [keyOf(2), keyOf(1)] } });
    expect((await ann.send(backs[0], {}, rotated.handle)).status).toBe(303);
    const later = routes({ encryption: { keys: [keyOf(2)] } });
    expect(await refusalOf(ann.send(backs[1], {}, later.handle))).toEqual([400, 'not_started']);
    const started = await browser('ben', rotated.handle).start(name);
    expect(started).toContain('code=');
  });

  it('complete sign-ins in two tabs, each with its own returnTo, in any order', async () => {
    const { browser } = await setup();
    const ann = browser('ann');
    const [first, second] = [await ann.start(name, '?returnTo=/one'), await ann.start(name, '?returnTo=/two')];
    expect((await ann.send(second)).headers.get('location')).toBe(`${origin}/two`);
    expect((await ann.send(first)).headers.get('location')).toBe(`${origin}/one`);
  });

  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site that names the origin of the app', { 'sec-fetch-site': 'cross-site', origin }],
    ['a subdomain', { 'sec-fetch-site': 'same-site', origin: 'https://blog.app.example' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['an old browser on the same host without TLS', { origin: 'http://app.example' }],
    ['an old browser in a sandboxed frame', { origin: 'null' }],
    ['a program that sends neither header', {}],
  ])('refuse every POST from %s', async (_, headers) => {
    const { clients, browser } = await setup();
    const ann = browser('ann');
    await ann.signIn(name);
    for (const path of ['', '/token', '/sign-out'])
      expect(await refusalOf(ann.post(`/sign-in/${name}${path}`, headers))).toEqual([403, 'foreign_request']);
    expect(await clients[name].accounts.get('ann')).toBeDefined();
  });

  it.each([
    ['a current browser', { 'sec-fetch-site': 'same-origin', origin }],
    ['a page without referrers', { 'sec-fetch-site': 'same-origin', origin: 'null' }],
    ['an old browser', { origin }],
  ])('accept a POST from a page of the app in %s', async (_, headers) => {
    const { browser } = await setup();
    const ann = browser('ann');
    await ann.signIn(name);
    expect((await ann.post(`/sign-in/${name}/token`, headers)).status).toBe(200);
  });

  it.each([
    '//evil.example',
    '///evil.example',
    'https:evil.example',
    'https://evil.example/',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    'evil.example',
    '//app.example@evil.example',
    `/${'x'.repeat(600)}`,
  ])('refuse to return to %j', async (target) => {
    const { browser, clients } = await setup();
    const ann = browser('ann');
    await ann.signIn(name);
    const query = `?returnTo=${encodeURIComponent(target)}`;
    expect(await refusalOf(ann.post(`/sign-in/${name}${query}`))).toEqual([400, 'return_to']);
    expect(await refusalOf(ann.post(`/sign-in/${name}/sign-out${query}`))).toEqual([400, 'return_to']);
    expect(await clients[name].accounts.get('ann')).toBeDefined();
  });

  it.each([
    ['/.//evil.example', '//evil.example'],
    ['/%2F%2Fevil.example', '/%2F%2Fevil.example'],
    ['/%5Cevil.example', '/%5Cevil.example'],
    ['/a?next=//evil.example', '/a?next=//evil.example'],
    ['/@evil.example', '/@evil.example'],
  ])('return to %j within the app', async (target, path) => {
    const { browser } = await setup();
    const ann = browser('ann');
    const { headers } = await ann.send(await ann.start(name, `?returnTo=${encodeURIComponent(target)}`));
    expect(headers.get('location')).toBe(origin + path);
    expect(new URL(headers.get('location') ?? '', origin).host).toBe('app.example');
  });

  it('respond with 401, or with the app’s own redirect, when nobody is signed in to the app', async () => {
    const { browser, routes } = await setup();
    const nobody = browser();
    for (const path of ['', '/token', '/sign-out'])
      expect(await refusalOf(nobody.post(`/sign-in/${name}${path}`))).toEqual([401, 'no_user']);
    const { handle } = routes({
      onFailure: ({ reason }) => (reason === 'no_user' ? Response.redirect(`${origin}/login`) : undefined),
    });
    const other = browser(undefined, handle);
    expect((await other.post(`/sign-in/${name}`)).headers.get('location')).toBe(`${origin}/login`);
    expect(await refusalOf(other.post('/sign-in/none'))).toEqual([404, 'unknown_route']);
  });

  it('respond with 409 for a user who is not connected, whose connection ended, or who is connected to the other provider only', async () => {
    const { sandbox, clock, browser } = await setup();
    const ann = browser('ann');
    expect(await refusalOf(ann.post(`/sign-in/${name}/token`))).toEqual([409, 'not_connected']);
    await ann.signIn(otherOf(name));
    expect(await refusalOf(ann.post(`/sign-in/${name}/token`))).toEqual([409, 'not_connected']);
    await ann.signIn(name);
    const [user] = sandbox.controls[name].users();
    sandbox.controls[name].revokeConsent(user?.id ?? '');
    await clock.advance(4 * 3_600_000);
    expect(await refusalOf(ann.post(`/sign-in/${name}/token`))).toEqual([409, 'not_connected']);
  });

  it('never return the token of another user', async () => {
    const { browser } = await setup();
    await browser('ann').signIn(name);
    expect(await refusalOf(browser('ben').post(`/sign-in/${name}/token`))).toEqual([409, 'not_connected']);
  });

  it('report that the user denied access, and that the provider is down', async () => {
    const { sandbox, browser, failures } = await setup();
    const ann = browser('ann');
    const back = new URL(await ann.start(name), origin);
    const denied = new URLSearchParams({ error: 'access_denied', state: back.searchParams.get('state') ?? '' });
    expect(await refusalOf(ann.send(`${back.pathname}?${denied}`))).toEqual([403, 'denied']);
    sandbox.faults.add({ provider: name, path: /token$/, status: 503 });
    expect(await refusalOf(ann.signIn(name))).toEqual([503, 'failed']);
    expect(failures.map(({ provider, error }) => [provider, error?.code])).toEqual([
      [name, 'permission_denied'],
      [name, 'unavailable'],
    ]);
  });

  it('return tokens only for the clients that browserTokens names', async () => {
    const { browser } = await setup({ browserTokens: [otherOf(name)] });
    const ann = browser('ann');
    await ann.signIn(name);
    expect(await refusalOf(ann.post(`/sign-in/${name}/token`))).toEqual([404, 'unknown_route']);
  });
});

it('a sign-out deletes the grant even if the provider fails to revoke it, and reports the failure', async () => {
  const { sandbox, stream, browser } = await setup();
  const ann = browser('ann');
  await ann.signIn('stream');
  sandbox.faults.add({ provider: 'stream', path: /revoke$/, status: 503 });
  expect(await refusalOf(ann.post('/sign-in/stream/sign-out'))).toEqual([502, 'not_revoked']);
  expect(await stream.accounts.get('ann')).toBeUndefined();
  await ann.signIn('stream');
  sandbox.controls.stream.revokeTokens(); // there is nothing left to revoke
  expect((await ann.post('/sign-in/stream/sign-out')).status).toBe(303);
});

it('sign-ins at two providers at the same time connect each account to its own provider', async () => {
  const { music, stream, browser } = await setup();
  const ann = browser('ann');
  const [one, two] = [await ann.start('music'), await ann.start('stream')];
  const crossed = two.replace('/stream/', '/music/');
  expect(await refusalOf(ann.send(crossed))).toEqual([400, 'not_started']);
  expect((await ann.send(one)).status).toBe(303);
  expect(await music.accounts.get('ann')).toMatchObject({ scopes: ['user-read-private'] });
  expect(await stream.accounts.get('ann')).toBeUndefined();
});

describe('the cookie of a sign-in', () => {
  it.each([
    [origin, /^__Host-sign-in-[\w-]{8}=[^;,\s"\\]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/],
    ['http://127.0.0.1:3000', /^sign-in-[\w-]{8}=[^;,\s"\\]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/],
  ])('at %s is hidden from scripts and other sites, and is cleared by the callback', async (at, line) => {
    const { browser } = await setup({ origin: at });
    const ann = browser('ann');
    const back = await ann.start('music');
    expect(ann.lines).toEqual([expect.stringMatching(line)]);
    await ann.send(back);
    const [stored = '', cleared] = ann.lines;
    expect(cleared).toBe(stored.replace(/=[^;]+; Max-Age=600/, '=; Max-Age=0'));
  });

  it('is limited in size, and a browser keeps at most four', async () => {
    const { browser } = await setup();
    const user = 'u'.repeat(2000);
    const ann = browser(user);
    const returnTo = `/${'ä'.repeat(80)}`; // 480 characters as it is sent
    const backs: string[] = [];
    for (let count = 0; count < 10; count += 1) backs.push(await ann.start('music', `?returnTo=${returnTo}`));
    const own = [...ann.cookies].filter(([name]) => name !== 'user');
    expect(own).toHaveLength(4);
    const sizes = own.map(([name, value]) => name.length + value.length);
    expect(Math.max(...sizes)).toBeLessThan(1250);
    expect((await ann.send(backs.at(-4) ?? '')).status).toBe(303);
    expect(await refusalOf(ann.send(backs.at(-5) ?? ''))).toEqual([400, 'not_started']);
  });
});

it.each([
  ['GET', '/sign-in/music', 405, 'method'],
  ['GET', '/sign-in/music/token', 405, 'method'],
  ['GET', '/sign-in/music/sign-out', 405, 'method'],
  ['POST', '/sign-in/music/callback', 405, 'method'],
  ['POST', '/sign-in/music/', 404, 'unknown_route'],
  ['POST', '/sign-in/bank', 404, 'unknown_route'],
  ['POST', '/sign-in/__proto__', 404, 'unknown_route'],
  ['POST', '/sign-in/music/toString', 404, 'unknown_route'],
  ['POST', '/other/music', 404, 'unknown_route'],
])('%s %s is refused with %i', async (method, path, status, reason) => {
  const { browser } = await setup();
  const headers = { 'sec-fetch-site': 'same-origin' };
  const response = await browser('ann').send(path, { method, headers });
  expect(response.headers.has('allow')).toBe(status === 405);
  expect(await refusalOf(response)).toEqual([status, reason]);
});

it('no response may be stored, and only the app may read it', async () => {
  const { browser } = await setup();
  const ann = browser('ann');
  const responses = [
    await ann.signIn('music'),
    await ann.post('/sign-in/music/token'),
    await ann.send('/sign-in/none'),
  ];
  for (const { headers } of responses)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
});

it('the handler rejects with an error of accountOf, because it is the app’s own', async () => {
  const { music, clock } = await setup();
  const { signInRoutes } = await import('@x/oauth');
  const broken = (accountOf: () => never) =>
    signInRoutes({ music }, { origin, encryption: { keys: [keyOf(1)] }, clock, accountOf });
  const request = () =>
    new Request(`${origin}/sign-in/music`, { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } });
  const { handle } = broken(() => {
    throw new Error('the database is down');
  });
  await expect(handle(request())).rejects.toThrow('the database is down');
  await expect(broken(() => 7 as never).handle(request())).rejects.toThrow(
    'must return a string or undefined; got a number',
  );
});

it('the routes work on a Node server', async () => {
  const { handle, sandbox } = await setup({ origin: 'http://127.0.0.1:3000' });
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: handle, port: 0, hostname: '127.0.0.1' }, ({ port }) => resolve(port));
  const headers = { 'sec-fetch-site': 'same-origin', cookie: 'user=ann' };
  const response = await fetch(`http://127.0.0.1:${await promise}/sign-in/music`, {
    method: 'POST',
    headers,
    redirect: 'manual',
  });
  server.close();
  expect(response.headers.get('location')).toMatch(new RegExp(`^${sandbox.options.music.authUrl}`));
});
