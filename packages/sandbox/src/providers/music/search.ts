import type { Clock } from '../../clock.ts';
import { lazy } from '../../lazy.ts';
import { createPrefixIndex, type PrefixIndex } from '../../prefix-index.ts';
import { rememberRecent } from '../../recent.ts';
import type { Album, Artist, Track } from './music-data.ts';
import type { Playlist } from './playlist-data.ts';
import { contains, normalise, type SearchField, type SearchQuery } from './search-query.ts';
import type { Audiobook, Episode, Show } from './spoken-data.ts';
import type { World } from './world.ts';

/** One filter of a type. */
interface Filter<T> {
  matches(record: T, value: string): boolean;
  /** What its index is made of: every word of a value that matches begins a word in one of these. Missing: no index. */
  texts?(record: T): readonly string[];
}

/** How records of one type are searched. */
interface Searched<T> {
  /** All records, which must not change. */
  records(): readonly T[];
  name(record: T): string;
  /** Everything that free words are looked for in. */
  texts(record: T): readonly string[];
  /** Where it is available; missing: everywhere. */
  markets?(record: T): readonly string[];
  /** A whole number; the most popular come first. Missing: all are alike. */
  popularity?(record: T): number;
  readonly filters?: Partial<Record<SearchField, Filter<T>>>;
}

export type Search = ReturnType<typeof createSearch>;

const newAlbumMs = 14 * 86_400_000;

/** Search over the catalog, one function per type; best match first. */
export function createSearch(world: World, clock: Clock) {
  const hipsterPopularity = lazy(() => {
    const popularities = world.albums.map(({ popularity }) => popularity).sort((a, b) => a - b);
    return popularities[Math.floor(popularities.length / 10)] ?? 0;
  });
  const isNew = ({ released }: Album) => {
    const age = clock.now() - Date.parse(released.date);
    return released.precision === 'day' && age >= 0 && age <= newAlbumMs;
  };
  const popularity = (record: { readonly popularity: number }) => record.popularity;

  return {
    track: createFinder<Track>({
      records: () => world.tracks,
      name: ({ name }) => name,
      texts: ({ nameParts, artists, album }) =>
        artists === album.artists
          ? [...nameParts, album.text]
          : [...nameParts, album.text, ...namesOf(artists.slice(album.artists.length))],
      markets: ({ album }) => album.markets,
      popularity,
      filters: {
        // Tracks share the parts of their names, so that the index of these is smaller than one of the names.
        track: { texts: ({ nameParts }) => nameParts, matches: ({ name }, value) => contains(name, value) },
        album: words(({ album }) => [album.name]),
        artist: words(({ artists }) => namesOf(artists)),
        year: years(({ album }) => [album]),
        genre: words(({ artists }) => artists.flatMap(({ genres }) => genres)),
        isrc: code((track) => [track.isrc]),
      },
    }),
    album: createFinder<Album>({
      records: () => world.albums,
      name: ({ name }) => name,
      texts: ({ text }) => [text],
      markets: ({ markets }) => markets,
      popularity,
      filters: {
        album: words(({ name }) => [name]),
        artist: words(({ artists }) => namesOf(artists)),
        year: years((album) => [album]),
        upc: code(({ upc }) => [upc]),
        // Depends on the time.
        tag: {
          matches: (album, value) =>
            value === 'hipster' ? album.popularity <= hipsterPopularity() : value === 'new' && isNew(album),
        },
      },
    }),
    artist: createFinder<Artist>({
      records: () => world.artists,
      name: ({ name }) => name,
      texts: ({ name }) => [name],
      popularity,
      filters: {
        artist: words(({ name }) => [name]),
        year: years((artist) => world.tracksOf(artist).map(({ album }) => album)),
        genre: words(({ genres }) => genres),
        isrc: code((artist) => world.tracksOf(artist).map(({ isrc }) => isrc)),
      },
    }),
    playlist: (query: SearchQuery) => findPlaylists(world.playlists, query),
    show: createFinder<Show>({
      records: () => world.shows,
      name: ({ name }) => name,
      texts: ({ name, publisher }) => [name, publisher],
      markets: ({ markets }) => markets,
    }),
    episode: createFinder<Episode>({
      records: () => world.episodes,
      name: ({ name }) => name,
      texts: ({ name, description }) => [name, description],
      markets: ({ show }) => show.markets,
    }),
    audiobook: createFinder<Audiobook>({
      records: () => world.audiobooks,
      name: ({ name }) => name,
      texts: ({ name, authors, narrators }) => [name, ...authors, ...narrators],
      markets: ({ markets }) => markets,
    }),
  };
}

const namesOf = (artists: readonly Artist[]) => artists.map(({ name }) => name);

/** Finds a value in one of the texts, by the beginnings of words. */
const words = <T>(texts: (record: T) => readonly string[]): Filter<T> => ({
  texts,
  matches: (record, value) => texts(record).some((text) => contains(text, value)),
});

