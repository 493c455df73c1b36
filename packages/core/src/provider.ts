export { createLifecycle } from './call/lifecycle.ts';
export { pauseBetweenCalls, throwIfEnded } from './client/bound-methods.ts';
export {
  checkClientOptions,
  checkTokenOptions,
  hasAccessToken,
  type OptionsWithToken,
  type TokenOptions,
} from './client/check-options.ts';
export { createChildClient, createClient } from './client/create-client.ts';
export { createTokenClient } from './client/token-client.ts';
export { createUserClient } from './client/user-client.ts';
export type { UserProvider, UserTools } from './client/user-tools.ts';
export {
  type Access,
  type AnySpec,
  type AppMethods,
  type ArrangedParams,
  type AuthKind,
  accessOf,
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
export type { Lifecycle } from './declare/lifecycle.ts';
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
export { paramsOf, recordOf } from './declare/schemas-of.ts';
export { codedError, providerErrorGuard } from './errors/api-error.ts';
export { codeFlow, problemOfSession, sessionRemedy, withFields } from './oauth/code-flow.ts';
export { checkNewAccount, type NewGrants, type NewSignIn, storeNewGrant } from './oauth/new-grant.ts';
export { createRateLimiter } from './rate/client-rate-limiter.ts';
export { readCount, readResetMs, readSecondsAsMs, retryAfterMs } from './rate/headers.ts';
export { createRedactor, type Redactor } from './redact/redactor.ts';
export { isSecretParam } from './redact/secret-params.ts';
export { withoutTrailingSlash } from './shared/address.ts';
export { base64url } from './shared/base64.ts';
export { keepAlive, startTimer, type TimerOptions } from './shared/clock.ts';
export { isSameText } from './shared/constant-time.ts';
export { kindOf } from './shared/describe-value.ts';
export { heldByName } from './shared/held-once.ts';
export { keepRecent } from './shared/keep-recent.ts';
export { stringAt } from './shared/paths.ts';
export { pause } from './shared/pause.ts';
export { isolatesRequests, SharedWork } from './shared/requests.ts';
export { runWithin, type StopWatch, type TimeLimit } from './shared/run-within.ts';
export { appGrants, asForm, type OAuthApp, requestGrant, tokenEndpoint, toolsFor } from './tokens/app-grants.ts';
export { createGrantSource, type GrantSource, keepRunning } from './tokens/grant-source.ts';
export type { ReadHeaders } from './transport/fetch.ts';
export type { Schema } from './validation/node.ts';
