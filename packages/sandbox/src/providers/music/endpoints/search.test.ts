import { describe, expect, it } from 'vitest';
import { type Json, readAll, startMusic } from '../../../../test/music.ts';
import { normalise, parseQuery } from '../data/search-query.ts';

describe('search', () => {
  const music = startMusic({ artists: 20 });

  it('returns every requested type, each with its own links', async () => {
    const types = ['album', 'artist', 'playlist', 'track', 'show', 'episode', 'audiobook'];
    const found = await startMusic({ artists: 80 }).read(`/v1/search?q=a&type=${types.join()}&limit=1`);
    expect(Object.keys(found)).toEqual(types.map((type) => `${type}s`));
    for (const type of types) {
      const { items, next, limit } = found[`${type}s`];
      expect(limit).toBe(1);
      expect(items[0]?.type).toBe(type);
      if (next) expect(next).toBe(`http://sandbox.test/music/v1/search?query=a&type=${type}&offset=1&limit=1`);
    }
  });

  it('ends at the thousandth result', async () => {
    const all = await readAll(music, '/v1/search?q=year:1900-2100&type=track&limit=50', 'tracks');
    expect(all).toHaveLength(1000);
    expect(new Set(all.map((track) => track.id)).size).toBe(1000);
    const last = await music.read('/v1/search?q=year:1900-2100&type=track&limit=30&offset=960');
    expect(last.tracks.next).toBeNull();
    expect(last.tracks.total).toBeGreaterThan(1000);
  });

  const one = async (type: string, q: string): Promise<Json[]> =>
    (await music.read(`/v1/search?${new URLSearchParams({ q, type, limit: '50' })}`))[`${type}s`].items;

  it('applies field filters', async () => {
    const [sample] = await one('track', 'year:1990-2024');
    const artist = sample.artists[0].name;
    const year = sample.album.release_date.slice(0, 4);
    for (const track of await one('track', `artist:"${artist}" year:${year}`)) {
      expect(track.artists.map((each: Json) => each.name)).toContain(artist);
      expect(track.album.release_date).toMatch(year);
    }
    const exact = await one('track', `track:${sample.name} artist:${artist} album:${sample.album.name}`);
    expect(exact.map((track) => track.id)).toContain(sample.id);
    expect((await one('track', `isrc:${sample.external_ids.isrc}`)).map((track) => track.id)).toContain(sample.id);
    const album = await music.read(`/v1/albums/${sample.album.id}`);
    expect((await one('album', `upc:${album.external_ids.upc}`)).map((each) => each.id)).toContain(album.id);
    expect((await one('album', `album:${sample.album.name} artist:${artist}`)).map(({ id }) => id)).toContain(album.id);
    const [player] = await one('artist', `artist:"${artist}" isrc:${sample.external_ids.isrc}`);
    expect(player.name).toBe(artist);
    const jazz = await one('artist', 'genre:"jazz"');
    for (const each of jazz) expect(each.genres).toContain('jazz');
    expect(await one('artist', 'tag:new')).toEqual([]);
    expect(await one('track', 'year:soon')).toEqual([]);
  });

  it('finds new and hipster albums', async () => {
    const fresh = await one('album', 'tag:new');
    expect(fresh.length).toBeGreaterThan(0);
    for (const album of fresh) expect(album.release_date >= '2025-12-18').toBe(true);
    const all = await readAll(music, '/v1/search?q=year:1900-2100&type=album&limit=50', 'albums');
    const hipster = await one('album', 'tag:hipster');
    expect(hipster.length).toBeGreaterThan(0);
    expect(hipster.length).toBeLessThan(all.length / 4);
  });

  it('finds audiobooks only where they are sold', async () => {
    expect(await one('audiobook', 'bronte')).toHaveLength(4);
    expect((await music.read('/v1/search?q=bronte&type=audiobook&market=DE')).audiobooks.items).toEqual([]);
    expect((await music.read('/v1/search?q=bronte&type=audiobook&market=GB')).audiobooks.items).toHaveLength(4);
  });

  it('can return null playlists, the same ones on every page', async () => {
    const path = '/v1/search?q=s&type=playlist&limit=';
    const odd = startMusic({ nullItems: true });
    const items = await readAll(odd, `${path}50`, 'playlists');
    expect(items.filter((item) => item === null)).toHaveLength(Math.floor(items.length / 3));
    expect(await readAll(odd, `${path}2`, 'playlists')).toEqual(items);
  });
});

it.each([
  ['remaster track:Doxy artist:Miles Davis', ['remaster'], { track: 'Doxy', artist: 'Miles Davis' }],
  ['artist:"Miles Davis" live', ['live'], { artist: 'Miles Davis' }],
  ['YEAR:1990-1999 Café', ['cafe'], { year: '1990-1999' }],
  ['tag:new "soft rain"', ['soft', 'rain'], { tag: 'new' }],
  ['artist: x', ['artist', 'x'], {}],
  ['!!!', [], {}],
])('parseQuery reads %s', (q, words, filters) => {
  const parsed = parseQuery(q);
  expect(parsed.words).toEqual(words);
  expect(Object.fromEntries(parsed.filters.map(({ field, value }) => [field, value]))).toEqual(filters);
});

it('normalise removes accents and punctuation', () => {
  expect(normalise('  Façade — Naïveté!')).toBe('facade naivete');
});
