import { type ErrorCode, isAbort, isApiError } from './api-error.ts';

/** A status that {@link toHttpStatus} returns. */
export type ErrorHttpStatus = 400 | 401 | 403 | 404 | 409 | 499 | 500 | 501 | 502 | 503 | 504;

/** Status for each code; see {@link toHttpStatus} for the reasons. */
const statuses: Readonly<Record<ErrorCode, ErrorHttpStatus>> = {
  invalid_params: 400,
  invalid_cursor: 400,
  reauthorization_required: 401,
  permission_denied: 403,
  not_found: 404,
  conflict: 409,
  aborted: 499,
  unauthenticated: 500,
  not_supported: 501,
  rejected: 502,
  network: 502,
  invalid_response: 502,
  rate_limited: 503,
  quota_exceeded: 503,
  unavailable: 503,
  timeout: 504,
};

/**
 * Returns the HTTP status with which a web handler should respond to your app's visitor when a client call has failed.
 *
 * | code | status | why |
 * | --- | --- | --- |
 * | `invalid_params`, `invalid_cursor` | 400 | if the values come from the visitor |
 * | `reauthorization_required` | 401 | the visitor has to sign in, or link their bank, again |
 * | `permission_denied` | 403 | the visitor may not do this |
 * | `not_found` | 404 | there is no such record |
 * | `conflict` | 409 | the state has changed in the meantime |
 * | `aborted` | 499 | the visitor has left, so only your log shows it |
 * | `unauthenticated` | 500 | your credentials are wrong, not the visitor's |
 * | `not_supported` | 501 | the API or this runtime does not offer it |
 * | `rejected`, `network`, `invalid_response` | 502 | the API refused the request or sent an unusable response |
 * | `rate_limited`, `quota_exceeded`, `unavailable` | 503 | send `Retry-After` when the error has `retryAfterMs` |
 * | `timeout` | 504 | the API did not respond in time |
 *
 * A used-up rate limit is 503 rather than 429, because your app has used it up, not the visitor. An abort
 * ({@link isAbort}) is 499; the reason of `AbortSignal.timeout()` is 504. Anything else, such as your own error, is
 * 500.
 */
export function toHttpStatus(error: unknown): ErrorHttpStatus {
  // A later copy of core may know more codes.
  if (isApiError(error)) return Object.hasOwn(statuses, error.code) ? statuses[error.code] : 500;
  if (isAbort(error)) return 499;
  return error instanceof Error && error.name === 'TimeoutError' ? 504 : 500;
}
