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
export { createStreamClient, endpoints, type StreamClient, type StreamTokenClient } from './client.ts';
export type { DeviceAuthorization, DeviceFlow, DeviceOptions, DeviceSession, PollOptions } from './device.ts';
export { isStreamError, type StreamProviderCode } from './errors.ts';
export {
  type EventSubCondition,
  type EventSubDefinition,
  type EventSubType,
  type EventSubVersion,
  eventSubTypes,
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
  type PublicStreamOptions,
  type StreamOptions,
  type StreamOptionsOf,
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
export { type AdSchedule, type AdSnooze, ads, type Commercial } from './resources/ads.ts';
export { analytics, type ExtensionReport, type GameReport } from './resources/analytics.ts';
export {
  type BitsLeaderboard,
  bits,
  type Cheermote,
  type CustomPowerUp,
  type ExtensionTransaction,
} from './resources/bits.ts';
export { channelPoints, type Redemption, type Reward } from './resources/channel-points.ts';
export { type Channel, channels, type Editor, type FollowedChannel, type Follower } from './resources/channels.ts';
export { type CharityCampaign, type CharityDonation, charity, type Money } from './resources/charity.ts';
export { chat } from './resources/chat.ts';
export { type Clip, type ClipDownload, clips, type NewClip } from './resources/clips.ts';
export {
  type ContentClassificationLabel,
  contentClassificationLabels,
} from './resources/content-classification-labels.ts';
export { type Entitlement, type EntitlementUpdate, entitlements } from './resources/entitlements.ts';
export {
  type Conduit,
  type CreatedEventSubSubscription,
  type EventSubRequest,
  type EventSubSubscription,
  type EventSubTransport,
  eventSub,
  type Shard,
  type ShardsUpdate,
} from './resources/event-sub.ts';
export { extensions } from './resources/extensions.ts';
export { type Game, games } from './resources/games.ts';
export { type Goal, goals } from './resources/goals.ts';
export {
  type Guest,
  type GuestStarInvite,
  type GuestStarSession,
  type GuestStarSettings,
  guestStar,
} from './resources/guest-star.ts';
export { type HypeTrain, type HypeTrainStatus, hypeTrain } from './resources/hype-train.ts';
export { moderation } from './resources/moderation.ts';
export { type Poll, polls } from './resources/polls.ts';
export { type Prediction, predictions } from './resources/predictions.ts';
export { type Raid, raids } from './resources/raids.ts';
export { type Schedule, type ScheduleSegment, schedule } from './resources/schedule.ts';
export { type Category, type FoundChannel, search } from './resources/search.ts';
export { type Stream, type StreamKey, type StreamMarker, type StreamMarkers, streams } from './resources/streams.ts';
export { type Subscriber, type Subscription, subscriptions } from './resources/subscriptions.ts';
export { type Tag, tags } from './resources/tags.ts';
export { type ChannelTeam, type Team, teams } from './resources/teams.ts';
export {
  type ActiveExtensions,
  type BlockedUser,
  type InstalledExtension,
  type User,
  type UserAuthorization,
  users,
} from './resources/users.ts';
export { type Video, videos } from './resources/videos.ts';
export { whispers } from './resources/whispers.ts';
export type { StreamScope } from './scopes.ts';
export type { ValidatedToken } from './validate.ts';
