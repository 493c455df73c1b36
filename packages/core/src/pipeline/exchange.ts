import { exchange as exchangeByAgent } from '#transport';
import type { Call, Stage } from '../call/call.ts';
import { runInScope } from '../call/observe.ts';
import { attemptsInWords } from '../call/words.ts';
import { ApiError } from '../errors/api-error.ts';
import { exchangeByFetch, type WireResponse } from '../transport/fetch.ts';
import { startTimeout, timeoutError } from './limit-time.ts';

/**
 * Sends the request once and reads its response, within the attempt's timeout.
 *
 * @throws ApiError `timeout` or `network`, which may be repeated; the reason of an abort.
 * @internal
 */
export const exchange: Stage = async (call, next) => {
  const { attempt, progress, settings, deadline } = call;
  progress.attempts += 1;
  const scope = call.report({ type: 'request', attempt: progress.tries });
  attempt.sentAt = call.now();
  const timeout = startTimeout(call);
  try {
    const response = await (scope === undefined
      ? sendRequest(call, timeout.signal)
      : runInScope(scope, () => sendRequest(call, timeout.signal)));
    attempt.response = response;
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

function noteResponse(call: Call, { status, headers, bytes, ...rest }: WireResponse): void {
  const { client, attempt, progress } = call;
  attempt.limits = client.provider.rateState?.(headers, call.now(), status);
  progress.status = status;
  progress.headers = headers;
  if (call.eventFields) progress.bytes = bytes?.().length;
  if ('broken' in rest) reportResponse(call);
}

/** Reports the response that was just received, with any status. @internal */
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

/** Creates the error of a missing or incomplete response. */
function networkError(call: Call, error: unknown): ApiError {
  if (error instanceof ApiError) return error; // a custom `fetch` may call another client
  const { client, request, progress, attempt } = call;
  const cause = (error instanceof Error && error.cause) || error; // `fetch` wraps the actual error in a TypeError
  const { message, code = 'unknown reason' } = cause as { message?: string; code?: string };
  const { host } = new URL(request.url);
  const remedy = client.provider.networkRemedy ?? 'Check the address and the network';
  return call.fail(
    `no ${attempt.response?.status ? 'complete ' : ''}response from ${host}${attemptsInWords(progress.tries)}: ${message || code}. ${remedy}`,
    { code: 'network', retryable: true, cause },
  );
}
