import { failure, nockOnly } from '@x/testing';
import type nock from 'nock';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { asUser, id, link, track, uriOf, user } from '../test/user.ts';
import type { MusicAccountClient, Track } from './index.ts';

nockOnly();

describe('lists', () => {
  it('of followed artists continue after the last artist of a page', async () => {
    const artist = (letter: string) => ({ ...link('artist', letter), images: [] });
    const page = (letter: string, after: string | null) => ({
      artists: { items: [artist(letter)], cursors: { after }, total: 2 },
    });
    asUser()
      .get('/v1/me/following?type=artist&limit=1')
      .reply(200, page('b', 'b'.repeat(22)))
      .get(`/v1/me/following?type=artist&limit=1&after=${'b'.repeat(22)}`)
      .reply(200, page('c', null));
    const call = (await user()).following.artists({ type: 'artist', limit: 1 });
    expect((await call).total).toBe(2);
    expect((await call.toArray({ limit: 9 })).map(({ name }) => name)).toEqual(['artist b', 'artist c']);
  });

  it('contains: 90 URIs are sent 40 at a time, and the results keep the order', async () => {
    const uris = Array.from({ length: 90 }, (_, index) => uriOf(index));
    const lengths: number[] = [];
    asUser()
      .get('/v1/me/library/contains')
      .query(true)
      .times(3)
      .reply(200, (request: Request) => {
        const asked = new URL(request.url).searchParams.get('uris')?.split(',') ?? [];
        lengths.push(asked.length);
        return asked.map((uri) => Number(uri.slice(-2)) % 3 === 0);
      });
    const { library } = await user();
    const { items: held } = await library.contains({ uris });
    expect(lengths.sort((a, b) => b - a)).toEqual([40, 40, 10]);
    expect(held).toEqual(uris.map((_, index) => index % 3 === 0));
    expectTypeOf(held).toEqualTypeOf<boolean[]>();
  });

  it.each([
    ['albums', 20],
    ['shows', 50],
  ] as const)('contains: %s are sent %i at a time', async (kind, max) => {
    const ids = Array.from({ length: max + 1 }, (_, index) => String(index).padStart(22, '0'));
    const head = ids.slice(0, max).join('%2C');
    asUser()
      .get(`/v1/me/${kind}/contains?ids=${head}`)
      .reply(200, Array(max).fill(true))
      .get(`/v1/me/${kind}/contains?ids=${ids[max]}`)
      .reply(200, [false]);
    const { items: held } = await (await user()).library[kind].contains({ ids });
    expect(held).toEqual([...Array(max).fill(true), false]);
  });
});

describe('a text that the API refuses', () => {
  const name = 'n'.repeat(201);
  it.each([
    [{ name }, 'name must have at most 200 characters'],
    [{ name: 'x', description: 'd'.repeat(301) }, 'description must have at most 300 characters'],
    [{ name: 'x', description: 'a\nb' }, 'description must not contain line breaks'],
  ])('is sent by default, and explained in the error: %o', async (params, problem) => {
    asUser()
      .post('/v1/me/playlists', params)
      .reply(500, { error: { status: 500, message: 'Internal server error' } });
    const { playlists } = await user();
    expect(await failure(playlists.create(params))).toMatchObject({ message: expect.stringContaining(problem) });
    const strict = await user(undefined, { validation: 'strict' });
    expect(await failure(strict.playlists.create(params))).toMatchObject({ code: 'invalid_params' });
  });
});

