import { type ClientEvent, type ClientOptions, type Grant, memoryStore, type TokenStore } from '@x/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { endpoints, failure, secrets, serve, shownAs, testProvider } from '../../core/test/test-kit.ts';
import { codeFlow } from './code-flow.ts';
import { createUserClient } from './user-client.ts';

/** Response of the token endpoint. */
let response: [status: number, body: unknown];
/** Until it resolves, the token endpoint does not respond. */
let delay: Promise<unknown> | undefined;
let refreshes: number;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve(async ({ url, headers }, answer) => {
    if (headers.authorization === 'Bearer hangs') return;
    answer.setHeader('content-type', 'application/json');
    if (url !== '/token') return void answer.end(JSON.stringify({ id: headers.authorization }));
    refreshes += 1;
    await delay;
    answer.statusCode = response[0];
    answer.end(JSON.stringify(response[1]));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  refreshes = 0;
  delay = undefined;
  response = [200, { access_token: 'access-new', expires_in: 3600 }];
});

let now = 1_000_000_000;
const clientOf = (options: ClientOptions = {}) =>
  createUserClient(testProvider(server.url, { clock: { now: () => now }, ...options }), endpoints, (tools) =>
    codeFlow(tools, { path: '/authorize', pkce: false, askAgain: 'again', plainHosts: [] }),
  );
const grantOf = (name: string): Grant => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  obtainedAt: now,
  expiresAt: now + 3_600_000,
});
const session = { provider: 'test', clientId: 'client-id', redirectUri: 'https://app.test/back', state: 's' };
const callbackUrl = '/back?code=c&state=s';
const key = () => `test ${server.url} client-id user ann`;

