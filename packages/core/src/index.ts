export { withoutTrailingSlash } from './client/address.ts';
export type { Client, CustomRequest } from './client/client.ts';
export { createClient } from './client/create-client.ts';
export { createUserClient, type UserClient } from './client/user-client.ts';
export type { AccountGrants, UserProvider, UserTools } from './client/user-tools.ts';
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
} from './declare/endpoint.ts';
export type { CallOptions, ListOptions } from './declare/options.ts';
export {
  type CallGrants,
  type ClientEvent,
  type ClientOptions,
  type Draft,
  type Drift,
  type Failure,
  type GrantsOf,
  type Provider,
  type Tools,
  timeOf,
  type Verdict,
} from './declare/provider.ts';
export { atLeastOne, exactlyOne, known, oneOrMany, whole } from './declare/schema.ts';
export { ApiError, type ApiErrorFields, type ErrorCode, isApiError, refusal } from './errors.ts';
export {
  type Authorization,
  type AuthorizeOptions,
  type CodeFlow,
  codeFlow,
  type ExchangeOptions,
  keepGrant,
  type OAuth,
  withFields,
} from './oauth/code-flow.ts';
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
export { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './rate/headers.ts';
export { memoryBudget } from './rate/memory-budget.ts';
export { base64url } from './shared/base64.ts';
export { isSameText } from './shared/constant-time.ts';
export { pause } from './shared/pause.ts';
export { appGrants, asForm, type OAuthApp, requestGrant, tokenEndpoint } from './tokens/app-grants.ts';
export { createTokenCache, type TokenCache } from './tokens/cache.ts';
export { createGrant, type Grant, parseGrant, serializeGrant } from './tokens/grant.ts';
export type { TokenCacheOptions } from './tokens/renew.ts';
export { memoryStore, type StoreWriteOptions, type TokenStore } from './tokens/store.ts';
export type { ReadHeaders } from './transport/fetch.ts';
export { bytesOf, headerOf, type ReceivedRequest } from './webhooks/received-request.ts';
