/** The time that a client reads, and that its waits go by. */
export interface Clock {
  /** Returns the current time in Unix milliseconds. */
  now(): number;
  /**
   * Waits `ms` milliseconds of this clock's time; rejects with the reason of `signal` as soon as that aborts. Pauses before
   * retries, waits for a rate limit and polling go through it, time-outs of requests do not. Default: the timers of the runtime.
   */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The longest time that a timer takes, in milliseconds: one that is set to more ends at once. */
export const longestMs = 2 ** 31 - 1;

/**
 * Calls `run` when `ms` milliseconds of the clock's time have passed.
 *
 * @returns A function that cancels it.
 */
export function startTimer(clock: Clock, ms: number, run: () => void): () => void {
  if (!clock.sleep) {
    const timer = setTimeout(run, Math.min(ms, longestMs));
    return () => clearTimeout(timer);
  }
  const cancelled = new AbortController();
  clock.sleep(ms, cancelled.signal).then(
    () => !cancelled.signal.aborted && run(),
    () => {}, // cancelled
  );
  return () => cancelled.abort();
}
