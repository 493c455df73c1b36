import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Json, startMusic } from '../../../../test/music.ts';
import { createBrowser } from '../../../../test/sign-in.ts';
import type { MusicSandboxOptions } from '../options.ts';

type Fields = Record<string, string>;

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });
const refusal = (error_description: string, error = 'invalid_grant') => ({ error, error_description });
const other = { clientId: 'other', clientSecret: 's' };
const grant = { userId: 'sandbox', scopes: ['user-read-email', 'user-read-private'] };

const redirect_uri = 'http://127.0.0.1:3000/';
const verifier = 'a-verifier.of_the~right_length-and-alphabet-43';
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url');
const pkce = { code_challenge: challengeOf(verifier), code_challenge_method: 'S256' };

/**
 * Starts a sandbox. `authorize` opens its consent page with `changes` to a complete request; undefined omits a
 * parameter.
 */
function startSignIn(options: MusicSandboxOptions = {}) {
  const music = startMusic({ consent: 'approve', ...options });
  const { clientId: client_id, clientSecret: client_secret } = music;
  const authorize = (changes: Record<string, string | undefined> = {}) => {
    const fields = { client_id, redirect_uri, response_type: 'code', scope: 'user-read-email', state: 'x', ...changes };
    const given = Object.entries(fields).filter((field) => field[1] !== undefined) as [string, string][];
    return createBrowser(music.app).open(`/accounts/authorize?${new URLSearchParams(given)}`);
  };
  return {
    ...music,
    own: { client_id, client_secret },
    authorize,
    /** Returns the code that the page sends back. */
    code: async (changes?: Record<string, string | undefined>) =>
      (await authorize(changes)).location?.searchParams.get('code') ?? '',
    /** Exchanges a code; `fields` identify the app. */
    async exchange(code: string, fields: Fields, headers?: Fields): Promise<Json> {
      const response = await music.token({ grant_type: 'authorization_code', code, redirect_uri, ...fields }, headers);
      return response.json();
    },
    async refresh(refreshToken: string, fields: Fields): Promise<Json> {
      return (await music.token({ grant_type: 'refresh_token', refresh_token: refreshToken, ...fields })).json();
    },
  };
}

