import { createClock, createSandbox, type SandboxOptions } from '@x/sandbox';
import { failure, untyped } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { createMusicClient, type MusicClient, type MusicOptions, type PrivateUser } from './index.ts';

const redirectUri = 'http://127.0.0.1:3000/back';
const scopes = ['user-library-read', 'user-read-private'];
const dayMs = 86_400_000;

/**
 * Creates a sandbox in this process with a frozen clock, whose users confirm the consent page immediately, and a client
 * for it.
 */
async function setup(music: SandboxOptions['music'] = {}, publicClient = false) {
  const clock = createClock({ frozen: true });
  const sandbox = await createSandbox({ listen: false, clock, music: { consent: 'approve', ...music } });
  const { clientSecret, ...options } = sandbox.options.music;
  const events: object[] = [];
  const common = { ...options, retries: 0, clock: sandbox.clock, onEvent: (event: object) => events.push(event) };
  const client = publicClient
    ? createMusicClient({ ...common, clientType: 'public' })
    : createMusicClient({ ...common, clientSecret });
  const tokenRequests = () => sandbox.requests.filter(({ path }) => path === '/accounts/api/token').length;
  async function consent(url: string): Promise<string> {
    const answer = await sandbox.fetch(url, { redirect: 'manual' });
    return answer.headers.get('location') ?? '';
  }
  async function signIn(account: string): Promise<void> {
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    await client.oauth.exchange({ account, callbackUrl: await consent(url), session });
  }
  return { sandbox, client, events, tokenRequests, consent, signIn };
}

describe.each([
  ['confidential', false],
  ['public', true],
])('a %s client', (_, isPublic) => {
  it('signs a user in, and renews an expired token once for 50 calls', async () => {
    const { sandbox, client, tokenRequests, signIn } = await setup({}, isPublic);
    await signIn('ann');
    const ann = client.withAccount('ann');
    expect((await ann.library.tracks.list({ limit: 1 })).items).toHaveLength(1);
    for (let round = 1; round <= 3; round += 1) {
      await sandbox.clock.advance(3_600_000);
      const before = tokenRequests();
      await Promise.all(Array.from({ length: 50 }, () => ann.users.me()));
      expect(tokenRequests() - before).toBe(1);
    }
  });

  it('cannot exchange a code with the verifier of another sign-in', async () => {
    const { client, consent } = await setup({}, isPublic);
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    const { codeVerifier } = (await client.oauth.authorize({ redirectUri, scopes })).session;
    const given = { account: 'ann', callbackUrl: await consent(url), session: { ...session, codeVerifier } };
    expect(await failure(client.oauth.exchange(given))).toMatchObject({
      code: 'reauthorization_required',
      message: expect.stringContaining('code_verifier'),
    });
  });
});

it('reports that the user denied access', async () => {
  const { signIn } = await setup({ consent: 'deny' });
  expect(await failure(signIn('ann'))).toMatchObject({ code: 'permission_denied', providerCode: 'access_denied' });
});

it('refuses localhost, which the provider does not accept', async () => {
  const { client } = await setup();
  expect(await failure(client.oauth.authorize({ redirectUri: 'http://localhost:3000/back' }))).toMatchObject({
    code: 'invalid_params',
    message: expect.stringContaining('127.0.0.1'),
  });
});

it('announces when the consent is about to end, and requires a new one afterward', async () => {
  const { sandbox, client, events, signIn } = await setup();
  await signIn('ann');
  const ann = client.withAccount('ann');
  const ending = () => events.filter((event) => 'outcome' in event && event.outcome === 'ending').length;
  const announced: number[] = [];
  for (let month = 1; month <= 5; month += 1) {
    await sandbox.clock.advance(30 * dayMs);
    await ann.users.me();
    announced.push(ending());
  }
  expect(announced).toEqual([0, 0, 0, 0, 1]);
  await sandbox.clock.advance(40 * dayMs);
  expect(await failure(ann.users.me())).toMatchObject({ code: 'reauthorization_required' });
  await signIn('ann');
  await ann.users.me();
});

