import type { Call, Deadline, Stage } from '../call/call.ts';
import { graceOver } from '../call/operation.ts';
import { attemptsInWords } from '../call/words.ts';
import type { Lifecycle } from '../declare/lifecycle.ts';
import type { ApiError } from '../errors/api-error.ts';
import { startTimer } from '../shared/clock.ts';
import { type LinkedSignals, linkSignals } from '../shared/link-signals.ts';

/**
 * Ends the call when its time is over: through its own signals, `deadlineMs`, leaving the list, or closing the client.
 */
export const limitTime: Stage = async (call, next) => {
  call.throwIfAborted();
  const deadline = new CallDeadline(call);
  call.deadline = deadline;
  try {
    return await next(call);
  } catch (error) {
    // Any interrupted operation failed in its own way, so replace its error.
    throw deadline.isOver ? call.aborted(deadline.signal.reason) : error;
  } finally {
    deadline.end();
    call.progress.durationMs = call.now() - call.progress.startedAt;
  }
};

/**
 * Ends a call from outside: through the caller's signals, leaving the list, `deadlineMs`, or closing the client.
 * Nothing ends a call that must finish.
 */
class CallDeadline implements Deadline {
  readonly #lifecycle: Lifecycle | undefined;
  readonly #sources: readonly AbortSignal[];
  /** When `deadlineMs` has passed, by `performance.now()`. */
  readonly #endsAt: number | undefined;
  readonly #cancelTimer: (() => void) | undefined;
  #linked: LinkedSignals | undefined;
  #forget: (() => void) | undefined;

  constructor(call: Call) {
    const { own, settings, signals, client, background } = call;
    const { deadlineMs } = settings;
    const mustFinish = own?.mustFinish;
    this.#lifecycle = mustFinish ? undefined : client.lifecycle;
    this.#sources = mustFinish ? [] : signals;
    if (mustFinish || deadlineMs === undefined) return;
    this.#endsAt = performance.now() + deadlineMs;
    const { signal } = this; // the signal must exist when the timer ends
    const abort = () => {
      if (!signal.aborted) this.#linked?.controller.abort(timeoutError(call, 'deadlineMs', deadlineMs));
    };
    this.#cancelTimer = startTimer(deadlineMs, abort, { background });
  }

  // The signal is created when it is first read. Most calls only wait for their response, and creating it for each of
  // them would cost a tenth of the CPU of a small call.
  get signal(): AbortSignal {
    if (!this.#linked) {
      const linked = linkSignals(...this.#sources);
      this.#linked = linked;
      this.#forget = this.#lifecycle?.onGraceOver(() => linked.controller.abort(graceOver));
    }
    return this.#linked.controller.signal;
  }

  get isOver(): boolean {
    if (this.#linked) return this.#linked.controller.signal.aborted;
    return this.#lifecycle?.isGraceOver || this.#sources.some(({ aborted }) => aborted);
  }

  onEnd(run: () => void): () => void {
    if (this.#lifecycle && !this.#linked && this.#sources.length === 0) return this.#lifecycle.onGraceOver(run);
    const { signal } = this;
    signal.addEventListener('abort', run);
    return () => signal.removeEventListener('abort', run);
  }

  leftMs(): number | undefined {
    return this.#endsAt === undefined ? undefined : Math.max(0, this.#endsAt - performance.now());
  }

  /** Releases timer and listeners once the call is over. */
  end(): void {
    this.#cancelTimer?.();
    this.#forget?.();
    this.#linked?.unlink();
  }
}

/**
 * Starts the timeout of one attempt. Its signal aborts when the attempt has taken too long, or when the call ends. It has
 * no reason of its own, because the attempt reports it.
 */
export function startTimeout({ settings, deadline, background }: Call): { signal: AbortSignal; end(): void } {
  const { timeoutMs } = settings;
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (deadline.isOver) abort();
  const forget = deadline.onEnd(abort);
  const cancelTimer = startTimer(timeoutMs, abort, { background });
  return {
    signal: controller.signal,
    end() {
      cancelTimer();
      forget();
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
