/** The time, and how to wait: the clock of a test, in place of the real one. */
export interface Clock {
  /** The time, Unix milliseconds. */
  now(): number;
  /**
   * Waits `ms` milliseconds, 0 or more. When `signal` aborts, the wait is over: whether the promise then resolves, rejects or
   * stays pending makes no difference. Default: a timer of the runtime.
   */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A timer set to more would end at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Returns a function that waits by the clock, or by a timer of the runtime where the clock has none.
 * It rejects with the reason of its signal as soon as that aborts.
 */
export function sleepWith(clock: Clock | undefined): (ms: number, signal?: AbortSignal) => Promise<void> {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const leave = () => end(() => reject(signal?.reason));
      const end = (settle: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        settle();
      };
      signal?.addEventListener('abort', leave);
      if (clock?.sleep)
        clock.sleep(ms, signal).then(
          () => end(resolve),
          (error: unknown) => end(() => reject(error)),
        );
      else timer = setTimeout(() => end(resolve), Math.min(ms, longestMs));
    });
}
