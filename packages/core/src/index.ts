export { accountHash } from './call/call-events.ts';
export { createLifecycle } from './call/lifecycle.ts';
export { pauseBetweenCalls, throwIfEnded } from './client/bound-methods.ts';
export type { Client, ClientMethods, CustomRequest, CustomValues, RootClient } from './client/client.ts';
export { createChildClient, createClient } from './client/create-client.ts';
export { createUserClient, type UserClient } from './client/user-client.ts';
export type { AccountGrants, UserProvider, UserTools } from './client/user-tools.ts';
export type { ApiCall, ResponseInfo, WithResponse } from './declare/api-call.ts';
export type { ResponseCache } from './declare/cache.ts';
export {
  type AuthKind,
  type Bound,
  type CallSpec,
  type Deprecation,
  type Endpoint,
  type EndpointSpec,
  type EndpointTree,
  endpoint,
  type IdList,
  type ListEndpoint,
  type ListSpec,
  list,
  named,
  operationsOf,
  type ParamsOf,
  type ParamsSchema,
  type Schema,
  type WithMethods,
} from './declare/endpoint.ts';
export type { ErrorMatch, ErrorRule, Failure, ReportedError } from './declare/error-rules.ts';
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
  TokenReport,
  WaitEvent,
} from './declare/events.ts';
export type {
  AsyncCloseable,
  CallRecord,
  ClientHealth,
  ClientLifecycle,
  CloseOptions,
  FailureRecord,
  Lifecycle,
  OpenWait,
  WaitReason,
} from './declare/lifecycle.ts';
export { type CallOptions, callOptionRules, type ListOptions, listOptionRules } from './declare/options.ts';
export {
  type CallGrants,
  type ClientOptions,
  clientOptionRules,
  type Draft,
  type Drift,
  type GrantsOf,
  type Provider,
  type SendDetails,
  type Tools,
  timeOf,
} from './declare/provider.ts';
export { atLeastOne, exactlyOne, known, oneOrMany, whole } from './declare/schema.ts';
export type { HeldShard, ShardBeat, ShardPlan, ShardStore } from './declare/shard-store.ts';
export {
  ApiError,
  type ApiErrorFields,
  type ErrorCode,
  type GrantProblem,
  isAbort,
  isApiError,
  refusal,
} from './errors.ts';
export { httpStatusOf } from './http-status.ts';
export { type EventLogger, logEvents } from './log-events.ts';
export {
  type Authorization,
  type AuthorizeOptions,
  type CodeFlow,
  codeFlow,
  type ExchangeOptions,
  type OAuth,
  withFields,
} from './oauth/code-flow.ts';
export {
  type AccountOf,
  checkNewAccount,
  type NewGrants,
  type SignedIn,
  storeNewGrant,
} from './oauth/new-grant.ts';
export {
  type ClientOptionsOwner,
  checkClientOptions,
  checkOptions,
  type OptionsOwner,
} from './options/check-options.ts';
export { type OptionRule, type OptionRules, optionKind, type RulesOf } from './options/option-rule.ts';
export { problemOfOptions } from './options/problem-of-options.ts';
export {
  type Arrived,
  byCursor,
  byNumber,
  byOffset,
  type CursorPaging,
  type Following,
  type NumberPaging,
  type OffsetPaging,
  type Paging,
  type SinglePage,
} from './paging/kinds.ts';
export type { Page, PagedCall } from './paging/page.ts';
export type { Budget, Place, RateLimits, RateRule, RateState } from './rate/budget.ts';
export { budgetOf } from './rate/client-budget.ts';
export { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './rate/headers.ts';
export { type MemoryBudgetOptions, memoryBudget } from './rate/memory-budget.ts';
export { base64url } from './shared/base64.ts';
export { type Clock, startTimer } from './shared/clock.ts';
export { isSameText } from './shared/constant-time.ts';
export { pause } from './shared/pause.ts';
export { stringAt } from './shared/string-at.ts';
export { withoutTrailingSlash } from './shared/without-trailing-slash.ts';
export type { AccessToken } from './tokens/access-token.ts';
export { appGrants, asForm, type OAuthApp, requestGrant, tokenEndpoint, toolsFor } from './tokens/app-grants.ts';
export { createTokenCache, type TokenCache } from './tokens/cache.ts';
export { createGrant, type Grant, parseGrant, serializeGrant } from './tokens/grant.ts';
export type { GrantInfo } from './tokens/grant-info.ts';
export type { TokenCacheOptions } from './tokens/renew.ts';
export { type SecretStore, type SecretStoreOptions, secretStore } from './tokens/secrets.ts';
export { memoryStore, type StoreWriteOptions, type TokenStore } from './tokens/store.ts';
export type { ReadHeaders } from './transport/fetch.ts';
