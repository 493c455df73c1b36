import { createHash } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { accountHash, type ClientEvent, type Grant, memoryStore, serializeGrant } from '@x/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, failure, secrets, serve, shownAs, testProvider } from '../../core/test/test-kit.ts';
import { codeFlow } from './code-flow.ts';
import { createUserClient } from './user-client.ts';

type Form = Record<string, string>;

let now: number;
const consentLastsMs = 180 * 86_400_000;
let events: ClientEvent[];
let refreshes: Form[];
let calls: string[];
/** Returns the token endpoint's response; by default it rotates the refresh token. */
let answer: (form: Form) => [status: number, body: object];
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.setHeader('content-type', 'application/json');
    if (request.url === '/token') {
      const form = Object.fromEntries(new URLSearchParams(text));
      const app = form.grant_type === 'client_credentials';
      if (!app) refreshes.push(form);
      const [status, body] = app ? [200, { access_token: 'app-token', expires_in: 3600 }] : answer(form);
      response.statusCode = status;
      response.end(JSON.stringify(body));
      return;
    }
    const token = request.headers.authorization ?? '';
    calls.push(token);
    if (token.includes('refused')) response.statusCode = 401;
    response.end(JSON.stringify(token.includes('refused') ? { message: 'token expired' } : { id: token }));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now = 1_000_000_000;
  refreshes = [];
  calls = [];
  events = [];
  answer = ({ refresh_token }) => [
    200,
    { access_token: `access-of-${refresh_token}`, refresh_token: `${refresh_token}+`, expires_in: 3600 },
  ];
});

const clientOf = (tokens = memoryStore()) =>
  createUserClient(
    {
      ...testProvider(server.url, {
        tokens,
        clock: { now: () => now, sleep: async () => {} },
        onEvent: (event) => events.push(event),
      }),
      consentLastsMs,
    },
    endpoints,
    (tools) => codeFlow(tools, { path: '/authorize', pkce: true, askAgain: 'again', plainHosts: ['127.0.0.1'] }),
  );

