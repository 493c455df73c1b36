export { type Clock, type ClockSettings, type ClockState, createClock } from './clock.ts';
export type { ProviderName, Quirks } from './context.ts';
export { createSandbox } from './create-sandbox.ts';
export type { Fault, PathPattern } from './fault.ts';
export type { Faults } from './faults.ts';
export type { Limits } from './limiter.ts';
export type { SandboxLimits } from './limits.ts';
export type { SandboxOptions } from './options.ts';
export type { Records } from './own-records.ts';
export type {
  BankAccountOverride,
  BankAddress,
  BankAddressData,
  BankControls,
  BankCreditOverride,
  BankErrorCode,
  BankHoldingOverride,
  BankInflowModel,
  BankInvestmentTransactionOverride,
  BankLimits,
  BankMfa,
  BankOwnerOverride,
  BankRateLimit,
  BankSandboxOptions,
  BankSecurityOverride,
  BankStudentLoanOverride,
  BankTransactionOverride,
  BankUserConfiguration,
  ChangedTransactions,
  InstitutionHealth,
  LinkLogin,
  OAuthLogin,
  TransactionChanges,
  WebhookDelivery,
} from './providers/bank/index.ts';
export type {
  FoodLimits,
  FoodNutrientRecord,
  FoodPortionRecord,
  FoodRecord,
  FoodSandboxOptions,
} from './providers/food/index.ts';
export type {
  MusicAlbumRecord,
  MusicArtistRecord,
  MusicLimits,
  MusicPlaylistRecord,
  MusicReference,
  MusicSandboxApp,
  MusicSandboxControls,
  MusicSandboxDevice,
  MusicSandboxOptions,
  MusicSandboxUser,
  MusicTrackRecord,
  MusicUserGrant,
  MusicUserTokens,
} from './providers/music/index.ts';
export type {
  QuoteAuthorRecord,
  QuoteRecord,
  QuotesLimits,
  QuotesSandboxOptions,
} from './providers/quotes/index.ts';
export type {
  CloseCode,
  EventSubControls,
  EventSubDelivery,
  FiredEvent,
  IssuedUserToken,
  IssueUserTokenOptions,
  ShownSession,
  StreamChannelRecord,
  StreamClipRecord,
  StreamControls,
  StreamGameRecord,
  StreamGameReference,
  StreamLimits,
  StreamRecord,
  StreamSandboxOptions,
  StreamSandboxUser,
  StreamUserRecord,
  StreamVideoRecord,
  TokenMatch,
  TrafficOptions,
  WebSocketControls,
} from './providers/stream/index.ts';
export type { SandboxRequest } from './requests.ts';
export type {
  Sandbox,
  SandboxClientOptions,
  SandboxControl,
  SandboxControls,
  SandboxEventOptions,
  StreamEventOptions,
} from './sandbox.ts';
export type { SandboxGrant } from './sign-in/grant.ts';
export type { SignInOptions } from './sign-in/options.ts';
export type { SandboxState, SavedFault } from './state/document.ts';
