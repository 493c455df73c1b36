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

/** The longest time that a timer takes, in milliseconds, about 25 days: one that is set to more ends at once. */
export const longestMs = 2 ** 31 - 1;

/** A number of milliseconds as timers, databases and names of files take it: whole, rounded up, and at most {@link longestMs}. */
export const wholeMs = (ms: number): number => Math.min(Math.ceil(ms), longestMs);

/** Options of {@link startTimer}. */
export interface TimerOptions {
  /** Whose time counts. Default: the runtime's. */
  readonly clock?: Clock | undefined;
  /**
   * Whether nobody waits for the timer: it does not keep the process alive, where the runtime or the clock can tell. Default `false`.
   */
  readonly background?: boolean | undefined;
  /** Called with the error of a clock whose `sleep` fails. Default: what the timer runs is called. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Calls `run` once, when `ms` milliseconds have passed. All timers are started here: of a time that the runtime's do not take, such as
 * `Infinity`, they would end at once.
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
 * @returns A function that ends it.
 */
export function startInterval(ms: number, run: () => void): () => void {
  const timer = setInterval(run, wholeMs(ms));
  unref(timer);
  return () => clearInterval(timer);
}

/**
 * Keeps the process alive, for somebody who waits for work in the background.
 *
 * @returns A function that ends it.
 */
export function keepAlive(): () => void {
  const timer = setInterval(() => {}, longestMs);
  return () => clearInterval(timer);
}

/** Lets the process exit before a timer ends, where the runtime can tell. */
function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}
