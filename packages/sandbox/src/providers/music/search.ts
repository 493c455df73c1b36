import type { Clock } from '../../clock.ts';
import { lazy } from '../../lazy.ts';
import { rememberRecent } from '../../recent.ts';
import type { Album, Artist, Track } from './music-data.ts';
import type { Playlist } from './playlist-data.ts';
import { createPrefixIndex, type PrefixIndex } from './prefix-index.ts';
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
  /** Everything that the value of a filter is looked for in, read when a filter is first used; none where it is missing. */
  readonly fields?: () => Partial<Record<SearchField, readonly string[]>>;
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
    track: createFinder<Track>(
      world.tracks,
      ({ name, artists, album, popularity, isrc }) => ({
        name,
        text: [name, album.name, ...artists.map((artist) => artist.name)],
        popularity,
        markets: album.markets,
        fields: () => ({
          track: [name],
          album: [album.name],
          artist: artists.map((artist) => artist.name),
          year: [yearOf(album)],
          genre: artists.flatMap(({ genres }) => genres),
          isrc: [isrc],
        }),
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
    album: createFinder<Album>(
      world.albums,
      (album) => {
        const { name, popularity, markets, upc } = album;
        const artists = album.artists.map((artist) => artist.name);
        const fields = () => ({ album: [name], artist: artists, year: [yearOf(album)], upc: [upc] });
        return { name, text: [name, ...artists], popularity, markets, fields };
      },
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
    artist: createFinder<Artist>(
      world.artists,
      (artist) => {
        const { name, popularity, genres } = artist;
        const fields = () => {
          const tracks = world.tracksOf(artist);
          const year = tracks.map(({ album }) => yearOf(album));
          return { artist: [name], year, genre: genres, isrc: tracks.map(({ isrc }) => isrc) };
        };
        return { name, text: [name], popularity, fields };
      },
      {
        artist: ({ name }, value) => contains(name, value),
        year: (artist, value) => world.tracksOf(artist).some(({ album }) => inYears(album, value)),
        genre: ofGenre,
        isrc: (artist, value) => world.tracksOf(artist).some(({ isrc }) => isrc === value.toUpperCase()),
      },
    ),
    playlist: createPlaylistFinder(() => world.playlists),
    show: createFinder(world.shows, ({ name, publisher, markets }) => ({ name, text: [name, publisher], markets })),
    episode: createFinder(world.episodes, ({ name, show, description }) => ({
      name,
      text: [name, description],
      markets: show.markets,
    })),
    audiobook: createFinder(world.audiobooks, ({ name, authors, narrators, markets }) => ({
      name,
      text: [name, ...authors, ...narrators],
      markets,
    })),
  };
}

interface Entry<T> {
  readonly record: T;
  readonly description: Description;
  readonly name: string;
  readonly text: string;
}

/** A record whose texts are ready to be searched. */
function entryOf<T>(record: T, description: Description): Entry<T> {
  return {
    record,
    description,
    name: normalise(description.name),
    text: ` ${normalise(description.text.join(' '))}`,
  };
}

/**
 * Searches `records`, which must not change. The texts are indexed at the first search; after that a search looks only at
 * the records that have its rarest word. A filter that a type does not know finds nothing of that type.
 */
export function createFinder<T>(
  records: readonly T[],
  describe: (record: T) => Description,
  fields: FieldTests<T> = {},
) {
  const entries = lazy(() => {
    const described = records.map((record) => entryOf(record, describe(record)));
    // Most popular first, so that what is found by position needs no sorting.
    return described.sort((a, b) => (b.description.popularity ?? 0) - (a.description.popularity ?? 0));
  });
  const words = lazy(() => createPrefixIndex(entries().map(({ text }) => text.slice(1).split(' '))));
  const fieldIndexes = new Map<SearchField, PrefixIndex>();
  const results = rememberRecent<readonly T[]>(8);

  function indexOf(field: SearchField): PrefixIndex {
    const known = fieldIndexes.get(field);
    if (known) return known;
    const wordsOf = ({ description }: Entry<T>) =>
      (description.fields?.()[field] ?? []).flatMap((text) => normalise(text).split(' '));
    const index = createPrefixIndex(entries().map(wordsOf));
    fieldIndexes.set(field, index);
    return index;
  }

  /** Positions that can match; undefined: all. */
  function candidates({ words: wanted, filters }: SearchQuery): readonly number[] | undefined {
    const choices = wanted.map((word) => ({ index: words(), word }));
    for (const { field, value } of filters) {
      if (!fields[field]) return [];
      if (field === 'tag') continue; // depends on the time
      if (field === 'year') {
        const years = readYears(value);
        if (!years) return [];
        if (wanted.length === 0 && filters.length === 1) return indexOf(field).between(years.first, years.last);
        continue;
      }
      const text = normalise(value);
      if (text === '') return []; // nothing is named so
      choices.push(...text.split(' ').map((word) => ({ index: indexOf(field), word })));
    }
    if (choices.length === 0) return undefined;
    const counted = choices.map((choice) => ({ ...choice, count: choice.index.count(choice.word) }));
    const rarest = counted.reduce((best, other) => (other.count < best.count ? other : best));
    return rarest.index.find(rarest.word);
  }

  function search(query: SearchQuery, market: string | undefined): readonly T[] {
    const all = entries();
    const positions = candidates(query);
    const looked = positions ? positions.map((position) => all[position] as Entry<T>) : all;
    return ranked(
      looked.filter((entry) => matches(entry, query, market, fields)),
      query,
    );
  }

  return (query: SearchQuery, market: string | undefined): readonly T[] => {
    if (query.words.length === 0 && query.filters.length === 0) return [];
    if (query.filters.some(({ field }) => field === 'tag')) return search(query, market);
    return results(JSON.stringify([query, market]), () => search(query, market));
  };
}

function matches<T>(
  { record, description, text }: Entry<T>,
  { words, filters }: SearchQuery,
  market: string | undefined,
  fields: FieldTests<T>,
): boolean {
  const { markets } = description;
  return (
    (!market || !markets || markets.includes(market)) &&
    words.every((word) => text.includes(` ${word}`)) &&
    filters.every(({ field, value }) => fields[field]?.(record, value) ?? false)
  );
}

/** Exact names first, then names that begin with the words searched for; otherwise in the order given. */
function ranked<T>(entries: readonly Entry<T>[], { words }: SearchQuery): readonly T[] {
  const phrase = words.join(' ');
  const [exact, opening, others]: [T[], T[], T[]] = [[], [], []];
  for (const { name, record } of entries) {
    if (phrase !== '' && name === phrase) exact.push(record);
    else if (phrase !== '' && name.startsWith(phrase)) opening.push(record);
    else others.push(record);
  }
  return [...exact, ...opening, ...others];
}

/**
 * Searches playlists, which users change at any time: what is known of one is prepared again when its name or description is
 * another.
 */
function createPlaylistFinder(playlists: () => readonly Playlist[]) {
  const prepared = new WeakMap<Playlist, Entry<Playlist>>();

  function prepare(playlist: Playlist): Entry<Playlist> {
    const { name, description } = playlist;
    const text = [name, description ?? ''];
    const known = prepared.get(playlist);
    if (known?.description.text.every((part, index) => part === text[index])) return known;
    const entry = entryOf(playlist, { name, text });
    prepared.set(playlist, entry);
    return entry;
  }

  return (query: SearchQuery, market: string | undefined): readonly Playlist[] => {
    if (query.words.length === 0 || query.filters.length > 0) return [];
    const shown = playlists().filter((playlist) => playlist.public);
    return ranked(
      shown.map(prepare).filter((entry) => matches(entry, query, market, {})),
      query,
    );
  };
}

/** Reads `1999` or `1990-1999`. */
function readYears(value: string): { first: string; last: string } | undefined {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(value) ?? [];
  return first !== undefined && last !== undefined ? { first, last } : undefined;
}

const yearOf = ({ released }: Album) => released.date.slice(0, 4);

function inYears(album: Album, value: string): boolean {
  const years = readYears(value);
  const year = yearOf(album);
  return years !== undefined && year >= years.first && year <= years.last;
}
