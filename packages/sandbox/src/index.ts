export { createClock } from './clock/clock.ts';
export { type ClockSource, type FollowedClock, followClock } from './clock/follow-clock.ts';
export { createSandbox } from './create-sandbox.ts';
export { createSandboxWith, type OwnParts, type OwnSettings } from './create-sandbox-with.ts';
export type { DelayDistribution, Fault, PathPattern } from './faults/fault.ts';
export type { Faults, SavedFault } from './faults/faults.ts';
export type { SandboxLimits, SandboxOptions } from './options.ts';
export type { BankControls, BankSandboxItem } from './providers/bank/controls.ts';
export type { ChangedTransactions, TransactionChanges } from './providers/bank/data/feed-plan.ts';
export type { HomeAddress, PersonName, WatchlistEntry, WatchlistKind } from './providers/bank/data/identities.ts';
export type { IdentityData } from './providers/bank/data/identity-checks.ts';
export type { IdentityEntry, IdentityStep } from './providers/bank/data/identity-verifications.ts';
export type { InstitutionHealth } from './providers/bank/data/institutions.ts';
export type { BankErrorCode } from './providers/bank/errors.ts';
export type { LinkLogin, OAuthLogin } from './providers/bank/link/link.ts';
export type { BankLimits, BankRateLimit, BankSandboxOptions } from './providers/bank/options.ts';
export type {
  BankHoldingOverride,
  BankInvestmentTransactionOverride,
  BankSecurityOverride,
} from './providers/bank/own-investments.ts';
export type {
  BankAccountOverride,
  BankAddress,
  BankAddressData,
  BankCreditOverride,
  BankInflowModel,
  BankMfa,
  BankOwnerOverride,
  BankStudentLoanOverride,
  BankTransactionOverride,
  BankUserConfiguration,
} from './providers/bank/own-records.ts';
export type { WebhookDelivery } from './providers/bank/webhooks/webhooks.ts';
export type { FoodLimits, FoodSandboxOptions } from './providers/food/options.ts';
export type { FoodNutrientRecord, FoodPortionRecord, FoodRecord } from './providers/food/own-records.ts';
export type {
  MusicSandboxControls,
  MusicSandboxDevice,
  MusicSandboxUser,
  MusicUserTokenOptions,
} from './providers/music/controls.ts';
export type { MusicLimits, MusicSandboxApp, MusicSandboxOptions } from './providers/music/options.ts';
export type {
  MusicAlbumRecord,
  MusicArtistRecord,
  MusicPlaylistRecord,
  MusicReference,
  MusicTrackRecord,
} from './providers/music/own-records.ts';
export type { QuotesLimits, QuotesSandboxOptions } from './providers/quotes/options.ts';
export type { QuoteAuthorRecord, QuoteRecord } from './providers/quotes/own-data.ts';
export type { StreamControls, StreamSandboxUser } from './providers/stream/controls.ts';
export type { EventSubControls, FiredEvent, WebSocketControls } from './providers/stream/events/controls.ts';
export type { EventSubDelivery } from './providers/stream/events/messenger.ts';
export type { CloseCode, ShownSession } from './providers/stream/events/sessions.ts';
export type { TrafficOptions } from './providers/stream/events/traffic.ts';
export type { StreamLimits, StreamSandboxOptions } from './providers/stream/options.ts';
export type {
  StreamChannelRecord,
  StreamClipRecord,
  StreamGameRecord,
  StreamGameReference,
  StreamRecord,
  StreamUserRecord,
  StreamVideoRecord,
} from './providers/stream/own-data.ts';
export type {
  Sandbox,
  SandboxClientOptions,
  SandboxControlApi,
  SandboxControls,
  SandboxListenerOptions,
  StreamListenerOptions,
} from './sandbox.ts';
export type { SandboxWebSocket } from './server/in-process-web-socket.ts';
export { ExpectationError, type ExpectedRequest, type SandboxRequests } from './server/received.ts';
export type { SandboxRequest } from './server/requests.ts';
export type { Clock, ClockSettings, ClockState, RunUntilOptions } from './shared/clock.ts';
export type { Quirks } from './shared/context.ts';
export type { Limits } from './shared/limits.ts';
export type { Records } from './shared/own-records.ts';
export type { ProviderName } from './shared/provider-name.ts';
export type { IssuedUserToken, IssueUserTokenOptions, SandboxGrant, TokenMatch } from './shared/sign-in/grant.ts';
export type { SignInOptions } from './shared/sign-in/options.ts';
export type { UnsentWebhook } from './shared/unsent-webhooks.ts';
export type { SandboxState } from './state/document.ts';
