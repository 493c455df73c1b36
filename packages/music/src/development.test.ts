import { cachedFetch } from '@x/cache';
import { createClient } from '@x/core/provider';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { failure } from '@x/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { boxOf, clientOf, idsOf, signIn, unknown } from '../test/stage.ts';
import { operations } from '../test/table.ts';
import {
  type ClientEvent,
  getItem,
  type MusicAccountClient,
  type MusicClient,
  type MusicOptions,
  musicProvider,
} from './index.ts';
import { tracks } from './resources/tracks.ts';

const development = { mode: 'development' } as const;
const inMode = (box: Sandbox, options: Partial<MusicOptions> = {}) => clientOf(box, { ...development, ...options });

let box: Sandbox;
let music: MusicClient;
let user: MusicAccountClient;
/** Forty tracks that play in the user's country. */
let trackIds: string[];
let playlist_id: string;

beforeAll(async () => {
  box = await createSandbox({ listen: false, music: development });
  music = inMode(box);
  user = await signIn(box, music, 'sandbox');
  trackIds = idsOf((await user.search({ q: 'a', type: 'track', limit: 40 })).items) as string[];
  playlist_id = (await music.search({ q: 'Everything at Once', type: 'playlist' })).items[0]?.id ?? '';
});
afterAll(() => box.close());

const uriOf = (id: string) => `spotify:track:${id}`;
/** Makes a call, and returns its requests, such as `GET /v1/… 200`. */
async function sentBy(server: Sandbox, call: PromiseLike<unknown>) {
  const before = server.requests.length;
  await call;
  const sent = server.requests.slice(before).filter(({ path }) => !path.endsWith('/token'));
  return sent.map(({ method, path, status }) => `${method} ${path.slice(path.indexOf('/v1'))} ${status}`);
}

describe('a lookup', () => {
  it('requests each record once by its own ID, keeps the order of the IDs, and reports missing IDs', async () => {
    const [one = '', two = ''] = trackIds;
    const call = music.tracks.list({ ids: [two, unknown, one, two], market: 'US' });
    const sent = await sentBy(box, call);
    const { items, missing } = await call;
    expect(idsOf(items)).toEqual([two, one, two]);
    expect(missing).toEqual([unknown]);
    expect(sent.toSorted()).toEqual(
      [`GET /v1/tracks/${one} 200`, `GET /v1/tracks/${two} 200`, `GET /v1/tracks/${unknown} 404`].toSorted(),
    );
  });

  it('accepts a single ID, and refuses an invalid one before any request', async () => {
    expect((await music.tracks.list({ ids: trackIds[0] ?? '' })).items).toHaveLength(1);
    const bad = music.tracks.list({ ids: ['spotify:track:1'] }).catch((error) => error);
    expect(await sentBy(box, bad)).toEqual([]);
    expect(await bad).toMatchObject({ code: 'invalid_params', operation: 'tracks.list' });
  });

  it.each(['albums', 'artists', 'shows', 'episodes', 'audiobooks', 'chapters'] as const)(
    'by %s.list returns records in the order of the IDs, and reports missing IDs',
    async (kind) => {
      const found: { [Kind in typeof kind]: () => PromiseLike<{ items: readonly { id: string | null }[] }> } = {
        albums: () => music.search({ q: 'the', type: 'album', limit: 3 }),
        artists: () => music.search({ q: 'the', type: 'artist', limit: 3 }),
        shows: () => music.search({ q: 'the', type: 'show', limit: 3, market: 'US' }),
        episodes: () => music.search({ q: 'what', type: 'episode', limit: 3, market: 'US' }),
        audiobooks: () => music.search({ q: 'the', type: 'audiobook', limit: 3, market: 'US' }),
        chapters: async () => {
          const { items } = await music.search({ q: 'the', type: 'audiobook', limit: 1, market: 'US' });
          return music.audiobooks.chapters({ id: items[0]?.id ?? '', limit: 3, market: 'US' });
        },
      };
      const ids = idsOf((await found[kind]()).items) as string[];
      expect(ids.length).toBeGreaterThan(1);
      const place = kind === 'artists' ? {} : { market: 'US' };
      const { items, missing } = await user[kind].list({ ids: [...ids, unknown], ...place } as { ids: string[] });
      expect([idsOf(items as { id: string }[]), missing]).toEqual([ids, [unknown]]);
    },
  );

  it('waits for the rate limit, and requests no record twice', async () => {
    const small = await boxOf(development, 8);
    const client = inMode(small, { retries: 2, maxWaitMs: 60_000 });
    const ids = trackIds.slice(0, 20);
    const { items } = await small.clock.runUntil(client.tracks.list({ ids }));
    expect(idsOf(items)).toEqual(ids);
    const read = small.requests.filter(({ status }) => status === 200).map(({ path }) => path);
    expect(new Set(read.filter((path) => path.includes('/tracks/'))).size).toBe(ids.length);
    expect(read.filter((path) => path.includes('/tracks/'))).toHaveLength(ids.length);
  });

  it('shares the cache with the call for a single ID', async () => {
    const client = inMode(box, { fetch: cachedFetch({ perToken: true, fetch: box.options.music.fetch }) });
    const ids = trackIds.slice(0, 3);
    await client.tracks.get({ id: ids[0] ?? '' });
    const statuses = async () => (await sentBy(box, client.tracks.list({ ids }))).map((sent) => sent.slice(-3)).sort();
    expect(await statuses()).toEqual(['200', '200', '304']);
    expect(await statuses()).toEqual(['304', '304', '304']);
  });

  it('works in a client with only some resources', async () => {
    const provider = musicProvider({ ...box.options.music, ...development, clock: box.clock });
    const client = createClient(provider, { tracks });
    expect((await client.tracks.list({ ids: trackIds.slice(0, 2) })).items).toHaveLength(2);
  });
});

