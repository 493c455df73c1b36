import { describe, expect, it } from 'vitest';
import { setup } from './testing.ts';

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
  ])('for %s is hidden from scripts and other sites', async (origin, line) => {
    const { app } = await setup({ origin });
    expect((await app.request('/')).headers.getSetCookie()).toEqual([expect.stringMatching(line)]);
  });

  it.each<[string, (value: string) => string]>([
    ['a changed ID', (value) => `${value.startsWith('x') ? 'y' : 'x'}${value.slice(1)}`],
    ['a changed signature', (value) => value.replace('.', '.A')],
    ['no signature', (value) => value.split('.')[0] ?? ''],
    ['an empty value', () => ''],
  ])('with %s counts as no session', async (_, change) => {
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

  it('signed with another secret counts as no session', async () => {
    const foreign = (await setup({ sessionSecret: 'b'.repeat(32) })).browser();
    const own = (await setup()).browser();
    await foreign.open('/');
    const [name, value] = [...foreign.cookies][0] ?? ['', ''];
    own.cookies.set(name, value);
    await own.open('/');
    expect(own.cookies.get(name)).not.toBe(value);
  });

  it('needs a secret of at least 32 characters', async () => {
    await expect(setup({ sessionSecret: 'short' })).rejects.toThrow(RangeError);
  });
});

it('a session ends after eight hours, which revokes its grants', async () => {
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
  it('issues a new session ID, so that a planted one is useless', async () => {
    const { browser } = await setup();
    const [attacker, victim] = [browser(), browser()];
    await attacker.open('/');
    for (const [name, value] of attacker.cookies) victim.cookies.set(name, value);
    const planted = [...victim.cookies];
    await victim.signIn('stream');
    expect([...victim.cookies]).not.toEqual(planted);
    expect(await isSignedIn(victim)).toBe(true);
    expect(await isSignedIn(attacker)).toBe(false);
    // The attacker's own account cannot replace the victim's either.
    expect((await attacker.press('/sign-in/stream')).status).toBe(400);

    const before = new Map(victim.cookies);
    await victim.signIn('music');
    for (const [name, value] of before) attacker.cookies.set(name, value);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await victim.open(library)).text).toMatch(/Live channels[\s\S]+Your playlists/);
  });

  it('is bound to the browser that started it', async () => {
    const { browser } = await setup();
    const [attacker, victim] = [browser(), browser()];
    await victim.open('/');
    const { pathname, search } = await attacker.goAndComeBack('stream');
    expect((await victim.open(pathname + search)).status).toBe(400);
    expect(await isSignedIn(victim)).toBe(false);
  });
});

