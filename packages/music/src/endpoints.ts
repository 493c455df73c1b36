export type { Endpoint, ListEndpoint, LookupEndpoint, WithMethods } from '@x/core/provider';
export {
  /** Albums and their tracks. */
  albums,
} from './resources/albums.ts';
export {
  /** Artists, their albums, and their most popular tracks. */
  artists,
} from './resources/artists.ts';
export {
  /** Structure of tracks: bars, beats, sections and segments. Closed to most apps. */
  audioAnalysis,
  /** Audio features of tracks: tempo, key, mood and more. Closed to most apps. */
  audioFeatures,
} from './resources/audio.ts';
export {
  /** Audiobooks and their chapters. Only some markets have audiobooks. */
  audiobooks,
} from './resources/audiobooks.ts';
export {
  /** New releases, featured playlists, and categories of playlists. Closed to most apps. */
  browse,
} from './resources/browse.ts';
export {
  /** Chapters of audiobooks. */
  chapters,
} from './resources/chapters.ts';
export {
  /** Episodes of podcasts. */
  episodes,
} from './resources/episodes.ts';
export {
  /** The artists and users that a user follows. */
  following,
} from './resources/following.ts';
export {
  /** The user's saved albums, audiobooks, episodes, podcasts and tracks. */
  library,
} from './resources/library.ts';
export {
  /** Countries in which the catalog is offered. */
  markets,
} from './resources/markets.ts';
export {
  /** A user's playback and devices, and commands to control them. Commands need Spotify Premium. */
  player,
} from './resources/player.ts';
export {
  /** Playlists: details, contents, covers and followers. */
  playlists,
} from './resources/playlists.ts';
export {
  /** Tracks that resemble given artists, tracks and genres. Closed to most apps. */
  recommendations,
} from './resources/recommendations.ts';
export { type SearchParams, search } from './resources/search.ts';
export {
  /** Podcasts and their episodes. */
  shows,
} from './resources/shows.ts';
export {
  /** The artists and tracks that a user listens to most. */
  top,
} from './resources/top.ts';
export {
  /** Tracks of the catalog. */
  tracks,
} from './resources/tracks.ts';
export {
  /** The user's own profile, and public profiles of others. */
  users,
} from './resources/users.ts';
