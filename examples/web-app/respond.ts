import { isAbort, isApiError, toHttpStatus } from '@x/core';

/**
 * Returns the response for a failed call, or undefined for an error that did
 * not come from a call, so that your framework responds to it.
 *
 * @param signal The visitor's signal, if it may abort with its own error.
 */
export function responseTo(error: unknown, signal?: AbortSignal) {
  const status = isAbort(error, signal) ? 499 : toHttpStatus(error);
  if (!isApiError(error) && status === 500) return undefined;
  if (status === 500) console.error(error);
  const headers = new Headers();
  if (isApiError(error) && error.retryAfterMs)
    headers.set('retry-after', `${Math.ceil(error.retryAfterMs / 1000)}`);
  const code = isApiError(error) ? error.code : 'aborted';
  return Response.json({ error: code }, { status, headers });
}