describe('client credentials', () => {
  const music = startMusic();
  const { clientId, clientSecret } = music;

  const own = { client_id: clientId, client_secret: clientSecret };

  it.each<[string, Fields, Fields]>([
    ['a Basic header', {}, basic(clientId, clientSecret)],
    ['form fields', own, {}],
  ])('returns a token for one hour for credentials in %s', async (_, fields, headers) => {
    const response = await music.token({ grant_type: 'client_credentials', ...fields }, headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^BQ\w{100}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
  });

  it.each<[Fields, Fields, string, string]>([
    [{}, {}, 'unsupported_grant_type', 'grant_type parameter is missing'],
    [
      { grant_type: 'password' },
      {},
      'unsupported_grant_type',
      'grant_type must be client_credentials, authorization_code or refresh_token',
    ],
    [{ grant_type: 'client_credentials' }, {}, 'invalid_client', 'Failed to get client'],
    [{ grant_type: 'client_credentials' }, basic('other', clientSecret), 'invalid_client', 'Invalid client'],
    [{ grant_type: 'client_credentials' }, basic(clientId, 'no'), 'invalid_client', 'Invalid client secret'],
    [{ grant_type: 'client_credentials', client_id: clientId }, {}, 'invalid_client', 'Invalid client secret'],
    [{ grant_type: 'client_credentials' }, { authorization: 'Basic %%%' }, 'invalid_client', 'Failed to get client'],
    [{ grant_type: 'refresh_token', ...own }, {}, 'invalid_request', 'refresh_token must be supplied'],
    [{ grant_type: 'refresh_token', refresh_token: 'x', ...own }, {}, 'invalid_grant', 'Invalid refresh token'],
    [{ grant_type: 'authorization_code', ...own }, {}, 'invalid_request', 'code must be supplied'],
    [
      { grant_type: 'authorization_code', code: 'x', redirect_uri: 'http://127.0.0.1/', ...own },
      {},
      'invalid_grant',
      'Invalid authorization code',
    ],
  ])('refuses %j %j as %s: %s', async (fields, headers, error, description) => {
    const response = await music.token(fields, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(refusal(description, error));
  });

  it('accepts only forms', async () => {
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const response = await music.app.request('/accounts/api/token', json);
    expect([response.status, await response.text()]).toEqual([415, '']);
    expect((await music.app.request('/accounts/api/token')).status).toBe(405);
  });
});

describe('refresh', () => {
  it('returns an access token with the scopes as a string, and keeps the refresh token', async () => {
    const music = startSignIn();
    const { refreshToken } = music.controls.issueUserToken(grant);
    const body = await music.refresh(refreshToken, music.own);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'user-read-email user-read-private',
    });
    expect((await music.read('/v1/me', body.access_token)).id).toBe('sandbox');
    expect(await music.refresh(refreshToken, music.own)).toHaveProperty('access_token');
    expect(await music.refresh(refreshToken, { client_id: music.clientId })).toEqual(
      refusal('Invalid client secret', 'invalid_client'),
    );
  });

  it.each([
    ['pkce', true, true],
    ['pkce', false, false],
    ['always', false, true],
    ['never', true, false],
  ] as const)('rotates by the rule %s (pkce grant: %s): %s', async (refreshRotation, pkce, rotates) => {
    const music = startSignIn({ refreshRotation });
    const { refreshToken } = music.controls.issueUserToken({ ...grant, pkce });
    const app = pkce ? { client_id: music.clientId } : music.own;
    const body = await music.refresh(refreshToken, app);
    expect('refresh_token' in body).toBe(rotates);
    const again = await music.refresh(refreshToken, app);
    if (rotates) expect(again).toEqual(refusal('Refresh token revoked'));
    else expect(again).toHaveProperty('access_token');
  });

  it('stops working half a year after the consent, rotated or not, and when it is revoked', async () => {
    const music = startSignIn({ refreshRotation: 'always' });
    const { refreshToken } = music.controls.issueUserToken(grant);
    await music.clock.advance(15_778_000_000);
    const { refresh_token } = await music.refresh(refreshToken, music.own);
    await music.clock.advance(1_000_000);
    expect(await music.refresh(refresh_token, music.own)).toEqual(refusal('Refresh token expired'));
    const second = music.controls.issueUserToken(grant);
    expect(music.controls.revokeTokens({ token: second.refreshToken })).toBe(1);
    expect(await music.refresh(second.refreshToken, music.own)).toEqual(refusal('Refresh token revoked'));
  });

  it('belongs to one app', async () => {
    const music = startSignIn({ otherClients: [other] });
    const { refreshToken } = music.controls.issueUserToken({ ...grant, clientId: 'other' });
    expect(await music.refresh(refreshToken, music.own)).toEqual(refusal('Invalid refresh token'));
    expect(() => music.controls.issueUserToken({ ...grant, userId: 'nobody' })).toThrow(RangeError);
  });
});

