import { expect, test } from 'vitest';
import { testStream } from '../../../../test/stream.ts';

const client = { client_id: 'sandboxstreamclientid000000000', client_secret: 'sandboxstreamclientsecret00000' };
const app = { ...client, grant_type: 'client_credentials' };
const tokenPath = '/id/oauth2/token';

test('client credentials give an app token, from the form or the query', async () => {
  const { post, request, clock } = testStream({ appTokenSeconds: 100 });
  const first = await post(tokenPath, { ...app, scope: 'ignored' });
  expect(first).toMatchObject({ status: 200, body: { expires_in: 100, token_type: 'bearer' } });
  expect(Object.keys(first.body)).toEqual(['access_token', 'expires_in', 'token_type']);
  expect(first.body.access_token).toMatch(/^[a-z0-9]{30}$/);
  expect(first.headers.get('access-control-allow-origin')).toBe('*');
  const second = await request(`${tokenPath}?${new URLSearchParams(app)}`, { method: 'POST' });
  expect(second.status).toBe(200);

  const validate = (token: string, scheme = 'OAuth') =>
    request('/id/oauth2/validate', { headers: { authorization: `${scheme} ${token}` } });
  expect((await validate(first.body.access_token)).body).toEqual({
    client_id: client.client_id,
    scopes: null,
    expires_in: expect.toSatisfy((seconds: number) => seconds === 99 || seconds === 100),
  });
  expect((await validate(second.body.access_token, 'Bearer')).status).toBe(200);
  await clock.advance(100_000);
  expect(await validate(first.body.access_token)).toMatchObject({
    status: 401,
    body: { status: 401, message: 'invalid access token' },
  });
});

test.each([
  ['no client', {}, 400, 'missing client id'],
  ['unknown client', { ...app, client_id: 'x' }, 400, 'invalid client'],
  ['no grant type', client, 400, 'missing grant type'],
  ['odd grant type', { ...app, grant_type: 'constructor' }, 400, 'invalid grant type'],
  ['no secret', { client_id: client.client_id, grant_type: 'client_credentials' }, 400, 'missing client secret'],
  ['wrong secret', { ...app, client_secret: 'x' }, 403, 'invalid client secret'],
  ['made-up code', { ...client, grant_type: 'authorization_code', code: 'x' }, 400, 'Invalid authorization code'],
])('a token request with %s is refused', async (_, fields, status, message) => {
  const answer = await testStream().post(tokenPath, fields as Record<string, string>);
  expect(answer).toMatchObject({ status, body: { status, message } });
  expect(answer.body).toEqual({ status, message });
});

test('fields in a JSON body are ignored', async () => {
  const init = { method: 'POST', body: JSON.stringify(app), headers: { 'content-type': 'application/json' } };
  expect((await testStream().request(tokenPath, init)).body.message).toBe('missing client id');
});

test('a confidential client refreshes with the same token, and old access tokens keep working', async () => {
  const { post, controls, get, clock } = testStream();
  const scopes = ['user:read:follows', 'user:read:email'];
  const { accessToken, refreshToken, userId } = controls.issueUserToken({ scopes });
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
  const first = await post(tokenPath, refresh);
  expect(first).toMatchObject({
    status: 200,
    body: { refresh_token: refreshToken, scope: scopes, token_type: 'bearer', expires_in: 14_400 },
  });
  expect(first.body.access_token).not.toBe(accessToken);
  expect((await post(tokenPath, { ...refresh, scope: 'user:read:email' })).body.scope).toEqual(['user:read:email']);
  for (const token of [accessToken, first.body.access_token])
    expect((await get('/users', token)).body.data[0].id).toBe(userId);
  await clock.advance(14_400_000);
  expect((await get('/users', accessToken)).status).toBe(401);
});

