import { createSandbox, type MusicSandboxOptions, type Sandbox } from '@x/sandbox';
import { describeEndpoints, type EndpointTable } from '@x/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentsOf, createMusicClient, endpoints, isApiError, itemOf, type MusicClient } from './index.ts';

let sandbox: Sandbox;
let music: MusicClient;

/** Ids of the sandbox's catalog, and one that it does not have. */
const known = { album: '', artist: '', playlist: '', tracks: [] as string[] };
const unknown = 'A'.repeat(22);

beforeAll(async () => {
  sandbox = await createSandbox();
  music = createMusicClient({ ...sandbox.options.music, retries: 0, clock: sandbox.clock });
  const { items } = await music.search({ q: 'album:the', type: 'track', limit: 50 });
  const [first] = items;
  known.tracks = items.map(({ id }) => id);
  known.album = first?.album.id ?? '';
  known.artist = first?.artists[0]?.id ?? '';
  const [large] = (await music.search({ q: 'Everything at Once', type: 'playlist' })).items;
  known.playlist = large?.id ?? '';
});
afterAll(() => sandbox.close());

/** Each endpoint: a call that must work, and one that must be refused before any request. */
const table: EndpointTable = {
  search: {
    works: async () => {
      const page = await music.search({ q: 'the', type: ['album', 'artist', 'track'], limit: 2 });
      expect(page.items.map(({ type }) => type)).toEqual(['album', 'album', 'artist', 'artist', 'track', 'track']);
      const everything = await music.search({ q: 'a', type: ['playlist', 'show', 'episode', 'audiobook'] });
      expect(new Set(everything.items.map(({ type }) => type)).size).toBe(4);
    },
    refused: () => music.search({ q: 'x', type: 'song' as 'track' }),
  },
  'tracks.get': {
    works: async () => {
      const track = await music.tracks.get({ id: known.tracks[0] ?? '' });
      expect(track).toMatchObject({ type: 'track', album: { id: known.album } });
    },
    refused: () => music.tracks.get({ id: 'spotify:track:1' }),
  },
  'tracks.list': {
    works: async () => {
      const asked = [...known.tracks, unknown, ...known.tracks.slice(0, 5)];
      const pages = await Array.fromAsync(music.tracks.list({ ids: asked }).pages());
      expect(pages.map(({ items }) => items.length)).toEqual([50, 5]);
      expect(pages.map(({ missing }) => missing)).toEqual([[], [unknown]]);
      expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(asked.filter((id) => id !== unknown));
    },
    refused: () => music.tracks.list({ ids: [] }),
  },
  'albums.get': {
    works: async () => {
      const album = await music.albums.get({ id: known.album });
      expect(album.tracks.total).toBe(album.total_tracks);
    },
    refused: () => music.albums.get({ id: known.album, market: 'Germany' }),
  },
  'albums.list': {
    works: async () => {
      const { items, missing } = await music.albums.list({ ids: [unknown, known.album], market: 'DE' });
      expect(items.map(({ id }) => id)).toEqual([known.album]);
      expect(missing).toEqual([unknown]);
    },
    refused: () => music.albums.list({} as never),
  },
  'albums.tracks': {
    works: async () => {
      const { total_tracks } = await music.albums.get({ id: known.album });
      const tracks = await music.albums.tracks({ id: known.album, limit: 5 }).toArray({ limit: 100 });
      expect(tracks).toHaveLength(total_tracks);
      expect(tracks[5]?.track_number).toBe(6);
    },
    refused: () => music.albums.tracks({ id: known.album, limit: 51 }),
  },
  'artists.get': {
    works: async () => expect((await music.artists.get({ id: known.artist })).type).toBe('artist'),
    refused: () => music.artists.get({ id: '..' }),
  },
  'artists.list': {
    works: async () => {
      const { items, missing } = await music.artists.list({ ids: known.artist });
      expect(items).toEqual([await music.artists.get({ id: known.artist })]);
      expect(missing).toEqual([]);
    },
    refused: () => music.artists.list({ ids: 'abc' }),
  },
  'artists.albums': {
    works: async () => {
      const { items, total } = await music.artists.albums({ id: known.artist, include_groups: ['album', 'single'] });
      expect(total).toBe(items.length);
      for (const { album_group } of items) expect(album_group).toMatch(/^(album|single)$/);
    },
    refused: () => music.artists.albums({ id: known.artist, include_groups: 'ep' as 'album' }),
  },
  'artists.topTracks': {
    works: async () => {
      const { items } = await music.artists.topTracks({ id: known.artist, market: 'GB' });
      const popularities = items.map(({ popularity = 0 }) => popularity);
      expect(popularities).toEqual(popularities.toSorted((a, b) => b - a));
      expect(items[0]?.is_playable).toBe(true);
    },
    refused: () => music.artists.topTracks({ id: known.artist, limit: 3 } as never),
  },
  'playlists.get': {
    works: async () => {
      const playlist = await music.playlists.get({ playlist_id: known.playlist });
      expect(playlist.name).toBe('Everything at Once');
      expect(contentsOf(playlist)?.total).toBe(300);
    },
    refused: () => music.playlists.get({ id: known.playlist } as never),
  },
  'playlists.items': {
    works: async () => {
      const params = { playlist_id: known.playlist, limit: 50, additional_types: ['track', 'episode'] } as const;
      const entries = await music.playlists.items(params).toArray({ limit: 1000 });
      const items = entries.map(itemOf);
      expect(items).toHaveLength(300);
      expect(new Set(items.map((item) => item?.type))).toEqual(new Set(['track', 'episode']));
      for (const item of items) if (item?.type === 'episode') expect(item.show?.type).toBe('show');
      expect(items.filter((item) => item?.id === null).every((item) => item?.uri.startsWith('spotify:local:'))).toBe(
        true,
      );
    },
    refused: () => music.playlists.items({ playlist_id: known.playlist, limit: 100 }),
  },
  'playlists.tracks': {
    works: async () => {
      const params = { playlist_id: known.playlist };
      const old = await music.playlists.tracks({ ...params, limit: 100 });
      const current = await music.playlists.items({ ...params, limit: 50 });
      expect(old.items).toHaveLength(100);
      expect(old.items.slice(0, 50).map(itemOf)).toEqual(current.items.map(itemOf));
    },
    refused: () => music.playlists.tracks({ playlist_id: known.playlist, limit: 101 }),
  },
  'markets.list': {
    works: async () => expect((await music.markets.list()).items).toContain('DE'),
    refused: () => music.markets.list({ market: 'DE' } as never),
  },
  'browse.newReleases': {
    works: async () => {
      const albums = await music.browse.newReleases({ limit: 50 }).toArray({ limit: 100 });
      const dates = albums.map(({ release_date }) => release_date);
      expect(dates).toEqual(dates.toSorted().reverse());
    },
    refused: () => music.browse.newReleases({ offset: -1 }),
  },
};

