export { accountHash } from './call/call-events.ts';
export { type EventLogger, logEvents } from './call/log-events.ts';
export type { Client, ClientMethods, RootClient } from './client/client.ts';
export type { ApiCall, LookupResult, Page, PagedCall, ResponseInfo, WithResponse } from './declare/api-call.ts';
export type { CallItOnWithAccount, NoParams } from './declare/endpoint.ts';
export type {
  CallEndEvent,
  CallStartEvent,
  ClientEvent,
  DriftEvent,
  EventFields,
  EventScope,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
  TokenEvent,
  WaitEvent,
} from './declare/events.ts';
export type {
  AsyncCloseable,
  CallRecord,
  ClientHealth,
  ClientLifecycle,
  CloseOptions,
  FailureRecord,
  OpenWait,
  WaitReason,
} from './declare/health.ts';
export type { ItemOf, ParamsOf, ResultOf } from './declare/methods.ts';
export type { AddressableListOptions, CallOptions, ListOptions } from './declare/options.ts';
export type { ClientOptions, EventObserver } from './declare/provider.ts';
export type {
  RateLimiter,
  RateLimiterFactory,
  RateLimitRule,
  RateLimitState,
  Reservation,
} from './declare/rate-limiter.ts';
export type { RequestOptions } from './declare/request-options.ts';
export type {
  FencedStore,
  Grant,
  SecretStore,
  StoreLock,
  StoreReadOptions,
  StoreWriteOptions,
  TokenStore,
} from './declare/token-store.ts';
export {
  ApiError,
  type ApiErrorFields,
  type ApiErrorInit,
  type ApiErrorJSON,
  type ApiErrorOf,
  type ErrorCode,
  type ErrorOutcome,
  type GrantProblem,
  isAbort,
  isApiError,
  type ProviderError,
  type ProviderErrorGuard,
} from './errors/api-error.ts';
export { type ErrorHttpStatus, toHttpStatus } from './errors/http-status.ts';
export { type MemoryRateLimiterOptions, memoryRateLimiter } from './rate/memory-rate-limiter.ts';
export type { Clock } from './shared/clock.ts';
export type { WaitUntil } from './shared/requests.ts';
export { parseGrant, serializeGrant } from './tokens/grant.ts';
export { memoryStore } from './tokens/store.ts';
