export {
  type AccountGrants,
  createUserClient,
  type UserClient,
  type UserProvider,
  type UserTools,
} from './accounts.ts';
export { withoutTrailingSlash } from './address.ts';
export { base64url } from './base64.ts';
export { bytesOf, headerOf, type ReceivedRequest } from './body.ts';
export { type Client, type CustomRequest, createClient } from './client.ts';
export {
  type AuthKind,
  type Bound,
  type CallOptions,
  type CallSpec,
  type Deprecation,
  type Endpoint,
  type EndpointSpec,
  type EndpointTree,
  endpoint,
  type IdList,
  type ListEndpoint,
  type ListOptions,
  type ListSpec,
  list,
  named,
  operationsOf,
  type ParamsOf,
  type ParamsSchema,
  type Schema,
} from './endpoint.ts';
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
} from './oauth.ts';
export {
  type Arrived,
  byCursor,
  byNumber,
  byOffset,
  type CursorPaging,
  type Following,
  type NumberPaging,
  type OffsetPaging,
  type Page,
  type PagedCall,
  type Paging,
  type SinglePage,
} from './pagination.ts';
export { pause } from './pause.ts';
export {
  type CallGrants,
  type ClientEvent,
  type ClientOptions,
  type Draft,
  type Drift,
  type Failure,
  type GrantsOf,
  type Provider,
  type ReadHeaders,
  type Tools,
  timeOf,
  type Verdict,
} from './provider.ts';
export { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './rate-headers.ts';
export {
  type Budget,
  memoryBudget,
  type Place,
  type RateLimits,
  type RateRule,
  type RateState,
} from './rate-limit.ts';
export { atLeastOne, exactlyOne, known, oneOrMany, whole } from './schema.ts';
export { appGrants, asForm, type OAuthApp, requestGrant, tokenEndpoint } from './tokens/app-grants.ts';
export { createTokenCache, type TokenCache, type TokenCacheOptions } from './tokens/cache.ts';
export { createGrant, type Grant, parseGrant, serializeGrant } from './tokens/grant.ts';
export { memoryStore, type TokenStore } from './tokens/store.ts';