describeEndpoints(endpoints, {
  table,
  client: () => music,
  requests: () => sandbox.requests,
  answers: () => recorded.answers,
});

describe('lists', () => {
  it('go on where a cursor says, in another client', async () => {
    const params = { playlist_id: known.playlist, limit: 40 };
    const first = await music.playlists.items(params);
    const other = createMusicClient({ ...sandbox.options.music, clock: sandbox.clock });
    const second = await other.playlists.items(params, { cursor: first.next ?? '' });
    const all = await music.playlists.items(params).toArray({ limit: 80 });
    expect([...first.items, ...second.items]).toEqual(all);
  });

  it('are the same when several pages are fetched at once', async () => {
    const params = { playlist_id: known.playlist, limit: 20 };
    const together = await music.playlists.items(params, { concurrency: 4 }).toArray({ limit: 1000 });
    expect(together).toEqual(await music.playlists.items(params).toArray({ limit: 1000 }));
  });

  it('leave out what the API shows as null', async () => {
    const holed = await createSandbox({ listen: false, music: { nullItems: true } });
    const client = createMusicClient({ ...holed.options.music, clock: holed.clock });
    const page = await client.search({ q: 'a', type: 'playlist', limit: 9 });
    expect(page.items).toHaveLength(6);
    expect(page.raw).toMatchObject({ playlists: { items: { length: 9 } } });
    const { items } = await client.playlists.items({ playlist_id: known.playlist });
    expect(items.map(itemOf).filter((item) => item === null)).toHaveLength(2);
  });
});

describe('search', () => {
  it('ends at the thousandth record of a type', async () => {
    const large = await createSandbox({ listen: false, music: { artists: 60, albumsPerArtist: 12 } });
    const client = createMusicClient({ ...large.options.music, clock: large.clock });
    const call = client.search({ q: 'year:1900-2100', type: 'track', limit: 50 });
    const found = await Array.fromAsync(call);
    expect((await call).total).toBeGreaterThan(1000);
    expect(new Set(found.map(({ id }) => id)).size).toBe(1000);
  });

  it('goes on as long as one of its types does', async () => {
    const params = { q: 'the', type: ['artist', 'track'], limit: 50 } as const;
    const totals = await Promise.all(params.type.map((type) => music.search({ ...params, type })));
    const found = await Array.fromAsync(music.search(params));
    for (const { items, total } of totals) {
      const [{ type = '' } = {}] = items;
      expect(found.filter((item) => item.type === type)).toHaveLength(Math.min(1000, total ?? 0));
    }
  });
});

