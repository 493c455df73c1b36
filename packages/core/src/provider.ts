export type { ClientContext } from './call/context.ts';
export { createChildClient, createClient, createRootClient } from './client/create-client.ts';
export { actFor, openClient, ownMethods } from './client/open-client.ts';
export {
  type AnySpec,
  accessOf,
  type BetweenCalls,
  type CallSpec,
  type Deprecation,
  type Endpoint,
  type EndpointMethods,
  type EndpointSpec,
  endpoint,
  type ListEndpoint,
  type ListSpec,
  type LookupEndpoint,
  type LookupSpec,
  named,
  operationsOf,
  type WithMethods,
} from './declare/endpoint.ts';
export type { ErrorRule, Failure, ReportedError } from './declare/error-rules.ts';
export { callOptionRules } from './declare/options.ts';
export {
  type Arrived,
  byCursor,
  byNumber,
  byOffset,
  type CursorPaging,
  type Following,
  type NumberPaging,
  type OffsetPaging,
} from './declare/paging.ts';
export {
  type Authorizer,
  type Authorizers,
  clientOptionRules,
  type Draft,
  type Provider,
  type Sending,
  type Tools,
  timeOf,
} from './declare/provider.ts';
export { atLeastOne, exactlyOne, known, limit, oneOf, oneOrMany, whole } from './declare/schema.ts';
export { codedError, providerErrorGuard } from './errors/api-error.ts';
export { checkClientOptions } from './options/check-options.ts';
export { lookup } from './paging/call-lookup.ts';
export { list } from './paging/list-loader.ts';
export { createRateLimiter } from './rate/client-rate-limiter.ts';
export { readCount, readResetMs, retryAfterMs } from './rate/headers.ts';
export { createRedactor } from './redact/redactor.ts';
export { isSecretParam } from './redact/secret-params.ts';
export { withoutTrailingSlash } from './shared/address.ts';
export { base64url } from './shared/base64.ts';
export { keepAlive, startInterval, startTimer } from './shared/clock.ts';
export { isSameText } from './shared/constant-time.ts';
export { kindOf, reasonOf } from './shared/describe-value.ts';
export { isFromApp } from './shared/from-app.ts';
export { keepRecent } from './shared/keep-recent.ts';
export { heldByName } from './shared/once.ts';
export { stringAt } from './shared/paths.ts';
export { pause } from './shared/pause.ts';
export { isolatesRequests, SharedWork } from './shared/requests.ts';
export { runWithin } from './shared/run-within.ts';
export { sha256 } from './shared/sha256.ts';
export { checkedStore } from './tokens/checked-store.ts';
export { createGrant, isExpired, problemOfToken, readGrant, redactInLogs } from './tokens/grant.ts';
export { readGrantKey, toGrantKey } from './tokens/grant-key.ts';
export { createGrantSource, type GrantSource, keepRunning } from './tokens/grant-source.ts';
export type { Schema } from './validation/node.ts';
