/** Clock that a client reads, and that its waits follow. */
export interface Clock {
  /** Returns the current time in Unix milliseconds. */
  now(): number;
  /**
   * Waits `ms` milliseconds by this clock. When `signal` aborts, the wait is over, regardless of whether the promise
   * then resolves, rejects or stays pending. Pauses before retries, waits for a rate limit, polling, the grace period
   * of `close` and the hourly token validation use it; request timeouts do not. Default: the runtime's timers.
   *
   * @param background Whether nobody waits for it to end, so that the wait should not keep the process alive, and a
   * test clock that jumps ahead need not do so for it. A clock may ignore it. Default `false`.
   */
  sleep?(ms: number, signal?: AbortSignal, background?: boolean): Promise<void>;
}

/** The runtime's clock. It looks `Date` up each time, because test runners replace it. */
export const runtimeClock: Clock = { now: () => Date.now() };

/** Longest delay that a timer supports, in milliseconds, about 25 days. A timer with a longer one fires at once. */
export const longestMs = 2 ** 31 - 1;

/**
 * Converts a number of milliseconds to the form that timers, databases and file names accept: whole, rounded up, and at
 * most {@link longestMs}.
 */
export const wholeMs = (ms: number): number => Math.min(Math.ceil(ms), longestMs);

/** Options of {@link startTimer}. */
export interface TimerOptions {
  /** Clock to use. Default: the runtime's. */
  readonly clock?: Clock | undefined;
  /**
   * Whether nobody waits for the timer, so that it does not keep the process alive if the runtime or the clock supports
   * that. Default `false`.
   */
  readonly background?: boolean | undefined;
  /** Called with the error of a clock whose `sleep` fails. Default: the timer's function is called. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Calls `run` once, after `ms` milliseconds. All timers are started here, because the runtime's timers fire at once for
 * delays that they do not support, such as `Infinity`.
 *
 * @returns A function that cancels the timer.
 */
export function startTimer(ms: number, run: () => void, options: TimerOptions = {}): () => void {
  const { clock, background = false, onError = run } = options;
  if (clock?.sleep) {
    const cancelled = new AbortController();
    clock.sleep(ms, cancelled.signal, background).then(
      () => !cancelled.signal.aborted && run(),
      (error: unknown) => !cancelled.signal.aborted && onError(error),
    );
    return () => cancelled.abort();
  }
  const timer = setTimeout(run, wholeMs(ms));
  if (background) unref(timer);
  return () => clearTimeout(timer);
}

/**
 * Calls `run` every `ms` milliseconds of real time, without keeping the process alive.
 *
 * @returns A function that stops it.
 */
export function startInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, wholeMs(ms));
  unref(timer);
  return () => clearInterval(timer);
}

/**
 * Keeps the process alive for somebody who waits for background work.
 *
 * @returns A function that stops it.
 */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, longestMs);
  return () => clearInterval(timer);
}

/** Lets the process exit before a timer fires, if the runtime supports that. */
function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}