describe('a token endpoint', () => {
  it.each<[string, unknown, RegExp]>([
    ['an empty token', { access_token: '' }, /access_token must not be empty/],
    ['no token', {}, /access_token must be a string/],
    ['null', null, /access_token must be a string|not as documented/],
    ['a line break in the token', { access_token: 'access-secret\r\nx: y' }, /access_token must not contain/],
  ])('that responds with %s fails the call with invalid_response, and nothing is stored', async (_, body, message) => {
    for (const validation of ['strict', 'report'] as const) {
      const tokens = memoryStore();
      const client = clientOf({ tokens, validation });
      await client.accounts.set('ann', grantOf('old'));
      response = [200, body];
      const asApp = await failure(client.things.maybe());
      const asUser = await failure(client.accounts.refresh('ann'));
      for (const error of [asApp, asUser]) {
        expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringMatching(message) });
        expect(shownAs(error)).not.toContain('access-secret');
      }
      expect(await tokens.get(`test ${server.url} client-id app`)).toBeUndefined();
      expect((await tokens.get(key()))?.accessToken).toBe('access-old');
      // The earlier grant still works, and the next refresh asks again.
      expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-old' });
      response = [200, { access_token: 'access-new' }];
      expect((await client.accounts.refresh('ann')).accessToken).toBe('access-new');
    }
  });

  it.each<[string, object, Partial<Grant>]>([
    ['expires_in', { expires_in: -1 }, { refreshToken: 'refresh-new', scopes: ['a'], expiresAt: undefined }],
    ['expires_in', { expires_in: 'soon' }, { refreshToken: 'refresh-new', scopes: ['a'], expiresAt: undefined }],
    ['scope', { scope: {} }, { refreshToken: 'refresh-new', scopes: ['old'] }],
    ['scope', { scope: ['a', 7] }, { refreshToken: 'refresh-new', scopes: ['old'] }],
    ['refresh_token', { refresh_token: 7 }, { refreshToken: 'refresh-old', scopes: ['a'] }],
  ])(
    'that responds with an odd %s keeps the user signed in, and the difference is reported',
    async (place, odd, expected) => {
      for (const validation of ['strict', 'report'] as const) {
        const tokens = memoryStore();
        const events: ClientEvent[] = [];
        const client = clientOf({ tokens, validation, onEvent: (event) => void events.push(event) });
        await client.accounts.set('ann', { ...grantOf('old'), scopes: ['old'] });
        response = [200, { access_token: 'access-new', refresh_token: 'refresh-new', scope: 'a', ...odd }];
        expect((await client.accounts.refresh('ann')).accessToken).toBe('access-new');
        expect(await tokens.get(key())).toMatchObject(expected);
        const drifts = events.flatMap((event) => (event.type === 'drift' ? [event.place] : []));
        expect(drifts).toEqual([place]);
        expect(JSON.stringify(events)).not.toMatch(/access-|refresh-/);
      }
    },
  );

  it('that responds with an odd lifetime to a code signs the user in', async () => {
    const client = clientOf({ onEvent() {} });
    response = [200, { access_token: 'access-new', refresh_token: 'refresh-new', expires_in: 'soon', scope: {} }];
    await client.oauth.exchange({ account: 'ann', callbackUrl, session });
    expect(await client.accounts.get('ann')).toMatchObject({ accessToken: 'access-new', refreshToken: 'refresh-new' });
  });

  it.each(['accounts.refresh', 'oauth.exchange'] as const)(
    'that responds after timeoutMs does not lose the grant of %s, and waitUntil gets the work',
    async (operation) => {
      const tokens = memoryStore();
      const works: Promise<unknown>[] = [];
      const client = clientOf({ tokens, timeoutMs: 20, waitUntil: (work) => void works.push(work) });
      await client.accounts.set('ann', grantOf('old'));
      const responds = Promise.withResolvers<void>();
      delay = responds.promise;
      const renewed =
        operation === 'accounts.refresh'
          ? client.accounts.refresh('ann')
          : client.oauth.exchange({ account: 'ann', callbackUrl, session });
      await expect.poll(() => refreshes).toBe(1);
      expect(await failure(client.withToken('hangs').things.mine())).toMatchObject({ code: 'timeout' }); // it started later
      expect((await tokens.get(key()))?.accessToken).toBe('access-old');
      responds.resolve();
      await works.at(-1);
      expect((await tokens.get(key()))?.accessToken).toBe('access-new');
      expect((await renewed).accessToken).toBe('access-new');
      expect(refreshes).toBe(1);
    },
  );

  it('that fails with 503 gets a refresh once, and a request for an app token again', async () => {
    const client = clientOf({ retries: 2, random: () => 0 });
    await client.accounts.set('ann', grantOf('old'));
    response = [503, {}];
    expect(await failure(client.accounts.refresh('ann'))).toMatchObject({ code: 'unavailable' });
    expect(refreshes).toBe(1);
    expect(await failure(client.things.maybe())).toMatchObject({ code: 'unavailable' });
    expect(refreshes).toBe(4);
  });

  it('that fails while the token still works gets no other refresh until the token has expired', async () => {
    const client = clientOf();
    await client.accounts.set('ann', grantOf('old'));
    const { things } = client.withAccount('ann');
    response = [503, {}];
    now += 3_500_000;
    for (let call = 1; call <= 3; call += 1) {
      expect(await things.mine()).toEqual({ id: 'Bearer access-old' });
      await expect.poll(() => client.health().callsInProgress).toBe(0);
    }
    expect(refreshes).toBe(1);
    now += 100_000;
    response = [200, { access_token: 'access-new' }];
    expect(await things.mine()).toEqual({ id: 'Bearer access-new' });
    expect(refreshes).toBe(2);
  });

  it('that responds with an empty refresh token leaves the previous one in use', async () => {
    const tokens = memoryStore();
    const client = clientOf({ tokens });
    await client.accounts.set('ann', grantOf('old'));
    response = [200, { access_token: 'access-new', refresh_token: '', expires_in: '3600' }];
    await client.accounts.refresh('ann');
    const stored = await tokens.get(key());
    expect([stored?.accessToken, stored?.refreshToken, stored?.expiresAt]).toEqual([
      'access-new',
      'refresh-old',
      now + 3_600_000,
    ]);
  });

  it('that refused a refresh token by mistake gets a new request from each accounts.refresh, but not from calls', async () => {
    const client = clientOf();
    await client.accounts.set('ann', grantOf('old'));
    now += 3_600_000;
    response = [400, { code: 'invalid_grant' }];
    const { things } = client.withAccount('ann');
    for (let round = 0; round < 3; round += 1)
      expect(await failure(things.mine())).toMatchObject({ code: 'reauthorization_required' });
    expect(refreshes).toBe(1);
    expect(await failure(client.accounts.refresh('ann'))).toMatchObject({ code: 'reauthorization_required' });
    expect(await failure(things.mine())).toMatchObject({ code: 'reauthorization_required' });
    expect(refreshes).toBe(2);
    response = [200, { access_token: 'access-new', expires_in: 3600 }];
    expect((await client.accounts.refresh('ann')).accessToken).toBe('access-new');
    expect(await things.mine()).toEqual({ id: 'Bearer access-new' });
    expect(refreshes).toBe(3);
  });
});

