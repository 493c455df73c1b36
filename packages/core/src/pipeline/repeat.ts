import { pause } from '../shared/pause.ts';
import { race } from '../shared/race.ts';
import { attemptOnce, type FailedAttempt, type Sending } from './attempt.ts';
import { startTimeout } from './deadline.ts';
import { decideRetry, type RetryDecision } from './decide-retry.ts';
import { longWaitMs } from './progress.ts';

// ky repeats and pauses. It counts the repetitions, waits between them and ends a pause with the signal. The rest is ours:
// - whether to repeat: ky goes by method and status, an endpoint by whether it is idempotent and by the provider's error rules;
// - how long to pause: ky calculates its pause after the decision, which depends on it (`maxWaitMs`) and reports it;
// - time-outs: ky's would include the wait for the rate budget and for the token;
// - sending and reading: the first attempt is made without ky, which costs more than the rest of a call, and the others are
//   made like the first.

/**
 * Repeats a request whose first attempt failed, until an attempt succeeds or is not to be followed by another.
 *
 * @returns The parsed body of the response.
 * @throws what the last attempt failed with.
 * @internal
 */
export async function repeat(sending: Sending, first: FailedAttempt, firstDecision: RetryDecision): Promise<unknown> {
  const { client, request, settings, deadline } = sending;
  const ky = await loadKy(sending).catch(() => {
    throw first.error; // the failure of the request is what the caller can act on, not that of loading ky
  });
  let failure = first;
  let decision = firstDecision;
  let attempts = 1;
  let replayed = false;
  let body: unknown;
  const { clock } = client.provider.options;
  const pauseMs = () => (decision.action === 'retry' ? decision.waitMs : 0);
  const startWait = () => (pauseMs() > 0 ? client.lifecycle.startWait('retry') : () => {});
  let endWait = startWait();
  const repeating = ky(request.url, {
    signal: deadline.signal,
    timeout: false,
    // Only reports how the latest attempt failed, the first one at first.
    fetch: async () => {
      throw failure.error;
    },
    retry: {
      limit: settings.retries + 1, // one more, for the replay with a new token
      shouldRetry: () => decision.action !== 'fail',
      // A clock with a time of its own is waited for by the next attempt.
      delay: () => (clock?.sleep ? 0 : pauseMs()),
    },
    hooks: {
      // Runs after the pause: the next attempt.
      beforeRetry: [
        async () => {
          if (clock?.sleep) await pause(pauseMs(), deadline.signal, undefined, clock);
          endWait();
          replayed ||= decision.action === 'replay';
          attempts += 1;
          const outcome = await attemptOnce(sending, attempts);
          if (outcome.ok) {
            body = outcome.body;
            return ky.stop;
          }
          failure = outcome;
          decision = decideAndReport(sending, failure, attempts, replayed);
          endWait = startWait();
          return undefined;
        },
      ],
    },
  });
  try {
    await repeating;
  } finally {
    endWait();
  }
  return body;
}

/**
 * Loads ky with the first request that is repeated: it is a quarter of what core takes to load, and most clients never need it.
 * It gets as long as an attempt. A failure is not stored here, so that the next request that is repeated tries again.
 *
 * @throws when the file cannot be loaded (offline, no file descriptors left), does not load in time, or the call has ended.
 */
async function loadKy({ settings, deadline }: Sending) {
  const timeout = startTimeout(settings, deadline);
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
 *
 * @internal
 */
export function downloadKy(): void {
  if ('document' in globalThis || 'importScripts' in globalThis) import('ky').catch(() => {});
}

/** Decides what follows a failed attempt, and reports a retry to the observers. @internal */
export function decideAndReport(
  { call, settings, deadline }: Sending,
  { error, tokenRefused }: FailedAttempt,
  attempts: number,
  replayed: boolean,
): RetryDecision {
  const ended = deadline.isOver;
  const decision = decideRetry({ error, tokenRefused, attempts, replayed, ended }, settings);
  if (decision.action === 'fail') return decision;
  const { report, status } = call.progress;
  const waitMs = decision.action === 'retry' ? decision.waitMs : 0;
  report?.({ type: 'retry', attempt: attempts, waitMs, reason: error.code, status });
  if (waitMs > longWaitMs) report?.({ type: 'wait', for: 'retry', waitMs });
  return decision;
}