/** Finds a code. */
const code = <T>(texts: (record: T) => readonly string[]): Filter<T> => ({
  texts,
  matches: (record, value) => texts(record).includes(value.toUpperCase()),
});

/** Finds years, by when one of the albums was released. */
const years = <T>(albums: (record: T) => readonly Album[]): Filter<T> => ({
  texts: (record) => albums(record).map(yearOf),
  matches: (record, value) => albums(record).some((album) => inYears(album, value)),
});

/**
 * Searches records. Their words are indexed at the first search; after that a search looks only at the records that have its
 * rarest word. A filter that a type does not know finds nothing of that type.
 */
export function createFinder<T>(searched: Searched<T>) {
  const { filters: known = {} } = searched;
  const records = lazy(() => mostPopularFirst(searched));
  const indexes = new Map<SearchField | undefined, PrefixIndex>();
  const results = rememberRecent<readonly T[]>(8);

  /** The index of a filter, or of everything that free words are looked for in. */
  function indexOf(field: SearchField | undefined): PrefixIndex {
    const texts = (field ? known[field]?.texts : searched.texts) ?? (() => []);
    const index = indexes.get(field) ?? createPrefixIndex(records(), texts, wordsOf);
    indexes.set(field, index);
    return index;
  }

  /** Positions that can match; undefined: all. */
  function candidates({ words: wanted, filters }: SearchQuery): readonly number[] | undefined {
    const choices: { field: SearchField | undefined; word: string }[] = wanted.map((word) => ({
      field: undefined,
      word,
    }));
    for (const { field, value } of filters) {
      if (!known[field]) return [];
      if (!known[field].texts) continue;
      if (field === 'year') {
        const span = readYears(value);
        if (!span) return [];
        if (wanted.length === 0 && filters.length === 1) return indexOf(field).between(span.first, span.last);
        continue;
      }
      const text = normalise(value);
      if (text === '') return []; // nothing is named so
      choices.push(...text.split(' ').map((word) => ({ field, word })));
    }
    if (choices.length === 0) return undefined;
    const counted = choices.map(({ field, word }) => ({ field, word, count: indexOf(field).count(word) }));
    const rarest = counted.reduce((best, other) => (other.count < best.count ? other : best));
    return indexOf(rarest.field).find(rarest.word);
  }

  function search(query: SearchQuery, market: string | undefined): readonly T[] {
    const all = records();
    const looked = candidates(query)?.map((position) => all[position] as T) ?? all;
    // What the index found for a single word has it.
    const wanted = query.words.length === 1 && query.filters.length === 0 ? [] : query.words;
    const found = looked.filter((record) => {
      const markets = searched.markets?.(record);
      return (
        (!market || !markets || markets.includes(market)) &&
        hasWords(searched.texts(record), wanted) &&
        query.filters.every(({ field, value }) => known[field]?.matches(record, value) ?? false)
      );
    });
    return ranked(found, searched.name, query);
  }

  return (query: SearchQuery, market: string | undefined): readonly T[] => {
    if (query.words.length === 0 && query.filters.length === 0) return [];
    if (query.filters.some(({ field }) => field === 'tag')) return search(query, market);
    return results(JSON.stringify([query, market]), () => search(query, market));
  };
}

/** The records in the order in which they are found, so that what is found by position needs no sorting. */
function mostPopularFirst<T>({ records, popularity }: Searched<T>): readonly T[] {
  if (!popularity) return records();
  const groups: T[][] = [];
  for (const record of records()) {
    const group = groups[popularity(record)];
    if (group) group.push(record);
    else groups[popularity(record)] = [record];
  }
  return groups.reverse().flat();
}

/** `Rock'n'Roll` has three words, and `&` has none. */
const wordsOf = (part: string): string[] => normalise(part).split(' ').filter(Boolean);

function hasWords(texts: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const text = ` ${normalise(texts.join(' '))}`;
  return wanted.every((word) => text.includes(` ${word}`));
}

/** Exact names first, then names that begin with the words searched for; otherwise in the order given. */
function ranked<T>(records: readonly T[], nameOf: (record: T) => string, { words }: SearchQuery): readonly T[] {
  if (words.length === 0) return records;
  const phrase = words.join(' ');
  const [exact, opening, others]: [T[], T[], T[]] = [[], [], []];
  for (const record of records) {
    const name = normalise(nameOf(record));
    if (name === phrase) exact.push(record);
    else if (name.startsWith(phrase)) opening.push(record);
    else others.push(record);
  }
  return [...exact, ...opening, ...others];
}

/** Searches the public playlists, which users change at any time. */
function findPlaylists(playlists: readonly Playlist[], query: SearchQuery): readonly Playlist[] {
  if (query.words.length === 0 || query.filters.length > 0) return [];
  const found = playlists.filter(
    (playlist) => playlist.public && hasWords([playlist.name, playlist.description ?? ''], query.words),
  );
  return ranked(found, ({ name }) => name, query);
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
