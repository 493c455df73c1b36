import { failure, nockOnly } from '@x/testing';
import nock from 'nock';
import { describe, expect, expectTypeOf, it, vi } from 'vitest';
import {
  type ApiCall,
  contentsOf,
  createMusicClient,
  getItem,
  isApiError,
  type LookupResult,
  type MusicOptions,
  type PlaylistEntry,
  type Track,
} from './index.ts';

const api = 'https://api.spotify.com';
const accounts = 'https://accounts.spotify.com';
const clock = { now: () => Date.UTC(2026, 7, 1) };
const credentials = { clientId: 'the-client', clientSecret: 'the-secret' };

/** Creates a client, and intercepts its token request. */
function client(options: Partial<MusicOptions> = {}) {
  nock(accounts).post('/api/token').reply(200, { access_token: 'the-token', token_type: 'Bearer', expires_in: 3600 });
  return createMusicClient({ ...credentials, retries: 0, clock, validation: 'strict', ...options });
}

const idOf = (letter: string) => letter.repeat(22);
const link = <const Type extends string>(type: Type, letter = 'a') => ({
  type,
  id: idOf(letter),
  uri: `spotify:${type}:${idOf(letter)}`,
  href: `${api}/v1/${type}s/${idOf(letter)}`,
  external_urls: { spotify: `https://open.spotify.com/${type}/${idOf(letter)}` },
  name: `${type} ${letter}`,
});
const artist = { ...link('artist'), images: [] };
const album = {
  ...link('album'),
  album_type: 'ep', // a value that the package does not know
  artists: [link('artist')],
  images: [],
  release_date: '1999',
  release_date_precision: 'year',
  total_tracks: 1,
};
const track = (letter: string) => ({
  ...link('track', letter),
  album,
  artists: [link('artist')],
  disc_number: 1,
  duration_ms: 1000,
  explicit: false,
  is_local: false,
  track_number: 1,
  novelty: true, // a member that the package does not know
});
const page = <Item>(items: Item[], members: object = {}) => ({
  href: `${api}/v1/anything`,
  items,
  limit: 20,
  next: null as string | null,
  offset: 0,
  previous: null,
  total: items.length,
  ...members,
});
const entry = (members: object) => ({ added_at: null, added_by: null, is_local: false, ...members });

nockOnly();

