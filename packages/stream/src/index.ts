export {
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
  createStreamClient,
  endpoints,
  type StreamAccountClient,
  type StreamClient,
  type StreamPublicClient,
  type StreamTokenClient,
} from './client.ts';
export { clipsWithWait, type StreamClips } from './clip-wait.ts';
export type { DeviceAuthorization, DeviceFlow, DeviceOptions, DeviceSession, PollOptions } from './device.ts';
export { isStreamError, type StreamProviderCode } from './errors.ts';
export {
  type AdBreakCondition,
  type AppCondition,
  type ChannelCondition,
  type ChatCondition,
  type DropCondition,
  type EventSubCondition,
  type EventSubDefinition,
  type EventSubType,
  type EventSubVersion,
  type ExtensionCondition,
  eventSubTypes,
  type ModeratorCondition,
  type RaidCondition,
  type RewardCondition,
  type ShardCondition,
  type UserCondition,
} from './event-sub-types.ts';
export { type ExtensionOptions, withExtension } from './extension.ts';
export {
  type StreamAccounts,
  type StreamOAuth,
  type StreamUser,
  streamAccounts,
  streamOAuth,
  withSignIn,
} from './oauth.ts';
export {
  type StreamOptions,
  type StreamPublicOptions,
  type StreamTokenOptions,
  streamProvider,
  streamTokenProvider,
} from './provider.ts';
export type {
  BadgeSet,
  ChannelEmote,
  ChatColor,
  ChatSettings,
  Chatter,
  Emote,
  PinnedMessage,
  SentMessage,
  SetEmote,
  SharedChat,
  UserEmote,
} from './records/chat.ts';
export type {
  BitsProduct,
  Extension,
  ExtensionConfiguration,
  ExtensionLiveChannel,
  ExtensionSecrets,
} from './records/extensions.ts';
export type {
  AutoModSettings,
  Ban,
  BannedUser,
  BlockedTerm,
  ChannelMember,
  MessageCheck,
  ModeratedChannel,
  ShieldMode,
  SuspiciousUser,
  UnbanRequest,
  Warning,
} from './records/moderation.ts';
export type { AdSchedule, AdSnooze, Commercial } from './resources/ads.ts';
export type { ExtensionReport, GameReport } from './resources/analytics.ts';
export type { BitsLeaderboard, Cheermote, CustomPowerUp, ExtensionTransaction } from './resources/bits.ts';
export type { Redemption, Reward } from './resources/channel-points.ts';
export type { Channel, Editor, FollowedChannel, Follower } from './resources/channels.ts';
export type { CharityCampaign, CharityDonation, Money } from './resources/charity.ts';
export type { Clip, ClipDownload, NewClip } from './resources/clips.ts';
export type { ContentClassificationLabel } from './resources/content-classification-labels.ts';
export type { Entitlement, EntitlementUpdate } from './resources/entitlements.ts';
export type {
  Conduit,
  CreatedEventSubSubscription,
  EventSubRequest,
  EventSubSubscription,
  EventSubTransport,
  Shard,
  ShardsUpdate,
} from './resources/event-sub.ts';
export type { Game } from './resources/games.ts';
export type { Goal } from './resources/goals.ts';
export type { Guest, GuestStarInvite, GuestStarSession, GuestStarSettings } from './resources/guest-star.ts';
export type { HypeTrain, HypeTrainStatus } from './resources/hype-train.ts';
export type { Poll } from './resources/polls.ts';
export type { Prediction } from './resources/predictions.ts';
export type { Raid } from './resources/raids.ts';
export type { Schedule, ScheduleSegment } from './resources/schedule.ts';
export type { Category, FoundChannel } from './resources/search.ts';
export type { Stream, StreamKey, StreamMarker, StreamMarkers } from './resources/streams.ts';
export type { Subscriber, Subscription } from './resources/subscriptions.ts';
export type { Tag } from './resources/tags.ts';
export type { ChannelTeam, Team } from './resources/teams.ts';
export type { ActiveExtensions, BlockedUser, InstalledExtension, User, UserAuthorization } from './resources/users.ts';
export type { Video } from './resources/videos.ts';
export type { StreamScope } from './scopes.ts';
export type { ValidatedToken } from './validate.ts';
