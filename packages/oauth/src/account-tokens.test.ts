import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endpoints, failure, serve, testProvider } from '../../core/test/test-kit.ts';
import { codeFlow } from './code-flow.ts';
import { createUserClient } from './user-client.ts';

const hourMs = 3_600_000;
let now: number;
/** Number of refresh requests that the token endpoint received. */
let refreshes: number;
/** Response of the token endpoint; undefined for a new token each time. */
let refusal: object | undefined;
let server: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
  server = await serve((_, response) => {
    refreshes += 1;
    response.writeHead(refusal ? 400 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refusal ?? { access_token: `secret-${refreshes}`, expires_in: 3600 }));
  });
});
afterAll(() => server.close());
beforeEach(() => {
  now = 1_700_000_000_000;
  refreshes = 0;
  refusal = undefined;
});

const clientOf = () =>
  createUserClient(testProvider(server.url, { clock: { now: () => now } }), endpoints, (tools) =>
    codeFlow(tools, { path: '/authorize', pkce: false, askAgain: 'again', plainHosts: [] }),
  );

/** Creates a client with a grant for `ann` that expires in an hour. */
async function clientOfAnn(more: object = { refreshToken: 'refresh-secret' }) {
  const client = clientOf();
  await client.accounts.set('ann', { accessToken: 'secret-0', expiresAt: now + hourMs, scopes: ['a', 'b'], ...more });
  return client;
}

describe('accounts.token', () => {
  it('resolves to the stored token, its expiry and its scopes without a request while the token is valid', async () => {
    const client = await clientOfAnn();
    now += hourMs / 2;
    const token = await client.accounts.token('ann');
    expect(token).toEqual({ accessToken: 'secret-0', expiresAt: now + hourMs / 2, scopes: ['a', 'b'] });
    expect(refreshes).toBe(0);
  });

  it('refreshes once for 50 calls at the same time, and resolves all of them to the new token and its expiry', async () => {
    const client = await clientOfAnn();
    now += hourMs - 9000; // a token is not used in its last ten seconds
    const tokens = await Promise.all(Array.from({ length: 50 }, () => client.accounts.token('ann')));
    expect(refreshes).toBe(1);
    for (const { accessToken, expiresAt, scopes } of tokens)
      expect([accessToken, expiresAt, scopes]).toEqual(['secret-1', now + hourMs, ['a', 'b']]);
    expect((await client.accounts.token('ann')).accessToken).toBe('secret-1');
    expect(refreshes).toBe(1);
  });

  it('resolves to the valid token in its last five minutes, and refreshes it in the background', async () => {
    const client = await clientOfAnn();
    now += hourMs - 60_000;
    expect((await client.accounts.token('ann')).accessToken).toBe('secret-0');
    await client.close(); // waits for the refresh
    expect(refreshes).toBe(1);
  });

  it('has no expiry for a token that does not expire', async () => {
    const client = await clientOfAnn({ expiresAt: undefined });
    expect((await client.accounts.token('ann')).expiresAt).toBeUndefined();
  });

  it('is plain data whose token is hidden from logs, and never has the refresh token', async () => {
    const client = await clientOfAnn();
    const token = await client.accounts.token('ann');
    expect(await Response.json(token).json()).toEqual({ ...token });
    expect(structuredClone(token)).toEqual(token);
    expect(inspect({ token }, { showHidden: true })).not.toContain('secret');
    expect(token).not.toHaveProperty('refreshToken');
  });

  it('fails with reauthorization_required without a grant, and when the provider refuses the refresh token', async () => {
    const client = await clientOfAnn();
    const required = { code: 'reauthorization_required' };
    expect(await failure(client.accounts.token('ben'))).toMatchObject({
      ...required,
      operation: 'accounts.token',
      providerCode: 'no_grant',
    });
    refusal = { code: 'invalid_grant' };
    now += hourMs;
    expect(await failure(client.accounts.token('ann'))).toMatchObject({ ...required, providerCode: 'refused' });
    expect(await failure(client.accounts.token('ann'))).toMatchObject(required);
    expect(refreshes).toBe(1); // a refusal is final until the grant changes
  });

  it('fails with invalid_params for an empty account ID', async () => {
    expect(await failure(clientOf().accounts.token(''))).toMatchObject({
      code: 'invalid_params',
      operation: 'accounts.token',
    });
  });
});
