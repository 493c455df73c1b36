import {
  aDate,
  aString,
  isObject,
  listOf,
  nonEmptyString,
  objectWith,
  oneOf,
  type Rule,
  type RulesOf,
  required,
  strings,
  trueOrFalse,
  wholeNumber,
} from '../../check-fields.ts';
import type { SandboxContext } from '../../context.ts';
import { ownOf, placeOf, type Records, refer } from '../../own-records.ts';
import { catalogMarkets, genres, labels } from './data.ts';
import { type Album, type Artist, type Music, type ReleaseDate, spotifyId, type Track } from './music-data.ts';
import { newPlaylist, type Playlist } from './playlist-data.ts';
import type { Episode, Spoken } from './spoken-data.ts';
import { timestamp } from './timestamp.ts';
import type { User } from './user-data.ts';

/** An artist or album that another record names, by its id or by its name. */
export interface MusicReference {
  /** Id of the record. */
  readonly id?: string | undefined;
  /** Name of the record; of several with this name it is the first, one's own before generated ones. */
  readonly name?: string | undefined;
}

/** An artist of one's own, in the field names of the API. */
export interface MusicArtistRecord {
  /** Id, 22 letters and digits. Default: one made from the name. */
  readonly id?: string | undefined;
  /** Name of the artist. */
  readonly name: string;
  /** Genres. Default: up to three, made from the name. */
  readonly genres?: readonly string[] | undefined;
  /** From 0 to 100; search has the most popular first. Default: made from the name. */
  readonly popularity?: number | undefined;
  /** Followers. Default: made from the name. */
  readonly followers?: { /** How many. */ readonly total: number } | undefined;
}

/** A release of one's own, in the field names of the API. */
export interface MusicAlbumRecord {
  /** Id, 22 letters and digits. Default: one made from the name. */
  readonly id?: string | undefined;
  /** Name of the release. */
  readonly name: string;
  /** Who made it, at least one. */
  readonly artists: readonly MusicReference[];
  /** Default `album`. */
  readonly album_type?: 'album' | 'single' | 'compilation' | undefined;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. Default: the day on which the sandbox started. */
  readonly release_date?: string | undefined;
  /** ISO 3166-1 alpha-2 codes. Default: those of most releases. */
  readonly available_markets?: readonly string[] | undefined;
  /** Label. Default: an invented one. */
  readonly label?: string | undefined;
  /** From 0 to 100. Default: that of the first artist. */
  readonly popularity?: number | undefined;
  /** Codes under which others know it. */
  readonly external_ids?:
    | { /** Universal product code. Default: made from the name. */ readonly upc?: string | undefined }
    | undefined;
}

/** A track of one's own, in the field names of the API. */
export interface MusicTrackRecord {
  /** Id, 22 letters and digits. Default: one made from the name. */
  readonly id?: string | undefined;
  /** Name of the track. */
  readonly name: string;
  /** The release it is on. Default: a single of the same name. */
  readonly album?: MusicReference | undefined;
  /** Who plays it. Required without `album`. Default: the artists of the release. */
  readonly artists?: readonly MusicReference[] | undefined;
  /** Number of the disc. Default 1. */
  readonly disc_number?: number | undefined;
  /** Place on the disc. Default: the next one. */
  readonly track_number?: number | undefined;
  /** Length in milliseconds. Default: 95 seconds to 7 minutes, made from the name. */
  readonly duration_ms?: number | undefined;
  /** Whether its words are explicit. Default `false`. */
  readonly explicit?: boolean | undefined;
  /** From 0 to 100. Default: that of the release. */
  readonly popularity?: number | undefined;
  /** Codes under which others know it. */
  readonly external_ids?:
    | { /** Recording code. Default: made from the name. */ readonly isrc?: string | undefined }
    | undefined;
}

/** A playlist of one's own, in the field names of the API. */
export interface MusicPlaylistRecord {
  /** Id, 22 letters and digits. Default: one made from the name. */
  readonly id?: string | undefined;
  /** Name of the playlist. */
  readonly name: string;
  /** Description. Default: none. */
  readonly description?: string | undefined;
  /** Whether the owner's profile shows it. Default `true`. */
  readonly public?: boolean | undefined;
  /** Whether others may change it; such a playlist is not public. Default `false`. */
  readonly collaborative?: boolean | undefined;
  /** The user it belongs to. Default: the first user. */
  readonly owner?: { /** Id of the user. */ readonly id: string } | undefined;
  /** What is in it, such as `spotify:track:…`, at most 10,000. Default: nothing. */
  readonly uris?: readonly string[] | undefined;
}

/** Records of one's own. */
export interface OwnMusic {
  readonly artists: Records<MusicArtistRecord> | undefined;
  readonly albums: Records<MusicAlbumRecord> | undefined;
  readonly tracks: Records<MusicTrackRecord> | undefined;
  readonly playlists: Records<MusicPlaylistRecord> | undefined;
}

