import type { RateLimitRule } from '@x/core';
import { createClock, createSandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { type AccessTokenSource, createStreamClient, type StreamTokenOptions } from './index.ts';

const scopes = ['user:read:follows'];

/** Creates a sandbox in this process with a stopped clock, and access tokens of its first user. */
async function setup() {
  const clock = createClock(Date.UTC(2026, 10, 21, 12), false);
  const sandbox = await createSandbox({ listen: false, clock });
  const [{ id } = { id: '' }] = sandbox.controls.stream.users();
  const tokenOf = () => sandbox.controls.stream.issueUserToken({ scopes }).accessToken;
  const { clientId, clientSecret, extension, ...options } = sandbox.options.stream;
  const create = (accessToken: AccessTokenSource, own: Partial<StreamTokenOptions> = {}) =>
    createStreamClient({ ...options, retries: 0, clock: sandbox.clock, ...own, accessToken });
  const app = createStreamClient({ ...sandbox.options.stream, retries: 0, validateTokens: false });
  const paths = () => sandbox.requests.map(({ path, status }) => `${path} ${status}`);
  return { sandbox, id, clientId, tokenOf, create, app, paths };
}

describe('a client with an access token', () => {
  it('acts for the user, and asks the provider once for the client ID of the token', async () => {
    const { id, tokenOf, create, paths } = await setup();
    const stream = create(tokenOf);
    const follow = () => stream.channels.followed({ user_id: id });
    expect((await follow()).total).toBeGreaterThan(0);
    await follow();
    expect(paths()).toEqual([
      '/id/oauth2/validate 200',
      '/helix/channels/followed 200',
      '/helix/channels/followed 200',
    ]);
  });

  it('does not ask the provider for the client ID if clientId is given', async () => {
    const { id, clientId, tokenOf, create, paths } = await setup();
    await create(tokenOf(), { clientId }).channels.followed({ user_id: id });
    expect(paths()).toEqual(['/helix/channels/followed 200']);
  });

  it.each([false, true])('calls the function once more when the token is refused (clientId: %s)', async (hasId) => {
    const { sandbox, id, clientId, tokenOf, create } = await setup();
    const old = tokenOf();
    await sandbox.clock.advance(86_400_000);
    const asked = [old, tokenOf()];
    const stream = create(() => asked.shift() ?? asked[0] ?? tokenOf(), hasId ? { clientId } : {});
    expect((await stream.channels.followed({ user_id: id })).total).toBeGreaterThan(0);
    expect(sandbox.requests.filter(({ status }) => status === 401)).toHaveLength(1);
  });

  it.each([false, true])(
    'fails with reauthorization_required when the token has expired (clientId: %s)',
    async (hasId) => {
      const { sandbox, clientId, tokenOf, create } = await setup();
      const stream = create(tokenOf(), hasId ? { clientId } : {});
      await sandbox.clock.advance(86_400_000);
      for (let call = 0; call < 2; call += 1)
        expect(await failure(stream.users.list())).toMatchObject({
          code: 'reauthorization_required',
          providerCode: 'refused',
          message: expect.stringContaining('sign the user in again'),
        });
      expect(sandbox.requests).toHaveLength(1);
    },
  );

  it.each(['app', 'jwt'] as const)(
    "refuses calls that need the app's credentials (%s) before any request",
    async (auth) => {
      const { sandbox, tokenOf, create } = await setup();
      expect(await failure(create(tokenOf()).request('/conduits', {}, { auth }))).toMatchObject({
        code: 'unauthenticated',
        message: expect.stringContaining('create a client with clientId and clientSecret'),
      });
      expect(sandbox.requests).toEqual([]);
    },
  );

  it.each<[object, string]>([
    [{ clientSecret: 'secret' }, 'clientSecret contradicts accessToken'],
    [{ validateTokens: true }, 'validateTokens contradicts accessToken'],
    [{ extension: { secret: '', ownerId: '' } }, 'extension contradicts accessToken'],
    [{ timeOutMs: 5 }, 'unknown option timeOutMs; did you mean timeoutMs?'],
  ])('is refused with %o: %s', (options, problem) => {
    const given = { accessToken: 'access-secret', ...options } as StreamTokenOptions;
    expect(() => createStreamClient(given)).toThrow(`stream client: ${problem}`);
  });
});

describe('withToken', () => {
  it("acts for the token's user, on a client with credentials and on one with a token", async () => {
    const { id, tokenOf, create, app } = await setup();
    for (const stream of [app, create(tokenOf())])
      expect((await stream.withToken(tokenOf()).channels.followed({ user_id: id })).total).toBeGreaterThan(0);
  });

  it('counts requests of the same token together, apart from requests of other users and of the app', async () => {
    const { sandbox } = await setup();
    const counted: string[] = [];
    const rateLimiter = (owner: string) => ({
      take: (rule: RateLimitRule) => {
        counted.push(`${decodeURIComponent(owner).split(' ').slice(3).join(' ')} ${rule.key}`);
        return { waitMs: 0, taken: undefined, release() {} };
      },
      block() {},
      state: () => undefined,
    });
    const stream = createStreamClient({ ...sandbox.options.stream, rateLimiter, retries: 0, validateTokens: false });
    for (const token of ['ann-token', 'bob-token', 'ann-token']) await failure(stream.withToken(token).users.list());
    expect(new Set(counted).size).toBe(2);
    for (const each of counted) expect(each).toMatch(/^token [\da-f]{16} points$/);
    expect(counted.join()).not.toContain('ann-token');
  });
});
