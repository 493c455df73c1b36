export { type Clock, type ClockSettings, type ClockState, createClock, type RunUntilOptions } from './clock.ts';
export type { ProviderName, Quirks } from './context.ts';
export { createSandbox } from './create-sandbox.ts';
export type { DelayDistribution, Fault, PathPattern } from './fault.ts';
export type { Faults } from './faults.ts';
export { type ClockSource, type FollowedClock, followClock } from './follow-clock.ts';
export type { Limits } from './limiter.ts';
export type { SandboxLimits } from './limits.ts';
export type { SandboxOptions } from './options.ts';
export type { Records } from './own-records.ts';
export type { BankControls, BankSandboxItem } from './providers/bank/controls.ts';
export type {
  BankAccountOverride,
  BankAddress,
  BankAddressData,
  BankCreditOverride,
  BankHoldingOverride,
  BankInflowModel,
  BankInvestmentTransactionOverride,
  BankMfa,
  BankOwnerOverride,
  BankSecurityOverride,
  BankStudentLoanOverride,
  BankTransactionOverride,
  BankUserConfiguration,
} from './providers/bank/custom-user.ts';
export type { BankErrorCode } from './providers/bank/errors.ts';
export type { ChangedTransactions, TransactionChanges } from './providers/bank/feed.ts';
export type { HomeAddress, PersonName, WatchlistEntry, WatchlistKind } from './providers/bank/identities.ts';
export type { IdentityData } from './providers/bank/identity-checks.ts';
export type { IdentityEntry, IdentityStep } from './providers/bank/identity-verifications.ts';
export type { InstitutionHealth } from './providers/bank/institutions.ts';
export type { LinkLogin, OAuthLogin } from './providers/bank/link.ts';
export type { BankLimits, BankRateLimit, BankSandboxOptions } from './providers/bank/options.ts';
export type { WebhookDelivery } from './providers/bank/webhooks.ts';
export type { FoodNutrientRecord, FoodPortionRecord, FoodRecord } from './providers/food/food-records.ts';
export type { FoodLimits, FoodSandboxOptions } from './providers/food/options.ts';
export type {
  MusicSandboxControls,
  MusicSandboxDevice,
  MusicSandboxUser,
  MusicUserTokenOptions,
} from './providers/music/controls.ts';
export type {
  MusicAlbumRecord,
  MusicArtistRecord,
  MusicPlaylistRecord,
  MusicReference,
  MusicTrackRecord,
} from './providers/music/music-records.ts';
export type { MusicLimits, MusicSandboxApp, MusicSandboxOptions } from './providers/music/options.ts';
export type { QuotesLimits, QuotesSandboxOptions } from './providers/quotes/options.ts';
export type { QuoteAuthorRecord, QuoteRecord } from './providers/quotes/own-quotes.ts';
export type { StreamControls, StreamSandboxUser } from './providers/stream/controls.ts';
export type { EventSubControls, FiredEvent, WebSocketControls } from './providers/stream/event-sub/controls.ts';
export type { EventSubDelivery } from './providers/stream/event-sub/messenger.ts';
export type { CloseCode, ShownSession } from './providers/stream/event-sub/sessions.ts';
export type { TrafficOptions } from './providers/stream/event-sub/traffic.ts';
export type { StreamLimits, StreamSandboxOptions } from './providers/stream/options.ts';
export type {
  StreamChannelRecord,
  StreamClipRecord,
  StreamGameRecord,
  StreamGameReference,
  StreamRecord,
  StreamUserRecord,
  StreamVideoRecord,
} from './providers/stream/own-records.ts';
export { ExpectationError, type ExpectedRequest, type SandboxRequests } from './received.ts';
export type { SandboxRequest } from './requests.ts';
export type {
  Sandbox,
  SandboxClientOptions,
  SandboxControlApi,
  SandboxControls,
  SandboxListenerOptions,
  StreamListenerOptions,
} from './sandbox.ts';
export type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from './sign-in/grant.ts';
export type { SignInOptions } from './sign-in/options.ts';
export type { SandboxState, SavedFault } from './state/document.ts';
export type { UnsentWebhook } from './unsent-webhooks.ts';