describe('oauth.exchange with a function as account', () => {
  it('stores the grant under the account that the function returns for the user from GET /v1/me', async () => {
    const { sandbox, client, consent } = await setup();
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    const back = { callbackUrl: await consent(url), session };
    const { account } = await client.oauth.exchange({ account: async ({ id }) => `user ${id}`, ...back });
    const { id } = await client.withAccount(account).users.me();
    expect(account).toBe(`user ${id}`);
    expect(sandbox.requests.map(({ path }) => path).filter((path) => path.endsWith('/me'))).toHaveLength(2);
  });

  it('stores nothing when the function returns an invalid account', async () => {
    const { client, consent } = await setup();
    const { url, session } = await client.oauth.authorize({ redirectUri, scopes });
    const back = { callbackUrl: await consent(url), session };
    const users: PrivateUser[] = [];
    const account = (user: PrivateUser) => {
      users.push(user);
      return '';
    };
    expect(await failure(client.oauth.exchange({ account, ...back }))).toMatchObject({
      code: 'invalid_params',
      operation: 'oauth.exchange',
    });
    expect(users).toHaveLength(1);
    expect(await client.accounts.get(users[0]?.id ?? '')).toBeUndefined();
  });
});

describe('accounts.token', () => {
  it('resolves to the same token while it is valid, and refreshes it once for 50 calls when it has expired', async () => {
    const { sandbox, client, tokenRequests, signIn } = await setup();
    await signIn('ann');
    const before = tokenRequests();
    const first = await client.accounts.token('ann');
    expect((await client.accounts.token('ann')).accessToken).toBe(first.accessToken);
    expect(first).toEqual({ accessToken: first.accessToken, expiresAt: sandbox.clock.now() + 3_600_000, scopes });
    expect(tokenRequests() - before).toBe(0);
    await sandbox.clock.advance(3_600_000);
    const tokens = await Promise.all(Array.from({ length: 50 }, () => client.accounts.token('ann')));
    expect(tokenRequests() - before).toBe(1);
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1);
    const [second] = tokens;
    expect(second?.expiresAt).toBe(sandbox.clock.now() + 3_600_000);
    const me = await sandbox.fetch(`${sandbox.options.music.baseUrl}/v1/me`, {
      headers: { authorization: `Bearer ${second?.accessToken}` },
    });
    expect(me.status).toBe(200);
  });

  it('fails with reauthorization_required for a user who removed the app', async () => {
    const { sandbox, client, signIn } = await setup();
    await signIn('ann');
    const { id } = await client.withAccount('ann').users.me();
    sandbox.controls.music.revokeConsent(id);
    await sandbox.clock.advance(3_600_000);
    expect(await failure(client.accounts.token('ann'))).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'revoked',
    });
  });
});

describe('the providerCode of reauthorization_required', () => {
  it('is no_grant for a user who never signed in', async () => {
    const { client } = await setup();
    expect(await failure(client.withAccount('ann').users.me())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'no_grant',
    });
  });

  it('is revoked for a user who removed the app', async () => {
    const { sandbox, client, signIn } = await setup();
    await signIn('ann');
    const { id } = await client.withAccount('ann').users.me();
    sandbox.controls.music.revokeConsent(id);
    await sandbox.clock.advance(3_600_000);
    expect(await failure(client.withAccount('ann').users.me())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'revoked',
    });
  });

  it('is expired for a user who consented more than six months ago, as accounts.get announced', async () => {
    const { sandbox, client, signIn } = await setup();
    await signIn('ann');
    const signedInAt = sandbox.clock.now();
    expect(await client.accounts.get('ann')).toMatchObject({
      scopes,
      authorizedAt: signedInAt,
      obtainedAt: signedInAt,
      expiresAt: signedInAt + 3_600_000,
      endsAt: signedInAt + 180 * dayMs,
    });
    await sandbox.clock.advance(200 * dayMs);
    expect(await failure(client.withAccount('ann').users.me())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'expired',
    });
  });

  it('is refused for a refresh token that the provider does not know', async () => {
    const { sandbox, client } = await setup();
    await client.accounts.set('ann', { accessToken: 'a', refreshToken: 'unknown', expiresAt: sandbox.clock.now() - 1 });
    expect(await failure(client.withAccount('ann').users.me())).toMatchObject({
      code: 'reauthorization_required',
      providerCode: 'refused',
    });
  });
});

it('a public client has no secret, so it has no endpoints, and other app calls fail with unauthenticated', async () => {
  const { client, sandbox } = await setup({}, true);
  expect(client).not.toHaveProperty('markets');
  expect(client.withAccount('ann')).toHaveProperty('markets');
  const { request } = untyped<MusicClient>(client);
  expect(await failure(request('/v1/markets'))).toMatchObject({ code: 'unauthenticated' });
  const contradiction = untyped<MusicOptions>({ ...sandbox.options.music, clientType: 'public' });
  expect(() => createMusicClient(contradiction)).toThrow("music client: clientSecret contradicts clientType: 'public'");
});
