import { nockOnly } from '@x/testing';
import nock from 'nock';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStreamClient } from './index.ts';

const clientId = 'client-id-1234';
const clientSecret = 'client-secret-1234';
const api = 'https://api.twitch.tv';

nockOnly();
beforeEach(() => {
  nock('https://id.twitch.tv')
    .post('/oauth2/token', { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' })
    .reply(200, { access_token: 'app-token', expires_in: 5_000_000, token_type: 'bearer' });
});

const client = () => createStreamClient({ clientId, clientSecret, retries: 0 });

it('sends client id and bearer token, and repeats the key of a list', async () => {
  nock(api, { reqheaders: { 'client-id': clientId, authorization: 'Bearer app-token' } })
    .get('/helix/streams?first=2&user_login=a&user_login=b%20c')
    .reply(200, { data: [], pagination: {} });
  expect(await client().streams.list({ first: 2, user_login: ['a', 'b c'] })).toMatchObject({
    items: [],
    next: undefined,
  });
});

describe('errors of the API', () => {
  it.each([
    [401, { message: 'OAuth token is missing' }, {}, { code: 'unauthenticated', retryable: false }],
    [401, { message: 'Missing scope: bits:read' }, {}, { code: 'permission_denied' }],
    [400, { message: 'Invalid cursor.' }, {}, { code: 'rejected' }],
    [404, { message: '' }, {}, { code: 'not_found' }],
    [409, { message: 'subscription already exists' }, {}, { code: 'conflict' }],
    [
      429,
      { message: 'Too Many Requests' },
      { 'ratelimit-remaining': '10' },
      { code: 'rate_limited', retryable: false },
    ],
    [
      429,
      { message: '' },
      { 'ratelimit-remaining': '0', 'ratelimit-reset': '1000' },
      { code: 'rate_limited', retryable: true, retryAfterMs: 10_000 },
    ],
    [503, { message: '' }, {}, { code: 'unavailable', retryable: true }],
    [502, '<html>', {}, { code: 'unavailable', status: 502 }],
  ])('%i %j %j', async (status, body, headers, expected) => {
    nock(api)
      .get('/helix/games/top')
      .reply(status, body, headers as Record<string, string>);
    const stream = createStreamClient({ clientId, clientSecret, retries: 0, clock: { now: () => 990_000 } });
    await expect(stream.games.top()).rejects.toMatchObject({
      provider: 'stream',
      operation: 'games.top',
      status,
      ...expected,
    });
  });
});
