import { cachedFetch } from '@x/cache';
import { createClock, createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { type AccessTokenSource, type ClientEvent, createMusicClient, type MusicTokenOptions } from './index.ts';

const scopes = ['user-read-private', 'user-library-read'];

/** Creates a sandbox in this process with a frozen clock, and access tokens for its users. */
async function setup() {
  const clock = createClock({ frozen: true });
  const sandbox = await createSandbox({ listen: false, clock });
  const users = sandbox.controls.music.users().map(({ id }) => id);
  const tokenOf = (index: number) => {
    const userId = users[index] ?? '';
    return sandbox.controls.music.issueUserToken({ userId, scopes }).accessToken;
  };
  const { clientId, clientSecret, authUrl, ...options } = sandbox.options.music;
  const events: ClientEvent[] = [];
  const more = { retries: 0, onEvent: (event: ClientEvent) => events.push(event) };
  const create = (accessToken: AccessTokenSource, own: Partial<MusicTokenOptions> = {}) =>
    createMusicClient({ ...options, ...more, ...own, accessToken });
  const app = createMusicClient({ ...options, ...more, clientId, clientSecret, authUrl });
  return { sandbox, users, tokenOf, create, app, events };
}

describe.each<[string, (token: string) => AccessTokenSource]>([
  ['a string', (token) => token],
  ['a function', (token) => () => token],
  ['an asynchronous function', (token) => async () => token],
])('the option accessToken as %s', (_, sourceOf) => {
  it('makes the client itself act for the user, without a token request', async () => {
    const { sandbox, users, tokenOf, create } = await setup();
    const music = create(sourceOf(tokenOf(0)));
    expect((await music.users.me()).id).toBe(users[0]);
    expect((await music.library.tracks.list({ limit: 1 })).items).toHaveLength(1);
    expect(sandbox.requests.map(({ path }) => path)).toEqual(['/v1/me', '/v1/me/tracks']);
    expect(music).not.toHaveProperty('oauth');
    expect(music).not.toHaveProperty('withAccount');
  });

  it('fails with reauthorization_required when the token has expired, and does not send it again', async () => {
    const { sandbox, tokenOf, create, events } = await setup();
    const token = tokenOf(0);
    const music = create(sourceOf(token));
    await sandbox.clock.advance(3_600_000);
    for (const error of [await failure(music.users.me()), await failure(music.users.me())] as Error[]) {
      expect(error).toMatchObject({ code: 'reauthorization_required', providerCode: 'refused' });
      expect(error.message).toMatch(/the provider refused the access token.+sign the user in again/);
      expect(JSON.stringify(error) + error.stack).not.toContain(token);
    }
    expect(sandbox.requests).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(token);
  });
});

describe('a function as accessToken', () => {
  it('is called for each request, and once more when the token is refused', async () => {
    const { sandbox, users, tokenOf, create } = await setup();
    const old = tokenOf(0);
    await sandbox.clock.advance(3_600_000);
    const asked = [old, tokenOf(0), tokenOf(1)];
    let calls = 0;
    const music = create(() => asked[calls++]);
    expect((await music.users.me()).id).toBe(users[0]);
    expect([calls, sandbox.requests.map(({ status }) => status)]).toEqual([2, [401, 200]]);
    expect((await music.users.me()).id).toBe(users[1]);
  });

  it('is not called a third time when the second token is refused: the call fails with unauthenticated', async () => {
    const { sandbox, create } = await setup();
    let calls = 0;
    const music = create(() => `made-up-${calls++}`);
    expect(await failure(music.users.me())).toMatchObject({
      code: 'unauthenticated',
      status: 401,
      message: expect.stringContaining('Refresh the access token where it was issued, or sign the user in again'),
    });
    expect([calls, sandbox.requests.length]).toEqual([2, 2]);
  });

  it('that returns refused tokens in turn does not have them sent again', async () => {
    const { sandbox, create } = await setup();
    let calls = 0;
    const music = create(() => `made-up-${calls++ % 2}`);
    for (let call = 0; call < 4; call += 1) await failure(music.users.me());
    expect(sandbox.requests).toHaveLength(2);
  });

  it('that never returns fails the call with timeout after timeoutMs', async () => {
    const { sandbox, create } = await setup();
    const music = create(() => new Promise<never>(() => {}), { timeoutMs: 20 });
    expect(await failure(music.users.me())).toMatchObject({
      code: 'timeout',
      operation: 'users.me',
      message: expect.stringContaining('accessToken returned no token within timeoutMs (20 ms). Increase timeoutMs'),
    });
    expect(sandbox.requests).toEqual([]);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['returns undefined', () => undefined, /accessToken returned no token, so no user is signed in/],
    ['returns null', async () => null, /accessToken returned no token/],
    ['returns an empty string', () => '', /accessToken returned no token/],
    ['returns an object', () => ({ token: 'a' }), /the result of accessToken must be a string, got an object/],
    ['returns a line break', () => 'a\nb', /the result of accessToken must not contain spaces/],
    ['rejects', () => Promise.reject(new Error('the session is gone')), /accessToken failed: the session is gone/],
    ['rejects with a string', () => Promise.reject('no session'), /accessToken failed: no session\./],
    ['rejects with nothing', () => Promise.reject(), /accessToken failed: it threw something that is not an error/],
  ])('that %s fails the call with unauthenticated before any request', async (_, source, message) => {
    const { sandbox, create } = await setup();
    expect(await failure(create(source as () => string).users.me())).toMatchObject({
      code: 'unauthenticated',
      operation: 'users.me',
      message: expect.stringMatching(message),
    });
    expect(sandbox.requests).toEqual([]);
  });
});

describe('withToken', () => {
  it("acts for the token's user on any client, and requests no token of its own", async () => {
    const { sandbox, users, tokenOf, create, app } = await setup();
    for (const music of [app, create(tokenOf(0)), app.with({ timeoutMs: 5000 })]) {
      expect((await music.withToken(tokenOf(1)).users.me()).id).toBe(users[1]);
      expect((await music.withToken(async () => tokenOf(0)).users.me()).id).toBe(users[0]);
    }
    expect(sandbox.requests.filter(({ path }) => path.endsWith('/api/token'))).toEqual([]);
    await app.close();
    expect(await failure(app.withToken(tokenOf(0)).users.me())).toMatchObject({ code: 'unavailable' });
  });

  it.each([undefined, null, '', 'a b', 5])('refuses %j immediately', async (token) => {
    const { app } = await setup();
    expect(() => app.withToken(token as string)).toThrow(
      expect.objectContaining({ code: 'invalid_params', operation: 'withToken' }),
    );
  });

  it.each([false, true])(
    'shares no cached response with another user or with the app (perToken: %s)',
    async (perToken) => {
      const { sandbox } = await setup();
      const sent: (string | null)[] = [];
      const fetch = async (url: unknown, init?: RequestInit) => {
        if (String(url).endsWith('/api/token')) return Response.json({ access_token: 'app', expires_in: 3600 });
        const id = new Headers(init?.headers).get('authorization');
        sent.push(id);
        return Response.json({ id });
      };
      const music = createMusicClient({
        ...sandbox.options.music,
        validation: 'report',
        fetch: cachedFetch({ ttlMs: 60_000, perToken, fetch: fetch as typeof globalThis.fetch }),
      });
      for (const token of ['ann', 'bob', 'ann'])
        expect((await music.withToken(token).tracks.get({ id: '1'.repeat(22) })).id).toBe(`Bearer ${token}`);
      expect((await music.tracks.get({ id: '1'.repeat(22) })).id).toBe('Bearer app');
      expect(sent).toHaveLength(perToken ? 3 : 4);
    },
  );

  it("refuses the app's cursors, and accepts cursors from the user's earlier token", async () => {
    const { sandbox, tokenOf } = await setup();
    const music = createMusicClient({ ...sandbox.options.music, retries: 0 });
    const search = { q: 'love', type: 'track', limit: 1 } as const;
    const cursor = (await music.search(search)).nextCursor ?? '';
    expect(await failure(music.withToken(tokenOf(0)).search(search, { cursor }))).toMatchObject({
      code: 'invalid_cursor',
    });
    const own = (await music.withToken(tokenOf(0)).search(search)).nextCursor ?? '';
    expect((await music.withToken(tokenOf(0)).search(search, { cursor: own })).items).toHaveLength(1);
  });
});

it.each<[object, string]>([
  [{ clientSecret: 'secret' }, 'clientSecret contradicts accessToken'],
  [{ clientType: 'public' }, 'clientType contradicts accessToken'],
  [{ tokens: new Map() }, 'tokens contradicts accessToken'],
  [{ storeCheckMs: 5 }, 'storeCheckMs contradicts accessToken'],
  [{ authUrl: 'https://accounts.example' }, 'unknown option authUrl'],
  [{ accessToken: undefined }, "accessToken is missing: pass the user's access token, or a function"],
  [{ accessToken: '' }, 'accessToken must not be empty'],
  [{ accessToken: 5 }, 'accessToken must be a string or a function, got a number'],
  [{ accessToken: 'two words' }, 'accessToken must not contain spaces'],
  [{ baseUrl: 'http://api.example' }, 'baseUrl uses http: and would send credentials unencrypted'],
])('createMusicClient with an access token refuses %o: %s', (options, problem) => {
  const given = { accessToken: 'access-secret', ...options } as MusicTokenOptions;
  expect(() => createMusicClient(given)).toThrow(
    expect.objectContaining({ code: 'invalid_params', message: expect.stringContaining(`music client: ${problem}`) }),
  );
});