describe('a large page', () => {
  it('is fetched in several requests, and looks like one page of the requested size', async () => {
    const call = music.search({ q: 'a', type: ['track', 'artist'], limit: 25 });
    expect(await sentBy(box, call)).toEqual(['GET /v1/search 200', 'GET /v1/search 200', 'GET /v1/search 200']);
    const wide = clientOf(await boxOf()); // extended quota, the same data
    const expected = await wide.search({ q: 'a', type: ['track', 'artist'], limit: 25 });
    const { items, total, nextCursor } = await call;
    expect([idsOf(items), total, nextCursor]).toEqual([idsOf(expected.items), expected.total, expected.nextCursor]);
    // A cursor from either mode works in the other, even in another process.
    const params = { q: 'a', type: ['track', 'artist'], limit: 25 } as const;
    const next = await inMode(box).search(params, { cursor: String(expected.nextCursor) });
    const also = await wide.search(params, { cursor: String(nextCursor) });
    expect(idsOf(next.items)).toEqual(idsOf(also.items));
    expect(idsOf(next.items)).not.toEqual(idsOf(items));
  });

  it("can contain an artist's albums, or a playlist's entries at the old path", async () => {
    const [artist] = (await music.search({ q: 'a', type: 'artist', limit: 1 })).items;
    const albums = music.artists.albums({ id: artist?.id ?? '', limit: 50 });
    expect((await albums).items).toHaveLength((await albums).total ?? -1);
    const entries = user.playlists.tracks({ playlist_id, limit: 100 });
    const path = `GET /v1/playlists/${playlist_id}/items 200`;
    expect(await sentBy(box, entries)).toEqual([path, path]);
    const all = await Array.fromAsync(user.playlists.tracks({ playlist_id, limit: 100 }));
    expect(all.map((entry) => getItem(entry)?.uri)).toEqual(
      (await Array.fromAsync(user.playlists.items({ playlist_id, limit: 50 }))).map((entry) => getItem(entry)?.uri),
    );
    expect(all).toHaveLength(300);
  });

  it('of another list is a single request', async () => {
    const call = user.library.tracks.list({ limit: 50 });
    expect(await sentBy(box, call)).toEqual(['GET /v1/me/tracks 200']);
    expect((await call).items).toHaveLength(50);
  });
});

