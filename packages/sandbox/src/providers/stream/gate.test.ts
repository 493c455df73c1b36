import { expect, test } from 'vitest';
import { testContext } from '../../../test/sandbox.ts';
import { testStream } from '../../../test/stream.ts';
import { createStreamSandbox } from './index.ts';

test('the gate checks in order: token present, known, client, kind, scope, parameters', async () => {
  const { request, appToken, controls, clientId } = testStream();
  const app = await appToken();
  const { accessToken: bare, userId } = controls.issueUserToken();
  const { accessToken: scoped } = controls.issueUserToken({ scopes: ['user:read:follows'] });
  const bearer = (token: string) => `Bearer ${token}`;
  const cases: [Record<string, string>, string, number, string][] = [
    [{}, '', 401, 'OAuth token is missing'],
    [{ 'client-id': clientId }, '', 401, 'OAuth token is missing'],
    [{ authorization: bearer('nope') }, '', 401, 'Invalid OAuth token'],
    [{ authorization: `Basic ${app}`, 'client-id': clientId }, '', 401, 'Invalid OAuth token'],
    [{ authorization: bearer(app) }, '', 401, 'Client-Id header required'],
    [{ authorization: bearer(app), 'client-id': 'x' }, '', 401, 'Client ID and OAuth token do not match'],
    [{ authorization: bearer(app), 'client-id': clientId }, '', 401, 'Missing User OAUTH Token'],
    [{ authorization: bearer(bare), 'client-id': clientId }, '', 401, 'Missing scope: user:read:follows'],
    [{ authorization: bearer(scoped), 'client-id': clientId }, '', 400, 'Missing required parameter "user_id"'],
    [
      { authorization: bearer(scoped), 'client-id': clientId },
      '?user_id=me',
      400,
      'The parameter "user_id" was malformed: value must be a numeric',
    ],
    [
      { authorization: bearer(scoped), 'client-id': clientId },
      '?user_id=1',
      401,
      "The ID in user_id must match the user ID found in the request's OAuth token.",
    ],
  ];
  for (const [headers, query, status, message] of cases) {
    const answer = await request(`/helix/channels/followed${query}`, { headers });
    expect(answer.body).toEqual({ error: status === 401 ? 'Unauthorized' : 'Bad Request', status, message });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('ratelimit-limit')).toBe('800');
  }
  const ok = await request(`/helix/channels/followed?user_id=${userId}`, {
    headers: { Authorization: `bearer ${scoped}`, 'Client-ID': clientId },
  });
  expect(ok.status).toBe(200);
});

test('tokens end when they expire, on the clock or by a control', async () => {
  const { get, controls, clock, appToken } = testStream({ appTokenSeconds: 60 });
  const token = await appToken();
  await clock.advance(59_000);
  expect((await get('/games/top', token)).status).toBe(200);
  await clock.advance(1_000);
  expect((await get('/games/top', token)).body.message).toBe('Invalid OAuth token');
  const { accessToken } = controls.issueUserToken();
  expect((await get('/users', accessToken)).status).toBe(200);
  expect(controls.expireTokens({ token: accessToken })).toBe(1);
  expect((await get('/users', accessToken)).status).toBe(401);
  expect(() => controls.issueUserToken({ userId: 'nobody' })).toThrow(RangeError);
});

test('each app and each user has a bucket that refills continuously, and there is no Retry-After', async () => {
  const { get, controls, clock, appToken } = testStream({ limits: { capacity: 3, refillPerMinute: 60 } });
  const app = await appToken();
  const { accessToken } = controls.issueUserToken();
  const state = ({ status, headers }: Awaited<ReturnType<typeof get>>) => [status, headers.get('ratelimit-remaining')];
  expect(state(await get('/games/top', app))).toEqual([200, '2']);
  expect(state(await get('/games/top?first=0', app))).toEqual([400, '1']);
  expect(state(await get('/nowhere', app))).toEqual([404, '1']);
  expect(state(await get('/games/top', await appToken()))).toEqual([200, '0']);
  const refused = await get('/games/top', app);
  expect(state(refused)).toEqual([429, '0']);
  expect(refused.body).toEqual({ error: 'Too Many Requests', status: 429, message: 'Request limit exceeded' });
  expect(refused.headers.get('retry-after')).toBeNull();
  const reset = Number(refused.headers.get('ratelimit-reset')) * 1000 - clock.now();
  expect(reset).toBeGreaterThan(2_000);
  expect(reset).toBeLessThan(4_001);
  expect(state(await get('/games/top', accessToken))).toEqual([200, '2']);
  await clock.advance(1_000);
  expect((await get('/games/top', app)).status).toBe(200);
});

test('an endpoint with its own limit responds with 429 even with points left', async () => {
  const { get, clock } = testStream({ limits: { endpoints: { 'GET /clips': { limit: 1, windowMs: 60_000 } } } });
  expect((await get('/clips?id=x')).status).toBe(200);
  const refused = await get('/clips?id=x');
  expect(refused.body).toEqual({ error: 'Too Many Requests', status: 429, message: 'Too Many Requests' });
  expect(Number(refused.headers.get('ratelimit-remaining'))).toBeGreaterThan(0);
  expect((await get('/videos?id=2000000000')).status).toBe(200);
  await clock.advance(60_001);
  expect((await get('/clips?id=x')).status).toBe(200);
});

test.each([
  [{ limits: { endpoints: { 'GET /clip': { limit: 1, windowMs: 1 } } } }, 'GET /clip'],
  [{ users: 3, streams: 4 }, 'streams'],
  [{ games: 0 }, 'games must be a whole number'],
  [{ clips: 1.5 }, 'clips must be a whole number'],
])('impossible options %j are refused immediately', (options, problem) => {
  expect(() => createStreamSandbox(testContext('stream'), options)).toThrow(problem);
});

test('unknown endpoints get a 404, and retired ones a 410', async () => {
  const { request } = testStream();
  expect((await request('/helix/nowhere')).body).toEqual({ error: 'Not Found', status: 404, message: '' });
  expect((await request('/helix/streams', { method: 'DELETE' })).status).toBe(404);
  for (const path of ['users/follows', 'hypetrain/events', 'soundtrack/current_track', 'entitlements/codes'])
    expect((await request(`/helix/${path}`)).body).toEqual({
      error: 'Gone',
      status: 410,
      message: 'This API is not available.',
    });
});

test('requests from any origin are allowed', async () => {
  const { request } = testStream();
  const headers = { origin: 'https://app.example', 'access-control-request-headers': 'authorization,client-id' };
  const preflight = await request('/helix/streams', { method: 'OPTIONS', headers });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
});

test('a trailing slash is accepted, except from extension back ends', async () => {
  const { get, send } = testStream();
  expect((await get('/games/top/')).status).toBe(200);
  expect((await send('POST', '/extensions/pubsub/')).status).toBe(404);
});

test('booleans in the query may be capitalized', async () => {
  const { get } = testStream();
  const live = async (value: string) => (await get(`/search/channels?query=a&live_only=${value}`)).body;
  expect((await live('True')).data).toEqual((await live('true')).data);
  expect((await live('False')).data).toEqual((await live('false')).data);
});

test('PATCH /channels also accepts the ID in the body', async () => {
  const { send, controls } = testStream();
  const { accessToken, userId } = controls.issueUserToken({ scopes: ['channel:manage:broadcast'] });
  const change = (broadcaster_id: string) => send('PATCH', '/channels', accessToken, { broadcaster_id, title: 'New' });
  expect((await change(userId)).status).toBe(204);
  expect((await change('1')).body.message).toBe('incorrect user authorization');
});
