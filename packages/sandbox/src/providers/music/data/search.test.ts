import { describe, expect, it } from 'vitest';
import { testContext } from '../../../../test/sandbox.ts';
import { createRandom } from '../../../shared/random.ts';
import { resolveOptions } from '../options.ts';
import type { Album, Artist, Track } from './catalog.ts';
import { createFinder, createSearch } from './search.ts';
import { contains, normalise, parseQuery, type SearchField, type SearchQuery } from './search-query.ts';
import { createData } from './world.ts';

const inYears = ({ released }: Album, value: string) => {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(value) ?? [];
  const year = released.date.slice(0, 4);
  return first !== undefined && last !== undefined && year >= first && year <= last;
};
const names = (artists: readonly Artist[]) => artists.map(({ name }) => name);

describe('catalog search', () => {
  const context = testContext('music');
  const world = createData(context, resolveOptions(context, { artists: 12 })).world();
  const search = createSearch(world, context.clock);
  const matches: Partial<Record<SearchField, (track: Track, value: string) => boolean>> = {
    track: ({ name }, value) => contains(name, value),
    album: ({ album }, value) => contains(album.name, value),
    artist: ({ artists }, value) => names(artists).some((name) => contains(name, value)),
    year: ({ album }, value) => inYears(album, value),
    genre: ({ artists }, value) => artists.some(({ genres }) => genres.some((genre) => contains(genre, value))),
    isrc: ({ isrc }, value) => isrc === value.toUpperCase(),
  };

  /** Searches without the index, by looking at every track. */
  function scan({ words, filters }: SearchQuery, market?: string): readonly Track[] {
    if (words.length === 0 && filters.length === 0) return [];
    const phrase = words.join(' ');
    const rank = (track: Track) => {
      const name = normalise(track.name);
      return phrase === '' ? 0 : name === phrase ? 2 : name.startsWith(phrase) ? 1 : 0;
    };
    return world.tracks
      .filter((track) => {
        const { name, album, artists } = track;
        const text = ` ${normalise([name, album.name, ...names(artists)].join(' '))}`;
        return (
          (!market || album.markets.includes(market)) &&
          words.every((word) => text.includes(` ${word}`)) &&
          filters.every(({ field, value }) => matches[field]?.(track, value) ?? false)
        );
      })
      .sort((a, b) => rank(b) - rank(a) || b.popularity - a.popularity);
  }

  it('finds the same records in the same order as a full scan', () => {
    const random = createRandom(1, 'queries');
    const text = () => random.pick([random.pick(world.tracks).name, random.pick(names(world.artists))]);
    const word = () => random.pick(text().split(' ')).slice(0, random.int(1, 9));
    const filters = [
      () => `track:${word()}`,
      () => `album:"${random.pick(world.albums).name}"`,
      () => `artist:${random.pick(names(world.artists))}`,
      () => `artist:"${word()} ${word()}"`,
      () => `year:${random.int(1960, 2026)}`,
      () => `year:${random.int(1960, 2000)}-${random.int(1990, 2026)}`,
      () => 'year:soon',
      () => `genre:${random.pick([...random.pick(world.artists).genres, 'none'])}`,
      () => `isrc:${random.pick(world.tracks).isrc.toLowerCase()}`,
      () => `upc:${random.pick(world.albums).upc}`,
      () => 'artist:"!"',
    ];
    const parts = [word, text, () => `${word()} ${word()}`, ...filters, () => 'unknown', () => ''];
    let hits = 0;
    for (let count = 0; count < 600; count += 1) {
      const q = Array.from({ length: random.int(1, 2) }, () => random.pick(parts)()).join(' ');
      const query = parseQuery(q);
      const market = random.pick([undefined, 'DE', 'US', 'XX']);
      const found = search.track(query, market);
      hits += found.length;
      expect(found, q).toEqual(scan(query, market));
    }
    expect(hits).toBeGreaterThan(1000);
  });

  it('finds a renamed playlist by its new name at once', () => {
    const playlist = world.playlists.find((each) => each.public);
    if (!playlist) throw new Error('no public playlist');
    const query = parseQuery('zanzibar');
    expect(search.playlist(query)).toEqual([]);
    const { name } = playlist;
    playlist.name = 'Zanzibar at night';
    expect(search.playlist(query)).toEqual([playlist]);
    playlist.name = name;
    expect(search.playlist(query)).toEqual([]);
  });
});

describe('a finder', () => {
  it('checks only the records with the rarest word, and none for a further page', () => {
    let looked = 0;
    const records = Array.from({ length: 20_000 }, (_, index) => `common ${index % 100} name${index % 1000}`);
    const find = createFinder<string>({
      records: () => records,
      name: (name) => name,
      texts: (name) => [name],
      markets() {
        looked += 1;
        return ['DE'];
      },
      filters: { track: (name) => [name] },
    });
    find(parseQuery('name'), 'DE');
    for (const [q, hits] of [
      ['common name77', 20 * 11], // name77 and name770 to name779
      ['track:"name500"', 20],
      ['common track:name500', 20],
      ['unknown common', 0],
    ] as const) {
      looked = 0;
      expect(find(parseQuery(q), 'DE'), q).toHaveLength(hits);
      expect(looked, q).toBe(hits);
      find(parseQuery(q), 'DE');
      expect(looked, q).toBe(hits);
    }
  });
});
