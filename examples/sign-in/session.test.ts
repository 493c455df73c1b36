import { describe, expect, it } from 'vitest';
import { setup, tokenOf } from './testing.ts';

const hourMs = 3_600_000;
const library = '/library';
const isSignedIn = async (browser: { open(path: string): Promise<{ status: number }> }) =>
  (await browser.open(library)).status === 200;

describe('the cookie', () => {
  it.each([
    ['http://127.0.0.1:3000', /^session=[\w-]{43}\.[^;]+; Max-Age=28800; Path=\/; HttpOnly; SameSite=Lax$/],
    [
      'https://app.example',
      /^__Host-session=[\w-]{43}\.[^;]+; Max-Age=28800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
  ])('at %s is kept from scripts and other sites', async (origin, line) => {
    const { app } = await setup({ origin });
    expect((await app.request('/')).headers.getSetCookie()).toEqual([expect.stringMatching(line)]);
  });

  it.each<[string, (value: string) => string]>([
    ['its id changed', (value) => `x${value.slice(1)}`],
    ['its signature changed', (value) => value.replace('.', '.A')],
    ['no signature', (value) => value.split('.')[0] ?? ''],
    ['nothing', () => ''],
  ])('with %s is that of a new visitor', async (_, change) => {
    const { browser } = await setup();
    const own = browser();
    await own.signIn('stream');
    const [name, value] = [...own.cookies][0] ?? ['', ''];
    const other = browser();
    other.cookies.set(name, value);
    expect(await isSignedIn(other)).toBe(true);
    other.cookies.set(name, change(value));
    expect(await isSignedIn(other)).toBe(false);
    expect(other.cookies.get(name)).not.toBe(change(value));
    expect(await isSignedIn(own)).toBe(true);
  });

  it('signed with another secret is that of a new visitor', async () => {
    const foreign = (await setup({ sessionSecret: 'b'.repeat(32) })).browser();
    const own = (await setup()).browser();
    await foreign.open('/');
    const [name, value] = [...foreign.cookies][0] ?? ['', ''];
    own.cookies.set(name, value);
    await own.open('/');
    expect(own.cookies.get(name)).not.toBe(value);
  });

  it('needs a long secret', async () => {
    await expect(setup({ sessionSecret: 'short' })).rejects.toThrow(RangeError);
  });
});

it('a session ends after eight hours, and its grants are given back', async () => {
  const { sandbox, browser, tokens } = await setup();
  const own = browser();
  await own.signIn('stream');
  await sandbox.clock.advance(8 * hourMs - 60_000);
  expect(await isSignedIn(own)).toBe(true);
  await sandbox.clock.advance(60_000);
  expect(await isSignedIn(own)).toBe(false);
  await expect.poll(() => sandbox.requests.at(-1)).toMatchObject({ path: '/id/oauth2/revoke', status: 200 });
  expect(tokens).toContain(new URLSearchParams(sandbox.requests.at(-1)?.body).get('token'));
});

describe('signing in', () => {
  it('gives a new id: a planted one is of no use', async () => {
    const { browser } = await setup();
    const [attacker, victim] = [browser(), browser()];
    await attacker.open('/');
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const planted = [...victim.cookies];
    await victim.signIn('stream');
    expect([...victim.cookies]).not.toEqual(planted);
    expect(await isSignedIn(victim)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);

    const before = new Map(victim.cookies);
    await victim.signIn('music');
    for (const [name, value] of before) attacker.cookies.set(name, value);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await victim.open(library)).text).toMatch(/Live now[\s\S]+Your playlists/);
  });

  it('is bound to the browser that began it', async () => {
    const { browser } = await setup();
    const [attacker, victim] = [browser(), browser()];
    await victim.open('/');
    const { pathname, search } = await attacker.goAndComeBack('stream');
    expect((await victim.open(pathname + search)).status).toBe(400);
    expect(await isSignedIn(victim)).toBe(false);
  });
});

describe.each(['/sign-in/stream', '/sign-in/music', '/sign-out'])('POST %s', (path) => {
  it.each<[string, (own: string, foreign: string) => Record<string, string>]>([
    ['no token', () => ({})],
    ['an empty token', () => ({ token: '' })],
    ['the token of another browser', (_, foreign) => ({ token: foreign })],
    ['a token changed', (own) => ({ token: `${own}x` })],
  ])('with %s does nothing', async (_, fields) => {
    const { sandbox, browser } = await setup();
    const [own, other] = [browser(), browser()];
    await own.signIn('stream');
    const sent = sandbox.requests.length;
    const refused = await own.post(path, fields(tokenOf(await own.open('/')), tokenOf(await other.open('/'))));
    expect([refused.status, refused.location]).toEqual([403, '']);
    expect(sandbox.requests).toHaveLength(sent);
    expect(await isSignedIn(own)).toBe(true);
  });

  it('without the cookie does nothing', async () => {
    const { browser } = await setup();
    const [own, cookieless] = [browser(), browser()];
    expect((await cookieless.post(path, { token: tokenOf(await own.open('/')) })).status).toBe(403);
  });
});

it('the token of a form is not the signature of the cookie', async () => {
  const own = (await setup()).browser();
  const bytes = Buffer.from(tokenOf(await own.open('/')), 'base64url').toString('base64');
  expect(decodeURIComponent([...own.cookies.values()].join())).not.toContain(bytes);
});