describe('a call that moved', () => {
  const kinds = ['album', 'audiobook', 'episode', 'show', 'track'] as const;
  it.each(kinds)('library.%ss uses the library endpoints for all kinds', async (kind) => {
    const { items } = await music.search({
      q: kind === 'episode' ? 'what' : 'the',
      type: kind,
      limit: 2,
      market: 'US',
    });
    const ids = idsOf(items) as string[];
    const calls = user.library[`${kind}s`];
    await calls.remove({ ids });
    expect(await sentBy(box, calls.save({ ids: ids.slice(0, 1) }))).toEqual(['PUT /v1/me/library 200']);
    expect(await calls.contains({ ids })).toMatchObject({ items: [true, false], missing: [] });
    expect(await sentBy(box, calls.remove({ ids }))).toEqual(['DELETE /v1/me/library 200']);
    expect(await sentBy(box, calls.contains({ ids }))).toEqual(['GET /v1/me/library/contains 200']);
    expect((await calls.contains({ ids })).items).toEqual([false, false]);
  });

  it("contains splits IDs by the new path's limit", async () => {
    const ids = [...trackIds, ...trackIds.map((id) => id.split('').reverse().join(''))].slice(0, 75);
    const call = user.library.tracks.contains({ ids });
    expect(await sentBy(box, call)).toHaveLength(2);
    expect((await call).items).toHaveLength(75);
  });

  it('following uses the library endpoints, even for user IDs that need escaping', async () => {
    for (const [type, id] of [
      ['artist', idsOf((await music.search({ q: 'a', type: 'artist', limit: 1 })).items)[0] ?? ''],
      ['user', 'night owl & co'],
    ] as const) {
      await user.following.follow({ type, ids: id });
      expect((await user.following.contains({ type, ids: [id] })).items).toEqual([true]);
      expect(await sentBy(box, user.following.unfollow({ type, ids: id }))).toEqual(['DELETE /v1/me/library 200']);
      expect((await user.following.contains({ type, ids: [id] })).items).toEqual([false]);
    }
  });

  it('following a playlist uses the library endpoints', async () => {
    const { followers } = user.playlists;
    await followers.remove({ playlist_id });
    expect((await followers.contains({ playlist_id })).items).toEqual([false]);
    expect(await sentBy(box, followers.add({ playlist_id, public: true }))).toEqual(['PUT /v1/me/library 200']);
    expect((await followers.contains({ playlist_id })).items).toEqual([true]);
  });

  it("changes to a playlist's contents use its items endpoints", async () => {
    const { id } = await user.playlists.create({ name: 'Old calls', public: false });
    const uris = async () =>
      (await user.playlists.items({ playlist_id: id })).items.map((entry) => getItem(entry)?.uri ?? '');
    const [one = '', two = '', three = ''] = trackIds.map(uriOf);
    const added = await user.playlists.addTracks({ playlist_id: id, uris: [one, two] });
    expect(await uris()).toEqual([one, two]);
    await user.playlists.updateTracks({ playlist_id: id, uris: [three, two] });
    expect(await uris()).toEqual([three, two]);
    const removal = user.playlists.removeTracks({ playlist_id: id, tracks: [{ uri: two }] });
    expect(await sentBy(box, removal)).toEqual([`DELETE /v1/playlists/${id}/items 200`]);
    expect(await uris()).toEqual([three]);
    expect((await removal).snapshot_id).not.toBe(added.snapshot_id);
  });

  it('is reported once, with the name of its replacement', async () => {
    const events: ClientEvent[] = [];
    const own = await signIn(box, inMode(box, { onEvent: (event) => events.push(event) }), 'sandbox');
    const ids = trackIds.slice(0, 1);
    await own.library.tracks.save({ ids });
    await own.library.tracks.save({ ids });
    await own.tracks.list({ ids }); // there is no better call
    expect(events.filter(({ type }) => type === 'drift')).toMatchObject([
      {
        operation: 'library.tracks.save',
        about: 'deprecation',
        message: expect.stringContaining('so the client calls library.save instead'),
      },
    ]);
  });

  it('that the API refuses fails with permission_denied, and is not reported as closed', async () => {
    const mira = await signIn(box, music, 'mira');
    const error = await failure(mira.playlists.tracks({ playlist_id }));
    expect(error).toMatchObject({ code: 'permission_denied', operation: 'playlists.tracks' });
    expect(String(error)).toContain('only the owner and collaborators of a playlist may use its items');
  });
});

