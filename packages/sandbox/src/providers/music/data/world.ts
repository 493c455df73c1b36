import type { SandboxContext } from '../../../shared/context.ts';
import { lazy } from '../../../shared/lazy.ts';
import type { Settings } from '../options.ts';
import { addOwnMusic, makeOwnPlaylists } from '../own-data.ts';
import { type Category, makeCategories } from './browse.ts';
import { type Album, type Artist, type Music, makeMusic, type Track } from './catalog.ts';
import { makePlaylists, type Playlist } from './playlists.ts';
import { type Audiobook, type Chapter, type Episode, makeSpoken, type Show, type Spoken } from './spoken.ts';
import { makeUsers, type User } from './users.ts';

/** The catalog and the playlists. */
export interface World extends Music, Spoken {
  readonly categories: readonly Category[];
  readonly playlists: readonly Playlist[];
  readonly track: ReadonlyMap<string, Track>;
  readonly album: ReadonlyMap<string, Album>;
  readonly artist: ReadonlyMap<string, Artist>;
  readonly show: ReadonlyMap<string, Show>;
  readonly episode: ReadonlyMap<string, Episode>;
  readonly audiobook: ReadonlyMap<string, Audiobook>;
  readonly chapter: ReadonlyMap<string, Chapter>;
  readonly playlist: ReadonlyMap<string, Playlist>;
  /** Adds a new playlist, which comes first in lists. */
  addPlaylist(playlist: Playlist): void;
  /** Returns the tracks on which the artist plays. */
  tracksOf(artist: Artist): readonly Track[];
  /** Returns the artist's releases, including those without tracks, and others' releases that the artist plays on. */
  albumsOf(artist: Artist): readonly Album[];
}

export interface Data {
  readonly users: readonly User[];
  /** Returns the catalog. Its parts are created on first use, which takes tens of milliseconds. */
  world(): World;
}

export function createData(context: SandboxContext, settings: Settings): Data {
  const users = makeUsers(context.random('users'), settings.users);
  const world = lazy(() => makeWorld(context, settings, users));
  // Reports mistakes in your own records when the sandbox is created.
  if (settings.hasOwn) world().playlists;
  return { users, world };
}

/**
 * Creates the catalog. Each part is created on first use from its own random stream, so the order of requests changes
 * nothing.
 */
function makeWorld(context: SandboxContext, settings: Settings, users: readonly User[]): World {
  const generated = lazy(() =>
    makeMusic(context.random('music'), context.random('tracks'), settings, context.startedAt),
  );
  const music = lazy(() => addOwnMusic(context, settings.own, generated()));
  const spoken = lazy(() => makeSpoken(context.random('spoken'), settings));
  const playlists = lazy(() => {
    // Since November 2024, apps in development mode no longer see the editors' playlists.
    const edited = settings.development ? [] : world.categories.flatMap((category) => category.playlists);
    const made = makePlaylists(context.random('playlists'), settings, users, generated(), spoken());
    const data = { users, generated: made, music: music(), spoken: spoken() };
    return [...made, ...makeOwnPlaylists(context, settings.own.playlists, data), ...edited];
  });
  const playlist = lazy(() => byId(playlists()));
  const world: World = lazyFields<World>({
    artists: () => music().artists,
    albums: () => music().albums,
    tracks: () => music().tracks,
    shows: () => spoken().shows,
    episodes: () => spoken().episodes,
    audiobooks: () => spoken().audiobooks,
    chapters: () => spoken().chapters,
    categories: () => makeCategories(context.random('categories'), generated()),
    playlists,
    track: () => byId(world.tracks),
    album: () => byId(world.albums),
    artist: () => byId(world.artists),
    show: () => byId(world.shows),
    episode: () => byId(world.episodes),
    audiobook: () => byId(world.audiobooks),
    chapter: () => byId(world.chapters),
    playlist,
    addPlaylist: () => (added) => {
      playlist().set(added.id, added);
      playlists().unshift(added);
    },
    tracksOf: () => {
      const byArtist = new Map<Artist, Track[]>(world.artists.map((artist) => [artist, []]));
      for (const track of world.tracks) for (const artist of track.artists) byArtist.get(artist)?.push(track);
      return (artist) => byArtist.get(artist) ?? [];
    },
    albumsOf: () => {
      const empty = world.albums.filter(({ tracks }) => tracks.length === 0);
      return (artist) => [
        ...new Set(world.tracksOf(artist).map(({ album }) => album)),
        ...empty.filter(({ artists }) => artists.includes(artist)),
      ];
    },
  });
  return world;
}

/** Returns an object whose fields are created when they are first read. */
function lazyFields<T extends object>(makers: { readonly [Name in keyof T]: () => T[Name] }): T {
  const fields = Object.entries<() => unknown>(makers).map(([name, make]) => [name, { get: lazy(make) }]);
  return Object.defineProperties({} as T, Object.fromEntries(fields));
}

function byId<T extends { readonly id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}