describe('the library', () => {
  it.each<[string, string, (calls: MusicAccountClient) => Promise<void>, object?]>([
    [
      'PUT',
      '/library?uris=spotify%3Atrack%3A1%2Cspotify%3Auser%3Ab',
      ({ library }) => library.save({ uris: ['spotify:track:1', 'spotify:user:b'] }),
    ],
    ['DELETE', '/library?uris=spotify%3Ashow%3A1', ({ library }) => library.remove({ uris: 'spotify:show:1' })],
    ['PUT', `/albums?ids=${id}`, ({ library }) => library.albums.save({ ids: id })],
    ['DELETE', `/episodes?ids=${id}%2C${id}`, ({ library }) => library.episodes.remove({ ids: [id, id] })],
    ['DELETE', `/shows?ids=${id}&market=DE`, ({ library }) => library.shows.remove({ ids: id, market: 'DE' })],
    ['PUT', '/tracks', ({ library }) => library.tracks.save({ ids: [id] }), { ids: [id] }],
    [
      'PUT',
      '/tracks',
      ({ library }) => library.tracks.save({ timestamped_ids: [{ id, added_at: '2026-01-01T00:00:00Z' }] }),
      { timestamped_ids: [{ id, added_at: '2026-01-01T00:00:00Z' }] },
    ],
    ['PUT', '/following?type=user&ids=b', ({ following }) => following.follow({ type: 'user', ids: 'b' })],
    [
      'DELETE',
      `/following?type=artist&ids=${id}`,
      ({ following }) => following.unfollow({ type: 'artist', ids: [id] }),
    ],
  ])('%s /v1/me%s', async (method, path, call, body) => {
    asUser()
      .intercept(`/v1/me${path}`, method, body as nock.RequestBodyMatcher)
      .reply(200);
    expect(await call(await user())).toBeUndefined();
  });

  const many = (length: number) => Array.from({ length }, (_, index) => String(index).padStart(22, '0'));
  it.each<[string, (calls: MusicAccountClient) => PromiseLike<unknown>, RegExp]>([
    [
      '41 URIs',
      ({ library }) => library.save({ uris: many(41).map((one) => `spotify:track:${one}`) }),
      /uris must have at most 40 entries/,
    ],
    ['21 albums', ({ library }) => library.albums.save({ ids: many(21) }), /ids must have at most 20 entries/],
    ['51 episodes', ({ library }) => library.episodes.remove({ ids: many(51) }), /ids must have at most 50 entries/],
    ['51 tracks', ({ library }) => library.tracks.save({ ids: many(51) }), /ids must have 1 to 50 entries/],
    [
      '51 artists',
      ({ following }) => following.follow({ type: 'artist', ids: many(51) }),
      /ids must have at most 50 entries/,
    ],
    ['no tracks', ({ library }) => library.tracks.save({}), /at least one of ids, timestamped_ids/],
    ['no IDs', ({ library }) => library.albums.remove({ ids: [] }), /ids must not be empty/],
    ['an ID instead of a URI', ({ library }) => library.contains({ uris: id }), /uris must be a Spotify URI/],
  ])('of a strict client refuses %s before any request', async (_, call, message) => {
    const error = await failure(call(await user(undefined, { validation: 'strict' })));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
  });

  it('accepts any sufficient scope', async () => {
    asUser().put('/v1/me/library?uris=spotify%3Aartist%3A1').reply(200);
    await (await user(['user-follow-modify'])).library.save({ uris: 'spotify:artist:1' });
  });
});

