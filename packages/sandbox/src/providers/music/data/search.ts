import type { Clock } from '../../../shared/clock.ts';
import { lazy } from '../../../shared/lazy.ts';
import { createPrefixIndex, type PrefixIndex } from '../../../shared/prefix-index.ts';
import { rememberRecent } from '../../../shared/recent.ts';
import type { Album, Artist, Track } from './catalog.ts';
import type { Playlist } from './playlists.ts';
import { contains, normalise, type SearchField, type SearchQuery } from './search-query.ts';
import type { Audiobook, Episode, Show } from './spoken.ts';
import type { World } from './world.ts';

/** Rules for searching records of one type. */
interface Searched<T> {
  /** Returns all records, which must not change. */
  records(): readonly T[];
  name(record: T): string;
  /** Returns the texts in which free words are searched. */
  texts(record: T): readonly string[];
  /** Returns the markets where it is available. Missing: everywhere. */
  markets?(record: T): readonly string[];
  /** Returns the popularity; the most popular come first. Missing: all are equal. */
  popularity?(record: T): number;
  /** Texts that each filter of the type searches. */
  readonly filters?: Partial<Record<SearchField, (record: T) => readonly string[]>>;
}

export type Search = ReturnType<typeof createSearch>;

const newAlbumMs = 14 * 86_400_000;

/** Creates the catalog search: one function per type, best match first. */
export function createSearch(world: World, clock: Clock) {
  const hipsterPopularity = lazy(() => {
    const popularities = world.albums.map(({ popularity }) => popularity).sort((a, b) => a - b);
    return popularities[Math.floor(popularities.length / 10)] ?? 0;
  });
  const tagsOf = ({ released, popularity }: Album) => {
    const age = clock.now() - Date.parse(released.date);
    const isNew = released.precision === 'day' && age >= 0 && age <= newAlbumMs;
    return [...(isNew ? ['new'] : []), ...(popularity <= hipsterPopularity() ? ['hipster'] : [])];
  };
  const popularity = (record: { readonly popularity: number }) => record.popularity;
  const name = (record: { readonly name: string }) => record.name;
  const markets = (record: { readonly markets: readonly string[] }) => record.markets;

  return {
    track: createFinder<Track>({
      records: () => world.tracks,
      name,
      texts: ({ name, artists, album }) => [
        name,
        album.text,
        ...namesOf(artists.filter((each) => !album.artists.includes(each))),
      ],
      markets: ({ album }) => album.markets,
      popularity,
      filters: {
        track: ({ name }) => [name],
        album: ({ album }) => [album.name],
        artist: ({ artists }) => namesOf(artists),
        year: ({ album }) => [yearOf(album)],
        genre: ({ artists }) => artists.flatMap(({ genres }) => genres),
        isrc: ({ isrc }) => [isrc],
      },
    }),
    album: createFinder<Album>({
      records: () => world.albums,
      name,
      texts: ({ text }) => [text],
      markets,
      popularity,
      filters: {
        album: ({ name }) => [name],
        artist: ({ artists }) => namesOf(artists),
        year: (album) => [yearOf(album)],
        upc: ({ upc }) => [upc],
        tag: tagsOf,
      },
    }),
    artist: createFinder<Artist>({
      records: () => world.artists,
      name,
      texts: ({ name }) => [name],
      popularity,
      filters: {
        artist: ({ name }) => [name],
        year: (artist) => world.albumsOf(artist).map(yearOf),
        genre: ({ genres }) => genres,
        isrc: (artist) => world.tracksOf(artist).map(({ isrc }) => isrc),
      },
    }),
    playlist: (query: SearchQuery) => findPlaylists(world.playlists, query),
    show: createFinder<Show>({
      records: () => world.shows,
      name,
      texts: ({ name, publisher }) => [name, publisher],
      markets,
    }),
    episode: createFinder<Episode>({
      records: () => world.episodes,
      name,
      texts: ({ name, description }) => [name, description],
      markets: ({ show }) => show.markets,
    }),
    audiobook: createFinder<Audiobook>({
      records: () => world.audiobooks,
      name,
      texts: ({ name, authors, narrators }) => [name, ...authors, ...narrators],
      markets,
    }),
  };
}

const namesOf = (artists: readonly Artist[]) => artists.map(({ name }) => name);
const yearOf = ({ released }: Album) => released.date.slice(0, 4);