describe('requests', () => {
  it('requests a token with form fields, and sends it', async () => {
    nock(accounts, {
      reqheaders: { 'content-type': 'application/x-www-form-urlencoded' },
      badheaders: ['authorization'],
    })
      .post('/api/token', 'client_id=the-client&client_secret=the-secret&grant_type=client_credentials')
      .reply(200, { access_token: 'the-token', token_type: 'Bearer', expires_in: 3600 });
    nock(api, {
      reqheaders: { authorization: 'Bearer the-token', accept: 'application/json' },
      badheaders: ['content-type'],
    })
      .get(`/v1/tracks/${idOf('a')}`)
      .reply(200, track('a'));
    const music = createMusicClient({ ...credentials, retries: 0, clock });
    expect(await music.tracks.get({ id: idOf('a') })).toEqual(track('a'));
  });

  const id = idOf('a');
  it.each([
    ['search', '/search?q=a%20%26%20b&type=track', { q: 'a & b', type: 'track' }, { tracks: page([]) }],
    [
      'search',
      '/search?q=x&type=album%2Cartist&limit=5&offset=10&market=DE&include_external=audio',
      { q: 'x', type: ['album', 'artist'], limit: 5, offset: 10, market: 'DE', include_external: 'audio' },
      { albums: page([]), artists: page([]) },
    ],
    ['tracks.get', `/tracks/${id}?market=DE`, { id, market: 'DE' }, track('a')],
    ['tracks.list', `/tracks?ids=${id}%2C${idOf('b')}`, { ids: [id, idOf('b')] }, { tracks: [null, null] }],
    ['albums.get', `/albums/${id}`, { id }, { ...album, copyrights: [], tracks: page([]) }],
    ['albums.list', `/albums?ids=${id}&market=US`, { ids: id, market: 'US' }, { albums: [null] }],
    ['albums.tracks', `/albums/${id}/tracks?limit=50&offset=50`, { id, limit: 50, offset: 50 }, page([])],
    ['artists.get', `/artists/${id}`, { id }, artist],
    ['artists.list', `/artists?ids=${id}`, { ids: [id] }, { artists: [artist] }],
    [
      'artists.albums',
      `/artists/${id}/albums?include_groups=album%2Csingle&limit=0`,
      { id, include_groups: ['album', 'single'], limit: 0 },
      page([], { limit: 0, total: 3, next: `${api}/v1/elsewhere` }),
    ],
    ['artists.topTracks', `/artists/${id}/top-tracks?market=FR`, { id, market: 'FR' }, { tracks: [track('a')] }],
    [
      'playlists.items',
      `/playlists/${id}/items?additional_types=track%2Cepisode&limit=50`,
      { playlist_id: id, additional_types: ['track', 'episode'], limit: 50 },
      page([]),
    ],
    ['playlists.tracks', `/playlists/${id}/tracks?limit=100`, { playlist_id: id, limit: 100 }, page([])],
    ['markets.list', '/markets', {}, { markets: ['DE'] }],
    ['browse.newReleases', '/browse/new-releases?limit=1', { limit: 1 }, { albums: page([album]) }],
    [
      'browse.categories.playlists',
      '/browse/categories/a%2Fb/playlists?offset=20',
      { category_id: 'a/b', offset: 20 },
      { message: 'Now', playlists: page([null]) },
    ],
    ['shows.list', `/shows?ids=${id}&market=DE`, { ids: id, market: 'DE' }, { shows: [null] }],
    ['audioFeatures.list', `/audio-features?ids=${id}`, { ids: id }, { audio_features: [null] }],
    [
      'recommendations.get',
      `/recommendations?seed_artists=${id}&seed_genres=a%2Cb&limit=100&min_energy=0.5&target_key=11`,
      { seed_artists: id, seed_genres: ['a', 'b'], limit: 100, min_energy: 0.5, target_key: 11 },
      { seeds: [], tracks: [track('a')] },
    ],
    ['users.get', '/users/ann%20b', { user_id: 'ann b' }, { ...link('user'), display_name: null }],
  ])('%s: GET /v1%s', async (name, path, params, body) => {
    nock(api).get(`/v1${path}`).reply(200, body);
    const method = name.split('.').reduce((at, part) => at[part as never], client()) as unknown;
    await (method as (params: object) => PromiseLike<unknown>)(params);
  });

  it('uses baseUrl and authUrl', async () => {
    nock('https://auth.test')
      .post('/x/api/token')
      .reply(200, { access_token: 't', token_type: 'Bearer', expires_in: 9 });
    nock('https://api.test').get('/y/v1/markets').reply(200, { markets: [] });
    const options = { ...credentials, baseUrl: 'https://api.test/y', authUrl: 'https://auth.test/x', clock };
    expect((await createMusicClient(options).markets.list()).items).toEqual([]);
  });

  it('can send undeclared parameters, such as the fields filter', async () => {
    nock(api).get(`/v1/playlists/${id}/items?fields=total`).reply(200, { total: 7 });
    expect(await client().request('/v1/playlists/{id}/items', { id, fields: 'total' })).toEqual({ total: 7 });
  });
});

describe('search', () => {
  it('lists one type after the other and continues while one of them has more pages', async () => {
    const link = 'http://elsewhere.test/v1/search?steal=1'; // never followed
    nock(api)
      .get('/v1/search?q=x&type=artist%2Ctrack&limit=1')
      .reply(200, {
        artists: page([artist], { limit: 1, total: 1 }),
        tracks: page([track('b')], { limit: 1, total: 2, next: link }),
      })
      .get('/v1/search?q=x&type=artist%2Ctrack&limit=1&offset=1')
      .reply(200, {
        artists: page([], { limit: 1, total: 1 }),
        tracks: page([null, track('c')], { limit: 1, total: 2 }),
      });
    const call = client().search({ q: 'x', type: ['artist', 'track'], limit: 1 });
    const first = await call;
    expect(first.total).toBe(3);
    expect(first.raw).toMatchObject({ artists: { total: 1 }, tracks: { next: link } });
    expect((await Array.fromAsync(call)).map(({ name }) => name)).toEqual(['artist a', 'track b', 'track c']);
  });

  it('has items of the requested types', () => {
    const music = createMusicClient(credentials);
    const one = () => music.search({ q: 'x', type: 'track' });
    expectTypeOf<Awaited<ReturnType<typeof one>>['items'][number]>().toEqualTypeOf<Track>();
    const two = () => music.search({ q: 'x', type: ['track', 'show'] });
    expectTypeOf<Awaited<ReturnType<typeof two>>['items'][number]['type']>().toEqualTypeOf<'track' | 'show'>();
  });

  it.each([
    ['a response without any of the types', {}, /no list at albums.items,artists.items/],
    ['a record of no known type', { tracks: page([{ ...track('a'), type: 'song' }]) }, /item 0: type must be/],
    [
      'a record without its album',
      { tracks: page([{ ...track('a'), album: null }]) },
      /item 0: album must be an object, got null/,
    ],
  ])('refuses %s', async (_, body, message) => {
    nock(api).get('/v1/search?q=x&type=track').reply(200, body);
    const error = await failure(client().search({ q: 'x', type: 'track' }));
    expect(error).toMatchObject({
      code: 'invalid_response',
      operation: 'search',
      message: expect.stringMatching(message),
    });
  });
});

