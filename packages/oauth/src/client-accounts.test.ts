import { inspect } from 'node:util';
import { memoryStore, parseGrant } from '@x/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, failure, serve, shownAs, testProvider } from '../../core/test/test-kit.ts';
import { codeFlow } from './code-flow.ts';
import { createUserClient } from './user-client.ts';

const dayMs = 86_400_000;
const consentLastsMs = 180 * dayMs;
let now: number;
let requests: string[];
/** Response of the token endpoint to a refresh. */
let response: [status: number, body: object];
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve((request, response_) => {
    const { url = '' } = request;
    requests.push(url);
    const refused = request.headers.authorization?.includes('bad-token');
    const [status, body] =
      url === '/token' ? response : refused ? [401, { message: 'token expired' }] : [200, { id: 'x' }];
    response_.writeHead(status, { 'content-type': 'application/json' });
    response_.end(JSON.stringify(body));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now = 1_700_000_000_000;
  requests = [];
  response = [200, { access_token: 'second', expires_in: 3600 }];
});

const clientOf = (tokens = memoryStore()) =>
  createUserClient(
    {
      ...testProvider(server.url, { tokens, clock: { now: () => now } }),
      consentLastsMs,
      problemOfRefusal: (details) => ((details as { message?: string }).message === 'gone' ? 'revoked' : 'refused'),
    },
    endpoints,
    (tools) => codeFlow(tools, { path: '/authorize', pkce: false, askAgain: 'again', plainHosts: [] }),
  );

describe('accounts.get', () => {
  it('resolves to undefined for an account without a grant, and after accounts.delete', async () => {
    const client = clientOf();
    expect(await client.accounts.get('ann')).toBeUndefined();
    await client.accounts.set('ann', { accessToken: 'first' });
    await client.accounts.delete('ann');
    expect(await client.accounts.get('ann')).toBeUndefined();
  });

  it('resolves to the stored grant and its end without a request, as plain data whose tokens are hidden from logs', async () => {
    const client = clientOf();
    const expiresAt = now + 3_600_000;
    const shown = { scopes: ['a'], authorizedAt: now - dayMs, obtainedAt: now - 1000, expiresAt };
    await client.accounts.set('ann', { ...shown, accessToken: 'access-secret', refreshToken: 'refresh-secret' });
    const grant = await client.accounts.get('ann');
    const tokens = { accessToken: 'access-secret', refreshToken: 'refresh-secret' };
    expect(grant).toEqual({ ...shown, ...tokens, endsAt: now - dayMs + consentLastsMs });
    for (const copy of [{ ...grant }, JSON.parse(JSON.stringify(grant)), structuredClone(grant)])
      expect(copy).toEqual(grant);
    expect(inspect([grant], { depth: 20, showHidden: true })).not.toContain('secret');
    expect(requests).toEqual([]);
  });

  it('reports the end of an access token without a refresh token as the end of the grant', async () => {
    const client = clientOf();
    await client.accounts.set('ann', { accessToken: 'first', expiresAt: now + 1000, authorizedAt: now });
    expect(await client.accounts.get('ann')).toMatchObject({ expiresAt: now + 1000, endsAt: now + 1000 });
    await client.accounts.set('ben', { accessToken: 'first' });
    expect(await client.accounts.get('ben')).toEqual({ accessToken: 'first', obtainedAt: now });
  });

  it('treats a grant that is set without obtainedAt as obtained now', async () => {
    const client = clientOf();
    await client.accounts.set('ann', { accessToken: 'first' });
    expect(await client.accounts.get('ann')).toMatchObject({ obtainedAt: now });
  });

  it('reads a grant that an earlier release stored without obtainedAt', async () => {
    const store = memoryStore();
    const old = '{"version":1,"scopes":["a"],"expiresAt":5,"accessToken":"first","refreshToken":"r"}';
    await store.set(`test ${server.url} client-id user ann`, parseGrant(old));
    expect(await clientOf(store).accounts.get('ann')).toEqual({
      accessToken: 'first',
      refreshToken: 'r',
      scopes: ['a'],
      expiresAt: 5,
    });
  });

  it('reports an expired grant as it is stored, and the refreshed one after a call', async () => {
    const client = clientOf();
    await client.accounts.set('ann', {
      accessToken: 'first',
      refreshToken: 'r',
      expiresAt: now - 1,
      scopes: ['things:read'],
    });
    expect(await client.accounts.get('ann')).toMatchObject({ expiresAt: now - 1 });
    now += 5000;
    await client.withAccount('ann').things.mine();
    expect(await client.accounts.get('ann')).toMatchObject({ obtainedAt: now, expiresAt: now + 3_600_000 });
  });

  it('sees grants that another process stored', async () => {
    const store = memoryStore();
    const [client, other] = [clientOf(store), clientOf(store)];
    await client.accounts.set('ann', { accessToken: 'first', scopes: ['a'] });
    await other.accounts.set('ann', { accessToken: 'second', scopes: ['b'] });
    expect(await client.accounts.get('ann')).toMatchObject({ scopes: ['b'] });
  });

  it('fails with invalid_params for an empty account ID, and with unavailable when the store fails', async () => {
    const away = () => Promise.reject(new Error('disk full'));
    const broken = clientOf({ get: away, set: away, delete: away });
    expect(await failure(broken.accounts.get('ann'))).toMatchObject({
      code: 'unavailable',
      operation: 'accounts.get',
      message: expect.stringContaining('disk full'),
    });
    expect(await failure(broken.accounts.get(''))).toMatchObject({
      code: 'invalid_params',
      operation: 'accounts.get',
    });
  });
});

