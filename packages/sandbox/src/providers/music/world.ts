import type { SandboxContext } from '../../context.ts';
import { type Category, makeCategories } from './browse-data.ts';
import { type Album, type Artist, type Music, makeMusic, type Track } from './music-data.ts';
import type { Settings } from './options.ts';
import { makePlaylists, type Playlist } from './playlist-data.ts';
import { type Audiobook, type Chapter, type Episode, makeSpoken, type Show, type Spoken } from './spoken-data.ts';
import { makeUsers, type User } from './user-data.ts';

/** The catalog and what users made of it. */
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
  /** Takes in a new playlist, which comes first in lists. */
  addPlaylist(playlist: Playlist): void;
  /** Tracks on which the artist plays. */
  tracksOf(artist: Artist): readonly Track[];
}

export interface Data {
  readonly users: readonly User[];
  /** Made when first asked for: it takes tens of milliseconds. */
  world(): World;
}

export function createData(context: SandboxContext, settings: Settings): Data {
  const users = makeUsers(context.random('users'), settings.users);
  let made: World | undefined;
  return {
    users,
    world() {
      made ??= makeWorld(context, settings, users);
      return made;
    },
  };
}

function makeWorld(context: SandboxContext, settings: Settings, users: readonly User[]): World {
  const music = makeMusic(context.random('music'), settings, context.startedAt);
  const spoken = makeSpoken(context.random('spoken'), settings);
  const categories = makeCategories(context.random('categories'), music);
  // To apps in development mode the editors' playlists have not existed since November 2024.
  const edited = settings.development ? [] : categories.flatMap((category) => category.playlists);
  const playlists = [...makePlaylists(context.random('playlists'), settings, users, music, spoken), ...edited];
  const playlist = byId(playlists);
  const byArtist = new Map<Artist, Track[]>(music.artists.map((artist) => [artist, []]));
  for (const track of music.tracks) for (const artist of track.artists) byArtist.get(artist)?.push(track);
  return {
    ...music,
    ...spoken,
    categories,
    playlists,
    track: byId(music.tracks),
    album: byId(music.albums),
    artist: byId(music.artists),
    show: byId(spoken.shows),
    episode: byId(spoken.episodes),
    audiobook: byId(spoken.audiobooks),
    chapter: byId(spoken.chapters),
    playlist,
    addPlaylist(added) {
      playlists.unshift(added);
      playlist.set(added.id, added);
    },
    tracksOf: (artist) => byArtist.get(artist) ?? [],
  };
}

function byId<T extends { readonly id: string }>(records: readonly T[]): Map<string, T> {
  return new Map(records.map((record) => [record.id, record]));
}
