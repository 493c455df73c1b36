import { ApiError } from '../../errors.ts';
import { pause } from '../../shared/pause.ts';
import { race } from '../../shared/race.ts';
import { type Call, clearResponse, longWaitMs, type Next, type Stage } from '../call.ts';
import { decideRetry, type RetryDecision } from '../decide-retry.ts';
import { startTimeout } from './limit-time.ts';

/** Makes an attempt, and repeats it where that is safe and of use. @internal */
export const retry: Stage = async (call, next) => {
  downloadKy();
  try {
    try {
      return await next(call);
    } catch (error) {
      return await repeat(call, next, error);
    }
  } catch (error) {
    if (error instanceof ApiError || call.deadline.isOver) throw error;
    // Of code that the application passed in, such as a rate budget of its own.
    throw call.fail(`${error}`, { code: 'network', cause: error });
  }
};

/**
 * Repeats an attempt that failed, where that is safe and of use, by ky, which counts, pauses, and ends a pause with the signal of the call. The rest is ours:
 * - whether to repeat: ky goes by method and status, an endpoint by whether it is idempotent and by the provider's error rules;
 * - how long to pause: the decision depends on it (`maxWaitMs`) and reports it;
 * - time-outs: ky's would include the wait for the rate budget and for the token.
 */
async function repeat(call: Call, next: Next, firstError: unknown): Promise<unknown> {
  const { client, request, settings, deadline, progress } = call;
  let decision = decide(call, firstError);
  if (decision.action === 'fail') throw firstError;
  const ky = await loadKy(call).catch(() => {
    throw firstError; // the failure of the request is what the caller can act on, not that of loading ky
  });
  const { clock } = client.provider.options;
  let endWait = startWait(call, decision);
  let isFirst = true;
  let body: unknown;
  /** What ky calls in place of `fetch`. */
  const attempt = async () => {
    if (isFirst) {
      isFirst = false;
      throw firstError; // it was made without ky, which costs more than the rest of a call
    }
    if (clock?.sleep) await pause(waitOf(decision), deadline.signal, undefined, clock);
    endWait();
    call.isReplayed ||= decision.action === 'replay';
    clearResponse(progress);
    try {
      body = await next(call);
      return new Response();
    } catch (error) {
      decision = decide(call, error);
      endWait = startWait(call, decision);
      throw error;
    }
  };
  const retry = {
    limit: settings.retries + 1, // one more, for the replay with a new token
    shouldRetry: () => decision.action !== 'fail',
    delay: () => (clock?.sleep ? 0 : waitOf(decision)), // a clock with a time of its own is waited for by the attempt
  };
  try {
    await ky(request.url, { fetch: attempt, retry, timeout: false, signal: deadline.signal });
    return body;
  } finally {
    endWait();
  }
}

/** Decides what follows an attempt that failed, and reports a retry to the observers. */
function decide(call: Call, error: unknown): RetryDecision {
  const { failure, tokenRefused, isReplayed: replayed, progress, settings, deadline } = call;
  // What the rate limit or the token fails with ends the call: no request was sent.
  if (!failure || error !== failure) return { action: 'fail' };
  const { attempts, status } = progress;
  const state = { error: failure, tokenRefused, attempts, replayed, ended: deadline.isOver };
  const decision = decideRetry(state, settings);
  if (decision.action === 'fail') return decision;
  const waitMs = waitOf(decision);
  call.report({ type: 'retry', attempt: attempts, waitMs, reason: failure.code, status });
  if (waitMs > longWaitMs) call.report({ type: 'wait', for: 'retry', waitMs });
  return decision;
}

const waitOf = (decision: RetryDecision): number => (decision.action === 'retry' ? decision.waitMs : 0);

/** Notes for `health` that the call waits; returns what ends the wait. */
const startWait = ({ client }: Call, decision: RetryDecision): (() => void) =>
  waitOf(decision) > 0 ? client.lifecycle.startWait('retry') : () => {};

/**
 * Loads ky with the first request that is repeated: it is a quarter of what core takes to load, and most clients never need it.
 * It gets as long as an attempt. A failure is not stored here, so that the next request that is repeated tries again.
 *
 * @throws when the file cannot be loaded (offline, no file descriptors left), does not load in time, or the call has ended.
 */
async function loadKy(call: Call) {
  const timeout = startTimeout(call);
  try {
    return (await race(import('ky'), timeout.signal)).default;
  } finally {
    timeout.end();
  }
}

/**
 * Downloads ky beside the first request of a web page or worker, where it may be a file of its own. With the first repetition it
 * would be too late: that often happens when the connection is lost, and a browser does not request a module again whose download failed
 * (https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script).
 */
function downloadKy(): void {
  if ('document' in globalThis || 'importScripts' in globalThis) import('ky').catch(() => {});
}
