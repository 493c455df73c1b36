import { describe, expect, it } from 'vitest';
import { type Json, readAll, refusal, startMusic } from '../../../../test/music.ts';

describe('catalog', () => {
  it('is large, and the same for the same seed', async () => {
    const [one, two] = [startMusic({ artists: 80 }), startMusic({ artists: 80 })];
    const everything = '/v1/search?q=year:1900-2100&type=track,album,artist&limit=1';
    const found = await one.read(everything);
    expect(found.tracks.total).toBeGreaterThan(5000);
    expect(found.albums.total).toBeGreaterThan(300);
    expect(found.artists.total).toBeGreaterThanOrEqual(60);
    expect(await two.read(everything)).toEqual(found);
  });

  const music = startMusic();
  const first = async (type: string): Promise<Json> =>
    (await music.read(`/v1/search?q=year:1900-2100&type=${type}`))[`${type}s`].items[0];

  it('pages the tracks of an album with links that keep the market', async () => {
    const { albums } = await music.read('/v1/search?q=year:1900-2100&type=album');
    const { id, total_tracks } = albums.items.find((album: Json) => album.total_tracks > 3);
    const path = `/v1/albums/${id}/tracks`;
    const page = await music.read(`${path}?limit=2&offset=1&market=US`);
    const link = (offset: number) => `http://sandbox.test/music${path}?market=US&offset=${offset}&limit=2`;
    expect(page).toMatchObject({ limit: 2, offset: 1, href: link(1), next: link(3), previous: link(0) });
    expect(await music.read(`${path}?offset=5000`)).toMatchObject({ items: [], next: null, total: total_tracks });
  });

  it("lists an artist's albums by group", async () => {
    const path = `/v1/artists/${(await first('artist')).id}/albums`;
    const all = await readAll(music, `${path}?limit=3`);
    const groups = new Set(all.map((item) => item.album_group));
    expect([...groups]).toEqual(['album', 'single', 'compilation', 'appears_on']);
    const development = startMusic({ mode: 'development' });
    expect([(await music.read(path)).limit, (await development.read(path)).limit]).toEqual([20, 5]);
    expect(await development.read(`${path}?limit=11`)).toEqual(refusal(400, 'Invalid limit'));
  });
});

describe('markets', () => {
  const music = startMusic();

  it('decide whether a track plays, and swap editions', async () => {
    const tracks = await readAll(music, '/v1/search?q=year:1900-2100&type=track&limit=50', 'tracks');
    const limited = tracks.filter((track) => track.available_markets.length < 40);
    const foreign = limited.find((track) => !track.available_markets.includes('US'));
    const swapped = await music.read(`/v1/tracks/${foreign.id}?market=US`);
    expect(swapped).toMatchObject({
      is_playable: true,
      linked_from: { id: foreign.id, type: 'track' },
      name: foreign.name,
    });
    expect(swapped.id).not.toBe(foreign.id);
    expect(swapped).not.toHaveProperty('available_markets');
    const nowhere = await music.read(`/v1/tracks/${tracks[0].id}?market=AD`);
    expect(nowhere).toMatchObject({ is_playable: false, restrictions: { reason: 'market' } });
    // The account's country takes precedence over the parameter.
    expect((await music.read(`/v1/tracks/${tracks[0].id}?market=AD`, music.user('sandbox'))).is_playable).toBe(true);
  });

  it('come from the token only with the right scope', async () => {
    const [{ id }] = (await music.read('/v1/search?q=year:1900-2100&type=track')).tracks.items;
    const fromToken = `/v1/tracks/${id}?market=from_token`;
    expect(await music.read(fromToken)).toEqual(refusal(403, 'Insufficient client scope'));
    expect((await music.get(fromToken, music.user('sandbox', 'user-read-private'))).status).toBe(200);
  });
});
