import { isAbort, isApiError, toHttpStatus } from '@x/core';

/**
 * What visitors get when a call has failed. Undefined for an error that is
 * not of a call: your framework responds to it.
 *
 * @param signal The visitor's, if it may abort with an error of its own.
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
