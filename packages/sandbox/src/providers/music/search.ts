import type { Clock } from '../../clock.ts';
import type { Album, Artist, Track } from './music-data.ts';
import { contains, normalise, type SearchField, type SearchQuery } from './search-query.ts';
import type { World } from './world.ts';

type FieldTests<T> = Partial<Record<SearchField, (record: T, value: string) => boolean>>;

interface Description {
  readonly name: string;
  /** Everything that free words are looked for in. */
  readonly text: readonly string[];
  readonly popularity?: number;
  /** Where it is to be had; missing: everywhere. */
  readonly markets?: readonly string[];
}

export type Search = ReturnType<typeof createSearch>;

const newAlbumMs = 14 * 86_400_000;

/** Search over the catalog, one function per type; best match first. */
export function createSearch(world: World, clock: Clock) {
  const byArtist = (record: Track | Album, value: string) => record.artists.some(({ name }) => contains(name, value));
  const ofGenre = (artist: Artist, value: string) => artist.genres.some((genre) => contains(genre, value));
  const popularities = world.albums.map(({ popularity }) => popularity).sort((a, b) => a - b);
  const hipsterPopularity = popularities[Math.floor(popularities.length / 10)] ?? 0;

  return {
    track: finder<Track>(
      world.tracks,
      ({ name, artists, album, popularity }) => ({
        name,
        text: [name, album.name, ...artists.map((artist) => artist.name)],
        popularity,
        markets: album.markets,
      }),
      {
        track: ({ name }, value) => contains(name, value),
        album: ({ album }, value) => contains(album.name, value),
        artist: byArtist,
        year: ({ album }, value) => inYears(album, value),
        genre: ({ artists }, value) => artists.some((artist) => ofGenre(artist, value)),
        isrc: ({ isrc }, value) => isrc === value.toUpperCase(),
      },
    ),
    album: finder<Album>(
      world.albums,
      ({ name, artists, popularity, markets }) => ({
        name,
        text: [name, ...artists.map((artist) => artist.name)],
        popularity,
        markets,
      }),
      {
        album: ({ name }, value) => contains(name, value),
        artist: byArtist,
        year: inYears,
        upc: ({ upc }, value) => upc === value,
        tag: ({ popularity, released }, value) => {
          if (value === 'hipster') return popularity <= hipsterPopularity;
          const age = clock.now() - Date.parse(released.date);
          return value === 'new' && released.precision === 'day' && age >= 0 && age <= newAlbumMs;
        },
      },
    ),
    artist: finder<Artist>(world.artists, ({ name, popularity }) => ({ name, text: [name], popularity }), {
      artist: ({ name }, value) => contains(name, value),
      year: (artist, value) => world.tracksOf(artist).some(({ album }) => inYears(album, value)),
      genre: ofGenre,
      isrc: (artist, value) => world.tracksOf(artist).some(({ isrc }) => isrc === value.toUpperCase()),
    }),
    // Users change playlists at any time, so there is no index that outlives a search.
    playlist: (query: SearchQuery, market: string | undefined) =>
      finder(
        world.playlists.filter((playlist) => playlist.public),
        ({ name, description }) => ({ name, text: [name, description ?? ''] }),
      )(query, market),
    show: finder(world.shows, ({ name, publisher, markets }) => ({ name, text: [name, publisher], markets })),
    episode: finder(world.episodes, ({ name, show, description }) => ({
      name,
      text: [name, description],
      markets: show.markets,
    })),
    audiobook: finder(world.audiobooks, ({ name, authors, narrators, markets }) => ({
      name,
      text: [name, ...authors, ...narrators],
      markets,
    })),
  };
}

/** A filter that a type does not know finds nothing of that type. */
function finder<T>(records: readonly T[], describe: (record: T) => Description, fields: FieldTests<T> = {}) {
  let index: { record: T; name: string; text: string; popularity: number; markets?: readonly string[] }[] | undefined;
  return ({ words, filters }: SearchQuery, market: string | undefined): readonly T[] => {
    if (words.length === 0 && filters.length === 0) return [];
    index ??= records.map((record) => {
      const { name, text, popularity = 0, markets } = describe(record);
      return {
        record,
        name: normalise(name),
        text: ` ${normalise(text.join(' '))}`,
        popularity,
        ...(markets && { markets }),
      };
    });
    const phrase = words.join(' ');
    const rank = (name: string) => (phrase === '' ? 0 : name === phrase ? 2 : name.startsWith(phrase) ? 1 : 0);
    return index
      .filter(
        ({ record, text, markets }) =>
          (!market || !markets || markets.includes(market)) &&
          words.every((word) => text.includes(` ${word}`)) &&
          filters.every(({ field, value }) => fields[field]?.(record, value) ?? false),
      )
      .sort((a, b) => rank(b.name) - rank(a.name) || b.popularity - a.popularity)
      .map(({ record }) => record);
  };
}

/** `1999` or `1990-1999`. */
function inYears({ released }: Album, value: string): boolean {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(value) ?? [];
  const year = released.date.slice(0, 4);
  return first !== undefined && last !== undefined && year >= first && year <= last;
}
