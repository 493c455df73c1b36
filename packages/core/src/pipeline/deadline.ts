import type { Lifecycle } from '../declare/lifecycle.ts';
import type { Provider } from '../declare/provider.ts';
import type { ApiError } from '../errors.ts';
import { longestMs } from '../shared/clock.ts';
import { type LinkedSignals, linkSignals } from '../shared/link-signals.ts';
import { graceOver } from './abort.ts';
import type { Call, ClientContext } from './call.ts';
import { createError } from './create-error.ts';
import type { Settings } from './settings.ts';
import { attemptsInWords } from './words.ts';

/** What ends a call from outside: the caller's signal, the list that is left, `deadlineMs`, or the client that is closed. @internal */
export interface Deadline {
  /** Aborts when the call has to end. It is created when it is first read: most calls wait for their response only. */
  readonly signal: AbortSignal;
  /** Whether the call has to end. */
  readonly isOver: boolean;
  /**
   * Calls `run` when the call has to end, if it does not have to yet.
   *
   * @returns A function that takes it back.
   */
  onEnd(run: () => void): () => void;
  /** Milliseconds until `deadlineMs` has passed; undefined without it. */
  leftMs(): number | undefined;
  /** Releases timer and listeners. The call is over. */
  end(): void;
}

type Client = Pick<ClientContext, 'provider' | 'lifecycle'>;

/** Starts the deadline of a call. @internal */
export function startDeadline(client: Client, call: Call, settings: Settings): Deadline {
  const { options, signals } = call;
  const isPlain = options.signal === undefined && settings.deadlineMs === undefined && !signals?.length;
  return isPlain ? new LazyDeadline(client.lifecycle, call.stop) : linkedDeadline(client, call, settings);
}

/** The deadline of a call that ends with its list or its client only. */
class LazyDeadline implements Deadline {
  readonly #lifecycle: Lifecycle;
  readonly #stop: AbortSignal | undefined;
  #linked: LinkedSignals | undefined;

  constructor(lifecycle: Lifecycle, stop: AbortSignal | undefined) {
    this.#lifecycle = lifecycle;
    this.#stop = stop;
  }

  get signal(): AbortSignal {
    this.#linked ??= linkToClient(this.#lifecycle, this.#stop);
    return this.#linked.controller.signal;
  }

  get isOver(): boolean {
    return this.#lifecycle.isGraceOver || this.#stop?.aborted === true;
  }

  onEnd(run: () => void): () => void {
    const stop = this.#stop;
    stop?.addEventListener('abort', run);
    const forget = this.#lifecycle.onGraceOver(run);
    return () => {
      stop?.removeEventListener('abort', run);
      forget();
    };
  }

  leftMs(): undefined {
    return undefined; // it has no deadlineMs
  }

  end(): void {
    this.#linked?.unlink();
  }
}

/** The deadline of a call that something else can end, too. */
function linkedDeadline({ provider, lifecycle }: Client, call: Call, { deadlineMs, background }: Settings): Deadline {
  const { stop, options, signals = [] } = call;
  const startedAt = performance.now();
  const { controller, unlink } = linkToClient(lifecycle, options.signal, stop, ...signals);
  const { signal } = controller;
  const timer =
    deadlineMs === undefined
      ? undefined
      : startTimer(deadlineMs, background, () =>
          controller.abort(timeoutError(provider, call, 'deadlineMs', deadlineMs)),
        );
  return {
    signal,
    get isOver() {
      return signal.aborted;
    },
    onEnd(run) {
      signal.addEventListener('abort', run);
      return () => signal.removeEventListener('abort', run);
    },
    leftMs: () => (deadlineMs === undefined ? undefined : Math.max(0, deadlineMs - (performance.now() - startedAt))),
    end() {
      clearTimeout(timer);
      unlink();
    },
  };
}

/** A controller that aborts with any of `sources`, and when the grace period of the closed client is over. */
function linkToClient(lifecycle: Lifecycle, ...sources: (AbortSignal | undefined)[]): LinkedSignals {
  const { controller, unlink } = linkSignals(...sources);
  const forget = lifecycle.onGraceOver(() => controller.abort(graceOver));
  return {
    controller,
    unlink() {
      forget();
      unlink();
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
 * @param deadline Ends the whole call.
 * @internal
 */
export function startTimeout({ timeoutMs, background }: Settings, deadline: Deadline): AttemptTimeout {
  const controller = new AbortController();
  const abort = () => controller.abort();
  if (deadline.isOver) abort();
  const forget = deadline.onEnd(abort);
  const timer = startTimer(timeoutMs, background, abort);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      forget();
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
  const attempts = attemptsInWords(call.progress.attempts);
  return createError(
    provider,
    call,
    `no complete response within ${limit} (${limitMs} ms)${attempts}. Increase ${limit} or retry`,
    {
      code: 'timeout',
      retryable: true,
    },
  );
}

/** Calls `run` after `ms`; the timer of background work does not keep the process alive, where the runtime can tell. */
function startTimer(ms: number, background: boolean, run: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(run, Math.min(ms, longestMs));
  if (background) (timer as { unref?(): void }).unref?.();
  return timer;
}