describe('development mode', () => {
  const closed = ['tracks.list', 'albums.list', 'artists.list', 'artists.topTracks', 'playlists.tracks'];

  it.each([...closed, 'markets.list', 'browse.newReleases'])('%s says not_supported', async (name) => {
    const box = await createSandbox({ listen: false, music: { mode: 'development' } });
    const client = createMusicClient({ ...box.options.music, mode: 'development', retries: 0, clock: box.clock });
    const id = known.album;
    const call = {
      'tracks.list': () => client.tracks.list({ ids: id }),
      'albums.list': () => client.albums.list({ ids: id }),
      'artists.list': () => client.artists.list({ ids: id }),
      'artists.topTracks': () => client.artists.topTracks({ id }),
      'playlists.tracks': () => client.playlists.tracks({ playlist_id: id }),
      'markets.list': () => client.markets.list(),
      'browse.newReleases': () => client.browse.newReleases(),
    }[name];
    const error = await call?.().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'not_supported', status: 403, operation: name, retryable: false });
    expect(String(error)).toMatch(/Call \w+\.\w+ instead|Nothing replaces it/);
  });

  it('does without the fields that were removed', async () => {
    const box = await createSandbox({ listen: false, music: { mode: 'development' } });
    const client = createMusicClient({ ...box.options.music, mode: 'development', retries: 0, clock: box.clock });
    const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'] as const;
    const { items } = await client.search({ q: 'a', type: types, limit: 10 });
    expect(new Set(items.map(({ type }) => type)).size).toBe(7);
    expect(items.some((item) => 'popularity' in item || 'available_markets' in item)).toBe(false);
    const playlist = await client.playlists.get({ playlist_id: known.playlist });
    expect(contentsOf(playlist)).toBeUndefined();
    expect((await client.albums.get({ id: known.album })).label).toBeUndefined();
  });
});

describe('errors', () => {
  it.each<[string, MusicSandboxOptions, (client: MusicClient) => PromiseLike<unknown>, object]>([
    ['an unknown id', {}, ({ tracks }) => tracks.get({ id: unknown }), { code: 'not_found', status: 404 }],
    [
      'an app token where a user is needed',
      {},
      (client) => client.request({ path: '/v1/me', auth: 'app-or-user' }),
      { code: 'unauthenticated', message: expect.stringContaining("takes a user's grant") },
    ],
    [
      'a path that does not exist',
      {},
      (client) => client.request({ path: '/v2/tracks', auth: 'app-or-user' }),
      { code: 'not_found', message: expect.stringContaining('Service not found') },
    ],
    ['a rate limit', { rateLimit: 0 }, ({ markets }) => markets.list(), { code: 'rate_limited', retryAfterMs: 30_000 }],
    [
      'a rate limit in plain text',
      { rateLimit: 0, rateLimitBody: 'text', retryAfterSeconds: null },
      ({ markets }) => markets.list(),
      { code: 'rate_limited', message: expect.stringContaining('429 Too many requests') },
    ],
    [
      'a used-up quota',
      { mode: 'development', rateLimit: 0, retryAfterSeconds: null },
      ({ tracks }) => tracks.get({ id: known.tracks[0] ?? '' }),
      { code: 'quota_exceeded', providerCode: 'QUOTA_EXCEEDED', retryable: false },
    ],
    [
      "a playlist that is not the user's own, in development mode",
      { mode: 'development' },
      ({ playlists }) => playlists.items({ playlist_id: known.playlist }),
      { code: 'permission_denied', status: 403 },
    ],
  ])('%s', async (_, settings, call, expected) => {
    const box = await createSandbox({ listen: false, music: settings });
    const client = createMusicClient({ ...box.options.music, retries: 0, clock: box.clock });
    const error = await call(client).then(undefined, (reason: unknown) => reason);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject(expected);
  });

  it('of credentials name the options and hide their values', async () => {
    const wrong = { ...sandbox.options.music, clientSecret: 'wrong-secret-123', retries: 0 };
    const error = await createMusicClient(wrong)
      .markets.list()
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'unauthenticated', providerCode: 'invalid_client', operation: 'markets.list' });
    const shown = `${JSON.stringify(error)} ${(error as Error).stack}`;
    expect(shown).toContain('Check clientId and clientSecret');
    expect(shown).not.toContain('wrong-secret-123');
  });
});

it('gets another token when the API refuses the one it has', async () => {
  const box = await createSandbox({ listen: false });
  const client = createMusicClient(box.options.music);
  const id = known.artist;
  await client.artists.get({ id });
  await box.clock.advance(3_600_000); // the client's own clock stands still
  expect((await client.artists.get({ id })).id).toBe(id);
  const trail = box.requests.map(({ path, status }) => `${status} ${path.split('/').at(-2)}`);
  expect(trail).toEqual(['200 api', '200 artists', '401 artists', '200 api', '200 artists']);
});

it('asks for one token however many calls there are', async () => {
  const box = await createSandbox({ listen: false });
  const client = createMusicClient({ ...box.options.music, clock: box.clock });
  await Promise.all(known.tracks.slice(0, 10).map((id) => client.tracks.get({ id })));
  expect(box.requests.filter(({ path }) => path === '/accounts/api/token')).toHaveLength(1);
});

it('200 concurrent first calls make one token request, and one more after expiry', async () => {
  const { options, clock, requests } = await createSandbox({ listen: false });
  const client = createMusicClient({ ...options.music, clock });
  const many = () => Promise.all(Array.from({ length: 200 }, () => client.markets.list()));
  const tokenRequests = () => requests.filter(({ path }) => path === '/accounts/api/token').length;
  await many();
  expect(tokenRequests()).toBe(1);
  await clock.advance(3600_000);
  await many();
  expect(tokenRequests()).toBe(2);
});
