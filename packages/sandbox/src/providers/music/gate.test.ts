import { describe, expect, it } from 'vitest';
import { type Json, refusal, startMusic } from '../../../test/music.ts';

describe('bearer check', () => {
  it.each([
    [undefined, 401, 'No token provided'],
    ['Basic abc', 401, 'Only valid bearer authentication supported'],
    ['Bearer ', 401, 'Only valid bearer authentication supported'],
    ['Bearer nonsense', 401, 'Invalid access token'],
  ])('refuses %s', async (authorization, status, message) => {
    const { app } = startMusic();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    for (const path of ['/v1/me', '/v1/nope', '/v1/search']) {
      const response = await app.request(path, { headers });
      expect(response.status).toBe(status);
      expect(response.headers.get('www-authenticate')).toContain('Bearer realm="spotify"');
      expect(await response.json()).toEqual(refusal(status, message));
    }
  });

  it('ends when the token expires', async () => {
    const music = startMusic();
    expect((await music.get('/v1/markets')).status).toBe(200);
    await music.clock.advance(3_600_000);
    expect(await music.read('/v1/markets')).toEqual(refusal(401, 'The access token expired'));
  });

  it('responds with 404 and 405 where nothing is served', async () => {
    const music = startMusic();
    expect(await music.read('/v1/nope')).toEqual(refusal(404, 'Service not found'));
    const token = music.user('sandbox');
    const post = await music.app.request('/v1/search', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

describe('pages of other sites', () => {
  const { app, get, user } = startMusic();
  const shownTo = (response: Response) =>
    ['origin', 'methods', 'credentials'].map((name) => response.headers.get(`access-control-allow-${name}`));
  const everybody = ['*', 'GET, POST, OPTIONS, PUT, DELETE, PATCH', 'true'];

  it.each(['/v1/search', '/v1/me/player/play', '/v1/playlists/1/items', '/v1/nope'])(
    'may call %s: a preflight succeeds without a token',
    async (path) => {
      const headers = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'authorization' };
      const response = await app.request(path, { method: 'OPTIONS', headers });
      expect([response.status, await response.text()]).toEqual([204, '']);
      expect(shownTo(response)).toEqual(everybody);
      expect(response.headers.get('access-control-allow-headers')).toContain('Authorization, Content-Type');
      expect(response.headers.get('access-control-max-age')).toBe('604800');
    },
  );

  it('may read responses of every kind', async () => {
    const etag = (await get('/v1/markets')).headers.get('etag') ?? '';
    const responses = [
      await get('/v1/markets'),
      await get('/v1/markets', undefined, { 'if-none-match': etag }),
      await get('/v1/nope'),
      await get('/v1/me', 'no-token'),
      await get('/v1/me/player', user('mira', 'user-read-playback-state')),
    ];
    expect(responses.map(({ status }) => status)).toEqual([200, 304, 404, 401, 204]);
    expect(responses.map(shownTo)).toEqual(responses.map(() => everybody));
  });

  it('may not read the pages on which users sign in', async () => {
    expect(shownTo(await get('/accounts/authorize'))[0]).toBeNull();
  });
});

describe('rate limit', () => {
  it('rolls over 30 seconds, per app', async () => {
    const music = startMusic({ limits: { requests: 2 }, otherClients: [{ clientId: 'b', clientSecret: 'b' }] });
    await music.get('/v1/markets');
    await music.clock.advance(20_000);
    await music.get('/v1/markets');
    const refused = await music.get('/v1/markets');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await refused.json()).toEqual(refusal(429, 'API rate limit exceeded'));
    const other = music.controls.issueUserToken({ userId: 'mira', scopes: [], clientId: 'b' }).accessToken;
    expect((await music.get('/v1/markets', other)).status).toBe(200);
    await music.clock.advance(10_000);
    expect((await music.get('/v1/markets')).status).toBe(200);
    expect((await music.get('/v1/markets')).headers.get('retry-after')).toBe('20');
  });

  it('counts image uploads apart', async () => {
    const music = startMusic({ limits: { requests: 1, uploads: 1 } });
    const token = music.user('sandbox', 'ugc-image-upload');
    const upload = async () => (await music.send('PUT', '/v1/playlists/x/images', '', token)).status;
    const read = async () => (await music.get('/v1/me', token)).status;
    expect([await upload(), await read(), await upload(), await read()]).toEqual([400, 200, 429, 429]);
  });

  it('is one quota for all apps of a developer in development mode', async () => {
    const otherClients = [{ clientId: 'b', clientSecret: 'b' }];
    const music = startMusic({ mode: 'development', limits: { requests: 1 }, otherClients });
    await music.get('/v1/search?q=a&type=track');
    const other = music.controls.issueUserToken({ userId: 'mira', scopes: [], clientId: 'b' }).accessToken;
    expect(await music.read('/v1/me', other)).toEqual({
      error: { status: 429, message: 'Too many requests', reason: 'QUOTA_EXCEEDED' },
    });
  });

  it.each([
    [{ rateLimitBody: 'text' }, '30', 'Too many requests'],
    [{ rateLimitBody: 'text', retryAfterSeconds: 86_400 }, '86400', 'Too many requests'],
    [{ rateLimitBody: 'text', retryAfterSeconds: null }, null, 'Too many requests'],
  ] as const)('responds as configured: %j', async (options, retryAfter, body) => {
    const music = startMusic({ limits: { requests: 0 }, ...options });
    const response = await music.get('/v1/markets');
    expect([response.status, response.headers.get('retry-after'), await response.text()]).toEqual([
      429,
      retryAfter,
      body,
    ]);
  });
});

describe('conditional requests', () => {
  it('may be answered from a shared cache only for app tokens', async () => {
    const { get, user } = startMusic();
    const cacheControl = async (token?: string) => (await get('/v1/markets', token)).headers.get('cache-control');
    expect(await cacheControl()).toBe('public, max-age=0');
    expect(await cacheControl(user('sandbox'))).toBe('private, max-age=0');
  });

  it('get a 304 while nothing has changed for the viewer', async () => {
    const music = startMusic();
    const [{ id }] = (await music.read('/v1/search?q=year:1900-2100&type=album')).albums.items;
    const first = await music.get(`/v1/albums/${id}`);
    const etag = first.headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await music.get(`/v1/albums/${id}`, undefined, { 'if-none-match': tag });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    const other = await music.get(`/v1/albums/${id}?market=US`, undefined, { 'if-none-match': etag });
    expect(other.status).toBe(200);
    const refused = await music.get('/v1/albums/x', undefined, { 'if-none-match': '*' });
    expect(refused.status).toBe(400);
  });
});

describe('development mode', () => {
  const development = { mode: 'development' } as const;

  it('omits fields', async () => {
    const music = startMusic(development);
    const { tracks, artists } = await music.read('/v1/search?q=year:1900-2100&type=track,artist');
    const { album, ...track } = tracks.items[0];
    const whole = await music.read(`/v1/albums/${album.id}`);
    for (const object of [track, album, whole, whole.tracks.items[0], artists.items[0]])
      for (const field of ['available_markets', 'popularity', 'preview_url', 'genres', 'label', 'followers'])
        expect(object).not.toHaveProperty(field);
    expect(track.external_ids.isrc).toMatch(/^ZZ/);
    const [first] = (await music.read(`/v1/artists/${artists.items[0].id}/albums`)).items;
    expect(first).not.toHaveProperty('album_group');
    const me: Json = await music.read('/v1/me', music.user('sandbox', 'user-read-email', 'user-read-private'));
    expect(Object.keys(me).sort()).toEqual(
      ['account_id', 'display_name', 'external_urls', 'href', 'id', 'images', 'type', 'uri'].sort(),
    );
  });

  it('refuses users who are not on the list, and everyone when the owner has no Premium', async () => {
    const music = startMusic({ ...development, registeredUsers: ['sandbox'] });
    expect((await music.get('/v1/me', music.user('sandbox'))).status).toBe(200);
    const refused = await music.get('/v1/me', music.user('mira'));
    expect([refused.status, await refused.text()]).toEqual([
      403,
      'The user is not registered for this application. Please check your settings on https://developer.spotify.com/dashboard.',
    ]);
    const free = await startMusic({ ...development, ownerPremium: false }).get('/v1/search');
    expect([free.status, free.headers.get('content-type')]).toEqual([403, 'text/plain']);
    expect(await free.text()).toMatch(
      /^Active premium subscription required .+ a few hours before requests are allowed again\.$/,
    );
  });

  it('responds to every request at some closed endpoints with a 429, like the real host', async () => {
    for (const path of ['browse/new-releases', 'browse/featured-playlists', 'recommendations?seed_genres=jazz'])
      for (const [realQuirks, statuses] of [
        [false, [403, 404]],
        [true, [429]],
      ] as const) {
        const refused = await startMusic(development, realQuirks).get(`/v1/${path}`);
        expect(statuses).toContain(refused.status);
        expect(refused.headers.get('retry-after')).toBe(realQuirks ? '3600' : null);
      }
  });
});