describe('accounts.set', () => {
  it.each<[string, unknown, RegExp]>([
    ['an empty token', { accessToken: '' }, /accessToken must not be empty/],
    ['no token', {}, /accessToken must be a string, got undefined/],
    ['a token that is a number', { accessToken: 5 }, /accessToken must be a string, got a number/],
    ['a token with a line break', { accessToken: 'access-secret\nx' }, /accessToken must not contain/],
    ['an empty refresh token', { accessToken: 'a', refreshToken: '' }, /refreshToken must not be empty/],
    ['a refresh token that is an object', { accessToken: 'a', refreshToken: {} }, /refreshToken must be a string/],
    [
      'an expiresAt that is NaN',
      { accessToken: 'a', expiresAt: Number.NaN },
      /expiresAt must be a finite number .* got NaN/,
    ],
    ['an expiresAt that is a date', { accessToken: 'a', expiresAt: new Date(0) }, /expiresAt must be a finite number/],
    ['an obtainedAt in words', { accessToken: 'a', obtainedAt: 'now' }, /obtainedAt must be a finite number/],
    ['an infinite authorizedAt', { accessToken: 'a', authorizedAt: 1 / 0 }, /authorizedAt must be a finite number/],
    ['scopes in one string', { accessToken: 'a', scopes: 'a b' }, /scopes must be an array of strings/],
    [
      'an array of other values as scopes',
      { accessToken: 'a', scopes: [1] },
      /scopes must be .* got an array of other/,
    ],
    ['no grant', undefined, /expected a grant object, got undefined/],
    ['a string', 'access-secret', /expected a grant object, got a string/],
  ])('refuses %s before anything is stored', async (_, grant, message) => {
    const tokens = memoryStore();
    const client = clientOf({ tokens });
    await client.accounts.set('ann', grantOf('old'));
    const error = await failure(client.accounts.set('ann', grant as Grant));
    expect(error).toMatchObject({
      code: 'invalid_params',
      operation: 'accounts.set',
      message: expect.stringMatching(message),
    });
    expect(shownAs(error)).not.toContain('secret');
    expect((await tokens.get(key()))?.accessToken).toBe('access-old');
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-old' });
  });

  it('treats null like a missing field, because databases write it', async () => {
    const client = clientOf();
    const nulls = { refreshToken: null, expiresAt: null, obtainedAt: null, scopes: null, authorizedAt: null };
    await client.accounts.set('ann', { accessToken: 'access-plain', ...nulls } as never);
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-plain' });
    expect(refreshes).toBe(0);
  });
});