const anId: Rule = {
  expected: 'an id of 22 letters and digits',
  isValid: (value) => typeof value === 'string' && /^[0-9A-Za-z]{22}$/.test(value),
};
const popularity = wholeNumber(0, 100);
const reference = {
  ...objectWith({ id: anId, name: nonEmptyString } satisfies RulesOf<MusicReference>),
  expected: 'an object with an id or a name',
  isValid: (value: unknown) => isObject(value) && Object.keys(value).length > 0,
} satisfies Rule;
const references: Rule = {
  expected: 'an array of at least one object with an id or a name',
  isValid: (value) => Array.isArray(value) && value.length > 0,
  items: reference,
};
const releaseDate: Rule = {
  expected: 'a date such as 2026-01-31, 2026-01 or 2026',
  isValid: (value) => typeof value === 'string' && aDate.isValid(`${value}${'-01-01'.slice(value.length - 10)}`),
};
const markets = listOf('ISO 3166-1 alpha-2 codes', (value) => typeof value === 'string' && /^[A-Z]{2}$/.test(value));

/** What the fields of records of one's own must be, by list. */
export const musicRecordRules = {
  artists: {
    id: anId,
    name: required(nonEmptyString),
    genres: strings,
    popularity,
    followers: objectWith({ total: required(wholeNumber(0)) }),
  } satisfies RulesOf<MusicArtistRecord>,
  albums: {
    id: anId,
    name: required(nonEmptyString),
    artists: required(references),
    album_type: oneOf('album', 'single', 'compilation'),
    release_date: releaseDate,
    available_markets: markets,
    label: nonEmptyString,
    popularity,
    external_ids: objectWith({ upc: nonEmptyString }),
  } satisfies RulesOf<MusicAlbumRecord>,
  tracks: {
    id: anId,
    name: required(nonEmptyString),
    album: reference,
    artists: references,
    disc_number: wholeNumber(1),
    track_number: wholeNumber(1),
    duration_ms: wholeNumber(1),
    explicit: trueOrFalse,
    popularity,
    external_ids: objectWith({ isrc: nonEmptyString }),
  } satisfies RulesOf<MusicTrackRecord>,
  playlists: {
    id: anId,
    name: required(nonEmptyString),
    description: aString,
    public: trueOrFalse,
    collaborative: trueOrFalse,
    owner: objectWith({ id: required(nonEmptyString) }),
    uris: listOf('at most 10,000 strings', (value) => typeof value === 'string'),
  } satisfies RulesOf<MusicPlaylistRecord>,
};

/** Calls `make` for each record with its place in the options, after checking that no generated record has its id. */
function makeEach<Own extends { readonly id?: string | undefined }, Made extends { readonly id: string }>(
  list: string,
  option: Records<Own> | undefined,
  generated: readonly { readonly id: string }[],
  make: (record: Own, place: string) => Made,
): Made[] {
  const records = ownOf(option);
  const taken = new Set(records.some(({ id }) => id !== undefined) ? generated.map(({ id }) => id) : []);
  return records.map((record, index) => {
    const place = placeOf(`music.${list}`, option, index);
    if (record.id !== undefined && taken.has(record.id))
      throw new TypeError(`${place}.id must be an id that no generated record has; got ${JSON.stringify(record.id)}`);
    return make(record, place);
  });
}