test('a public client refreshes without a secret; each refresh token works once and expires if unused', async () => {
  const { post, controls, clock } = testStream({ clientType: 'public', reuseRevokes: false });
  const refresh = (refresh_token: string) =>
    post(tokenPath, { client_id: client.client_id, grant_type: 'refresh_token', refresh_token });
  const { refreshToken } = controls.issueUserToken();
  const { body } = await refresh(refreshToken);
  expect(body.refresh_token).toMatch(/^[a-z0-9]{50}$/);
  expect((await refresh(refreshToken)).body).toEqual({
    error: 'Bad Request',
    status: 400,
    message: 'Invalid refresh token',
  });
  await clock.advance(29 * 86_400_000);
  const later = await refresh(body.refresh_token);
  expect(later.status).toBe(200);
  await clock.advance(31 * 86_400_000);
  expect((await refresh(later.body.refresh_token)).body.message).toBe('Invalid refresh token');
});

test('invalid refreshes are refused', async () => {
  const { post, controls } = testStream();
  const { refreshToken, userId } = controls.issueUserToken({ scopes: ['user:read:email'] });
  const refresh = (fields: object) => post(tokenPath, { ...client, grant_type: 'refresh_token', ...fields });
  const known = { refresh_token: refreshToken };
  const cases: [object, number, string][] = [
    [{}, 400, 'missing refresh token'],
    [{ refresh_token: 'x' }, 400, 'Invalid refresh token'],
    [{ ...known, client_secret: '' }, 400, 'missing client secret'],
    [{ ...known, client_secret: 'x' }, 403, 'invalid client secret'],
    [{ ...known, scope: 'user:read:email bits:read' }, 400, "invalid scope requested: 'bits:read'"],
  ];
  for (const [fields, status, message] of cases)
    expect(await refresh(fields)).toMatchObject({ status, body: { status, message } });
  expect(controls.revokeTokens({ userId })).toBe(1);
  expect((await refresh(known)).body.message).toBe('Invalid refresh token');
});

test('at most 50 access tokens of one refresh token are valid', async () => {
  const { post, controls, get } = testStream();
  const { accessToken, refreshToken } = controls.issueUserToken();
  const refresh = { ...client, grant_type: 'refresh_token', refresh_token: refreshToken };
  for (let count = 0; count < 49; count += 1) await post(tokenPath, refresh);
  expect((await get('/users', accessToken)).status).toBe(200);
  await post(tokenPath, refresh);
  expect((await get('/users', accessToken)).status).toBe(401);
});

test('validate reports a user token’s owner and scopes', async () => {
  const { request, controls, clock } = testStream();
  const { accessToken, userId } = controls.issueUserToken({ scopes: ['user:read:email'], expiresInSeconds: 60 });
  await clock.advance(10_500);
  const { body } = await request('/id/oauth2/validate', { headers: { authorization: `OAuth ${accessToken}` } });
  expect(body).toEqual({
    client_id: client.client_id,
    login: expect.stringMatching(/^[a-z0-9]+$/),
    scopes: ['user:read:email'],
    user_id: userId,
    expires_in: 49,
  });
  expect(await request('/id/oauth2/validate')).toMatchObject({
    status: 401,
    body: { status: 401, message: 'missing authorization token' },
  });
});

test('revoke ends a token', async () => {
  const { post, appToken, get } = testStream();
  const token = await appToken();
  const id = client.client_id;
  const cases: [Record<string, string>, number, string][] = [
    [{ token }, 400, 'missing client id'],
    [{ client_id: 'No such id', token }, 400, 'Invalid client_id: No such id'],
    [{ client_id: 'x'.repeat(30), token }, 404, 'client does not exist'],
    [{ client_id: id }, 400, 'missing oauth token'],
    [{ client_id: id, token: 'x' }, 400, 'Invalid token'],
  ];
  for (const [fields, status, message] of cases)
    expect(await post('/id/oauth2/revoke', fields)).toMatchObject({ status, body: { status, message } });
  expect(await post('/id/oauth2/revoke', { client_id: id, token })).toMatchObject({ status: 200, body: '' });
  expect((await get('/streams', token)).body.message).toBe('Invalid OAuth token');
  expect((await post('/id/oauth2/revoke', { client_id: id, token })).body.message).toBe('Invalid token');
});
