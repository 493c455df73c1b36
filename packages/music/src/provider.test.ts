import { failure, nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, it } from 'vitest';
import { createClient, createMusicClient, type MusicClient, type MusicOptions, musicProvider } from './index.ts';
import { tracks } from './resources/tracks.ts';

const api = 'https://api.spotify.com';
const accounts = 'https://accounts.spotify.com';
const id = 'a'.repeat(22);
const clock = { now: () => Date.UTC(2026, 7, 1) };

const create = (options: Partial<MusicOptions> = {}) =>
  createMusicClient({ clientId: 'the-client', clientSecret: 'the-secret', retries: 0, clock, ...options });
const grant = (times = 1) =>
  nock(accounts)
    .post('/api/token')
    .times(times)
    .reply(200, { access_token: 'the-token', token_type: 'Bearer', expires_in: 3600 });
const matching = (text: string) => expect.stringContaining(text);

nockOnly();

const wait = { 'retry-after': '120' };
const html = '<html><body>Bad gateway</body></html>';
const said = (status: number, message: string, reason?: string) => ({
  error: { status, message, ...(reason && { reason }) },
});

describe('errors of the resource API', () => {
  it.each<[status: number, body: unknown, expected: object, headers?: Record<string, string>]>([
    [400, said(400, 'Invalid base62 id'), { code: 'rejected', message: matching('400 Invalid base62 id') }],
    [400, said(400, 'No search query'), { code: 'rejected' }],
    [400, said(400, 'Error parsing JSON.'), { code: 'rejected', details: said(400, 'Error parsing JSON.') }],
    [401, said(401, 'Only valid bearer authentication supported'), { code: 'unauthenticated' }],
    [
      401,
      said(401, 'This request requires user authentication.'),
      { code: 'unauthenticated', message: matching('needs a user token: call it on client.withAccount(account)') },
    ],
    [
      401,
      said(401, 'You cannot create a playlist for another user.'),
      { code: 'permission_denied', message: matching('Only the owner may do this') },
    ],
    [
      401,
      said(401, "You cannot add tracks to a playlist you don't own."),
      { code: 'permission_denied', message: matching('Only the owner may do this') },
    ],
    [
      403,
      said(403, 'Player command failed: Premium required', 'PREMIUM_REQUIRED'),
      { code: 'permission_denied', providerCode: 'PREMIUM_REQUIRED', message: matching('Only users with Premium') },
    ],
    [404, said(404, 'Resource not found'), { code: 'not_found', message: matching('404 Resource not found.') }],
    [404, said(404, `Non existing id: 'spotify:track:${id}'`), { code: 'not_found' }],
    [405, '', { code: 'rejected' }],
    [411, html, { code: 'rejected' }],
    [413, '', { code: 'rejected' }],
    [415, '', { code: 'rejected' }],
    [429, said(429, 'API rate limit exceeded'), { code: 'rate_limited', retryAfterMs: 120_000 }, wait],
    [429, 'Too many requests', { code: 'rate_limited', message: matching('429 Too many requests') }],
    [500, said(500, 'Internal server error'), { code: 'unavailable' }],
    [502, said(502, 'Bad gateway.'), { code: 'unavailable' }],
    [502, html, { code: 'unavailable', message: 'tracks.get: the API responded 502 Bad Gateway. Try again later.' }],
    [503, said(503, 'Service unavailable'), { code: 'unavailable' }],
    [503, '', { code: 'unavailable' }],
    [
      400,
      { error: 'not as documented' },
      { code: 'rejected', message: 'tracks.get: the API responded 400 Bad Request.' },
    ],
    [
      400,
      { error: { message: { nested: true }, reason: 7 } },
      { code: 'rejected', message: 'tracks.get: the API responded 400 Bad Request.' },
    ],
    [400, 'null', { code: 'rejected' }],
  ])('%i %j', async (status, body, expected, headers = {}) => {
    grant();
    nock(api)
      .get(`/v1/tracks/${id}`)
      .reply(status, body as string, headers);
    const error = await failure(create().tracks.get({ id }));
    const retryable = status === 429 || status >= 500;
    expect(error).toMatchObject({ provider: 'music', operation: 'tracks.get', status, retryable, ...expected });
    expect(JSON.stringify(error)).not.toMatch(/the-secret|the-token/);
  });

  it.each(['Invalid access token', 'The access token expired', ''])(
    'a 401 with %j requests another token, once',
    async (message) => {
      grant(2);
      nock(api).get(`/v1/tracks/${id}`).twice().reply(401, said(401, message));
      const error = await failure(create().tracks.get({ id }));
      expect(error).toMatchObject({ code: 'unauthenticated', status: 401 });
    },
  );

  it.each([
    'Valid user authentication required',
    'This request requires user authentication.',
    "You cannot add tracks to a playlist you don't own.",
    'No token provided',
    'Permissions missing',
  ])('a 401 with %j does not request another token', async (message) => {
    grant();
    nock(api).get(`/v1/tracks/${id}`).reply(401, said(401, message));
    expect(await failure(create().tracks.get({ id }))).toMatchObject({ status: 401 });
  });

  const of2026 = 'Closed since 2026-02-11 to all but extended-quota apps.';
  const of2024 = 'Closed since 2024-11-27 to all but extended-quota apps. Nothing replaces it.';
  const playlist = { playlist_id: id };
  const forbidden = [403, said(403, 'Forbidden')] as const;
  const calls: Record<string, readonly [path: string, call: (music: MusicClient) => PromiseLike<unknown>]> = {
    'tracks.list': ['/v1/tracks', ({ tracks }) => tracks.list({ ids: id })],
    'playlists.tracks': [`/v1/playlists/${id}/tracks`, ({ playlists }) => playlists.tracks(playlist)],
    'users.get': ['/v1/users/ann', ({ users }) => users.get({ user_id: 'ann' })],
    'markets.list': ['/v1/markets', ({ markets }) => markets.list()],
    'artists.related': [`/v1/artists/${id}/related-artists`, ({ artists }) => artists.related({ id })],
    'audioFeatures.get': [`/v1/audio-features/${id}`, ({ audioFeatures }) => audioFeatures.get({ id })],
    'audioAnalysis.get': [`/v1/audio-analysis/${id}`, ({ audioAnalysis }) => audioAnalysis.get({ id })],
    'recommendations.get': ['/v1/recommendations', (music) => music.recommendations.get({ seed_tracks: id })],
    'browse.featuredPlaylists': ['/v1/browse/featured-playlists', ({ browse }) => browse.featuredPlaylists()],
  };

  it.each<[operation: string, status: number, body: unknown, remedy: string]>([
    [
      'tracks.list',
      ...forbidden,
      `${of2026} Call tracks.get instead, or set mode: 'development' so that the client does.`,
    ],
    [
      'playlists.tracks',
      ...forbidden,
      `${of2026} Call playlists.items instead, or set mode: 'development' so that the client does.`,
    ],
    ['users.get', ...forbidden, `${of2026} Call users.me instead.`],
    ['markets.list', ...forbidden, `${of2026} Nothing replaces it.`],
    ['artists.related', ...forbidden, of2024],
    ['audioFeatures.get', ...forbidden, of2024],
    ['audioAnalysis.get', 404, said(404, 'Not found.'), of2024],
    ['recommendations.get', 404, said(404, 'Not found'), of2024],
    ['recommendations.get', 404, '', of2024],
    ['browse.featuredPlaylists', 404, 'Not found', of2024],
  ])('%s is closed: %i %j', async (operation, status, body, remedy) => {
    grant();
    const [path = '', call] = calls[operation] ?? [];
    nock(api)
      .get(path)
      .query(true)
      .reply(status, body as string);
    const error = await failure(call?.(create()) as PromiseLike<unknown>);
    expect(error).toMatchObject({ code: 'not_supported', operation, status, retryable: false });
    expect(error).toMatchObject({ message: matching(remedy) });
  });

  it.each<[operation: string, status: number, message: string, code: string]>([
    ['audioFeatures.get', 404, 'Resource not found', 'not_found'],
    ['audioAnalysis.get', 404, 'analysis not found', 'not_found'],
    ['artists.related', 403, 'Insufficient client scope', 'permission_denied'],
    ['users.get', 404, 'Not found.', 'not_found'],
    ['markets.list', 403, 'Active premium subscription required for the owner of the app.', 'permission_denied'],
  ])('%s: %i %s does not mean closed', async (operation, status, message, code) => {
    grant();
    const [path = '', call] = calls[operation] ?? [];
    nock(api).get(path).reply(status, said(status, message));
    expect(await failure(call?.(create()) as PromiseLike<unknown>)).toMatchObject({ code, status });
  });
});

