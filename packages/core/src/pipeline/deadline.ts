import type { Provider } from '../declare/provider.ts';
import type { ApiError } from '../errors.ts';
import { longestMs } from '../shared/clock.ts';
import { linkSignals } from '../shared/link-signals.ts';
import type { Call } from './call.ts';
import { createError } from './create-error.ts';
import type { Settings } from './settings.ts';

/** What ends a call from outside: the caller's signal, the list that is left, or `deadlineMs`. @internal */
export interface Deadline {
  /** Aborts when the call has to end. Undefined: nothing can end it. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds until `deadlineMs` has passed; undefined without it. */
  leftMs(): number | undefined;
  /** Releases timer and listeners. The call is over. */
  end(): void;
}

/** Starts the deadline of a call. @internal */
export function startDeadline(provider: Provider, call: Call, { deadlineMs, background }: Settings): Deadline {
  const { stop, options, signals } = call;
  // Most calls cannot be ended from outside, or only with their list: they need no signal of their own.
  if (options.signal === undefined && deadlineMs === undefined && !signals?.length)
    return { signal: stop, leftMs: () => undefined, end() {} };
  const startedAt = performance.now();
  const linked = linkSignals(options.signal, stop, ...(signals ?? []));
  const timer =
    deadlineMs === undefined
      ? undefined
      : startTimer(deadlineMs, background, () =>
          linked.controller.abort(timeoutError(provider, call, 'deadlineMs', deadlineMs)),
        );
  return {
    signal: linked.controller.signal,
    leftMs: () => (deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (performance.now() - startedAt))),
    end() {
      clearTimeout(timer);
      linked.unlink();
    },
  };
}

/** The time-out of one attempt. @internal */
export interface AttemptTimeout {
  /** Aborts when the attempt has taken too long, or with the call. */
  readonly signal: AbortSignal;
  end(): void;
}

/**
 * Starts the time-out of one attempt: without a reason of its own, since the attempt reports it.
 *
 * @param callSignal Ends the whole call.
 * @internal
 */
export function startTimeout({ timeoutMs, background }: Settings, callSignal: AbortSignal | undefined): AttemptTimeout {
  const linked = linkSignals(callSignal);
  const timer = startTimer(timeoutMs, background, () => linked.controller.abort());
  return {
    signal: linked.controller.signal,
    end() {
      clearTimeout(timer);
      linked.unlink();
    },
  };
}

/** What a call fails with when one of its limits has passed. @internal */
export function timeoutError(
  provider: Provider,
  call: Call,
  limit: 'timeoutMs' | 'deadlineMs',
  limitMs: number,
): ApiError {
  return createError(provider, call, `no complete answer within ${limit} (${limitMs}). Raise it, or try again`, {
    code: 'timeout',
    retryable: true,
  });
}

/** Calls `run` after `ms`; the timer of background work does not keep the process alive, where the runtime can tell. */
function startTimer(ms: number, background: boolean, run: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, Math.min(ms, longestMs));
  if (background) (timer as { unref?(): void }).unref?.();
  return timer;
}
