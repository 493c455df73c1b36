import { exchange } from '#transport';
import { ApiError } from '../errors.ts';
import type { Place, RateState } from '../rate/budget.ts';
import type { Grant } from '../tokens/grant.ts';
import { exchangeByFetch, type WireRequest, type WireResponse } from '../transport/fetch.ts';
import { authorize } from './authorize.ts';
import type { Call, ClientContext, PreparedRequest } from './call.ts';
import { safeRequestId } from './call-events.ts';
import { createError } from './create-error.ts';
import { type Deadline, startTimeout, timeoutError } from './deadline.ts';
import { interpretError } from './interpret-error.ts';
import { runInScope } from './observe.ts';
import { clearResponse } from './progress.ts';
import { readBody } from './read-body.ts';
import { reservePlace } from './reserve-place.ts';
import { requestIdOf } from './response-info.ts';
import type { Settings } from './settings.ts';
import { attemptsInWords } from './words.ts';

/** What an attempt ended with, where another one may follow. @internal */
export type Outcome = Success | FailedAttempt;

/** A response whose body is read and parsed. @internal */
export interface Success {
  readonly ok: true;
  readonly body: unknown;
}

/** A failure that {@link decideRetry} judges. @internal */
export interface FailedAttempt {
  readonly ok: false;
  readonly error: ApiError;
  /** Whether the provider refused the access token. */
  readonly tokenRefused: boolean;
}

/** All that the attempts of one call have in common. @internal */
export interface Sending {
  readonly client: ClientContext;
  readonly call: Call;
  readonly request: PreparedRequest;
  readonly settings: Settings;
  readonly deadline: Deadline;
}

/**
 * Sends the request once: reserves a place in the rate budget and gets a token, both outside the time-out of the attempt,
 * then exchanges it for a response.
 *
 * @param attempt Its number, from 1.
 * @throws what ends the call: the reason of an abort, or an ApiError of the rate budget or of the token.
 * @internal
 */
export async function attemptOnce(sending: Sending, attempt: number): Promise<Outcome> {
  const { client, call, request, settings, deadline } = sending;
  if (attempt > 1) clearResponse(call.progress);
  const place =
    request.rules.length > 0 ? await reservePlace(client, call, request.rules, settings, deadline) : undefined;
  try {
    const grant = request.grants && (await authorize(client, call, request.grants, deadline));
    return await exchangeOnce(sending, attempt, place, grant);
  } finally {
    place?.release(); // without effect if a request was sent
  }
}

/** Exchanges the request for a response, within the time-out, and interprets it. */
async function exchangeOnce(
  sending: Sending,
  attempt: number,
  place: Place | undefined,
  grant: Grant | undefined,
): Promise<Outcome> {
  const { client, call, settings, deadline } = sending;
  const { provider, now } = client;
  const { progress } = call;
  progress.attempts = attempt;
  const scope = progress.report?.({ type: 'request', attempt });
  const startedAt = now();
  const timeout = startTimeout(settings, deadline);
  let received = false;
  let limits: RateState | undefined;
  try {
    const response = await (scope === undefined
      ? sendRequest(sending, grant, timeout.signal)
      : runInScope(scope, () => sendRequest(sending, grant, timeout.signal)));
    received = true;
    limits = provider.rateState?.(response.headers, now(), response.status);
    progress.status = response.status;
    progress.headers = response.headers;
    if (progress.report) progress.bytes = response.bytes?.().length;
    if ('broken' in response) {
      reportResponse(sending, attempt, now() - startedAt);
      throw response.broken;
    }
    return interpretResponse(sending, response, grant, attempt, now() - startedAt);
  } catch (error) {
    if (error instanceof ApiError) return failed(error); // of a `fetch` that calls another client
    if (deadline.isOver) throw error;
    if (timeout.signal.aborted) return failed(timeoutError(provider, call, 'timeoutMs', settings.timeoutMs));
    return failed(networkError(sending, error, received));
  } finally {
    timeout.end();
    place?.release(limits ?? {});
  }
}

/** Reports the response that was just received, whatever its status. */
function reportResponse({ client, call }: Sending, attempt: number, durationMs: number): void {
  const { report, status = 0, bytes } = call.progress;
  if (!report) return;
  report({ type: 'response', attempt, status, durationMs, requestId: safeRequestId(client.provider, call), bytes });
}

/** Hands the request to the `fetch` of the client, or to the transport of the runtime. */
function sendRequest({ client, call, request, settings }: Sending, grant: Grant | undefined, signal: AbortSignal) {
  const { fetch } = client.provider.options;
  const { url, headers, body } = request;
  const wire: WireRequest = {
    method: call.endpoint.method,
    headers: grant ? { ...headers, authorization: `Bearer ${grant.accessToken}` } : headers,
    signal,
    body,
  };
  const send = fetch ? exchangeByFetch(fetch) : exchange;
  return send(url, wire, settings.maxBodyBytes, settings.background);
}

/** Reads a response. One that reports an error may also close the rate budget, or reject the token. */
function interpretResponse(
  sending: Sending,
  response: WireResponse,
  grant: Grant | undefined,
  attempt: number,
  durationMs: number,
): Outcome {
  const { client, call, request, settings } = sending;
  const { provider, budget, now } = client;
  const { status, headers } = response;
  const read = readBody(response, call.endpoint, settings.maxBodyBytes);
  call.progress.requestId = provider.requestId?.(headers, read.kind === 'unusable' ? undefined : read.body);
  reportResponse(sending, attempt, durationMs);
  if (read.kind === 'success') return { ok: true, body: read.body };
  if (status === 304 && request.isConditional) return { ok: true, body: undefined };
  if (read.kind === 'unusable')
    return failed(
      createError(provider, call, `the response (${status}) ${read.reason}`, {
        code: 'invalid_response',
        status,
        requestId: requestIdOf(call.progress),
      }),
    );
  const failure = { status, headers, body: read.body, endpoint: call.endpoint, now: now() };
  const { message, fields, tokenRefused, closes } = interpretError(failure, provider, request.rules, attempt);
  if (closes) budget.block(closes.rule, Math.min(closes.ms, settings.maxBlockMs));
  if (tokenRefused && grant) request.grants?.reject(grant);
  const requestId = fields.requestId ?? requestIdOf(call.progress);
  return failed(createError(provider, call, message, { ...fields, requestId }), tokenRefused && grant !== undefined);
}

const failed = (error: ApiError, tokenRefused = false): FailedAttempt => ({ ok: false, error, tokenRefused });

/** Without a response, or without all of it. */
function networkError({ client, call, request }: Sending, error: unknown, received: boolean): ApiError {
  const { provider } = client;
  const cause = (error instanceof Error && error.cause) || error; // `fetch` wraps what happened in a TypeError
  const { message, code = 'unknown reason' } = cause as { message?: string; code?: string };
  const { host } = new URL(request.url);
  const remedy = provider.networkRemedy ?? 'Check the address and the network';
  return createError(
    provider,
    call,
    `no ${received ? 'complete ' : ''}response from ${host}${attemptsInWords(call.progress.attempts)}: ${message || code}. ${remedy}`,
    { code: 'network', retryable: true, cause },
  );
}