/** Returns the test that a filter's value applies to a string. */
function testOf(field: SearchField, value: string): (text: string) => boolean {
  if (field === 'tag') return (text) => text === value;
  if (field === 'isrc' || field === 'upc') return (text) => text === value.toUpperCase();
  if (field !== 'year') return (text) => contains(text, value);
  const [first, last] = readYears(value);
  return (year) => year >= first && year <= last;
}

/**
 * Creates a search for records. The first search indexes their words; after that, a search checks only the records with
 * its rarest word. A filter that a type does not support finds nothing of that type.
 */
export function createFinder<T>({ name, texts, markets, popularity, filters: known = {}, ...searched }: Searched<T>) {
  const records = lazy(() => {
    const all = searched.records();
    return popularity ? all.toSorted((a, b) => popularity(b) - popularity(a)) : all;
  });
  const indexes = new Map<SearchField | undefined, PrefixIndex>();
  const results = rememberRecent<readonly T[]>(8);

  /** Returns the index of a filter or, without a field, the index for free words. */
  function indexOf(field: SearchField | undefined): PrefixIndex {
    const index = indexes.get(field) ?? createPrefixIndex(records(), (field && known[field]) ?? texts, wordsOf);
    indexes.set(field, index);
    return index;
  }

  /** Returns the positions that can match; undefined for all. */
  function candidates({ words, filters }: SearchQuery): readonly number[] | undefined {
    const choices = [
      ...words.map((word) => ({ field: undefined, word })),
      // Album tags depend on the time, and a year can be a range.
      ...filters
        .filter(({ field }) => field !== 'tag' && field !== 'year')
        .flatMap(({ field, value }) => wordsOf(value).map((word) => ({ field, word }))),
    ].map(({ field, word }) => ({ field, word, count: indexOf(field).count(word) }));
    const [first, ...others] = choices;
    if (first) {
      const rarest = others.reduce((best, other) => (other.count < best.count ? other : best), first);
      return indexOf(rarest.field).find(rarest.word);
    }
    const years = filters.find(({ field }) => field === 'year');
    return years && indexOf('year').between(...readYears(years.value));
  }

  function search(query: SearchQuery, market: string | undefined): readonly T[] {
    const { words, filters } = query;
    const tests = filters.map(({ field, value }) => ({ textsOf: known[field], test: testOf(field, value) }));
    const all = records();
    const found = (candidates(query)?.map((position) => all[position] as T) ?? all).filter(
      (record) =>
        (!market || !markets || markets(record).includes(market)) &&
        hasWords(texts(record), words) &&
        tests.every(({ textsOf, test }) => textsOf?.(record).some(test)),
    );
    return ranked(found, name, query);
  }

  return (query: SearchQuery, market: string | undefined): readonly T[] => {
    const { words, filters } = query;
    if (words.length + filters.length === 0 || !filters.every(({ field }) => known[field])) return [];
    if (filters.some(({ field }) => field === 'tag')) return search(query, market);
    return results(JSON.stringify([query, market]), () => search(query, market));
  };
}

/** Splits a text into words: `Rock'n'Roll` has three, and `&` has none. */
const wordsOf = (part: string): string[] => normalise(part).split(' ').filter(Boolean);

function hasWords(texts: readonly string[], wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const text = ` ${normalise(texts.join(' '))}`;
  return wanted.every((word) => text.includes(` ${word}`));
}

/** Puts exact names first, then names that begin with the words searched for; otherwise keeps the order. */
function ranked<T>(records: readonly T[], nameOf: (record: T) => string, { words }: SearchQuery): readonly T[] {
  if (words.length === 0) return records;
  const phrase = words.join(' ');
  const [exact, opening, others]: [T[], T[], T[]] = [[], [], []];
  for (const record of records) {
    const name = normalise(nameOf(record));
    (name === phrase ? exact : name.startsWith(phrase) ? opening : others).push(record);
  }
  return [...exact, ...opening, ...others];
}

/** Searches the public playlists without an index, because users can change them at any time. */
function findPlaylists(playlists: readonly Playlist[], query: SearchQuery): readonly Playlist[] {
  if (query.words.length === 0 || query.filters.length > 0) return [];
  const found = playlists.filter(
    (playlist) => playlist.public && hasWords([playlist.name, playlist.description ?? ''], query.words),
  );
  return ranked(found, ({ name }) => name, query);
}

/** Reads `1999` or `1990-1999` as the first and the last year; anything else becomes a range that contains no year. */
function readYears(value: string): [first: string, last: string] {
  const [, first, last = first] = /^(\d{4})(?:-(\d{4}))?$/.exec(value) ?? [];
  return first === undefined || last === undefined ? ['none', ''] : [first, last];
}
