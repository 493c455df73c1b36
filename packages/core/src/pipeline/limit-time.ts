import type { Call, Stage } from '../call/call.ts';
import { graceOver } from '../call/operation.ts';
import { attemptsInWords } from '../call/words.ts';
import type { ApiError } from '../errors/api-error.ts';
import { startTimer } from '../shared/clock.ts';
import { linkSignals } from '../shared/link-signals.ts';

/**
 * Ends the call when its time is over: through its own signals, `deadlineMs`, leaving the list, or closing the client.
 * Nothing ends a call that must finish.
 */
export const limitTime: Stage = async (call, next) => {
  call.throwIfAborted();
  const { mustFinish, settings, signals, client, background } = call;
  const { controller, unlink } = linkSignals(...(mustFinish ? [] : signals));
  const { signal } = controller;
  const deadlineMs = mustFinish ? undefined : settings.deadlineMs;
  const endsAt = performance.now() + (deadlineMs ?? 0);
  const end = () => controller.abort(timeoutError(call, 'deadlineMs', deadlineMs ?? 0));
  const cancelTimer = deadlineMs === undefined ? undefined : startTimer(deadlineMs, end, { background });
  const forget = mustFinish ? undefined : client.lifecycle.onGraceOver(() => controller.abort(graceOver));
  const leftMs = () => (deadlineMs === undefined ? undefined : Math.max(0, endsAt - performance.now()));
  call.deadline = { signal, leftMs };
  try {
    return await next(call);
  } catch (error) {
    // Any interrupted operation failed in its own way, so replace its error.
    throw signal.aborted ? call.aborted(signal.reason) : error;
  } finally {
    cancelTimer?.();
    forget?.();
    unlink();
    call.progress.durationMs = call.now() - call.progress.startedAt;
  }
};

/** Timeout of one attempt. */
export interface AttemptTimeout {
  /** Aborts when the attempt has taken too long, or when the call ends. */
  readonly signal: AbortSignal;
  end(): void;
}

/** Starts the timeout of one attempt. It has no reason of its own, because the attempt reports it. */
export function startTimeout({ settings, deadline, background }: Call): AttemptTimeout {
  const { timeoutMs } = settings;
  const { controller, unlink } = linkSignals(deadline.signal);
  const cancelTimer = startTimer(timeoutMs, () => controller.abort(), { background });
  return {
    signal: controller.signal,
    end() {
      cancelTimer();
      unlink();
    },
  };
}

/** Creates the error of a call when one of its limits has passed. */
export function timeoutError(call: Call, limit: 'timeoutMs' | 'deadlineMs', limitMs: number): ApiError {
  const attempts = attemptsInWords(call.progress.tries);
  const remedy = call.caution ?? `Increase ${limit} or retry`;
  return call.fail(`no complete response within ${limit} (${limitMs} ms)${attempts}. ${remedy}`, {
    code: 'timeout',
    retryable: true,
  });
}
