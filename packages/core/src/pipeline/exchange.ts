import { exchange as exchangeByAgent } from '#transport';
import type { Call, Stage } from '../call/call.ts';
import { runInScope } from '../call/observe.ts';
import { accessOf } from '../declare/endpoint.ts';
import { ApiError, type ErrorOutcome } from '../errors/api-error.ts';
import { exchangeByFetch, type WireResponse } from '../transport/fetch.ts';
import { startTimeout, timeoutError } from './limit-time.ts';
import { isUnsent, networkError } from './network-error.ts';

/**
 * Sends the request once and reads its response, within the attempt's timeout.
 *
 * @throws ApiError `timeout` or `network`, which may be repeated; the reason of an abort.
 */
export const exchange: Stage = async (call, next) => {
  const { attempt, progress, settings, deadline } = call;
  progress.attempts += 1;
  const scope = call.report({ type: 'request', attempt: progress.tries });
  attempt.sentAt = call.now();
  const timeout = startTimeout(call);
  const { outcome } = call;
  const mayWrite = outcome !== 'done' && accessOf(call.endpoint) !== 'read';
  if (mayWrite) call.outcome = 'unknown';
  try {
    const response = await (scope === undefined
      ? sendRequest(call, timeout.signal)
      : runInScope(scope, () => sendRequest(call, timeout.signal)));
    attempt.response = response;
    if (mayWrite) call.outcome = findOutcome(response) ?? outcome;
    if (response.status > 0) noteResponse(call, response);
    if ('broken' in response) throw networkError(call, response.broken);
    return await next(call);
  } catch (error) {
    if (deadline.isOver) throw error;
    if (timeout.signal.aborted) attempt.error = timeoutError(call, 'timeoutMs', settings.timeoutMs);
    else if (error instanceof ApiError) attempt.error = error;
    else throw error; // a bug in the client itself, so repeating the request would not help
    throw attempt.error;
  } finally {
    timeout.end();
  }
};

/** Finds what became of a write. Undefined: nothing, because it was not sent, or because the provider rejected it. */
function findOutcome({ status, broken }: WireResponse): ErrorOutcome | undefined {
  if (status >= 200 && status < 300) return 'done';
  const isRejected = status >= 400 && status < 500 && status !== 408; // a proxy sends 408 after it has forwarded a request
  return isRejected || (status === 0 && isUnsent(broken)) ? undefined : 'unknown';
}

function noteResponse(call: Call, { status, headers, bytes, ...rest }: WireResponse): void {
  const { client, attempt, progress } = call;
  attempt.limits = client.provider.rateState?.(headers, call.now(), status);
  progress.status = status;
  progress.headers = headers;
  if (call.eventFields) progress.bytes = bytes?.().length;
  if ('broken' in rest) reportResponse(call);
}

/** Reports the response that was just received, with any status. */
export function reportResponse(call: Call): void {
  if (!call.eventFields) return;
  const { tries: attempt, status = 0, bytes } = call.progress;
  const durationMs = call.now() - (call.attempt.sentAt ?? 0);
  call.report({ type: 'response', attempt, status, durationMs, requestId: call.shownRequestId, bytes });
}

/** Passes the request to the client's `fetch`, or to the runtime's transport. */
function sendRequest(call: Call, signal: AbortSignal): Promise<WireResponse> {
  const { request, settings, endpoint } = call;
  const { grant } = call.attempt;
  const { fetch } = call.client.provider.options;
  const send = fetch ? exchangeByFetch(fetch) : exchangeByAgent;
  const headers = grant ? { ...request.headers, authorization: `Bearer ${grant.accessToken}` } : request.headers;
  const wire = { method: endpoint.method, headers, signal, body: request.body };
  return send(request.url, wire, settings.maxBodyBytes, call.background);
}