it.each([401, 403])(
  'a client with only some resources also explains a %i that means a user is needed',
  async (status) => {
    grant();
    nock(api).get(`/v1/tracks/${id}`).reply(status, said(status, 'This request requires user authentication.'));
    const few = createClient(musicProvider({ clientId: 'the-client', clientSecret: 'the-secret', retries: 0, clock }), {
      tracks,
    });
    const error = await failure(few.tracks.get({ id }));
    expect(error).toMatchObject({ code: 'unauthenticated', message: matching('needs a user token') });
  },
);

describe('the rate limit', () => {
  it('is waited out if the wait is short', async () => {
    grant();
    nock(api)
      .get('/v1/markets')
      .reply(429, 'Too many requests', { 'retry-after': '0' })
      .get('/v1/markets')
      .reply(200, { markets: ['DE'] });
    expect((await create({ retries: 1 }).markets.list()).items).toEqual(['DE']);
  });

  it('is reported immediately if the wait is hours, and nothing is sent until it ends', async () => {
    grant();
    nock(api).get('/v1/markets').reply(429, said(429, 'API rate limit exceeded'), { 'retry-after': '80000' });
    const music = create({ retries: 5, maxRetryAfterMs: 86_400_000 });
    const expected = { code: 'rate_limited', retryable: true, retryAfterMs: 80_000_000 };
    expect(await failure(music.markets.list())).toMatchObject({ ...expected, status: 429 });
    expect(await failure(music.markets.list())).toMatchObject(expected);
    expect(music.rateLimit).toEqual({ remaining: 0, resetAt: clock.now() + 80_000_000 });
  });

  it('of a quota with a Retry-After holds back calls for all users of the app', async () => {
    grant();
    nock(api)
      .get('/v1/markets')
      .reply(429, said(429, 'Too many requests', 'QUOTA_EXCEEDED'), { 'retry-after': '120' });
    const music = create({ maxWaitMs: 0 });
    await music.accounts.set('ann', { accessToken: 'of-ann' });
    expect(await failure(music.markets.list())).toMatchObject({ code: 'quota_exceeded', status: 429 });
    for (const client of [music, music.withAccount('ann')]) {
      const held = await failure(client.markets.list());
      expect(held).toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 });
      expect(held).not.toHaveProperty('status');
    }
  });

  it('of one endpoint holds back only that endpoint, for all users, until a second endpoint is refused as well', async () => {
    grant();
    const music = create({ maxWaitMs: 0 });
    await music.accounts.set('ann', { accessToken: 'of-ann' });
    const refuse = (path: string) =>
      nock(api).get(`/v1/${path}/${id}`).reply(429, said(429, 'API rate limit exceeded'), { 'retry-after': '120' });
    const { tracks, albums, artists } = music.withAccount('ann');
    refuse('tracks');
    expect(await failure(music.tracks.get({ id }))).toMatchObject({ status: 429 });
    expect(await failure(tracks.get({ id }))).not.toHaveProperty('status');
    refuse('albums');
    expect(await failure(albums.get({ id }))).toMatchObject({ status: 429 });
    expect(await failure(artists.get({ id }))).toMatchObject({ code: 'rate_limited', retryAfterMs: 120_000 });
  });

  it('of endpoints with their own limit, or closed to the app, holds back no other endpoint', async () => {
    const music = create({ onEvent() {} });
    await music.accounts.set('ann', { accessToken: 'of-ann' });
    const ann = music.withAccount('ann');
    const image = new Uint8Array([0xff, 0xd8, 0xff]);
    const refused: [method: string, path: string, call: () => PromiseLike<unknown>][] = [
      ['PUT', `/v1/playlists/${id}/images`, () => ann.playlists.image.upload({ playlist_id: id, image })],
      ['GET', '/v1/browse/new-releases', () => ann.browse.newReleases()],
      ['GET', '/v1/browse/featured-playlists', () => ann.browse.featuredPlaylists()],
      ['GET', '/v1/recommendations', () => ann.recommendations.get({ seed_genres: 'pop' })],
    ];
    for (const [method, path, call] of refused) {
      nock(api).intercept(path, method).query(true).reply(429, 'Too many requests', { 'retry-after': '3600' });
      expect(await failure(call())).toMatchObject({ code: 'rate_limited' });
      expect(await failure(call())).not.toHaveProperty('status');
    }
    nock(api).get('/v1/me').reply(200, { type: 'user', id: 'ann', uri: 'spotify:user:ann' });
    await ann.users.me();
  });

  it('of a request that no method covers holds back the same path with other IDs', async () => {
    grant();
    const music = create({ maxWaitMs: 0 });
    nock(api).get(`/v1/tracks/${id}`).reply(429, '', { 'retry-after': '120' });
    expect(await failure(music.request(`/v1/tracks/${id}`))).toMatchObject({ status: 429 });
    expect(await failure(music.request(`/v1/tracks/${'b'.repeat(22)}`))).toMatchObject({ code: 'rate_limited' });
  });

  it.each(['', 'soon', '-1', 'Infinity'])('of a quota is not retried when its Retry-After is %j', async (value) => {
    grant();
    nock(api)
      .get('/v1/markets')
      .reply(429, said(429, 'Too many requests', 'QUOTA_EXCEEDED'), { 'retry-after': value });
    expect(await failure(create({ retries: 5 }).markets.list())).toMatchObject({
      code: 'quota_exceeded',
      retryable: false,
    });
  });

  it('of a quota is not retried without a Retry-After', async () => {
    grant();
    nock(api)
      .get('/v1/markets')
      .reply(429, said(429, 'Too many requests', 'QUOTA_EXCEEDED'));
    expect(await failure(create({ retries: 5 }).markets.list())).toMatchObject({ code: 'quota_exceeded' });
  });
});