describe('authorize', () => {
  it.each([
    [{ client_id: undefined }, 'Missing required parameter: client_id'],
    [{ redirect_uri: undefined }, 'Missing required parameter: redirect_uri'],
    [{ response_type: undefined }, 'Missing required parameter: response_type'],
    [{ client_id: 'other' }, 'INVALID_CLIENT: Invalid client'],
    [{ redirect_uri: 'https://app.example/' }, 'INVALID_CLIENT: Invalid redirect URI'],
    [{ redirect_uri: 'http://localhost:3000/' }, 'INVALID_CLIENT: Insecure redirect URI'],
    [{ redirect_uri: 'http://app.example/' }, 'INVALID_CLIENT: Insecure redirect URI'],
  ])('shows the user an error for %j', async (changes, text) => {
    const page = await startSignIn().authorize(changes);
    expect([page.status, page.location]).toEqual([400, undefined]);
    expect(page.text).toContain(`<p>${text}</p>`);
  });

  const oddChallenge = 'error=invalid_request&error_description=code_challenge_method+must+be+S256';
  it.each([
    [{ response_type: 'token' }, 'error=unsupported_response_type&error_description=response_type+must+be+code'],
    [{ scope: 'user-read-email user-read-mind' }, 'error=invalid_scope'],
    [{ ...pkce, code_challenge_method: 'plain' }, oddChallenge],
    [{ ...pkce, code_challenge_method: undefined }, oddChallenge],
    [{ ...pkce, code_challenge: undefined }, oddChallenge],
    [{ ...pkce, code_challenge: 'short' }, oddChallenge],
    [{ ...pkce, code_challenge: '' }, oddChallenge],
  ])('reports an error to the app for %j', async (changes, query) => {
    const { status, headers } = await startSignIn().authorize(changes);
    expect([status, headers.get('location')]).toEqual([302, `${redirect_uri}?${query}&state=x`]);
  });

  it('knows each app by its own name and addresses', async () => {
    const named = { ...other, appName: 'Other app', redirectUris: ['https://other.example/'] };
    const music = startSignIn({ consent: 'ask', otherClients: [named] });
    const asked = await music.authorize({ client_id: 'other', redirect_uri: 'https://other.example/' });
    expect(asked.text).toContain('Other app wants to use');
    expect((await music.authorize({ client_id: 'other' })).status).toBe(400);
    expect((await music.authorize()).text).toContain('Sandbox app wants to use');
  });

  it.each([
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/callback', 302],
    ['http://[::1]/callback', 'http://[::1]:49152/callback', 302],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152/other', 400],
    ['http://127.0.0.1/callback', 'http://127.0.0.1:49152@elsewhere.example/callback', 400],
    ['http://127.0.0.1:3000/callback', 'http://127.0.0.1:49152/callback', 400],
    ['https://app.example/callback', 'https://app.example:49152/callback', 400],
  ])('when %s is registered, responds to %s with %i', async (registered, redirect_uri, status) => {
    const music = startSignIn({ redirectUris: [registered] });
    expect((await music.authorize({ redirect_uri })).status).toBe(status);
  });

  it('forgets a consent after half a year', async () => {
    const music = startSignIn();
    await music.authorize();
    expect(music.controls.grants('sandbox')).toHaveLength(1);
    await music.clock.advance(15_778_800_000);
    expect(music.controls.grants('sandbox')).toEqual([]);
  });
});

