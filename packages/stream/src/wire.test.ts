import { failure, nockOnly } from '@x/testing';
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

it('a request has the client ID and a bearer token, and repeats the key of an array', async () => {
  nock(api, { reqheaders: { 'client-id': clientId, authorization: 'Bearer app-token' } })
    .get('/helix/streams?first=2&language=a&language=b%20c')
    .reply(200, { data: [], pagination: {} });
  expect(await client().streams.list({ first: 2, language: ['a', 'b c'] })).toMatchObject({
    items: [],
    nextCursor: null,
  });
});

it('a refused call reports how long the API refuses calls, and why it did not wait', async () => {
  nock(api)
    .get('/helix/games/top')
    .reply(429, { message: 'Too Many Requests' }, { 'ratelimit-remaining': '0', 'ratelimit-reset': '1470' });
  const stream = createStreamClient({ clientId, clientSecret, clock: { now: () => 990_000 } });
  await expect(stream.games.top()).rejects.toThrow(
    'games.top: 429 Too Many Requests. Try again in 8 minutes; the call did not wait because maxWaitMs is 65 seconds.',
  );
});

describe('an API error', () => {
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
  ])('is classified by its response: %i %j %j', async (status, body, headers, expected) => {
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

describe("refusals because of the token's owner", () => {
  const own = "match the user ID found in the request's OAuth token.";
  it.each([
    [401, `The ID in broadcaster_id must ${own}`, 'Pass the ID of the user'],
    [401, `The ID in moderator_id must ${own}`, 'Pass the ID of the user'],
    [
      401,
      'The ID in the user_id query parameter must match the user ID in the access token.',
      'Pass the ID of the user',
    ],
    [401, 'incorrect user authorization', 'Pass the ID of the user'],
    [401, 'moderator_id and user token do not match', 'Pass the ID of the user'],
    [401, 'Missing User OAUTH Token', 'client.withAccount'],
    [401, 'Must provide valid app token.', 'not on withAccount'],
    [401, 'The caller is not authorized to delete the specified video.', 'owns it'],
    [401, 'moderator_id is not a guest star moderator', 'moderator'],
    [401, 'the sender does not have a verified phone number', 'verify a phone number'],
    [401, 'The ID in extension_id must match the client ID of the access token.', "extension's own client ID"],
    [401, 'The channel_id of the JWT is that of another channel.', "extension's own client ID"],
    [403, "The user in moderator_id is not one of the broadcaster's moderators.", 'moderator'],
    [403, "You don't have permission to perform that action.", 'moderator'],
    [400, 'The requesting user must be a channel moderator.', 'moderator'],
  ])(
    '%i "%s" is permission_denied with a remedy, and nothing is refreshed or repeated',
    async (status, message, remedy) => {
      nock.cleanAll(); // no authorization server responds: a refresh would fail this test
      nock(api).delete('/helix/videos?id=1').reply(status, { status, message });
      const stream = createStreamClient({ clientId, clientSecret, retries: 3, validateTokens: false });
      await stream.accounts.set('ann', { accessToken: 'user-token', refreshToken: 'again' });
      const error = await failure(stream.withAccount('ann').videos.delete({ id: ['1'] }));
      expect(error).toMatchObject({ code: 'permission_denied', status, retryable: false });
      expect(String(error)).toContain(remedy);
    },
  );

  it.each(['Client ID and OAuth token do not match', 'Client-Id header required', 'OAuth token is missing'])(
    '401 "%s" is unauthenticated: it is about the credentials themselves',
    async (message) => {
      nock(api).get('/helix/games/top').reply(401, { status: 401, message });
      expect(await failure(client().games.top())).toMatchObject({ code: 'unauthenticated', status: 401 });
    },
  );
});

describe('a strict client accepts odd forms that the API was seen to send, such as', () => {
  const strict = () => createStreamClient({ clientId, clientSecret, retries: 0, validation: 'strict' });
  const team = {
    id: '1',
    team_name: 'otters',
    team_display_name: 'Otters',
    info: '',
    background_image_url: null,
    banner: null,
    created_at: '2020-01-01T00:00:00Z',
    updated_at: '2020-01-01T00:00:00Z',
  };
  const broadcaster = { broadcaster_id: '7', broadcaster_login: 'ann', broadcaster_name: 'Ann' };

  it('a team without logo, times and members', async () => {
    const bare = { ...team, thumbnail_url: null, created_at: null, updated_at: null };
    nock(api)
      .get('/helix/teams?id=1')
      .reply(200, { data: [bare] });
    expect(await strict().teams.get({ id: '1' })).toEqual(bare);
  });

  it("a channel's team without a logo", async () => {
    const found = { ...broadcaster, ...team, thumbnail_url: null };
    nock(api)
      .get('/helix/teams/channel?broadcaster_id=7')
      .reply(200, { data: [found] });
    expect((await strict().teams.ofChannel({ broadcaster_id: '7' })).items).toEqual([found]);
  });

  it('a schedule without segments, in a list and after a change', async () => {
    const schedule = { ...broadcaster, segments: null, vacation: null };
    nock(api).get('/helix/schedule?broadcaster_id=7').reply(200, { data: schedule, pagination: {} });
    expect((await strict().schedule.segments.list({ broadcaster_id: '7' })).items).toEqual([]);
    nock.cleanAll();
    nock(api).patch('/helix/schedule/segment?broadcaster_id=7&id=s').reply(200, { data: schedule });
    const ann = createStreamClient({ clientId, clientSecret, retries: 0, validation: 'strict', validateTokens: false });
    await ann.accounts.set('ann', { accessToken: 'user-token' });
    const changed = await ann.withAccount('ann').schedule.segments.update({ broadcaster_id: '7', id: 's', title: 'x' });
    expect(changed).toEqual(schedule);
  });

  const asAnn = async () => {
    const ann = createStreamClient({ clientId, clientSecret, retries: 0, validation: 'strict', validateTokens: false });
    await ann.accounts.set('ann', { accessToken: 'user-token' });
    nock.cleanAll();
    return ann.withAccount('ann');
  };
  type Ann = Awaited<ReturnType<typeof asAnn>>;

  it.each<[name: string, path: string, call: (ann: Ann) => PromiseLike<{ items: readonly unknown[] }>]>([
    ['polls', 'polls', (ann) => ann.polls.list({ broadcaster_id: '7' })],
    ['predictions', 'predictions', (ann) => ann.predictions.list({ broadcaster_id: '7' })],
    ['teams of a channel', 'teams/channel', (ann) => ann.teams.ofChannel({ broadcaster_id: '7' })],
  ])('a list of %s that is null instead of empty', async (_, path, call) => {
    const ann = await asAnn();
    nock(api).get(`/helix/${path}?broadcaster_id=7`).reply(200, { data: null });
    expect((await call(ann)).items).toEqual([]);
  });

  it.each<[name: string, path: string, call: (ann: Ann) => PromiseLike<unknown>]>([
    ['charity campaign', 'charity/campaigns?broadcaster_id=7', (ann) => ann.charity.get({ broadcaster_id: '7' })],
    [
      'Guest Star session',
      'guest_star/session?broadcaster_id=7&moderator_id=7',
      (ann) => ann.guestStar.sessions.get({ broadcaster_id: '7', moderator_id: '7' }),
    ],
    [
      'pinned message',
      'chat/pins?broadcaster_id=7&moderator_id=7',
      (ann) => ann.chat.pins.get({ broadcaster_id: '7', moderator_id: '7' }),
    ],
  ])('a missing %s, as null instead of an empty list', async (_, path, call) => {
    const ann = await asAnn();
    nock(api).get(`/helix/${path}`).reply(200, { data: null });
    expect(await call(ann)).toBeUndefined();
  });
});
