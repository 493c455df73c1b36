import type { Random } from '../../../shared/random.ts';
import { adjectives, catalogMarkets, genres, labels, nouns, syllables, verbs } from './source.ts';

export interface Artist {
  readonly id: string;
  readonly name: string;
  readonly genres: readonly string[];
  readonly popularity: number;
  followers: number;
}

export interface Album {
  readonly id: string;
  readonly name: string;
  /** Names of the album and its artists, as one string that all its tracks share in the index. */
  readonly text: string;
  readonly type: 'album' | 'single' | 'compilation';
  readonly artists: readonly Artist[];
  readonly tracks: Track[];
  readonly released: ReleaseDate;
  markets: readonly string[];
  readonly label: string;
  readonly popularity: number;
  readonly upc: string;
}

export interface ReleaseDate {
  readonly date: string;
  readonly precision: 'year' | 'month' | 'day';
}

export interface Track {
  readonly id: string;
  readonly name: string;
  readonly album: Album;
  readonly artists: readonly Artist[];
  readonly disc: number;
  readonly number: number;
  readonly durationMs: number;
  readonly explicit: boolean;
  readonly isrc: string;
  readonly popularity: number;
  /** The same recording on an edition for other markets. */
  twin?: Track;
}

export interface Music {
  readonly artists: readonly Artist[];
  readonly albums: readonly Album[];
  readonly tracks: readonly Track[];
}

export const spotifyId = (random: Random) => random.text(22);

/** Formats a time as ISO 8601 in UTC, to the second, as the API does for most times. */
export const timestamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

const dayMs = 86_400_000;

/**
 * Invents artists and their releases. One release in ten came out in the 60 days before `now`. Values that do not
 * affect names are drawn from `details`.
 */
export function makeMusic(
  random: Random,
  details: Random,
  size: { artists: number; albumsPerArtist: number },
  now: number,
): Music {
  const names = new Set<string>();
  const artists = Array.from({ length: size.artists }, (): Artist => {
    let name = artistName(random);
    while (names.has(name)) name = artistName(random);
    names.add(name);
    const popularity = random.int(5, 95);
    return {
      id: spotifyId(random),
      name,
      genres: random.sample(genres, random.int(0, 3)),
      popularity,
      followers: popularity ** 3 * random.int(1, 40),
    };
  });
  const albums: Album[] = [];

  for (const [index, artist] of artists.entries()) {
    for (let release = 0; release < size.albumsPerArtist; release += 1) {
      const album = makeAlbum(random, artist, release, now);
      albums.push(album);
      addTracks(random, details, artists, album);
      if (index % 5 !== 0 || release !== 1) continue;
      const [here = [], there = []] = [0, 1].map((parity) => catalogMarkets.filter((_, at) => at % 2 === parity));
      const edition: Album = { ...album, id: spotifyId(random), markets: there, tracks: [] };
      albums.push(edition);
      album.markets = here;
      for (const twin of album.tracks) {
        twin.twin = { ...twin, id: spotifyId(details), album: edition, twin };
        edition.tracks.push(twin.twin);
      }
    }
  }
  return { artists, albums, tracks: albums.flatMap((album) => album.tracks) };
}

function makeAlbum(random: Random, artist: Artist, release: number, now: number): Album {
  const type = release % 6 === 4 ? 'single' : release % 6 === 5 ? 'compilation' : 'album';
  const own = title(random);
  const id = spotifyId(random);
  const name = type === 'compilation' ? `The ${random.pick(adjectives)} Years: Best of ${artist.name}` : own;
  return {
    id,
    name,
    text: `${name} ${artist.name}`,
    type,
    artists: [artist],
    tracks: [],
    released: releaseDate(random, now),
    markets: random.int(1, 12) === 1 ? catalogMarkets.slice(random.int(1, 12)) : catalogMarkets,
    label: random.pick(labels),
    popularity: near(random, artist.popularity, 15),
    upc: random.text(12, '0123456789'),
  };
}

function addTracks(random: Random, details: Random, artists: readonly Artist[], album: Album): void {
  const { type, name, artists: own, popularity, released } = album;
  const count = type === 'single' ? random.int(1, 3) : type === 'album' ? random.int(12, 17) : random.int(18, 24);
  const discs = count > 20 ? 2 : 1;
  const perDisc = Math.ceil(count / discs);
  for (let at = 0; at < count; at += 1) {
    const guest = random.int(1, 7) === 1 ? random.pick(artists) : undefined;
    album.tracks.push({
      id: spotifyId(details),
      name: at === 0 && type === 'single' ? name : title(random),
      album,
      artists: guest && !own.includes(guest) ? [...own, guest] : own,
      disc: Math.floor(at / perDisc) + 1,
      number: (at % perDisc) + 1,
      durationMs: details.int(95_000, 420_000),
      explicit: details.int(1, 10) === 1,
      isrc: recordingCode(details, released.date),
      popularity: near(random, popularity, 20),
    });
  }
}

/** Makes an ISRC. No country has the code ZZ, so no real recording has such an ISRC. */
export const recordingCode = (random: Random, date: string) =>
  `ZZ${random.text(3, 'ABCDEFGHJKLMNPQRSTUVWXYZ')}${date.slice(2, 4)}${random.text(5, '0123456789')}`;

function releaseDate(random: Random, now: number): ReleaseDate {
  const daysAgo = random.int(0, 59);
  const past = new Date(Date.UTC(random.int(1968, 2024), random.int(0, 11), random.int(1, 28))).toISOString();
  const kind = random.int(1, 10);
  if (kind === 1) return { date: new Date(now - daysAgo * dayMs).toISOString().slice(0, 10), precision: 'day' };
  if (past < '1980') return { date: past.slice(0, 4), precision: 'year' };
  return kind === 2 ? { date: past.slice(0, 7), precision: 'month' } : { date: past.slice(0, 10), precision: 'day' };
}

function near(random: Random, value: number, spread: number): number {
  return Math.max(0, Math.min(100, value + random.int(-spread, spread)));
}

function artistName(random: Random): string {
  const coined = Array.from({ length: random.int(2, 3) }, () => random.pick(syllables)).join('');
  const proper = `${coined.charAt(0).toUpperCase()}${coined.slice(1)}`;
  switch (random.int(0, 3)) {
    case 0:
      return `The ${random.pick(adjectives)} ${random.pick(nouns)}s of ${proper}`;
    case 1:
      return `${proper} ${random.pick(nouns)}`;
    case 2:
      return `${random.pick(adjectives)} ${proper}`;
    default:
      return `${proper} & the ${random.pick(nouns)}s`;
  }
}

function title(random: Random): string {
  switch (random.int(0, 4)) {
    case 0:
      return `${random.pick(adjectives)} ${random.pick(nouns)}`;
    case 1:
      return `${random.pick(verbs)} the ${random.pick(nouns)}`;
    case 2:
      return `${random.pick(nouns)} in the ${random.pick(nouns)}`;
    case 3:
      return `${random.pick(verbs)} ${random.pick(adjectives)}`;
    default:
      return `${random.pick(nouns)} (${random.pick(adjectives)} Version)`;
  }
}
