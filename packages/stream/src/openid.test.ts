import { createClock, createSandbox } from '@x/sandbox/stream';
import { expect, it } from 'vitest';
import { createStreamClient, type StreamUser } from './index.ts';
import { createIdTokenVerifier, type IdTokenOptions } from './openid.ts';

const redirectUri = 'http://127.0.0.1:3000/back';

/** Signs a user in on a sandbox, and returns the user as the function `account` gets it. */
async function signIn(scopes: readonly string[] = ['openid', 'user:read:email']) {
  const clock = createClock({ frozen: true });
  const sandbox = await createSandbox({ listen: false, clock, stream: { consent: 'approve' } });
  const { options } = sandbox;
  const stream = createStreamClient({ ...options.stream, clock, validateTokens: false });
  const { url, session } = await stream.oauth.authorize({ redirectUri, scopes });
  const callbackUrl = (await sandbox.fetch(url, { redirect: 'manual' })).headers.get('location') ?? '';
  let user: StreamUser | undefined;
  const account = (found: StreamUser) => {
    user = found;
    return found.user_id;
  };
  await stream.oauth.exchange({ account, callbackUrl, session });
  const { clientId, authUrl, fetch } = options.stream;
  const verifierWith = (more: Partial<IdTokenOptions> = {}) =>
    createIdTokenVerifier({ clientId, authUrl, fetch, clock, ...more });
  return { sandbox, clock, url, user: user as StreamUser, verifierWith };
}

it('an app logs its users in with a verified ID token', async () => {
  const { user, verifierWith, sandbox, url } = await signIn();
  const verify = verifierWith();
  expect(await verify(user)).toMatchObject({
    sub: user.user_id,
    preferred_username: expect.any(String),
    picture: expect.stringMatching(/^https:/),
    email: `${user.login}@mail.example`,
    email_verified: true,
  });
  await verify(user);
  expect(sandbox.requests.filter(({ path }) => path.endsWith('/keys'))).toHaveLength(1);
  expect(new URL(url).searchParams.get('nonce')).toBe(user.nonce);
});

it('an ID token has no email address without the scope for it', async () => {
  const { user, verifierWith } = await signIn(['openid']);
  expect(await verifierWith()(user)).not.toHaveProperty('email');
});

it('a user has no ID token without the scope openid', async () => {
  const { user, verifierWith, url } = await signIn(['user:read:email']);
  expect(url).not.toMatch(/nonce|claims/);
  expect(user).not.toHaveProperty('id_token');
  await expect(verifierWith()(user)).rejects.toMatchObject({
    code: 'invalid_params',
    message: 'createIdTokenVerifier: the user has no id_token. Request the scope openid',
  });
});

it.each<[string, Partial<StreamUser>, Partial<IdTokenOptions>]>([
  ['another nonce', { nonce: 'other' }, {}],
  ['no nonce', { nonce: undefined }, {}],
  ['another user', { user_id: '1' }, {}],
  ['no JWT', { id_token: 'x.y.z' }, {}],
  ['another app', {}, { clientId: 'other' }],
  ['a later time', {}, { clock: { now: () => Date.UTC(2100, 0) } }],
])('refuses an ID token with %s', async (_, changes, options) => {
  const { user, verifierWith } = await signIn();
  const refused = verifierWith(options)({ ...user, ...changes });
  await expect(refused).rejects.toMatchObject({ code: 'permission_denied', retryable: false });
});

it('refuses an ID token whose claims were changed, without showing it', async () => {
  const { user, verifierWith } = await signIn();
  const [header, claims = '', signature] = (user.id_token ?? '').split('.');
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), email: 'other@mail.example' };
  const id_token = [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
  const error = await verifierWith()({ ...user, id_token }).catch((reason) => reason);
  expect(error.message).toBe(
    'createIdTokenVerifier: the ID token is not valid: signature verification failed. Sign the user in again',
  );
});

it('does not blame the user when the keys cannot be fetched', async () => {
  const { user, verifierWith, sandbox } = await signIn();
  sandbox.faults.add({ path: /keys$/, status: 503 });
  await expect(verifierWith()(user)).rejects.toMatchObject({ code: 'unavailable', retryable: true });
});
