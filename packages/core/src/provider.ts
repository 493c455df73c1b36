export type { ClientContext } from './call/context.ts';
export { observe } from './call/observe.ts';
export { type ClientOptionsOwner, checkClientOptions } from './client/check-options.ts';
export { createChildClient, createClient, createRootClient } from './client/create-client.ts';
export { actFor, openClient, ownMethods } from './client/open-client.ts';
export {
  type Access,
  type AnySpec,
  type ArrangedParams,
  type AuthKind,
  accessOf,
  type BetweenCalls,
  type CallSpec,
  type Deprecation,
  type Endpoint,
  type EndpointMethods,
  type EndpointSpec,
  endpoint,
  type IdList,
  type ListEndpoint,
  type ListSpec,
  type LookupEndpoint,
  type LookupIds,
  type LookupSpec,
  list,
  lookup,
  named,
  operationsOf,
  type ParamsSchema,
  type WithMethods,
} from './declare/endpoint.ts';
export type { ErrorRule, Failure, ReportedError } from './declare/error-rules.ts';
export { callOptionRules, listOptionRules } from './declare/options.ts';
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
} from './declare/paging.ts';
export {
  type AuthGrants,
  type CallGrants,
  clientOptionRules,
  type Draft,
  type Elsewhere,
  type Learned,
  type Provider,
  type Tools,
  timeOf,
} from './declare/provider.ts';
export { atLeastOne, exactlyOne, known, limit, oneOf, oneOrMany, whole } from './declare/schema.ts';
export { codedError, providerErrorGuard, withErrorFields } from './errors/api-error.ts';
export { createRateLimiter } from './rate/client-rate-limiter.ts';
export { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './rate/headers.ts';
export { createRedactor, type Redactor } from './redact/redactor.ts';
export { isSecretParam } from './redact/secret-params.ts';
export { withoutTrailingSlash } from './shared/address.ts';
export { base64url, toBinary } from './shared/base64.ts';
export { keepAlive, startInterval, startTimer, wholeMs } from './shared/clock.ts';
export { digest, isSameText } from './shared/constant-time.ts';
export { kindOf, reasonOf } from './shared/describe-value.ts';
export { heldByName } from './shared/held-once.ts';
export { keepRecent } from './shared/keep-recent.ts';
export { stringAt } from './shared/paths.ts';
export { pause } from './shared/pause.ts';
export { race } from './shared/race.ts';
export { readBytes } from './shared/read-bytes.ts';
export { isolatesRequests, SharedWork } from './shared/requests.ts';
export { runWithin, type StopWatch } from './shared/run-within.ts';
export { sha256 } from './shared/sha256.ts';
export { checkedStore } from './tokens/checked-store.ts';
export { createGrant, isExpired, problemOfToken, readGrant, redactInLogs } from './tokens/grant.ts';
export { createGrantSource, type GrantSource, keepRunning } from './tokens/grant-source.ts';
export type { Schema } from './validation/node.ts';
