import { inspect } from 'node:util';
import { createMusicClient } from '@x/music';
import { describe, expect, it } from 'vitest';
import { setup } from './testing.ts';

const both = [
  ['stream', 'Twitch', 'Live channels you follow', 'VelvetBeacon'],
  ['music', 'Spotify', 'Your playlists', 'Sandbox'],
] as const;

const rowsOf = (text: string) => [...text.matchAll(/<li><bdi class="who">(.*?)<\/bdi>/g)].map(([, title]) => title);
const linkOf = (text: string, label: string) =>
  (new RegExp(`<a href="([^"]+)">${label}`).exec(text)?.[1] ?? '').replaceAll('&amp;', '&');

describe.each(both)('with %s', (name, title, listTitle, userName) => {
  it('signs a user in, shows the user’s list page by page, and signs the user out', async () => {
    const { browser, errors } = await setup();
    const own = browser();
    expect((await own.open('/')).text).toContain('Not signed in');
    const back = await own.signIn(name);
    expect([back.status, back.location]).toEqual([303, 'http://127.0.0.1:3000/library']);
    expect((await own.open('/')).text).toContain(`Signed in as <bdi class="who">${userName}</bdi>`);

    const first = await own.open('/library');
    expect(first.text).toContain(listTitle);
    expect(rowsOf(first.text)).toHaveLength(5);
    const second = await own.open(linkOf(first.text, 'More'));
    expect(new Set([...rowsOf(first.text), ...rowsOf(second.text)]).size).toBe(5 + rowsOf(second.text).length);
    expect(rowsOf((await own.open(linkOf(second.text, 'First page'))).text)).toEqual(rowsOf(first.text));

    const cookies = [...own.cookies];
    expect(await own.press('/sign-out')).toMatchObject({ status: 303, location: '/' });
    expect(own.cookies.size).toBe(0);
    for (const [key, value] of cookies) own.cookies.set(key, value);
    expect((await own.open('/library')).location).toBe('/');
    expect(errors).toEqual([]);
  });

  it('reports that the provider is down, both during sign-in and later', async () => {
    const { sandbox, browser, errors } = await setup();
    const own = browser();
    sandbox.faults.add({ provider: name, path: /token$/, status: 503 });
    expect(await own.signIn(name)).toMatchObject({ status: 502, text: expect.stringContaining('Try again with') });
    sandbox.faults.add({ provider: name, path: /\/(me|users)$/, drop: 'before' });
    expect((await own.signIn(name)).status).toBe(502);
    expect((await own.open('/library')).location).toBe('/');

    for (const [each] of both) await own.signIn(each);
    sandbox.faults.add({ provider: name, status: 500 });
    const down = await own.open('/library');
    expect(down.status).toBe(502);
    expect(down.text).toContain(`${title} does not respond. <a href="/library">Try again</a>`);
    expect(rowsOf(down.text)).toHaveLength(5);
    expect(errors).toHaveLength(3);
    expect(rowsOf((await own.open('/library')).text)).toHaveLength(10);
  });

  it('asks to sign in again when the grant has ended', async () => {
    const { sandbox, browser, errors } = await setup();
    const own = browser();
    await own.signIn(name);
    const [user] = sandbox.controls[name].users();
    sandbox.controls[name].revokeConsent(user?.id ?? '');
    await sandbox.clock.advance(3_600_000);
    const ended = await own.open('/library');
    expect(ended.text).toMatch(new RegExp(`${title} no longer allows access[\\s\\S]+Sign in with ${title}`));
    expect((await own.open('/')).text).not.toContain('Signed in as');
    await own.signIn(name);
    expect(rowsOf((await own.open('/library')).text)).toHaveLength(5);
    expect(errors).toEqual([]);
  });
});

it('the library pages through one list without moving the other', async () => {
  const { browser } = await setup();
  const own = browser();
  for (const [name] of both) await own.signIn(name);
  const first = await own.open('/library');
  const more = (text: string) => [...text.matchAll(/<a href="([^"]+)">More/g)].map(([, link = '']) => link);
  const [streams = '', playlists = ''] = more(first.text);
  const second = await own.open(streams.replaceAll('&amp;', '&'));
  expect(rowsOf(second.text).slice(5)).toEqual(rowsOf(first.text).slice(5));
  const third = await own.open(linkOf(second.text, 'More'));
  expect(rowsOf(third.text).slice(0, 5)).toEqual(rowsOf(second.text).slice(0, 5));
  expect(rowsOf(third.text).slice(5)).not.toEqual(rowsOf(first.text).slice(5));

  const cursor = new URL(playlists.replaceAll('&amp;', '&'), 'http://x').searchParams.get('music') ?? '';
  const foreign = await own.open(`/library?stream=${cursor}`);
  expect(foreign.status).toBe(400);
  expect(foreign.text).toContain('This link does not belong to your list');
  expect(rowsOf(foreign.text)).toEqual(rowsOf(first.text).slice(5));
});

