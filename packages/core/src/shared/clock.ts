/** The time that a client reads, and that its waits go by. */
export interface Clock {
  /** Returns the current time in Unix milliseconds. */
  now(): number;
  /**
   * Waits `ms` milliseconds of this clock's time. When `signal` aborts, the wait is over: whether the promise then resolves,
   * rejects or stays pending makes no difference. Pauses before retries, waits for a rate limit, polling, the grace period of
   * `close` and the hourly validation of tokens go through it; time-outs of requests do not. Default: the timers of the runtime.
   *
   * @param background Whether nobody waits for its end: the wait should not keep the process alive, and a clock for tests that
   * jumps ahead need not do so for it. A clock may ignore it. Default `false`.
   */
  sleep?(ms: number, signal?: AbortSignal, background?: boolean): Promise<void>;
}

/** The clock of the runtime. It looks `Date` up each time, because test runners replace it. */
export const runtimeClock: Clock = { now: () => Date.now() };

/** The longest time that a timer takes, in milliseconds: one that is set to more ends at once. */
export const longestMs = 2 ** 31 - 1;

/**
 * Calls `run` when `ms` milliseconds of the clock's time have passed.
 *
 * @param fail Called with the error of a clock whose `sleep` fails. Default: `run` is called.
 * @param background Whether nobody waits for it: it does not keep the process alive, where the runtime or the clock can tell.
 * Default `false`.
 * @returns A function that cancels it.
 */
export function startTimer(
  clock: Clock,
  ms: number,
  run: () => void,
  fail: (error: unknown) => void = run,
  background = false,
): () => void {
  if (!clock.sleep) {
    const timer = setTimeout(run, Math.min(ms, longestMs));
    if (background) (timer as { unref?(): void }).unref?.();
    return () => clearTimeout(timer);
  }
  const cancelled = new AbortController();
  clock.sleep(ms, cancelled.signal, background).then(
    () => !cancelled.signal.aborted && run(),
    (error: unknown) => !cancelled.signal.aborted && fail(error),
  );
  return () => cancelled.abort();
}
