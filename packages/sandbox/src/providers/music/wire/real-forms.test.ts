import { describe, expect, it } from 'vitest';
import { type Json, playerScopes, playing, startMusic } from '../../../../test/music.ts';

const user = 'sandbox';
const scopes = ['user-library-read', 'user-library-modify', 'playlist-read-private', ...playerScopes];

/** Requests one path from the sandbox as documented, and with the real host's forms. */
async function both(path: string): Promise<{ off: Json; real: Json }> {
  const [off, real] = await Promise.all(
    [false, true].map((realQuirks) => {
      const music = startMusic({ accessTokenSeconds: 1_000_000 }, realQuirks);
      return music.read(path, music.user(user, ...scopes));
    }),
  );
  return { off, real };
}

/** Requests the same without a user, and so without a market. */
async function asApp(path: string): Promise<{ off: Json; real: Json }> {
  const [off, real] = await Promise.all([false, true].map((realQuirks) => startMusic({}, realQuirks).read(path)));
  return { off, real };
}

const found = async (type: string, query = 'the') => {
  const body = await startMusic().read(`/v1/search?q=${query}&type=${type}&limit=50`);
  return body[`${type}s`].items as Json[];
};

describe('the real host', () => {
  it('lists saved audiobooks bare, and null for a removed one', async () => {
    const { off, real } = await both('/v1/me/audiobooks');
    expect(off.items.map((item: Json) => Object.keys(item))).toEqual(off.items.map(() => ['added_at', 'audiobook']));
    const [first] = real.items;
    expect(first).toMatchObject({ type: 'audiobook', id: off.items[0].audiobook.id, uri: `spotify:show:${first.id}` });
    expect(real.items.at(-1)).toBeNull();
    expect(real.total).toBe(off.total + 1);
  });

  it('accepts the URI of an audiobook, which has the form of a show URI', async () => {
    const music = startMusic({}, true);
    const token = music.user(user, ...scopes, 'user-follow-read', 'user-follow-modify', 'playlist-modify-public');
    const [{ uri, id }] = (await music.read('/v1/me/audiobooks', token)).items;
    expect(uri).toBe(`spotify:show:${id}`);
    expect(await music.call('DELETE', `/v1/me/library?uris=${uri}`, undefined, token)).toEqual([200, '']);
    const held = `/v1/me/library/contains?uris=${uri},spotify:audiobook:${id}`;
    expect(await music.read(held, token)).toEqual([false, false]);
    expect(await music.call('PUT', `/v1/me/library?uris=${uri}`, undefined, token)).toEqual([200, '']);
    expect(await music.read(held, token)).toEqual([true, true]);
  });

  it('lists saved audiobooks among the saved shows', async () => {
    const { off, real } = await both('/v1/me/shows?limit=50');
    const books = real.items.filter(({ show }: Json) => show?.description.startsWith('Author(s): '));
    expect(books.length).toBe(real.total - off.total - 1);
    expect(books[0].show).toMatchObject({ type: 'show', total_episodes: null, html_description: null });
    const times = real.items.map((item: Json) => item.added_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  it('lists a saved episode that was removed, with null fields', async () => {
    const { off, real } = await both('/v1/me/episodes?limit=50');
    expect(real.items).toHaveLength(off.items.length + 2);
    const { episode } = real.items.at(-2);
    expect(episode).toMatchObject({ type: 'episode', id: null, uri: null, name: null, show: { id: null } });
  });

  it.each([
    ['track', '/v1/me/tracks?limit=50&offset='],
    ['album', '/v1/me/albums?limit=50&offset='],
    ['episode', '/v1/me/episodes?limit=50&offset='],
    ['show', '/v1/me/shows?limit=50&offset='],
    ['track', '/v1/me/player/recently-played?limit=50&x='],
  ])('has a null %s in the last entry of %s', async (kind, path) => {
    const { real, off } = await both(`${path}0`);
    const last = real.total > 50 ? (await both(`${path}${real.total - 50}`)).real : real;
    expect([last.items.at(-1)[kind], off.items.at(-1)[kind]]).toEqual([null, expect.objectContaining({})]);
  });

  it('does not report the label of every album', async () => {
    const ids = (await found('album')).slice(0, 20).map(({ id }) => id);
    const { off, real } = await asApp(`/v1/albums?ids=${ids.join()}`);
    expect(new Set(real.albums.map(({ label }: Json) => label === null))).toEqual(new Set([true, false]));
    expect(off.albums.map(({ label }: Json) => typeof label)).not.toContain('object');
  });

  it('responds with a 500 to a description that it refuses', async () => {
    const music = startMusic({}, true);
    const token = music.user(user, 'playlist-modify-public');
    expect((await music.send('POST', '/v1/me/playlists', { name: 'x', description: 'a\nb' }, token)).status).toBe(500);
  });

  it('gives chapters their own type, and says only with a market whether they are playable', async () => {
    const [{ id }] = await found('audiobook');
    const { off, real } = await asApp(`/v1/audiobooks/${id}/chapters?limit=2`);
    expect(off.items[0]).toMatchObject({ type: 'episode', is_playable: true });
    expect(real.items[0].type).toBe('chapter');
    expect(real.items[0]).not.toHaveProperty('is_playable');
    const inMarket = await asApp(`/v1/audiobooks/${id}/chapters?limit=2&market=US`);
    expect(inMarket.real.items[0].is_playable).toBe(true);
  });

  it('does not always report how many chapters an audiobook has', async () => {
    const ids = (await found('audiobook')).map(({ id }) => id).join(',');
    const { off, real } = await asApp(`/v1/audiobooks?ids=${ids}`);
    const totals = real.audiobooks.map((book: Json) => book.total_chapters);
    expect(new Set(totals.map((total: Json) => typeof total))).toEqual(new Set(['number', 'object']));
    expect(off.audiobooks.every((book: Json) => book.total_chapters > 0)).toBe(true);
  });

  it.each(['?', '/episodes?limit=50&'])('has null among the episodes of a show: /v1/shows/{id}%s', async (rest) => {
    const [{ id }] = await found('show');
    const { off, real } = await asApp(`/v1/shows/${id}${rest}market=US`);
    const [episodes, expected] = rest !== '?' ? [real, off] : [real.episodes, off.episodes];
    expect(episodes.items).toEqual([...expected.items, null]);
    expect(episodes.total).toBe(expected.total + 1);
  });

  it('has null fields in the show of the current episode, and no context when it plays without one', async () => {
    const [{ uri }] = await found('episode', 'what');
    for (const realQuirks of [false, true]) {
      const music = startMusic({}, realQuirks);
      const token = music.user(playing, ...playerScopes);
      await music.send('PUT', '/v1/me/player/play', { uris: [uri] }, token);
      const playback = await music.read('/v1/me/player?additional_types=episode', token);
      expect('context' in playback).toBe(!realQuirks);
      expect('is_playable' in playback.item).toBe(!realQuirks);
      expect(playback.item.show.total_episodes === null).toBe(realQuirks);
      const { currently_playing } = await music.read('/v1/me/player/queue', token);
      expect(currently_playing.show.html_description === null).toBe(realQuirks);
    }
  });

  it('has no artist name for an episode written as a track, and null for a removed item', async () => {
    const [{ id }] = await found('playlist', 'Everything');
    const { off, real } = await asApp(`/v1/playlists/${id}/tracks?limit=100`);
    const dressed = ({ items }: Json) => items.find(({ track }: Json) => track?.type === 'episode').track;
    expect(dressed(off).artists).toMatchObject([{ name: expect.any(String), type: 'artist' }]);
    expect(dressed(real)).toMatchObject({
      artists: [{ name: null, type: dressed(real).album.name }],
      album: { album_type: 'compilation', release_date: null, release_date_precision: null },
    });
    expect(real.items.filter(({ track }: Json) => track === null)).toHaveLength(10);
  });

  it('counts playlists that it does not show', async () => {
    const { off, real } = await both('/v1/me/playlists?limit=50');
    expect(real.items).toEqual([...off.items, null]);
    expect(real.total).toBe(off.total + 1);
  });

  it('lists a playlist with null fields, and no totals, in a category', async () => {
    const { real } = await asApp('/v1/browse/categories/jazz/playlists');
    expect(real.playlists.items.at(-1)).toMatchObject({ type: 'playlist', id: null, owner: { id: null } });
    expect(real.playlists.items.map(({ tracks }: Json) => tracks.total)).toEqual(Array(6).fill(null));
  });

  it('returns no null playlists from search when the option turns them off', async () => {
    const music = startMusic({ nullItems: false }, true);
    const { playlists } = await music.read('/v1/search?q=a&type=playlist');
    expect(playlists.items).not.toContain(null);
  });
});
