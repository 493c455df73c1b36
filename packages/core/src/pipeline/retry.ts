import { type Call, longWaitMs, type Settings, type Stage } from '../call/call.ts';
import type { ApiErrorFields } from '../errors/api-error.ts';
import { pause } from '../shared/pause.ts';
import { race } from '../shared/race.ts';
import { startTimeout } from './limit-time.ts';

/**
 * Makes an attempt, and repeats it with ky if that is safe and useful. The first attempt does without ky, because ky
 * costs more than the rest of a call. ky counts the others. Core decides and pauses:
 * - whether to repeat: ky decides by method and status, but an endpoint by whether it is idempotent and by the
 *   provider's error rules;
 * - how long to pause: the decision depends on it (`maxWaitMs`), and the client may have its own clock;
 * - timeouts: ky's would include the wait for the rate limit and for the token.
 */
export const retry: Stage = async (call, next) => {
  downloadKy();
  const { request, settings, progress, deadline } = call;
  try {
    return await next(call);
  } catch (firstError) {
    let waitMs = settings.retries > 0 ? decide(call, firstError) : undefined;
    if (waitMs === undefined) throw firstError;
    const ky = await loadKy(call).catch(() => {
      throw firstError; // the caller can handle the failed request, but not a module that fails to load
    });
    let body: unknown;
    await ky(request.url, {
      fetch: async () => {
        await waitForRetry(call, waitMs ?? 0);
        progress.clearResponse();
        body = await next(call);
        return new Response(); // ky checks only whether the attempt succeeded
      },
      retry: {
        limit: settings.retries - 1,
        shouldRetry: ({ error }) => {
          waitMs = decide(call, error);
          return waitMs !== undefined;
        },
        delay: () => 0,
      },
      timeout: false,
      signal: deadline.signal,
    });
    return body;
  }
};

/** Returns the pause before the next attempt, and reports it to the observers; undefined if the call has failed. */
function decide(call: Call, error: unknown): number | undefined {
  const { attempt, progress, settings, deadline } = call;
  // A failure of the rate limit or the token ends the call even if it looks retryable, because no request was sent.
  if (!attempt.error || error !== attempt.error || deadline.isOver) return undefined;
  const { tries, status } = progress;
  const waitMs = waitBeforeRetry(attempt.error, tries, settings);
  if (waitMs === undefined) return undefined;
  call.report({ type: 'retry', attempt: tries, waitMs, reason: attempt.error.code, status });
  if (waitMs > longWaitMs) call.report({ type: 'wait', for: 'retry', waitMs });
  return waitMs;
}

/**
 * Returns the milliseconds to wait before a failed attempt is repeated; undefined if it must not be repeated. The
 * longest pause doubles with each attempt, from half a second to 8 seconds.
 *
 * @param attempts Number of attempts so far, including the failed one.
 */
export function waitBeforeRetry(
  { retryable, retryAfterMs }: Pick<ApiErrorFields, 'retryable' | 'retryAfterMs'>,
  attempts: number,
  { maxWaitMs, random }: Pick<Settings, 'maxWaitMs' | 'random'>,
): number | undefined {
  const waitMs = retryAfterMs ?? random() * 500 * 2 ** Math.min(attempts - 1, 4);
  return retryable && waitMs <= maxWaitMs ? waitMs : undefined;
}

/** Pauses before the next attempt, by the client's clock. */
async function waitForRetry({ client, deadline }: Call, waitMs: number): Promise<void> {
  if (waitMs === 0) return;
  const endWait = client.lifecycle.startWait('retry');
  try {
    await pause(waitMs, deadline.signal, undefined, client.provider.options.clock);
  } finally {
    endWait();
  }
}

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