describe('a client without a mode', () => {
  it('learns development mode from a refused page size, once, and remembers it for all users', async () => {
    const events: ClientEvent[] = [];
    const client = clientOf(box, { onEvent: (event) => events.push(event) });
    const search = { q: 'a', type: 'track', limit: 25 } as const;
    const first = client.search(search);
    const pages = Array(3).fill('GET /v1/search 200');
    expect(await sentBy(box, first)).toEqual(['GET /v1/search 400', ...pages]);
    expect(await first).toMatchObject({ items: (await music.search(search)).items });
    const own = await signIn(box, client, 'sandbox');
    expect(await sentBy(box, own.search(search))).toEqual(pages);
    expect((await own.tracks.list({ ids: trackIds.slice(0, 2) })).items).toHaveLength(2);
    const drift = events.filter(({ type }) => type === 'drift');
    expect(drift).toMatchObject([
      { about: 'options', place: 'mode', message: expect.stringContaining('Set this option') },
    ]);
  });

  it('learns it in the middle of a list, and reads the rest in parts', async () => {
    const client = clientOf(box, { onEvent() {} });
    const { items: expected } = await music.search({ q: 'a', type: 'track', limit: 50 });
    const [artist] = expected[0]?.artists ?? [];
    const albums = client.artists.albums({ id: artist?.id ?? '', limit: 20 });
    expect((await sentBy(box, albums.toArray({ limit: 40 })))[0]).toContain('400');
    const found = client.search({ q: 'a', type: 'track', limit: 20 });
    expect(idsOf(await found.toArray({ limit: 50 }))).toEqual(idsOf(expected));
  });

  it('learns it from the page size that it chose itself for a loop', async () => {
    const { items: expected } = await music.search({ q: 'a', type: 'track', limit: 50 });
    const client = clientOf(box, { onEvent() {} });
    const loop = () => client.search({ q: 'a', type: 'track' }).toArray({ limit: 50 });
    expect(idsOf(await loop())).toEqual(idsOf(expected));
    expect(await sentBy(box, loop())).toEqual(Array(5).fill('GET /v1/search 200'));
  });

  it.each([
    ['of an app with extended quota', { mode: 'extended' }, { limit: 25 }],
    ['of a size that development mode allows', {}, { limit: 5 }],
  ] as const)('learns nothing from a refusal %s', async (_, options, { limit }) => {
    const refusing = await boxOf();
    const body = JSON.stringify({ error: { status: 400, message: 'Invalid limit' } });
    refusing.faults.add({ provider: 'music', path: '/v1/search', status: 400, body });
    const client = clientOf(refusing, options);
    const search = client.search({ q: 'a', type: 'track', limit });
    expect(await failure(search)).toMatchObject({ message: expect.stringContaining("set mode: 'development'") });
    expect(await sentBy(refusing, client.search({ q: 'a', type: 'track', limit: 25 }))).toEqual(['GET /v1/search 200']);
  });
});

it('only these deprecated endpoints have no alternative in development mode', () => {
  const open = [...operations].filter(([, { deprecated }]) => deprecated);
  const closed = open.filter(([, spec]) => !('development' in spec)).map(([name]) => name);
  expect(closed).toEqual([
    'artists.topTracks',
    'artists.related',
    'audioAnalysis.get',
    'audioFeatures.get',
    'audioFeatures.list',
    'browse.newReleases',
    'browse.featuredPlaylists',
    'browse.categories.list',
    'browse.categories.get',
    'browse.categories.playlists',
    'markets.list',
    'playlists.listOfUser',
    'playlists.createForUser',
    'recommendations.get',
    'recommendations.genres',
    'users.get',
  ]);
});