describe('playlists', () => {
  const playlist_id = 'p'.repeat(22);
  const base = `/v1/playlists/${playlist_id}`;
  const uris = [uriOf(1), uriOf(2)];
  const items = uris.map((uri) => ({ uri }));
  const move = { range_start: 0, insert_before: 3, range_length: 2, snapshot_id: 's' };

  it.each<[string, string, (playlists: MusicAccountClient['playlists']) => Promise<unknown>, object]>([
    ['POST', '/items', (playlists) => playlists.addItems({ playlist_id, uris, position: 0 }), { uris, position: 0 }],
    ['PUT', '/items', (playlists) => playlists.updateItems({ playlist_id, uris: [] }), { uris: [] }],
    ['PUT', '/items', (playlists) => playlists.updateItems({ playlist_id, ...move }), move],
    ['DELETE', '/items', (playlists) => playlists.removeItems({ playlist_id, items }), { items }],
    ['POST', '/tracks', (playlists) => playlists.addTracks({ playlist_id, uris }), { uris }],
    ['PUT', '/tracks', (playlists) => playlists.updateTracks({ playlist_id, uris }), { uris }],
    [
      'DELETE',
      '/tracks',
      (playlists) => playlists.removeTracks({ playlist_id, tracks: items, snapshot_id: 's' }),
      { tracks: items, snapshot_id: 's' },
    ],
  ])('%s %s %#', async (method, path, call, body) => {
    asUser()
      .intercept(base + path, method, body as nock.RequestBodyMatcher)
      .matchHeader('content-type', 'application/json')
      .reply(method === 'POST' ? 201 : 200, { snapshot_id: 'next' });
    expect(await call((await user()).playlists)).toEqual({ snapshot_id: 'next' });
  });

  it.each<[string, (playlists: MusicAccountClient['playlists']) => PromiseLike<unknown>, RegExp]>([
    [
      '101 items',
      (playlists) => playlists.addItems({ playlist_id, uris: Array(101).fill(uriOf(1)) }),
      /uris must have 1 to 100 entries/,
    ],
    ['nothing to add', (playlists) => playlists.addItems({ playlist_id, uris: [] }), /uris must have 1 to 100 entries/],
    ['neither contents nor a move', (playlists) => playlists.updateItems({ playlist_id }), /pass either uris, or/],
    [
      'contents and a move',
      (playlists) => playlists.updateItems({ playlist_id, uris, range_length: 2 }),
      /pass either uris, or/,
    ],
    [
      'an incomplete move',
      (playlists) => playlists.updateTracks({ playlist_id, range_start: 1 }),
      /pass either uris, or/,
    ],
    [
      'items under their old name',
      (playlists) => playlists.removeItems({ playlist_id, tracks: items } as never),
      /unknown parameter tracks/,
    ],
    [
      'a public collaborative playlist',
      (playlists) => playlists.update({ playlist_id, public: true, collaborative: true }),
      /cannot be public/,
    ],
    ['a playlist without a name', (playlists) => playlists.create({ name: '' }), /name must not be empty/],
  ])('of a strict client refuse %s before any request', async (_, call, message) => {
    const error = await failure(call((await user(undefined, { validation: 'strict' })).playlists));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
  });

  it('a move is not retried automatically, because it could move other items', async () => {
    asUser().put(`${base}/items`).reply(502);
    const { playlists } = await user(undefined, { retries: 2, random: () => 0 });
    expect(await failure(playlists.updateItems({ playlist_id, ...move }))).toMatchObject({ status: 502 });
  });

  it('can be created, changed, followed and unfollowed', async () => {
    const owner = { ...link('user'), display_name: null };
    const made = {
      ...link('playlist', 'p'),
      collaborative: false,
      description: null,
      images: [],
      owner,
      public: false,
      snapshot_id: 's',
    };
    const body = { name: 'Mine', public: false };
    asUser()
      .post('/v1/me/playlists', body)
      .reply(201, made)
      .post('/v1/users/ann%20b/playlists', body)
      .reply(201, made)
      .put(base, { description: 'Mine' })
      .reply(200)
      .put(`${base}/followers`, { public: false })
      .reply(200)
      .delete(`${base}/followers`)
      .reply(200)
      .get(`${base}/followers/contains`)
      .reply(200, [true])
      .get(`${base}/images`)
      .reply(200, [{ url: 'https://images.test/1', height: null, width: null }]);
    const { playlists } = await user();
    expect((await playlists.create(body)).id).toBe(playlist_id);
    expect((await playlists.createForUser({ user_id: 'ann b', ...body })).id).toBe(playlist_id);
    await playlists.update({ playlist_id, description: 'Mine' });
    await playlists.followers.add({ playlist_id, public: false });
    await playlists.followers.remove({ playlist_id });
    expect((await playlists.followers.contains({ playlist_id })).items).toEqual([true]);
    expect(await playlists.image.get({ playlist_id })).toMatchObject([{ url: 'https://images.test/1' }]);
  });

  it('a cover is sent as base64', async () => {
    const image = Uint8Array.from({ length: 192 * 1024 }, (_, index) => index % 256);
    let sent = '';
    asUser()
      .put(`${base}/images`, (body) => {
        sent = String(body);
        return true;
      })
      .matchHeader('content-type', 'image/jpeg')
      .reply(202);
    expect(await (await user()).playlists.image.upload({ playlist_id, image })).toBeUndefined();
    expect(sent).toHaveLength(256 * 1024);
    expect(Buffer.from(sent, 'base64').equals(image)).toBe(true);
  });

  it.each<[string, unknown]>([
    ['too large', new Uint8Array(192 * 1024 + 1)],
    ['empty', new Uint8Array()],
    ['text', '/9j/4AAQ'],
  ])('a cover that is %s is refused by a strict client before any request', async (_, image) => {
    const { playlists } = await user(undefined, { validation: 'strict' });
    const error = await failure(playlists.image.upload({ playlist_id, image: image as Uint8Array }));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringContaining('image must ') });
  });
});

it('a search on behalf of a user returns the requested types', async () => {
  asUser()
    .get('/v1/search?q=x&type=track')
    .reply(200, { tracks: { items: [track('b')], next: null, total: 1 } });
  const { items } = await (await user()).search({ q: 'x', type: 'track' });
  expect(items.map(({ album }) => album.name)).toEqual(['album a']);
  expectTypeOf(items).toEqualTypeOf<Track[]>();
});
