export {
  type AddressableListOptions,
  type ApiCall,
  ApiError,
  type ApiErrorOf,
  accountHash,
  type CallItOnWithAccount,
  type CallOptions,
  type Client,
  type ClientEvent,
  type ClientHealth,
  type ClientOptions,
  type CloseOptions,
  type ErrorCode,
  type ErrorHttpStatus,
  type ErrorOutcome,
  type EventLogger,
  type Grant,
  type ItemOf,
  isAbort,
  isApiError,
  type ListOptions,
  type LookupResult,
  logEvents,
  memoryStore,
  type NoParams,
  type Page,
  type PagedCall,
  type ParamsOf,
  type ProviderError,
  type ProviderErrorGuard,
  type RateLimitState,
  type RequestOptions,
  type ResponseInfo,
  type ResultOf,
  type RootClient,
  type TokenStore,
  toHttpStatus,
  type WithResponse,
} from '@x/core';
export { createClient, type Provider } from '@x/core/provider';
export type {
  AccessToken,
  AccessTokenSource,
  Authorization,
  AuthorizeOptions,
  ClientAccounts,
  ExchangeOptions,
  SignedIn,
  SignInSession,
  StoredGrant,
  UserClient,
} from '@x/oauth';
export { createUserClient, type UserProvider } from '@x/oauth/provider';
export {
  type BackupEntry,
  type BackupPlaylist,
  type BackupRecord,
  type BackupSaved,
  backup,
  backupEntry,
  fromJsonLines,
  type NamedUri,
  restore,
  toCsv,
  toJsonLines,
  toM3u,
  urisIn,
} from './backup.ts';
export {
  createMusicClient,
  endpoints,
  type MusicAccountClient,
  type MusicClient,
  type MusicPublicClient,
  type MusicTokenClient,
} from './client.ts';
export { isMusicError, type MusicProviderCode } from './errors.ts';
export { type MusicOAuth, musicOAuth, withSignIn } from './oauth.ts';
export {
  type DeviceOptions,
  type DeviceParams,
  type MusicPlayer,
  type PlayOnParams,
  playerWithDevices,
  type ReadyDevice,
} from './player-devices.ts';
export {
  type AddAllParams,
  diff,
  libraryWithWrites,
  type MusicLibrary,
  type MusicPlaylists,
  originalUri,
  type PlaylistDiff,
  type PlaylistWriteParams,
  type PlaylistWritten,
  playlistsWithWrites,
  type SaveAllParams,
  type SyncPlaylistParams,
} from './playlist-writes.ts';
export {
  type MusicOptions,
  type MusicPublicOptions,
  type MusicTokenOptions,
  musicProvider,
  musicTokenProvider,
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
export type { Category } from './resources/browse.ts';
export type { SearchItems, SearchType } from './resources/search.ts';
export type { MusicScope } from './scopes.ts';
export type { WriteAllOptions, WriteProgress } from './write-all.ts';