describe('code exchange', () => {
  it.each<[string, (id: string, secret: string) => [Fields, Fields]]>([
    ['form fields', (client_id, client_secret) => [{ client_id, client_secret }, {}]],
    ['a Basic header', (id, secret) => [{}, basic(id, secret)]],
  ])('returns tokens to an app that authenticates with %s', async (_, credentials) => {
    const music = startSignIn();
    const [fields, headers] = credentials(music.clientId, music.clientSecret);
    const code = await music.code({ scope: 'user-read-email user-top-read' });
    const body = await music.exchange(code, fields, headers);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^BQ\w{100}$/),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'user-read-email user-top-read',
      refresh_token: expect.stringMatching(/^AQ\w{129}$/),
    });
    expect((await music.read('/v1/me', body.access_token)).email).toBe('listener0@example.com');
  });

  const wrong = 'code_verifier was incorrect';
  it.each<[string, Fields, Fields, string, error?: string]>([
    ['no secret', {}, { client_secret: '' }, 'Invalid client secret', 'invalid_client'],
    ['no code', {}, { code: '' }, 'code must be supplied', 'invalid_request'],
    ['no redirect address', {}, { redirect_uri: '' }, 'redirect_uri must be supplied', 'invalid_request'],
    ['another redirect address', {}, { redirect_uri: `${redirect_uri}x` }, 'Invalid redirect URI'],
    ['another app', {}, { client_id: 'other', client_secret: 's' }, 'Invalid authorization code'],
    ['a verifier without a challenge', {}, { code_verifier: verifier }, wrong],
    ['no verifier', pkce, {}, wrong],
    ['a wrong verifier', pkce, { code_verifier: `${verifier}x` }, wrong],
    ['the challenge itself', pkce, { code_verifier: pkce.code_challenge }, wrong],
    ...['v'.repeat(42), 'v'.repeat(129), `${'v'.repeat(42)}!`].map((odd): [string, Fields, Fields, string] => [
      `the verifier ${odd}`,
      { ...pkce, code_challenge: challengeOf(odd) },
      { code_verifier: odd },
      wrong,
    ]),
  ])('with %s is refused', async (_, asked, changes, description, error) => {
    const music = startSignIn({ otherClients: [other] });
    const { client_secret, ...fields } = { ...music.own, ...changes };
    const answer = await music.exchange(await music.code(asked), {
      ...fields,
      ...(client_secret && { client_secret }),
    });
    expect(answer).toEqual(refusal(description, error));
  });

  it('with a verifier needs no secret, and neither does the refresh, which returns a new refresh token', async () => {
    const music = startSignIn();
    const { client_id } = music.own;
    const body = await music.exchange(await music.code(pkce), { client_id, code_verifier: verifier });
    const second = await music.refresh(body.refresh_token, { client_id });
    expect(second.refresh_token).toMatch(/^AQ\w{129}$/);
    expect(await music.refresh(body.refresh_token, { client_id })).toEqual(refusal('Refresh token revoked'));
  });

  it('with a secret and a verifier needs the secret for the refresh', async () => {
    const music = startSignIn();
    const body = await music.exchange(await music.code(pkce), { ...music.own, code_verifier: verifier });
    const { client_id } = music.own;
    expect(await music.refresh(body.refresh_token, { client_id })).toEqual(
      refusal('Invalid client secret', 'invalid_client'),
    );
    expect(await music.refresh(body.refresh_token, music.own)).not.toHaveProperty('refresh_token');
  });

  it('returns refresh tokens that last half a year from the consent, not from the exchange', async () => {
    const music = startSignIn({ codeSeconds: 86_400 });
    const code = await music.code();
    await music.clock.advance(80_000_000);
    const { refresh_token } = await music.exchange(code, music.own);
    await music.clock.advance(15_778_800_000 - 80_000_001);
    expect(await music.refresh(refresh_token, music.own)).toHaveProperty('access_token');
    await music.clock.advance(1);
    expect(await music.refresh(refresh_token, music.own)).toEqual(refusal('Refresh token expired'));
  });

  it('is open to apps in browsers', async () => {
    const music = startSignIn();
    const headers = { origin: 'https://app.example', 'access-control-request-headers': 'authorization' };
    const preflight = await music.app.request('/accounts/api/token', { method: 'OPTIONS', headers });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    expect((await music.token({ grant_type: 'x' })).headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('revoked consent', () => {
  it('ends refresh tokens, of one app or of all, while access tokens stay valid', async () => {
    const music = startSignIn({ otherClients: [other] });
    const own = music.controls.issueUserToken(grant);
    const foreign = music.controls.issueUserToken({ ...grant, clientId: 'other' });
    const others = music.controls.issueUserToken({ ...grant, userId: 'mira' });
    const authorizedAt = music.clock.now();
    expect(music.controls.grants('sandbox')).toEqual([
      { clientId: music.clientId, ...grant, authorizedAt },
      { clientId: 'other', ...grant, authorizedAt },
    ]);
    expect(music.controls.revokeConsent('sandbox', 'other')).toBe(true);
    const asOther = { client_id: 'other', client_secret: 's' };
    expect(await music.refresh(foreign.refreshToken, asOther)).toEqual(refusal('Refresh token revoked'));
    expect(await music.refresh(own.refreshToken, music.own)).toHaveProperty('access_token');
    expect([music.controls.revokeConsent('sandbox'), music.controls.revokeConsent('sandbox')]).toEqual([true, false]);
    expect(await music.refresh(own.refreshToken, music.own)).toMatchObject({ error: 'invalid_grant' });
    expect((await music.get('/v1/me', own.accessToken)).status).toBe(200);
    expect(await music.refresh(others.refreshToken, music.own)).toHaveProperty('access_token');
  });
});