describe('lookups by ID', () => {
  it.each([
    ['tracks', 50, track('a')],
    ['artists', 50, artist],
    ['albums', 20, { ...album, copyrights: [], tracks: page([]) }],
  ] as const)('request %s %i at a time', async (name, max, record) => {
    const asked = Array.from({ length: max + 1 }, (_, index) => String(index).padStart(22, '0'));
    const lengths: number[] = [];
    nock(api)
      .get(`/v1/${name}`)
      .query(true)
      .twice()
      .reply(200, (request: Request) => {
        const ids = new URL(request.url).searchParams.get('ids')?.split(',') ?? [];
        lengths.push(ids.length);
        return { [name]: ids.map((_, index) => (index === 0 ? null : record)) };
      });
    const list: (params: { ids: string[] }) => ApiCall<LookupResult<{ id: string }, string>> = client()[name].list;
    const { items, missing } = await list({ ids: asked });
    expect(lengths.sort((a, b) => b - a)).toEqual([max, 1]);
    expect(items).toHaveLength(max - 1);
    expect(missing).toEqual([asked[0], asked[max]]);
  });
});

describe('playlists', () => {
  const local = { ...track('a'), is_local: true, id: null, href: null, external_urls: {}, album: { name: '' } };
  const episode = {
    ...link('episode', 'e'),
    album: {},
    artists: [],
    duration_ms: 1,
    explicit: false,
    images: undefined,
  };

  it.each([
    ['a track in the new form', { item: track('b') }, { id: idOf('b') }],
    ['a track in the old form', { track: track('b') }, { id: idOf('b') }],
    ["a user's local file", { is_local: true, track: local }, { id: null, name: 'track a' }],
    ['an episode in the form of a track', { item: episode }, { type: 'episode', duration_ms: 1 }],
    ['something no longer available', { item: null }, null],
    ['no item', {}, null],
  ])('items: %s', async (_, members, expected) => {
    nock(api)
      .get(`/v1/playlists/${idOf('p')}/items`)
      .reply(200, page([entry(members)]));
    const [first] = (await client().playlists.items({ playlist_id: idOf('p') })).items;
    const item = getItem(first as PlaylistEntry);
    if (expected) expect(item).toMatchObject(expected);
    else expect(item).toBeNull();
  });

  it.each([
    ['items', { items: page([entry({ item: track('b') })], { total: 9 }) }, 9],
    ['tracks', { tracks: page([entry({ track: track('b') })], { total: 8 }) }, 8],
    ['neither', {}, undefined],
  ])('get: contents in %s', async (_, contents, total) => {
    const owner = { ...link('user'), display_name: null };
    const rest = { collaborative: false, description: null, images: null, owner, public: null, snapshot_id: 's' };
    nock(api)
      .get(`/v1/playlists/${idOf('p')}`)
      .reply(200, { ...link('playlist', 'p'), ...rest, ...contents });
    const playlist = await client().playlists.get({ playlist_id: idOf('p') });
    expect(contentsOf(playlist)?.total).toBe(total);
  });
});