const grantOf = (name: string, scopes = ['things:read']) => ({
  accessToken: `access-${name}`,
  refreshToken: `refresh-${name}`,
  obtainedAt: now,
  expiresAt: now + 3_600_000,
  scopes,
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('calls use the token of their account, or the app token where no user is needed', async () => {
  const client = clientOf();
  await client.accounts.set('ann', grantOf('ann'));
  await client.accounts.set('bob lee', grantOf('bob'));
  expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
  expect(await client.withAccount('bob lee').things.mine()).toEqual({ id: 'Bearer access-bob' });
  expect(await client.withAccount('ann').things.maybe()).toEqual({ id: 'Bearer app-token' });
  const { things } = client as object as ReturnType<typeof client.withAccount>;
  expect(await failure(things.mine())).toMatchObject({
    code: 'unauthenticated',
    operation: 'things.mine',
    message: expect.stringContaining('withAccount'),
  });
});

it('a call whose scope the grant lacks is not sent, and its error names the scope', async () => {
  const client = clientOf();
  await client.accounts.set('ann', grantOf('ann', ['other:read']));
  const error = await failure(client.withAccount('ann').things.mine());
  expect(error).toMatchObject({ code: 'permission_denied', retryable: false });
  expect(String(error)).toContain('things:read or things:manage');
  expect(calls).toEqual([]);
  await client.accounts.set('ann', grantOf('ann', ['things:manage']));
  expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
});

it('50 calls with an expired grant renew it once, no matter which client they were made on', async () => {
  const store = memoryStore();
  const client = clientOf(store);
  await client.accounts.set('ann', { ...grantOf('ann'), authorizedAt: 5 });
  now += 3_600_000;
  const answers = await Promise.all(Array.from({ length: 50 }, () => client.withAccount('ann').things.mine()));
  expect(new Set(answers.map(({ id }) => id))).toEqual(new Set(['Bearer access-of-refresh-ann']));
  expect(refreshes).toEqual([
    {
      client_id: 'client-id',
      client_secret: secrets.clientSecret,
      grant_type: 'refresh_token',
      refresh_token: 'refresh-ann',
    },
  ]);
  // Fields missing from the response are kept, and the next process continues with the rotated token.
  const key = `test ${server.url} client-id user ann`;
  expect(await store.get(key)).toMatchObject({ authorizedAt: 5, scopes: ['things:read'], expiresAt: now + 3_600_000 });
  now += 3_600_000;
  expect(await clientOf(store).withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-of-refresh-ann+' });
});

it('a known grant still works while the store is down, even if no code holds its account client', async () => {
  const store = memoryStore();
  let away = false;
  const client = clientOf({ ...store, get: (key) => (away ? Promise.reject(new Error('away')) : store.get(key)) });
  await client.accounts.set('ann', grantOf('ann'));
  await client.withAccount('ann').things.mine();
  away = true;
  await new Promise((resolve) => setImmediate(resolve)); // the target of a WeakRef that was read lives until the end of the turn
  collectGarbage();
  expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
});

it('a token store error that quotes the value it failed to write shows no token', async () => {
  const store = memoryStore();
  const quoting = {
    ...store,
    set: async (key: string, grant: Grant) => {
      if (!full) return store.set(key, grant);
      throw new TypeError(`cannot write ${serializeGrant(grant)}`);
    },
  };
  let full = true;
  const client = clientOf(quoting);
  const grant = { accessToken: 'access-quoted', refreshToken: 'refresh-quoted', expiresAt: 1 };
  const stored = await client.accounts.set('ann', grant).catch((error) => error);
  full = false;
  await client.accounts.set('ann', grant);
  full = true;
  const renewed = await client
    .withAccount('ann')
    .things.mine()
    .catch((error: unknown) => error);
  for (const error of [stored, renewed]) {
    expect(error).toMatchObject({ name: 'ApiError', code: 'unavailable' });
    expect(error.message).toContain('the token store failed: cannot write');
    expect(shownAs(error)).not.toMatch(/(access|refresh)-(of|quoted)/);
  }
});

it('a token that the API refuses is renewed once, no matter how many calls used it', async () => {
  const client = clientOf();
  await client.accounts.set('ann', { ...grantOf('ann'), accessToken: 'refused' });
  const ann = client.withAccount('ann');
  await Promise.all(Array.from({ length: 20 }, () => ann.things.mine()));
  expect(refreshes).toHaveLength(1);
});

it('a revoked grant stays unusable until a new one is set', async () => {
  const client = clientOf();
  const ann = client.withAccount('ann');
  expect(await failure(ann.things.mine())).toMatchObject({
    code: 'reauthorization_required',
    message: expect.stringContaining('no grant is stored for account "ann"'),
  });
  await client.accounts.set('ann', grantOf('ann'));
  now += 3_600_000;
  answer = () => [400, { code: 'invalid_grant', message: 'revoked refresh-ann' }];
  const errors = await Promise.all(Array.from({ length: 3 }, () => failure(ann.things.mine())));
  errors.push(await failure(ann.things.mine()));
  for (const error of errors) {
    expect(error).toMatchObject({ code: 'reauthorization_required', operation: 'things.mine' });
    expect(shownAs(error)).not.toMatch(/refresh-ann|shh/);
  }
  expect(refreshes).toHaveLength(1);
  await client.accounts.set('ann', grantOf('new'));
  expect(await ann.things.mine()).toEqual({ id: 'Bearer access-new' });
});

it('a failed refresh does not lose the grant: the call fails and the next one tries again', async () => {
  const client = clientOf();
  await client.accounts.set('ann', grantOf('ann'));
  now += 3_599_000; // seconds before the end, while the token still works
  const { things } = client.withAccount('ann');
  answer = () => [503, {}];
  expect(await failure(things.mine())).toMatchObject({ code: 'unavailable', retryable: true });
  answer = () => [200, { access_token: 'again' }];
  expect(await things.mine()).toEqual({ id: 'Bearer again' });
});

it('a grant near its end is used in a new process even if it cannot be refreshed', async () => {
  const store = memoryStore();
  await clientOf(store).accounts.set('ann', { ...grantOf('ann'), refreshToken: undefined });
  now += 3_600_000 - 60_000;
  expect(await clientOf(store).withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-ann' });
});

describe('sign-in', () => {
  const redirectUri = 'https://app.test/back?from=x';
  const start = async (client: ReturnType<typeof clientOf>, more = {}) => {
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes: ['a', 'b:c'], ...more });
    return { url: new URL(url), session };
  };
  const back = (query: Record<string, string>) => `${redirectUri}&${new URLSearchParams(query)}`;

  it('sends everything that the consent page needs, with new random values each time', async () => {
    const client = clientOf();
    const { url, session } = await start(client, { askAgain: true });
    const { state, codeVerifier } = session;
    expect(`${url.origin}${url.pathname}`).toBe(`${server.url}/authorize`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: 'code',
      client_id: 'client-id',
      redirect_uri: redirectUri,
      scope: 'a b:c',
      state,
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256')
        .update(codeVerifier ?? '')
        .digest('base64url'),
      again: 'true',
    });
    const other = await start(client);
    expect([state, codeVerifier]).not.toContain(other.session.state);
    expect(other.session.codeVerifier).not.toBe(codeVerifier);
    expect(state.length).toBeGreaterThanOrEqual(22);
    expect(other.url.searchParams.has('again')).toBe(false);
  });

  it.each([
    ['app.test/back', 'must use https, or http on 127.0.0.1, and have no fragment'],
    ['http://localhost:3000/back', 'Use http://127.0.0.1:3000/back'],
    ['http://app.test/back', 'must use https'],
    ['https://app.test/#a', 'must use https'],
    ['ftp://127.0.0.1/', 'must use https'],
  ])('refuses the redirect address %s before any request', async (bad, remedy) => {
    const error = await failure(clientOf().oauth.authorize({ redirectUri: bad }));
    const message = expect.stringContaining(remedy);
    expect(error).toMatchObject({ code: 'invalid_params', operation: 'oauth.authorize', message });
    await clientOf().oauth.authorize({ redirectUri: 'http://127.0.0.1:3000/back' });
  });

  it('redeems a code once and stores the grant under the account', async () => {
    const store = memoryStore();
    const client = clientOf(store);
    const { session } = await start(client);
    const { state, codeVerifier } = session;
    answer = () => [200, { access_token: 'first', refresh_token: 'r', expires_in: 3600, scope: 'things:read a' }];
    const grant = await client.oauth.exchange({
      account: 'ann',
      callbackUrl: back({ code: 'the-code', state }),
      session: JSON.parse(JSON.stringify(session)), // as session stores keep it
    });
    expect(grant).toMatchObject({ scopes: ['things:read', 'a'], authorizedAt: now, expiresAt: now + 3_600_000 });
    expect(refreshes).toEqual([
      {
        client_id: 'client-id',
        client_secret: secrets.clientSecret,
        grant_type: 'authorization_code',
        code: 'the-code',
        redirect_uri: redirectUri,
        code_verifier: codeVerifier,
      },
    ]);
    // It also works in another process.
    expect(await clientOf(store).withAccount('ann').things.mine()).toEqual({ id: 'Bearer first' });
  });

  it('sends a code once per exchange, even if the request fails', async () => {
    const client = clientOf();
    const { session } = await start(client);
    answer = () => [503, {}];
    const given = { account: 'ann', callbackUrl: back({ code: 'c', state: session.state }), session };
    expect(await failure(client.oauth.exchange(given))).toMatchObject({ code: 'unavailable' });
    answer = () => [400, { code: 'invalid_grant', message: 'used' }];
    expect(await failure(client.oauth.exchange(given))).toMatchObject({ code: 'reauthorization_required' });
    expect(refreshes).toHaveLength(2);
  });

  const valid = { provider: 'test', clientId: 'client-id', redirectUri, state: 's', codeVerifier: 'v'.repeat(43) };

  it.each([
    ['a state of another session', { state: 'forged', code: 'c' }, 'invalid_params', /state does not match/],
    ['no state', { code: 'c' }, 'invalid_params', /state/],
    ['a refusal', { state: 's', error: 'access_denied' }, 'permission_denied', /the user denied access/],
    ['a forged refusal', { state: 'x', error: 'access_denied' }, 'invalid_params', /state/],
    ['another error', { state: 's', error: 'server_error' }, 'rejected', /server_error/],
    ['no code', { state: 's' }, 'invalid_params', /code is missing from callbackUrl/],
  ])('refuses a callback with %s before any request', async (_, query, code, message) => {
    const given = { account: 'ann', callbackUrl: back(query), session: valid };
    const error = await failure(clientOf().oauth.exchange(given));
    expect(error).toMatchObject({ code, operation: 'oauth.exchange', message: expect.stringMatching(message) });
    expect(refreshes).toEqual([]);
  });

  it.each<[string, unknown, RegExp]>([
    ['no session', undefined, /session is missing: this visitor has not started a sign-in, or it was already used/],
    ['null', null, /session is missing/],
    ['a string', JSON.stringify(valid), /session must be the object that started the sign-in; got a string/],
    ['an empty object', {}, /session must be the object that started the sign-in/],
    ['a session of another provider', { ...valid, provider: 'other' }, /session belongs to another provider or app/],
    ['a session of another app', { ...valid, clientId: 'other' }, /session belongs to another provider or app/],
    ['no expected state', { ...valid, state: '' }, /session is incomplete. Store the session of the sign-in unchanged/],
    ['a state that is not a string', { ...valid, state: 5 }, /session is incomplete/],
    ['no redirect address', { ...valid, redirectUri: undefined }, /session is incomplete/],
    ['an invalid redirect address', { ...valid, redirectUri: '/back' }, /session is incomplete/],
    ['no verifier', { ...valid, codeVerifier: undefined }, /session is incomplete/],
    ['a short verifier', { ...valid, codeVerifier: 'v' }, /session is incomplete/],
  ])('refuses %s before any request', async (_, session, message) => {
    const given = { account: 'ann', callbackUrl: back({ code: 'c', state: 's' }), session: session as typeof valid };
    const error = await failure(clientOf().oauth.exchange(given));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
    expect(shownAs(error)).not.toContain(valid.codeVerifier);
    expect(refreshes).toEqual([]);
  });

  it('refuses a callbackUrl that is not an address, and accepts a path with a query', async () => {
    const exchange = (callbackUrl: unknown) =>
      clientOf().oauth.exchange({ account: 'ann', callbackUrl: callbackUrl as string, session: valid });
    for (const bad of [undefined, 5, 'http://'])
      expect(await failure(exchange(bad))).toMatchObject({
        code: 'invalid_params',
        message: expect.stringContaining('callbackUrl must be the address'),
      });
    expect(refreshes).toEqual([]);
    expect(await exchange('/back?from=x&code=the-code&state=s')).toMatchObject({ account: 'ann' });
    expect(refreshes).toMatchObject([{ code: 'the-code', redirect_uri: redirectUri }]);
  });

  it('refreshes a grant on demand, and deletes it', async () => {
    const store = memoryStore();
    const client = clientOf(store);
    await client.accounts.set('ann', grantOf('ann'));
    expect((await client.accounts.refresh('ann')).accessToken).toBe('access-of-refresh-ann');
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-of-refresh-ann' });
    answer = () => [503, {}];
    expect(await failure(client.accounts.refresh('ann'))).toMatchObject({ code: 'unavailable' });
    expect(await client.withAccount('ann').things.mine()).toEqual({ id: 'Bearer access-of-refresh-ann' });
    await client.accounts.delete('ann');
    for (const each of [client, clientOf(store)])
      expect(await failure(each.withAccount('ann').things.mine())).toMatchObject({
        code: 'reauthorization_required',
      });
  });

  it('fails without a grant, and when the store is down', async () => {
    const client = clientOf();
    expect(await failure(client.accounts.refresh('nobody'))).toMatchObject({
      code: 'reauthorization_required',
      operation: 'accounts.refresh',
    });
    const away = () => Promise.reject(new Error('disk full'));
    const broken = clientOf({ get: away, set: away, delete: away });
    const { session } = await start(broken);
    const given = { account: 'ann', callbackUrl: back({ code: 'c', state: session.state }), session };
    for (const [operation, call] of [
      ['oauth.exchange', () => broken.oauth.exchange(given)],
      ['accounts.refresh', () => broken.accounts.refresh('ann')],
      ['accounts.delete', () => broken.accounts.delete('ann')],
      ['accounts.set', () => broken.accounts.set('ann', grantOf('ann'))],
    ] as const)
      expect(await failure(call())).toMatchObject({
        code: 'unavailable',
        operation,
        message: expect.stringContaining('the token store failed: disk full'),
      });
  });

  it('does not restore a grant that is deleted during its renewal', async () => {
    const store = memoryStore();
    const client = clientOf(store);
    await client.accounts.set('ann', grantOf('ann'));
    now += 3_600_000;
    const call = failure(client.withAccount('ann').things.mine());
    await client.accounts.delete('ann');
    expect(await call).toMatchObject({ code: 'reauthorization_required' });
    expect(await store.get(`test ${server.url} client-id user ann`)).toBeUndefined();
  });

  it('reports the end of a consent a month ahead, once a day', async () => {
    const client = clientOf();
    const authorizedAt = now;
    const forever = { accessToken: 'long', refreshToken: 'r', authorizedAt };
    await client.accounts.set('ann', forever);
    const { things } = client.withAccount('ann');
    await things.mine();
    expect(events.filter(({ type }) => type === 'token')).toEqual([]);
    now += 151 * 86_400_000;
    await things.mine();
    await things.mine();
    now += 86_400_000;
    await things.mine();
    const ending = {
      type: 'token',
      provider: 'test',
      account: accountHash('ann'),
      outcome: 'ending',
      endsAt: authorizedAt + consentLastsMs,
    };
    expect(events.filter(({ type }) => type === 'token')).toMatchObject([ending, ending]);
  });
});