describe('a client whose token store stops responding', () => {
  /** Creates a store whose methods never settle while they are in `stuck`. */
  function stuckStore(withLock: boolean) {
    const memory = memoryStore();
    const stuck = new Set<keyof TokenStore>();
    const maybe = <T>(name: keyof TokenStore, run: () => Promise<T>) =>
      stuck.has(name) ? new Promise<T>(() => {}) : run();
    const tokens: TokenStore = {
      get: (key) => maybe('get', () => memory.get(key)),
      set: (key, grant) => maybe('set', () => memory.set(key, grant)),
      delete: (key) => maybe('delete', () => memory.delete(key)),
      ...(withLock && { withLock: (_: string, run) => maybe('withLock', run) }),
    };
    return { stuck, tokens };
  }
  type Client = ReturnType<typeof clientOf>;
  const calls: Readonly<Record<string, (client: Client) => Promise<unknown>>> = {
    'accounts.set': (client) => client.accounts.set('ann', grantOf('new')),
    'accounts.refresh': (client) => client.accounts.refresh('ann'),
    'accounts.delete': (client) => client.accounts.delete('ann'),
    'things.mine': (client) => client.withAccount('ann').things.mine(),
    'things.maybe': (client) => client.things.maybe(),
  };

  it.each<[keyof TokenStore, boolean, string]>([
    ['get', false, 'things.mine'],
    ['get', true, 'things.mine'],
    ['get', true, 'things.maybe'],
    ['get', false, 'accounts.refresh'],
    ['set', false, 'things.maybe'],
    ['set', false, 'things.mine'],
    ['set', true, 'accounts.set'],
    ['set', true, 'accounts.refresh'],
    ['delete', true, 'accounts.delete'],
    ['withLock', true, 'things.mine'],
    ['withLock', true, 'accounts.set'],
    ['withLock', true, 'accounts.delete'],
  ])(
    'in %s (with a lock: %s) fails %s with unavailable, and works again with the next call',
    async (name, lock, operation) => {
      const { stuck, tokens } = stuckStore(lock);
      await clientOf({ tokens }).accounts.set('ann', { ...grantOf('old'), expiresAt: now - 1 });
      const client = clientOf({ tokens, storeTimeoutMs: 20 });
      stuck.add(name);
      const call = calls[operation] as (client: Client) => Promise<unknown>;
      const failures = await Promise.all([failure(call(client)), failure(call(client))]);
      for (const error of failures)
        expect(error).toMatchObject({
          code: 'unavailable',
          operation,
          message: expect.stringMatching(
            /the token store failed: no .*storeTimeoutMs.*Check that the store can be reached/,
          ),
        });
      stuck.clear();
      await call(client);
      await client.accounts.set('ann', grantOf('last'));
      expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-last' });
    },
  );

  it.each<[string, () => never]>([
    [
      'throws undefined',
      () => {
        throw undefined;
      },
    ],
    ['rejects with null', () => Promise.reject(null) as never],
    ['returns a string', () => Promise.resolve('access-secret') as never],
    ['returns an empty object', () => ({}) as never],
  ])('or %s fails calls with unavailable', async (_, get) => {
    const client = clientOf({ tokens: { ...memoryStore(), get } });
    for (const operation of ['things.mine', 'things.maybe', 'accounts.refresh']) {
      const error = await failure(calls[operation]?.(client) as Promise<unknown>);
      expect(error).toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('the token store failed: '),
      });
      expect(shownAs(error)).not.toContain('access-secret');
      expect(String(error)).not.toContain('failed: undefined');
    }
  });

  it('waits 10 seconds by default', async () => {
    const { tokens, stuck } = stuckStore(false);
    stuck.add('get');
    const real = globalThis.setTimeout;
    const waits: (number | undefined)[] = [];
    globalThis.setTimeout = ((run: () => void, ms?: number, ...rest: unknown[]) => {
      waits.push(ms);
      return real(run, 0, ...rest);
    }) as typeof setTimeout;
    onTestFinished(() => {
      globalThis.setTimeout = real;
    });
    expect(await failure(clientOf({ tokens }).withAccount('ann').things.mine())).toMatchObject({
      message: expect.stringContaining('storeTimeoutMs (10000 ms)'),
    });
    expect(waits[0]).toBe(10_000);
  });
});

it("the error of a failed token request does not show the application's secret", async () => {
  response = [200, { access_token: `${secrets.clientSecret}\n` }];
  expect(shownAs(await failure(clientOf().things.maybe()))).not.toContain(secrets.clientSecret);
});
