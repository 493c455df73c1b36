export { ApiError, createClient, type ErrorCode, isApiError, type Page, type PagedCall } from '@x/core';
export { createMusicClient, endpoints, type MusicClient } from './client.ts';
export { type MusicOptions, musicProvider } from './provider.ts';
export type {
  Album,
  Artist,
  ArtistAlbum,
  SimplifiedAlbum,
  SimplifiedArtist,
  SimplifiedTrack,
  Track,
} from './records/music.ts';
export {
  contentsOf,
  itemOf,
  type LocalTrack,
  type Playlist,
  type PlaylistEntry,
  type PlaylistEpisode,
  type PlaylistItem,
  type SimplifiedPlaylist,
} from './records/playlists.ts';
export type { Image } from './records/shared.ts';
export type { SimplifiedAudiobook, SimplifiedEpisode, SimplifiedShow } from './records/spoken.ts';
export { albums } from './resources/albums.ts';
export { artists } from './resources/artists.ts';
export { browse } from './resources/browse.ts';
export { markets } from './resources/markets.ts';
export { playlists } from './resources/playlists.ts';
export { type SearchItems, type SearchParams, type SearchType, search } from './resources/search.ts';
export { tracks } from './resources/tracks.ts';
