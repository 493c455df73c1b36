import { Attempt, type Call, longWaitMs, type Next, type Stage } from '../call/call.ts';
import { pause } from '../shared/pause.ts';
import { race } from '../shared/race.ts';
import { decideRetry, type RetryDecision } from './decide-retry.ts';
import { startTimeout } from './limit-time.ts';

/** Makes an attempt, and repeats it if that is safe and useful. @internal */
export const retry: Stage = async (call, next) => {
  downloadKy();
  try {
    return await makeAttempt(call, next);
  } catch (error) {
    return await new Repetition(call, next, error).run();
  }
};

function makeAttempt(call: Call, next: Next): Promise<unknown> {
  call.attempt = new Attempt();
  return next(call);
}

/**
 * Repeats a failed attempt with ky, which counts, pauses, and ends a pause with the call's signal. This class does the
 * rest:
 * - whether to repeat: ky decides by method and status, but an endpoint by whether it is idempotent and by the
 *   provider's error rules;
 * - how long to pause: the decision depends on it (`maxWaitMs`) and reports it;
 * - timeouts: ky's would include the wait for the rate limit and for the token.
 */
class Repetition {
  readonly #call: Call;
  readonly #next: Next;
  /** The latest failure. */
  #error: unknown;
  #decision: RetryDecision;
  #isReplayed = false;
  #body: unknown;
  #endWait = () => {};

  /** @param error Error of the first attempt. */
  constructor(call: Call, next: Next, error: unknown) {
    this.#call = call;
    this.#next = next;
    this.#error = error;
    this.#decision = this.#decide(error);
  }

  /** Returns the body of the first successful attempt, else throws the error of the last one. */
  async run(): Promise<unknown> {
    const { request, settings, deadline, client } = this.#call;
    const firstError = this.#error;
    if (this.#decision.action === 'fail') throw firstError;
    const ky = await loadKy(this.#call).catch(() => {
      throw firstError; // the caller can handle the failed request, but not a module that fails to load
    });
    const hasOwnTime = client.provider.options.clock?.sleep !== undefined; // the attempt then pauses by that clock
    this.#startWait();
    const retry = {
      limit: settings.retries + 1, // one extra, for the replay with a new token
      shouldRetry: () => this.#decision.action !== 'fail',
      delay: () => (hasOwnTime ? 0 : waitOf(this.#decision)),
    };
    let attempt = async (): Promise<Response> => {
      attempt = () => this.#repeat();
      throw firstError; // the first attempt was made without ky, because ky costs more than the rest of a call
    };
    try {
      await ky(request.url, { fetch: () => attempt(), retry, timeout: false, signal: deadline.signal });
      return this.#body;
    } finally {
      this.#endWait();
    }
  }

  /** Makes another attempt. ky calls it instead of `fetch`, and checks only whether it succeeds. */
  async #repeat(): Promise<Response> {
    const { client, deadline, progress } = this.#call;
    const { clock } = client.provider.options;
    if (clock?.sleep) await pause(waitOf(this.#decision), deadline.signal, undefined, clock);
    this.#endWait();
    this.#isReplayed ||= this.#decision.action === 'replay';
    progress.clearResponse();
    try {
      this.#body = await makeAttempt(this.#call, this.#next);
      return new Response();
    } catch (error) {
      this.#decision = this.#decide(error);
      this.#startWait();
      throw error;
    }
  }

  /** Decides what to do after a failed attempt, and reports a retry to the observers. */
  #decide(error: unknown): RetryDecision {
    const { attempt, progress, settings, deadline } = this.#call;
    // A failure of the rate limit or the token ends the call even if it looks retryable, because no request was sent.
    if (!attempt.error || error !== attempt.error) return { action: 'fail' };
    const { tries: attempts, status } = progress;
    const decision = decideRetry(
      {
        error: attempt.error,
        isTokenRefused: attempt.isTokenRefused,
        attempts,
        isReplayed: this.#isReplayed,
        isOver: deadline.isOver,
      },
      settings,
    );
    if (decision.action === 'fail') return decision;
    const waitMs = waitOf(decision);
    this.#call.report({ type: 'retry', attempt: attempts, waitMs, reason: attempt.error.code, status });
    if (waitMs > longWaitMs) this.#call.report({ type: 'wait', for: 'retry', waitMs });
    return decision;
  }

  /** Records for `health` that the call is waiting, until `#endWait` is called. */
  #startWait(): void {
    if (waitOf(this.#decision) > 0) this.#endWait = this.#call.client.lifecycle.startWait('retry');
  }
}

const waitOf = (decision: RetryDecision): number => (decision.action === 'retry' ? decision.waitMs : 0);

/**
 * Loads ky for the first request that is repeated, because it is a third of a small client and most clients never need
 * it. Loading may take as long as an attempt. A failure is not stored here, so the next request that is repeated tries
 * again.
 *
 * @throws when the file cannot be loaded (offline, no file descriptors left) or not in time, or the call has ended.
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
 * Downloads ky in parallel with the first request of a web page or worker, where it may be a separate file. The first
 * retry would be too late, because retries often happen when the connection is lost, and a browser does not request a
 * module again once its download has failed
 * (https://html.spec.whatwg.org/multipage/webappapis.html#fetch-a-single-module-script).
 */
function downloadKy(): void {
  if ('document' in globalThis || 'importScripts' in globalThis) import('ky').catch(() => {});
}
