import { base62, type Random } from '../../random.ts';
import { adjectives, catalogMarkets, genres, labels, nouns, syllables, verbs } from './data.ts';

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
  /** The name of the album and of its artists: one string, which the index of all its tracks shares. */
  readonly text: string;
  readonly type: 'album' | 'single' | 'compilation';
  readonly artists: readonly Artist[];
  readonly tracks: Track[];
  readonly released: ReleaseDate;
  readonly markets: readonly string[];
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
  /** The name in parts, with blanks between them. Tracks share parts, so that these take less memory than the names. */
  readonly nameParts: readonly string[];
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

const dayMs = 86_400_000;

/** Makes the seeded stream of random values of a label. */
type Streams = (label: string) => Random;

/**
 * Invents artists and their releases. One release in ten came out in the 60 days before `now`. What searches and lists do
 * not need of a track is drawn when it is first read.
 */
export function makeMusic(streams: Streams, size: { artists: number; albumsPerArtist: number }, now: number): Music {
  const random = streams('music');
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
  const tracks: Track[] = [];

  function add(album: Album, drafts: readonly TrackDraft[]): Album {
    for (const draft of drafts) {
      const track = new CatalogTrack(album, draft, streams, tracks.length);
      album.tracks.push(track);
      tracks.push(track);
    }
    albums.push(album);
    return album;
  }

  for (const [index, artist] of artists.entries()) {
    for (let release = 0; release < size.albumsPerArtist; release += 1) {
      const album = makeAlbum(random, artist, release, now);
      const drafts = draftTracks(random, artists, album);
      if (index % 5 !== 0 || release !== 1) {
        add(album, drafts);
        continue;
      }
      const [here, there] = [0, 1].map((parity) => catalogMarkets.filter((_, at) => at % 2 === parity));
      const edition = add({ ...album, markets: here ?? [] }, drafts);
      const recordings = edition.tracks.map((twin, at) => ({ ...(drafts[at] as TrackDraft), twin }));
      const other = add({ ...album, id: spotifyId(random), markets: there ?? [], tracks: [] }, recordings);
      for (const [at, track] of edition.tracks.entries()) track.twin = other.tracks[at] as Track;
    }
  }
  return { artists, albums, tracks };
}

/** What is known of every track from the start: names and popularity, by which tracks are found. */
interface TrackDraft {
  readonly nameParts: readonly string[];
  readonly artists: readonly Artist[];
  readonly disc: number;
  readonly number: number;
  readonly popularity: number;
  /** The same recording on another edition. */
  readonly twin?: Track;
}

/** The rest of a track. */
type TrackDetails = Pick<Track, 'id' | 'durationMs' | 'explicit' | 'isrc'>;

/** Characters of an id that are its track's place in the catalog, so that no two tracks have the same id. */
const placeDigits = 4;

class CatalogTrack implements Track {
  readonly album: Album;
  readonly nameParts: readonly string[];
  readonly artists: readonly Artist[];
  readonly disc: number;
  readonly number: number;
  readonly popularity: number;
  twin?: Track;
  private readonly streams: Streams;
  private readonly place: number;
  private known: TrackDetails | undefined;

  /** `place` is the track's place in the catalog. */
  constructor(album: Album, draft: TrackDraft, streams: Streams, place: number) {
    this.album = album;
    this.nameParts = draft.nameParts;
    this.artists = draft.artists;
    this.disc = draft.disc;
    this.number = draft.number;
    this.popularity = draft.popularity;
    if (draft.twin) this.twin = draft.twin;
    this.streams = streams;
    this.place = place;
  }

  get name(): string {
    return this.nameParts.join(' ');
  }

  get id(): string {
    return this.details.id;
  }

  get durationMs(): number {
    return this.details.durationMs;
  }

  get explicit(): boolean {
    return this.details.explicit;
  }

  get isrc(): string {
    return this.details.isrc;
  }

  private get details(): TrackDetails {
    this.known ??= this.drawDetails();
    return this.known;
  }

  /** Drawn from a stream of the track's own, so that they are the same whatever was read before. */
  private drawDetails(): TrackDetails {
    const random = this.streams(`track ${this.place}`);
    const id = random.text(22 - placeDigits) + base62Number(this.place, placeDigits);
    // A twin that comes second in the catalog is the same recording.
    if (this.twin instanceof CatalogTrack && this.twin.place < this.place) return { ...this.twin.details, id };
    // ZZ is nobody's country code, so no real recording has such a code.
    const registrant = random.text(3, 'ABCDEFGHJKLMNPQRSTUVWXYZ');
    return {
      id,
      durationMs: random.int(95_000, 420_000),
      explicit: random.int(1, 10) === 1,
      isrc: `ZZ${registrant}${this.album.released.date.slice(2, 4)}${random.text(5, '0123456789')}`,
    };
  }
}

/** The last `digits` digits of a whole number in base 62. */
function base62Number(value: number, digits: number): string {
  let text = '';
  for (let rest = value; text.length < digits; rest = Math.floor(rest / 62)) text = base62.charAt(rest % 62) + text;
  return text;
}

function makeAlbum(random: Random, artist: Artist, release: number, now: number): Album {
  const type = release % 6 === 4 ? 'single' : release % 6 === 5 ? 'compilation' : 'album';
  const own = title(random).join(' ');
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

function draftTracks(random: Random, artists: readonly Artist[], album: Album): readonly TrackDraft[] {
  const { type, name, artists: own } = album;
  const [artist] = own;
  const count = type === 'single' ? random.int(1, 3) : type === 'album' ? random.int(12, 17) : random.int(18, 24);
  const discs = count > 20 ? 2 : 1;
  const perDisc = Math.ceil(count / discs);
  return Array.from({ length: count }, (_, at): TrackDraft => {
    const guest = random.int(1, 7) === 1 ? random.pick(artists) : artist;
    return {
      nameParts: at === 0 && type === 'single' ? [name] : title(random),
      artists: guest === artist || !guest ? own : [...own, guest],
      disc: Math.floor(at / perDisc) + 1,
      number: (at % perDisc) + 1,
      popularity: near(random, album.popularity, 20),
    };
  });
}

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

const versions = adjectives.map((adjective) => `(${adjective} Version)`);

/** The parts of a title. */
function title(random: Random): readonly string[] {
  switch (random.int(0, 4)) {
    case 0:
      return [random.pick(adjectives), random.pick(nouns)];
    case 1:
      return [random.pick(verbs), 'the', random.pick(nouns)];
    case 2:
      return [random.pick(nouns), 'in the', random.pick(nouns)];
    case 3:
      return [random.pick(verbs), random.pick(adjectives)];
    default:
      return [random.pick(nouns), random.pick(versions)];
  }
}