describe('a strict client refuses before any request', () => {
  // The client is strict, because other clients send undocumented values whenever they can be sent.
  const music = createMusicClient({ ...credentials, validation: 'strict' });
  const id = idOf('a');
  it.each([
    ['an empty search', () => music.search({ q: '', type: 'track' }), /q must not be empty/],
    ['a search for no type', () => music.search({ q: 'x', type: [] }), /type must not be empty/],
    ['a page size of 51', () => music.search({ q: 'x', type: 'track', limit: 51 }), /limit must be .* 50; got 51/],
    [
      'an offset of 1001',
      () => music.search({ q: 'x', type: 'track', offset: 1001 }),
      /offset must be .* 1000; got 1001/,
    ],
    ['six seeds', () => music.recommendations.get({ seed_genres: [...'abcdef'] }), /pass 1 to 5 seeds/],
    ['no seeds', () => music.recommendations.get({ min_energy: 0.5 }), /pass 1 to 5 seeds/],
    [
      'an energy above 1',
      () => music.recommendations.get({ seed_tracks: id, max_energy: 2 }),
      /max_energy must be from 0 to 1; got 2/,
    ],
    [
      'a URI instead of an ID',
      () => music.tracks.get({ id: `spotify:track:${id}` }),
      /id must be a 22-character Spotify ID/,
    ],
    [
      'a list with an invalid ID',
      () => music.tracks.list({ ids: [id, 'b'] }),
      /ids\[1\] must be a 22-character Spotify ID/,
    ],
    [
      'a country name as market',
      () => music.tracks.get({ id, market: 'Germany' }),
      /market must be a two-letter country code/,
    ],
    [
      'an unknown parameter',
      () => music.markets.list({ limit: 1 } as never),
      /unknown parameter limit; there are no parameters/,
    ],
  ])('%s', async (_, call, message) => {
    const error = await failure(call());
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
  });

  it.each<[string, MusicOptions['mode'], object]>([
    ['a page of 10 in development mode', 'development', { limit: 10 }],
    ['the default page in development mode', 'development', {}],
    ['a page of 50 with extended quota', 'extended', { limit: 50 }],
  ])('but not %s', async (_, mode = 'extended', params) => {
    nock(api)
      .get('/v1/search')
      .query({ q: 'x', type: 'track', ...params })
      .reply(200, { tracks: page([]) })
      .get(`/v1/artists/${id}/albums`)
      .query({ ...params })
      .reply(200, page([]));
    const music = client({ mode });
    expect((await music.search({ q: 'x', type: 'track', ...params })).items).toEqual([]);
    expect((await music.artists.albums({ id, ...params })).items).toEqual([]);
  });

  it('but not a page of 50 in other lists in development mode', async () => {
    nock(api).get(`/v1/albums/${id}/tracks?limit=50`).reply(200, page([]));
    expect((await client({ mode: 'development' }).albums.tracks({ id, limit: 50 })).items).toEqual([]);
  });

  it.each(['clientId', 'clientSecret'])('a client without %s', (name) => {
    expect(() => createMusicClient({ ...credentials, [name]: '' })).toThrow(
      expect.objectContaining({ code: 'unauthenticated', message: expect.stringContaining(`the option ${name} is`) }),
    );
  });

  it('a client in a browser, unless allowed explicitly', () => {
    vi.stubGlobal('document', {});
    try {
      let error: unknown;
      try {
        createMusicClient(credentials);
      } catch (reason) {
        error = reason;
      }
      expect(isApiError(error) && error.code).toBe('not_supported');
      expect(String(error)).toMatch(/must not reach a browser.*allowBrowser: true/);
      expect(String(error)).not.toContain(credentials.clientSecret);
      expect(createMusicClient({ ...credentials, allowBrowser: true }).rateLimit).toBeUndefined();
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

describe('unusual bodies of successful responses', () => {
  it.each([
    ['an empty body', '', /is empty instead of JSON/],
    ['HTML', '<html></html>', /HTML/],
    ['incomplete JSON', '{"id":"', /invalid or incomplete JSON/],
    ['another record', JSON.stringify(artist), /not as documented: type must be "track", got a string/],
  ])('%s', async (_, body, message) => {
    nock(api)
      .get(`/v1/tracks/${idOf('a')}`)
      .reply(200, body);
    const error = await failure(client().tracks.get({ id: idOf('a') }));
    expect(error).toMatchObject({ code: 'invalid_response', message: expect.stringMatching(message) });
  });
});