it('sign-out revokes access, and reports the providers where that was not possible', async () => {
  const { sandbox, browser, tokens, errors } = await setup();
  const own = browser();
  await own.signIn('stream');
  const [token] = tokens;
  await own.press('/sign-out');
  const { authUrl } = sandbox.options.stream;
  const answer = await sandbox.fetch(`${authUrl}/oauth2/validate`, { headers: { authorization: `OAuth ${token}` } });
  expect(answer.status).toBe(401);

  for (const [name] of both) await own.signIn(name);
  sandbox.faults.add({ provider: 'stream', path: /revoke$/, status: 503 });
  const untold = await own.press('/sign-out');
  expect([untold.status, errors.length]).toEqual([200, 1]);
  expect(untold.text).toContain('Access could not be revoked at Twitch');
  expect(untold.text).not.toContain('action="/sign-out"');
  expect((await own.open('/library')).location).toBe('/');

  await own.signIn('stream');
  sandbox.controls.stream.revokeTokens();
  expect((await own.press('/sign-out')).location).toBe('/');
  expect(errors).toHaveLength(1);
});

it.each([
  ['GET', '/nowhere', 404],
  ['GET', '/sign-in/bank/callback', 404],
  ['POST', '/sign-in/bank', 404],
])('responds to %s %s with %i', async (method, path, status) => {
  const own = (await setup()).browser();
  const answer = await (method === 'GET' ? own.open(path) : own.press(path));
  expect(answer.status).toBe(status);
  expect(answer.text).toContain('Back to the start');
});

it('pages escape names from other people', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(2)>\'&';
  const { sandbox, browser } = await setup();
  const { accessToken } = sandbox.controls.music.issueUserToken({
    userId: 'sandbox',
    scopes: ['playlist-modify-public'],
  });
  const music = createMusicClient({ ...sandbox.options.music, clock: sandbox.clock });
  await music.accounts.set('owner', { accessToken });
  await music.withAccount('owner').playlists.create({ name: hostile });
  sandbox.faults.add({ provider: 'stream', path: '/helix/users', body: { data: [await hostileUser()] } });
  const own = browser();
  await own.signIn('music');
  await own.signIn('stream');
  for (const path of ['/', '/library'])
    expect((await own.open(path)).text).toContain('&quot;&gt;&lt;script&gt;alert(1)');
  for (const path of [`/library?music=${encodeURIComponent(hostile)}`, `/${hostile}`]) await own.open(path);
  for (const { text } of own.history) expect(text).not.toMatch(/<script|<img/);

  async function hostileUser() {
    const answer = await sandbox.fetch(`${sandbox.options.stream.baseUrl}/users`, {
      headers: {
        'client-id': sandbox.options.stream.clientId,
        authorization: `Bearer ${sandbox.controls.stream.issueUserToken().accessToken}`,
      },
    });
    const { data } = (await answer.json()) as { data: object[] };
    return { ...data[0], display_name: hostile };
  }
});

it('the app shows and logs no secret', async () => {
  const { sandbox, browser, tokens, errors } = await setup();
  const own = browser();
  for (const [name] of both) await own.signIn(name);
  await own.open('/library');
  sandbox.faults.add({ status: 500, times: 2 });
  await own.open('/library');
  sandbox.faults.add({ path: /token$/, status: 500 });
  await own.signIn('music');
  sandbox.faults.add({ path: /revoke$/, status: 500 });
  await own.press('/sign-out');

  const secrets = new Set(tokens);
  for (const { body } of sandbox.requests)
    for (const [field, value] of new URLSearchParams(body))
      if (['code', 'code_verifier', 'client_secret', 'token', 'refresh_token'].includes(field)) secrets.add(value);
  for (const cookie of own.history.flatMap(({ headers }) => headers.getSetCookie()))
    secrets.add(/=([\w-]{43})/.exec(cookie)?.[1] ?? 'cleared');
  expect(secrets.size).toBeGreaterThan(10);
  expect(errors).toHaveLength(4);
  const said = [
    ...own.history.map(({ text, location }) => text || location),
    inspect(errors, { depth: 9 }),
    JSON.stringify(errors),
  ];
  for (const secret of secrets) for (const text of said) expect(text).not.toContain(secret);
  for (const { headers } of own.history)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; form-action 'self' http://sandbox.invalid; base-uri 'none'; frame-ancestors 'none'",
    });
});