it('accounts.set accepts the result of accounts.get, and stores only the fields of a grant', async () => {
  const [client, store] = [clientOf(), memoryStore()];
  await client.accounts.set('ann', { accessToken: 'first', scopes: ['a'], expiresAt: now + 1000 });
  const grant = await client.accounts.get('ann');
  await clientOf(store).accounts.set('ann', { ...grant, accessToken: 'second' });
  expect(await store.get(`test ${server.url} client-id user ann`)).toEqual({
    accessToken: 'second',
    scopes: ['a'],
    obtainedAt: now,
    expiresAt: now + 1000,
  });
});

describe('the providerCode of reauthorization_required', () => {
  const grant = (more: object) => ({ accessToken: 'first', ...more });

  it('is no_grant for an account that never signed in, or was signed out', async () => {
    const client = clientOf();
    const missing = { code: 'reauthorization_required', providerCode: 'no_grant' };
    expect(await failure(client.withAccount('ann').things.mine())).toMatchObject(missing);
    expect(await failure(client.accounts.refresh('ann'))).toMatchObject({
      ...missing,
      operation: 'accounts.refresh',
    });
    await client.accounts.set('ann', grant({}));
    await client.accounts.delete('ann');
    expect(await failure(client.withAccount('ann').things.mine())).toMatchObject(missing);
  });

  it('is no_grant for a grant that is deleted while it is being refreshed', async () => {
    const client = clientOf();
    await client.accounts.set('ann', grant({ refreshToken: 'r', expiresAt: now - 1 }));
    const call = failure(client.withAccount('ann').things.mine());
    await client.accounts.delete('ann');
    expect(await call).toMatchObject({ code: 'reauthorization_required', providerCode: 'no_grant' });
  });

  it('is expired for an access token that expired and has no refresh token', async () => {
    const client = clientOf();
    await client.accounts.set('ann', grant({ expiresAt: now + 3_600_000, obtainedAt: now }));
    now += 3_600_000 - 5000; // it is not used in its last seconds
    expect(await failure(client.withAccount('ann').things.mine())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'expired',
      message: expect.stringContaining('the grant of account "ann" has expired, and it has no refresh token'),
    });
  });

  it('is refused for an access token that the API refuses and that has no refresh token', async () => {
    const client = clientOf();
    await client.accounts.set('ann', grant({ accessToken: 'bad-token', expiresAt: now + 3_600_000 }));
    expect(await failure(client.withAccount('ann').things.mine())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'refused',
      message: expect.stringContaining('the provider refused the token of account "ann"'),
    });
  });

  it.each([
    ['refused', 'a refresh token that the provider refuses without a reason', 0, 'no'],
    ['revoked', 'a refresh token that the provider reports as revoked', 0, 'gone'],
    ['expired', 'a refresh token that the provider refuses after the end of the consent', consentLastsMs, 'no'],
  ])('is %s for %s', async (providerCode, _, ageMs, message) => {
    const client = clientOf();
    await client.accounts.set(
      'ann',
      grant({ refreshToken: 'refresh-secret', expiresAt: now - 1, authorizedAt: now - ageMs }),
    );
    response = [400, { code: 'invalid_grant', message }];
    const { things } = client.withAccount('ann');
    const errors = [await failure(things.mine()), await failure(things.mine())];
    errors.push(await failure(client.accounts.refresh('ann')));
    for (const error of errors) {
      expect(error).toMatchObject({ code: 'reauthorization_required', providerCode, status: 400 });
      expect(shownAs(error)).not.toContain('refresh-secret');
    }
    expect(requests).toHaveLength(2); // the second call fails without a request, and accounts.refresh sends one again
  });
});
