import { inspect } from 'node:util';
import { type ClientEvent, type Grant, memoryStore, type TokenStore } from '@x/core';
import { endpoint } from '@x/core/provider';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, failure, serve, shownAs, testProvider } from '../../core/test/test-kit.ts';
import { codeFlow, type ExchangeOptions } from './code-flow.ts';
import { createUserClient } from './user-client.ts';

interface TestUser {
  readonly id: string;
}

const whoAmI = endpoint({
  method: 'GET',
  path: '/me',
  auth: 'user',
  response: v.object({ id: v.string() }),
  docs: 'https://docs.test/',
});

const now = 1_000_000_000;
const redirectUri = 'https://app.test/back';
let server: Awaited<ReturnType<typeof serve>>;
let requests: string[];
/** Status of responses, by path. */
let failing: Record<string, number>;
let events: ClientEvent[];

beforeAll(async () => {
  server = await serve((request, response) => {
    const { pathname } = new URL(request.url ?? '', server.url);
    requests.push(`${pathname} ${request.headers.authorization ?? 'without a token'}`);
    const status = failing[pathname] ?? 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    const token = {
      access_token: 'access-secret',
      refresh_token: 'refresh-secret',
      expires_in: 3600,
      scope: 'a things:read',
    };
    response.end(JSON.stringify(status !== 200 ? {} : pathname === '/token' ? token : { id: 'user-7' }));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  requests = [];
  failing = {};
  events = [];
});

/** Creates a client, and records what it stores and revokes. */
function setup(store: TokenStore = memoryStore(), knowsUsers = true) {
  const stored: string[] = [];
  const revoked: (string | undefined)[] = [];
  const tokens = {
    ...store,
    async set(key: string, grant: Grant) {
      stored.push(key);
      await store.set(key, grant);
    },
  };
  const options = { tokens, clock: { now: () => now }, onEvent: (event: ClientEvent) => events.push(event) };
  const client = createUserClient(testProvider(server.url, options), endpoints, (tools) =>
    codeFlow<TestUser>(tools, {
      path: '/authorize',
      pkce: false,
      askAgain: 'again',
      plainHosts: [],
      ...(knowsUsers && {
        identify: (grant, operation) => tools.sendAs(grant, operation, whoAmI) as Promise<TestUser>,
      }),
      async revoke({ accessToken }) {
        revoked.push(accessToken);
        if (failing['/revoke']) throw new Error('the revocation failed');
      },
    }),
  );
  const exchange = (account: ExchangeOptions<TestUser>['account']) =>
    client.oauth.exchange({
      account,
      callbackUrl: `${redirectUri}?code=c&state=s`,
      session: { provider: 'test', clientId: 'client-id', redirectUri, state: 's' },
    });
  return { client, exchange, stored, revoked };
}

describe('oauth.exchange with a function as account', () => {
  it.each<[string, (user: TestUser) => string | Promise<string>]>([
    ['at once', (user) => `own-${user.id}`],
    ['later', async (user) => `own-${user.id}`],
  ])('stores the grant under the account that the function returns %s for the user', async (_, account) => {
    const { client, exchange, stored, revoked } = setup();
    const signedIn = await exchange(account);
    expect(signedIn).toMatchObject({ account: 'own-user-7', scopes: ['a', 'things:read'], authorizedAt: now });
    expect(signedIn.accessToken).toBe('access-secret');
    expect(structuredClone(signedIn)).toEqual(signedIn);
    expect(inspect(signedIn, { showHidden: true })).not.toContain('secret');
    expect([stored, revoked]).toEqual([[`test ${server.url} client-id user own-user-7`], []]);
    expect(requests).toEqual(['/token without a token', '/me Bearer access-secret']);
    expect(await client.withAccount('own-user-7').things.mine()).toEqual({ id: 'user-7' });
  });

  it('stores nothing before the function has returned', async () => {
    const { exchange, stored } = setup();
    let atCall: number | undefined;
    await exchange((user) => {
      atCall = stored.length;
      return user.id;
    });
    expect([atCall, stored.length]).toEqual([0, 1]);
  });

  it("reports the request for the user under the operation's name", async () => {
    const { exchange } = setup();
    await exchange((user) => user.id);
    const sent = events.flatMap((event) => (event.type === 'request' ? [event.operation] : []));
    expect(sent).toEqual(['oauth.exchange', 'oauth.exchange']);
  });

  it.each<[string, () => unknown, RegExp]>([
    ['an empty string', () => '', /the function account returned an invalid value: account must be a non-empty string/],
    ['nothing', () => undefined, /the function account returned an invalid value/],
    ['a number', () => 7, /got a number/],
    ['invalid Unicode', async () => 'a\ud800', /got invalid Unicode/],
  ])('fails, stores nothing and revokes the grant when the function returns %s', async (_, account, message) => {
    const { exchange, stored, revoked } = setup();
    const error = await failure(exchange(account as () => string));
    expect(error).toMatchObject({
      code: 'invalid_params',
      operation: 'oauth.exchange',
      message: expect.stringMatching(message),
      outcome: 'done',
    });
    expect([stored, revoked]).toEqual([[], ['access-secret']]);
  });

  it.each<[string, () => string | Promise<string>]>([
    [
      'throws',
      () => {
        throw new Error('the database is away');
      },
    ],
    ['rejects', () => Promise.reject(new Error('the database is away'))],
  ])('fails, stores nothing and revokes the grant when the function %s', async (_, account) => {
    const { exchange, stored, revoked } = setup();
    const error = await failure(exchange(account));
    expect(error).toMatchObject({
      code: 'invalid_params',
      operation: 'oauth.exchange',
      message: expect.stringContaining('the function account failed: the database is away'),
      cause: expect.objectContaining({ message: 'the database is away' }),
    });
    expect(shownAs(error)).not.toContain('access-secret');
    expect([stored, revoked]).toEqual([[], ['access-secret']]);
  });

  it('fails with the error of the request for the user, stores nothing and revokes the grant', async () => {
    const { exchange, stored, revoked } = setup();
    failing = { '/me': 503 };
    expect(await failure(exchange((user) => user.id))).toMatchObject({
      code: 'unavailable',
      operation: 'oauth.exchange',
      retryable: false,
      outcome: 'done',
    });
    expect([stored, revoked]).toEqual([[], ['access-secret']]);
  });

  it('fails with the first error when revoking fails as well', async () => {
    const { exchange, revoked } = setup();
    failing = { '/revoke': 500 };
    expect(await failure(exchange(() => ''))).toMatchObject({ code: 'invalid_params' });
    expect(revoked).toHaveLength(1);
  });

  it('is refused before the code is used if the provider does not report the user', async () => {
    const { exchange } = setup(memoryStore(), false);
    expect(await failure(exchange((user) => user.id))).toMatchObject({
      code: 'not_supported',
      operation: 'oauth.exchange',
      message: expect.stringContaining('account must be a string'),
    });
    expect(requests).toEqual([]);
  });
});

it('oauth.exchange with a string as account stores the grant without asking who the user is, and returns the account', async () => {
  const { exchange, stored } = setup();
  expect(await exchange('ann')).toMatchObject({ account: 'ann' });
  expect(stored).toEqual([`test ${server.url} client-id user ann`]);
  expect(requests).toEqual(['/token without a token']);
});