/** Adds the artists, releases and tracks of one's own to the generated ones, which stay as they are. */
export function addOwnMusic(
  { random, startedAt }: Pick<SandboxContext, 'random' | 'startedAt'>,
  { artists: ownArtists, albums: ownAlbums, tracks: ownTracks }: OwnMusic,
  generated: Music,
): Music {
  const today = new Date(startedAt).toISOString().slice(0, 10);
  const drawFor = (kind: string, name: string) => random(`own-${kind}/${name}`);

  const artists = makeEach('artists', ownArtists, generated.artists, (record): Artist => {
    const draw = drawFor('artists', record.name);
    const id = record.id ?? spotifyId(draw);
    const { name, popularity = draw.int(5, 95) } = record;
    const ownGenres = record.genres ?? draw.sample(genres, draw.int(0, 3));
    return { id, name, genres: ownGenres, popularity, followers: record.followers?.total ?? popularity ** 3 };
  });
  const allArtists = [...artists, ...generated.artists];
  const artistsOf = (list: readonly MusicReference[], place: string) =>
    list.map((each, index) => find(each, allArtists, `${place}.artists[${index}]`, 'an artist'));

  const single = (name: string, own: readonly Artist[]): Album =>
    makeAlbum({ name, artists: [], album_type: 'single' }, own);
  function makeAlbum(record: MusicAlbumRecord, own: readonly Artist[]): Album {
    const draw = drawFor('albums', record.name);
    const [first] = own as readonly [Artist];
    return {
      id: record.id ?? spotifyId(draw),
      name: record.name,
      text: `${record.name} ${own.map(({ name }) => name).join(' ')}`,
      type: record.album_type ?? 'album',
      artists: own,
      tracks: [],
      released: readRelease(record.release_date ?? today),
      markets: record.available_markets ?? catalogMarkets,
      label: record.label ?? draw.pick(labels),
      popularity: record.popularity ?? first.popularity,
      upc: record.external_ids?.upc ?? draw.text(12, '0123456789'),
    };
  }
  const albums = makeEach('albums', ownAlbums, generated.albums, (record, place) =>
    makeAlbum(record, artistsOf(record.artists, place)),
  );
  const allAlbums = [...albums, ...generated.albums];
  const singles: Album[] = [];

  const tracks = makeEach('tracks', ownTracks, generated.tracks, (record, place): Track => {
    const named = record.artists && artistsOf(record.artists, place);
    const { name } = record;
    if (!named && !record.album) throw new TypeError(`${place} must have an album, artists, or both`);
    const album = record.album
      ? find(record.album, allAlbums, `${place}.album`, 'an album')
      : single(name, named ?? []);
    if (!record.album) singles.push(album);
    const draw = drawFor('tracks', `${name} ${album.id}`);
    const disc = record.disc_number ?? 1;
    const track = {
      id: record.id ?? spotifyId(draw),
      name,
      nameParts: [name],
      album,
      artists: named ?? album.artists,
      disc,
      number: record.track_number ?? album.tracks.filter((each) => each.disc === disc).length + 1,
      durationMs: record.duration_ms ?? draw.int(95_000, 420_000),
      explicit: record.explicit ?? false,
      // ZZ is nobody's country code, so no real recording has such a code.
      isrc: record.external_ids?.isrc ?? `ZZ${draw.text(3, 'ABCDEFGHJKLMNPQRSTUVWXYZ')}${draw.text(7, '0123456789')}`,
      popularity: record.popularity ?? album.popularity,
    };
    album.tracks.push(track);
    return track;
  });
  return {
    artists: [...generated.artists, ...artists],
    albums: [...generated.albums, ...albums, ...singles],
    tracks: [...generated.tracks, ...tracks],
  };
}

/** The playlists of one's own. */
export function makeOwnPlaylists(
  { random, startedAt }: Pick<SandboxContext, 'random' | 'startedAt'>,
  option: OwnMusic['playlists'],
  {
    users,
    generated,
    music,
    spoken,
  }: { users: readonly User[]; generated: readonly Playlist[]; music: Music; spoken: Spoken },
): Playlist[] {
  if (ownOf(option).length === 0) return [];
  const items = new Map<string, Track | Episode>([
    ...spoken.episodes.map((episode) => [`spotify:episode:${episode.id}`, episode] as const),
    ...music.tracks.map((track) => [`spotify:track:${track.id}`, track] as const),
  ]);
  return makeEach('playlists', option, generated, (record, place) => {
    const { name, collaborative = false, uris = [] } = record;
    const draw = random(`own-playlists/${name}`);
    const ownerId = record.owner?.id ?? users[0]?.id ?? '';
    const names = users.map(({ id }) => id);
    const known = users.find(({ id }) => id === ownerId);
    const owner = refer(`${place}.owner.id`, ownerId, known, 'the id of a user', names);
    if (collaborative && record.public)
      throw new TypeError(`${place}.public must be false for a playlist that is collaborative`);
    return newPlaylist({
      id: record.id ?? spotifyId(draw),
      name,
      description: record.description ?? null,
      public: record.public ?? !collaborative,
      collaborative,
      owner,
      snapshotId: draw.text(32),
      entries: uris.map((uri, index) => ({
        addedAt: timestamp(startedAt - (uris.length - index) * 60_000),
        addedBy: owner,
        item: refer(`${place}.uris[${index}]`, uri, items.get(uri), 'the URI of a track or an episode'),
      })),
    });
  });
}

function find<Found extends { readonly id: string; readonly name: string }>(
  { id, name }: MusicReference,
  all: readonly Found[],
  place: string,
  what: string,
): Found {
  if (id !== undefined) {
    const found = refer(
      `${place}.id`,
      id,
      all.find((each) => each.id === id),
      `the id of ${what}`,
    );
    if (name !== undefined && name !== found.name)
      throw new TypeError(
        `${place}.name must be that of ${id}, ${JSON.stringify(found.name)}; got ${JSON.stringify(name)}`,
      );
    return found;
  }
  const names = all.map((each) => each.name);
  return refer(
    `${place}.name`,
    name ?? '',
    all.find((each) => each.name === name),
    `the name of ${what}`,
    names,
  );
}

const precisions = { 4: 'year', 7: 'month', 10: 'day' } as const;
const readRelease = (date: string): ReleaseDate => ({
  date,
  precision: precisions[date.length as keyof typeof precisions],
});