describe('a started sign-in', () => {
  /** Returns the cookie of the sign-in that a browser started last. */
  const startedIn = ({ cookies }: { cookies: Map<string, string> }) =>
    [...cookies].findLast(([name]) => name.includes('sign-in-')) ?? ['', ''];

  it('can be completed although 10,050 others are started after it', async () => {
    const { browser } = await setup();
    const first = browser();
    const { pathname, search } = await first.goAndComeBack('stream');
    for (let count = 0; count < 10_050; count += 1) expect((await browser().press('/sign-in/stream')).status).toBe(303);
    expect((await first.open(pathname + search)).location).toBe(`http://127.0.0.1:3000${library}`);
    expect(await isSignedIn(first)).toBe(true);
  }, 120_000);

  it.each([
    ['http://127.0.0.1:3000', 'sign-in-', 'Path=/; HttpOnly; SameSite=Lax'],
    ['https://app.example', '__Host-sign-in-', 'Path=/; HttpOnly; SameSite=Lax; Secure'],
  ])(
    'for %s is in a cookie that is hidden from scripts and other sites, and cleared by the callback',
    async (origin, name, kept) => {
      const own = (await setup({ origin })).browser();
      const { location } = await own.press('/sign-in/stream');
      const set = () =>
        own.history.flatMap(({ headers }) => headers.getSetCookie()).filter((line) => line.startsWith(name));
      expect(set().map((line) => line.replace(/-[\w-]{8}=[^;]{50,};/, '-…;'))).toEqual([
        `${name}…; Max-Age=600; ${kept}`,
      ]);
      const state = new URL(location).searchParams.get('state') ?? '';
      await own.open(`/sign-in/stream/callback?${new URLSearchParams({ error: 'access_denied', state })}`);
      expect(set().slice(1)).toEqual([`${name}${state.slice(0, 8)}=; Max-Age=0; ${kept}`]);
      expect(startedIn(own)).toEqual(['', '']);
    },
  );

  it('has a cookie that shows neither its state nor its code verifier', async () => {
    const { sandbox, browser } = await setup();
    const own = browser();
    const { pathname, search } = await own.goAndComeBack('music');
    const [cookieName, sealed] = startedIn(own);
    await own.open(pathname + search);
    const state = new URLSearchParams(search).get('state') ?? '';
    expect(cookieName).toBe(`sign-in-${state.slice(0, 8)}`); // all of the state that a cookie shows
    const secrets: (string | null)[] = [state];
    for (const { body } of sandbox.requests) secrets.push(new URLSearchParams(body).get('code_verifier'));
    const known = secrets.filter((secret) => secret !== null);
    expect(known).toHaveLength(2);
    for (const secret of known)
      for (const text of [sealed, Buffer.from(sealed.replace(/^.*:/, ''), 'base64').toString('latin1')])
        expect(text).not.toContain(secret);
  });

  it('is refused with any byte of its cookie changed', async () => {
    const { browser } = await setup();
    const own = browser();
    const { pathname, search } = await own.goAndComeBack('stream');
    const [cookieName, sealed] = startedIn(own);
    const [, algorithm = '', text = ''] = /^(.*:)(.*)$/.exec(sealed) ?? [];
    const bytes = Buffer.from(text, 'base64');
    expect(bytes.length).toBeGreaterThan(60);
    for (const index of bytes.keys()) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      own.cookies.set(cookieName, algorithm + changed.toString('base64'));
      expect((await own.open(pathname + search)).status).toBe(400);
    }
    own.cookies.set(cookieName, sealed);
    expect((await own.open(pathname + search)).location).toBe(`http://127.0.0.1:3000${library}`);
  });

  it.each<[string, (sealed: string) => string]>([
    ['cut short', (sealed) => sealed.slice(0, -4)],
    ['a few bytes long', () => 'AAAA'],
    ['empty', () => ''],
    ['not encoded', () => '{"state":"x"}'],
  ])('is refused with a cookie that is %s', async (_, change) => {
    const { browser, errors } = await setup();
    const own = browser();
    const { pathname, search } = await own.goAndComeBack('stream');
    const [cookieName, sealed] = startedIn(own);
    own.cookies.set(cookieName, change(sealed));
    expect((await own.open(pathname + search)).status).toBe(400);
    expect([await isSignedIn(own), errors]).toEqual([false, []]);
  });

  it('is refused with the cookie of another browser, of the other provider, or sealed with another secret', async () => {
    const { browser } = await setup();
    const [own, other] = [browser(), browser()];
    const { pathname, search } = await own.goAndComeBack('stream');
    const [cookieName, ownCookie] = startedIn(own);
    await other.goAndComeBack('stream');
    const foreign = (await setup({ sessionSecret: 'b'.repeat(32) })).browser();
    await foreign.goAndComeBack('stream');
    await own.goAndComeBack('music');
    for (const [, sealed] of [startedIn(other), startedIn(own), startedIn(foreign)]) {
      own.cookies.set(cookieName, sealed);
      const refused = await own.open(pathname + search);
      expect([refused.status, await isSignedIn(own)]).toEqual([400, false]);
    }
    // Both the address and the cookie of another browser.
    await other.open('/');
    other.cookies.set(cookieName, ownCookie);
    expect((await other.open(pathname + search)).status).toBe(400);
    expect(await isSignedIn(other)).toBe(false);
  });

  it('is refused after ten minutes even when the browser still has the cookie', async () => {
    const { sandbox, browser } = await setup();
    const own = browser();
    const { pathname, search } = await own.goAndComeBack('stream');
    const [cookieName, sealed] = startedIn(own);
    await sandbox.clock.advance(600_000);
    own.cookies.set(cookieName, sealed);
    const refused = await own.open(pathname + search);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('took more than ten minutes')]);
  });

  it.each([[false], [true]])(
    'is refused a second time even with copied cookies and address, because its code was used (signed out in between: %s)',
    async (isOut) => {
      const { browser } = await setup();
      const [own, thief] = [browser(), browser()];
      const { pathname, search } = await own.goAndComeBack('stream');
      for (const [name, value] of own.cookies) thief.cookies.set(name, value);
      expect((await own.open(pathname + search)).status).toBe(303);
      if (isOut) await own.press('/sign-out');
      const refused = await thief.open(pathname + search);
      const said = isOut ? 'code was used before' : 'This sign-in was already completed';
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(said)]);
      expect(await isSignedIn(thief)).toBe(false);
      expect(await isSignedIn(own)).toBe(!isOut);
    },
  );
});

describe.each(['/sign-in/stream', '/sign-in/music', '/sign-out'])('POST %s', (path) => {
  it.each<[string, Record<string, string>]>([
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['another site on this machine', { 'sec-fetch-site': 'same-site', origin: 'http://127.0.0.1:9999' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
    ['an old browser on another site', { origin: 'https://evil.example' }],
    ['an old browser in a sandboxed frame', { origin: 'null' }],
    ['a program that sends neither header', {}],
  ])('from %s is refused and does nothing', async (_, headers) => {
    const { sandbox, browser } = await setup();
    const own = browser();
    await own.signIn('stream');
    const sent = sandbox.requests.length;
    const refused = await own.post(path, headers);
    expect([refused.status, refused.location]).toEqual([403, '']);
    expect(sandbox.requests).toHaveLength(sent);
    expect(await isSignedIn(own)).toBe(true);
  });

  it('from a page of the app in an old browser is accepted', async () => {
    const own = (await setup()).browser();
    await own.open('/');
    expect((await own.post(path, { origin: 'http://127.0.0.1:3000' })).status).toBe(303);
  });
});
