export {
  type AccessToken,
  type AccessTokenSource,
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  type Authorization,
  type AuthorizeOptions,
  accountHash,
  type ClientAccounts,
  type ClientEvent,
  type ErrorCode,
  type ExchangeOptions,
  type Grant,
  isAbort,
  isApiError,
  type LookupResult,
  logEvents,
  type OAuth,
  type Page,
  type PagedCall,
  type ProviderError,
  type ProviderErrorGuard,
  type ResponseInfo,
  type SignedIn,
  type SignInSession,
  type StoredGrant,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, createUserClient } from '@x/core/provider';
export { createMusicClient, endpoints, type MusicCalls, type MusicClient, type MusicTokenClient } from './client.ts';
export { isMusicError, type MusicProviderCode } from './errors.ts';
export { musicOAuth, withSignIn } from './oauth.ts';
export {
  type MusicOptions,
  type MusicOptionsOf,
  type MusicTokenOptions,
  musicProvider,
  musicTokenProvider,
  type PublicMusicOptions,
} from './provider.ts';
export type { AudioAnalysis, AudioFeatures, RecommendationSeed, Recommendations } from './records/audio.ts';
export type {
  Album,
  Artist,
  ArtistAlbum,
  SimplifiedAlbum,
  SimplifiedArtist,
  SimplifiedTrack,
  Track,
} from './records/music.ts';
export type { CurrentlyPlaying, Device, Playback, PlayContext, PlayHistory, Queue } from './records/player.ts';
export {
  type BrowsePlaylist,
  contentsOf,
  getItem,
  type LocalTrack,
  type Playlist,
  type PlaylistEntry,
  type PlaylistEpisode,
  type PlaylistItem,
  type RemovedTrack,
  type SimplifiedPlaylist,
} from './records/playlists.ts';
export type {
  RemovedEpisode,
  SavedAlbum,
  SavedAudiobook,
  SavedEpisode,
  SavedShow,
  SavedTrack,
} from './records/saved.ts';
export type { Image } from './records/shared.ts';
export type {
  Audiobook,
  Chapter,
  Episode,
  Show,
  SimplifiedAudiobook,
  SimplifiedChapter,
  SimplifiedEpisode,
  SimplifiedShow,
} from './records/spoken.ts';
export type { PrivateUser, PublicUser } from './records/users.ts';
export { albums } from './resources/albums.ts';
export { artists } from './resources/artists.ts';
export { audioAnalysis, audioFeatures } from './resources/audio.ts';
export { audiobooks } from './resources/audiobooks.ts';
export { browse, type Category } from './resources/browse.ts';
export { chapters } from './resources/chapters.ts';
export { episodes } from './resources/episodes.ts';
export { following } from './resources/following.ts';
export { library } from './resources/library.ts';
export { markets } from './resources/markets.ts';
export { player } from './resources/player.ts';
export { playlists } from './resources/playlists.ts';
export { recommendations } from './resources/recommendations.ts';
export { type SearchItems, type SearchParams, type SearchType, search } from './resources/search.ts';
export { shows } from './resources/shows.ts';
export { top } from './resources/top.ts';
export { tracks } from './resources/tracks.ts';
export { users } from './resources/users.ts';
export type { MusicScope } from './scopes.ts';