describe('errors of the token endpoint', () => {
  const oauth = (error: string, error_description?: string) => ({ error, error_description });
  it.each<[status: number, body: unknown, expected: object]>([
    ...['Invalid client', 'Invalid client secret', 'Failed to get client'].map((text): [number, unknown, object] => [
      400,
      oauth('invalid_client', text),
      {
        code: 'unauthenticated',
        providerCode: 'invalid_client',
        message: matching(`oauth.token: 400 ${text}. Check clientId and clientSecret.`),
      },
    ]),
    [401, oauth('invalid_client', 'Invalid client'), { code: 'unauthenticated', message: matching('Check clientId') }],
    ...['Invalid refresh token', 'Refresh token revoked', 'Refresh token expired', 'Invalid authorization code'].map(
      (text): [number, unknown, object] => [
        400,
        oauth('invalid_grant', text),
        { code: 'reauthorization_required', providerCode: 'invalid_grant', message: matching('consent again') },
      ],
    ),
    [400, oauth('invalid_request', 'code must be supplied'), { code: 'rejected', providerCode: 'invalid_request' }],
    [400, oauth('unsupported_grant_type', 'grant_type parameter is missing'), { code: 'rejected' }],
    [400, oauth('invalid_scope'), { code: 'rejected', message: matching('400 invalid_scope') }],
    [415, '', { code: 'rejected' }],
    [429, html, { code: 'rate_limited', retryable: true }],
    [500, oauth('server_error'), { code: 'unavailable', providerCode: 'server_error', retryable: true }],
    [503, oauth('temporarily_unavailable'), { code: 'unavailable', retryable: true }],
    [503, html, { code: 'unavailable', retryable: true }],
  ])('%i %j', async (status, body, expected) => {
    nock(accounts)
      .post('/api/token')
      .reply(status, body as string);
    const error = await failure(create().markets.list());
    expect(error).toMatchObject({
      provider: 'music',
      operation: 'markets.list',
      status,
      retryable: false,
      ...expected,
    });
    expect(JSON.stringify(error)).not.toContain('the-secret');
  });
});
