import { describe, expect, it } from 'vitest';
import { type Json, startMusic } from './testing.ts';

const basic = (id: string, secret: string) => ({ authorization: `Basic ${btoa(`${id}:${secret}`)}` });

describe('client credentials', () => {
  const music = startMusic();
  const { clientId, clientSecret } = music;

  it.each([
    ['Basic header', { grant_type: 'client_credentials' }, basic(clientId, clientSecret)],
    [
      'form fields',
      { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
      {} as Record<string, string>,
    ],
  ])('gives a token for one hour by %s', async (_, fields, headers) => {
    const response = await music.token(fields, headers);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^BQ\w{100}$/),
      token_type: 'Bearer',
      expires_in: 3600,
    });
  });

  const own = { client_id: clientId, client_secret: clientSecret };
  it.each([
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
  ] as [Record<string, string>, Record<string, string>, string, string][])(
    'refuses %j %j as %s: %s',
    async (fields, headers, error, description) => {
      const response = await music.token(fields, headers);
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({ error, error_description: description });
    },
  );

  it('takes forms only', async () => {
    const json = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
    const response = await music.app.request('/accounts/api/token', json);
    expect([response.status, await response.text()]).toEqual([415, '']);
    expect((await music.app.request('/accounts/api/token')).status).toBe(405);
  });
});

describe('refresh', () => {
  const refreshed = async (music: ReturnType<typeof startMusic>, refreshToken: string, withSecret = true) => {
    const { clientId, clientSecret } = music;
    const response = await music.token({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      ...(withSecret && { client_secret: clientSecret }),
    });
    return (await response.json()) as Json;
  };
  const grant = { userId: 'sandbox', scopes: ['user-read-email', 'user-read-private'] };

  it('gives an access token with the scopes as text, and keeps the refresh token', async () => {
    const music = startMusic();
    const { refreshToken } = music.controls.issueUserToken(grant);
    const body = await refreshed(music, refreshToken);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'user-read-email user-read-private',
    });
    expect((await music.read('/v1/me', body.access_token)).id).toBe('sandbox');
    expect(await refreshed(music, refreshToken)).toHaveProperty('access_token');
    expect(await refreshed(music, refreshToken, false)).toMatchObject({ error_description: 'Invalid client secret' });
  });

  it.each([
    ['pkce', true, true],
    ['pkce', false, false],
    ['always', false, true],
    ['never', true, false],
  ] as const)('rotates by the rule %s (pkce grant: %s): %s', async (refreshRotation, pkce, rotates) => {
    const music = startMusic({ refreshRotation });
    const { refreshToken } = music.controls.issueUserToken({ ...grant, pkce });
    const body = await refreshed(music, refreshToken, !pkce);
    expect('refresh_token' in body).toBe(rotates);
    const again = await refreshed(music, refreshToken, !pkce);
    if (rotates) expect(again).toEqual({ error: 'invalid_grant', error_description: 'Refresh token revoked' });
    else expect(again).toHaveProperty('access_token');
  });

  it('ends half a year after the consent, rotated or not, and when it is revoked', async () => {
    const music = startMusic({ refreshRotation: 'always' });
    const { refreshToken } = music.controls.issueUserToken(grant);
    await music.clock.advance(15_778_000_000);
    const { refresh_token } = await refreshed(music, refreshToken);
    await music.clock.advance(1_000_000);
    expect(await refreshed(music, refresh_token)).toMatchObject({ error_description: 'Refresh token expired' });
    const other = music.controls.issueUserToken(grant);
    expect(music.controls.revokeRefreshToken(other.refreshToken)).toBe(true);
    expect(await refreshed(music, other.refreshToken)).toMatchObject({ error_description: 'Refresh token revoked' });
  });

  it('belongs to one app', async () => {
    const other = { clientId: 'other', clientSecret: 'secret' };
    const music = startMusic({ otherClients: [other] });
    const { refreshToken } = music.controls.issueUserToken({ ...grant, clientId: 'other' });
    expect(await refreshed(music, refreshToken)).toMatchObject({ error_description: 'Invalid refresh token' });
    expect(() => music.controls.issueUserToken({ ...grant, userId: 'nobody' })).toThrow(RangeError);
  });
});
