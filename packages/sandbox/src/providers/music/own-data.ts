import { invalid } from '../../shared/check-fields.ts';
import type { SandboxContext } from '../../shared/context.ts';
import { labelsOf, ownOf, placeOf, type Records, refer } from '../../shared/own-records.ts';
import {
  type Album,
  type Artist,
  type Music,
  recordingCode,
  spotifyId,
  type Track,
  timestamp,
} from './data/catalog.ts';
import { newPlaylist, type Playlist } from './data/playlists.ts';
import { catalogMarkets, genres, labels } from './data/source.ts';
import type { Episode, Spoken } from './data/spoken.ts';
import type { User } from './data/users.ts';
import type { MusicAlbumRecord, MusicArtistRecord, MusicReference, MusicTrackRecord, OwnMusic } from './own-records.ts';

/** A record and where it is in the options. */
interface Placed<Own> {
  readonly record: Own;
  readonly place: string;
  /** Label under which its values are drawn from the seed. */
  readonly label: string;
}

/** Makes each record of a list, after checking that no generated record has its ID. */
function makeEach<Own extends { readonly id?: string | undefined; readonly name: string }, Made>(
  list: keyof OwnMusic,
  option: Records<Own> | undefined,
  generated: readonly { readonly id: string }[],
  make: (entry: Placed<Own>) => Made,
): Made[] {
  const records = ownOf(option);
  const names = labelsOf(records, ({ name }) => name);
  const taken = new Set(records.some(({ id }) => id !== undefined) ? generated.map(({ id }) => id) : []);
  return records.map((record, index) => {
    const place = placeOf(`music.${list}`, option, index);
    if (record.id !== undefined && taken.has(record.id))
      throw invalid(`${place}.id must be an ID that no generated record has; got ${JSON.stringify(record.id)}`);
    return make({ record, place, label: `own-${list}/${names[index]}` });
  });
}

type Source = Pick<SandboxContext, 'random' | 'startedAt'>;

function makeArtist({ random }: Source, { record, label }: Placed<MusicArtistRecord>): Artist {
  const draw = random(label);
  const id = record.id ?? spotifyId(draw);
  const { name, popularity = draw.int(5, 95) } = record;
  const ownGenres = record.genres ?? draw.sample(genres, draw.int(0, 3));
  return { id, name, genres: ownGenres, popularity, followers: record.followers?.total ?? popularity ** 3 };
}

function makeAlbum(
  { random, startedAt }: Source,
  { record, label }: Pick<Placed<Omit<MusicAlbumRecord, 'artists'>>, 'record' | 'label'>,
  artists: readonly Artist[],
): Album {
  const draw = random(label);
  const date = record.release_date ?? new Date(startedAt).toISOString().slice(0, 10);
  return {
    id: record.id ?? spotifyId(draw),
    name: record.name,
    text: `${record.name} ${artists.map(({ name }) => name).join(' ')}`,
    type: record.album_type ?? 'album',
    artists,
    tracks: [],
    released: { date, precision: precisions[date.length as keyof typeof precisions] },
    markets: record.available_markets ?? catalogMarkets,
    label: record.label ?? draw.pick(labels),
    popularity: record.popularity ?? artists[0]?.popularity ?? 0,
    upc: record.external_ids?.upc ?? draw.text(12, '0123456789'),
  };
}

const precisions = { 4: 'year', 7: 'month', 10: 'day' } as const;

/** Makes a track, and adds it to its album. */
function makeTrack(
  { random }: Source,
  { record, label }: Placed<MusicTrackRecord>,
  album: Album,
  artists: readonly Artist[] = album.artists,
): Track {
  const draw = random(label);
  const { name, disc_number: disc = 1 } = record;
  const track = {
    id: record.id ?? spotifyId(draw),
    name,
    album,
    artists,
    disc,
    number: record.track_number ?? album.tracks.filter((each) => each.disc === disc).length + 1,
    durationMs: record.duration_ms ?? draw.int(95_000, 420_000),
    explicit: record.explicit ?? false,
    isrc: record.external_ids?.isrc ?? recordingCode(draw, album.released.date),
    popularity: record.popularity ?? album.popularity,
  };
  album.tracks.push(track);
  return track;
}

/** Adds your own artists, releases and tracks to the generated ones, which stay as they are. */
export function addOwnMusic(source: Source, own: OwnMusic, generated: Music): Music {
  const artists = makeEach('artists', own.artists, generated.artists, (entry) => makeArtist(source, entry));
  const allArtists = [...artists, ...generated.artists];
  const artistsOf = (list: readonly MusicReference[], place: string) =>
    list.map((each, index) => find(each, allArtists, `${place}.artists[${index}]`, 'an artist'));
  const albums = makeEach('albums', own.albums, generated.albums, (entry) =>
    makeAlbum(source, entry, artistsOf(entry.record.artists, entry.place)),
  );
  const allAlbums = [...albums, ...generated.albums];
  const singles: Album[] = [];
  const tracks = makeEach('tracks', own.tracks, generated.tracks, (entry) => {
    const { record, place } = entry;
    const named = record.artists && artistsOf(record.artists, place);
    if (record.album)
      return makeTrack(source, entry, find(record.album, allAlbums, `${place}.album`, 'an album'), named);
    if (!named) throw invalid(`${place} must have an album, artists, or both`);
    const { name } = record;
    const single = makeAlbum(source, { record: { name, album_type: 'single' }, label: `${entry.label}/single` }, named);
    singles.push(single);
    return makeTrack(source, entry, single, named);
  });
  return {
    artists: [...generated.artists, ...artists],
    albums: [...generated.albums, ...albums, ...singles],
    tracks: [...generated.tracks, ...tracks],
  };
}

/** Makes your own playlists. */
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
  return makeEach('playlists', option, generated, ({ record, place, label }) => {
    const { name, collaborative = false, uris = [] } = record;
    const draw = random(label);
    const ownerId = record.owner?.id ?? users[0]?.id ?? '';
    const names = users.map(({ id }) => id);
    const known = users.find(({ id }) => id === ownerId);
    const owner = refer(`${place}.owner.id`, ownerId, known, 'the ID of a user', names);
    if (collaborative && record.public)
      throw invalid(`${place}.public must be false for a playlist that is collaborative`);
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
  { id, name = '' }: MusicReference,
  all: readonly Found[],
  place: string,
  what: string,
): Found {
  if (id === undefined) {
    const found = all.find((each) => each.name === name);
    const names = all.map((each) => each.name);
    return refer(`${place}.name`, name, found, `the name of ${what}`, names);
  }
  const byId = all.find((each) => each.id === id);
  const found = refer(`${place}.id`, id, byId, `the ID of ${what}`);
  if (name === '' || name === found.name) return found;
  const [expected, got] = [found.name, name].map((each) => JSON.stringify(each));
  throw invalid(`${place}.name must be ${expected}, the name of ${id}; got ${got}`);
}
