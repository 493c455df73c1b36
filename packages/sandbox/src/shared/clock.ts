/** Settings for how the time starts and runs. */
export interface ClockSettings {
  /** Time as Unix milliseconds, or as an ISO 8601 date with or without a time, such as `2026-01-31T12:00:00Z`. */
  now?: number | string | undefined;
  /** Milliseconds that the time is ahead of the real time; negative if behind. Not together with `now`. */
  offsetMs?: number | undefined;
  /** Clock milliseconds per real millisecond, above 0, at most 1,000,000. Default 1. */
  speed?: number | undefined;
  /** Whether time passes only through `advance` and `set`. Default `false`. */
  frozen?: boolean | undefined;
}

/** Current time of a clock, and how it runs. */
export interface ClockState {
  /** Unix milliseconds. */
  readonly now: number;
  /** Clock milliseconds per real millisecond, unless the time is frozen. */
  readonly speed: number;
  /** Whether no time passes but by `advance` and `set`. */
  readonly frozen: boolean;
}

/** Options of `clock.runUntil`. */
export interface RunUntilOptions {
  /** Maximum milliseconds of sandbox time that may pass, above 0. Default 86,400,000, one day. */
  maxMs?: number | undefined;
}

/**
 * The sandbox's time. It runs at the speed of real time and can be moved ahead at will. Everything in the sandbox that
 * expires or is due (tokens, rate windows, webhook retries) follows it, and so do clients that take it as their
 * `clock`.
 */
export interface Clock {
  /** Returns the time in Unix milliseconds. */
  now(): number;
  /**
   * Moves the time ahead by `ms` milliseconds and runs the jobs that fall due, in order. Resolves when all have run.
   *
   * @throws ApiError `invalid_params` if `ms` is negative, or if the time would pass the last one that a `Date` can
   * have. The error of a job that failed, after all have run.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the time from wait to wait until `promise` settles, and returns its value or throws its error. The time moves
   * only when everything in this process is waiting, so requests over loopback finish first. `promise` must wait only
   * for this clock and such requests.
   *
   * @throws Error if the promise is pending but nothing waits for the clock, or if `maxMs` would be exceeded.
   *
   * @example
   * const page = await sandbox.clock.runUntil(stream.streams.list());
   */
  runUntil<T>(promise: PromiseLike<T>, options?: RunUntilOptions): Promise<T>;
  /**
   * Sets the time, its speed, or both, and runs the jobs that fall due. Omitted settings stay as they are.
   *
   * @throws ApiError `invalid_params` for an unknown field, an invalid or out-of-range value, or a time before the
   * current one, because going back cannot undo what was issued.
   */
  set(settings: ClockSettings): Promise<void>;
  /** Returns the current time, and how it runs. */
  state(): ClockState;
  /**
   * Runs `job` once, `ms` sandbox milliseconds from now, or at once if `ms` is negative. Returns a function that cancels
   * it. If the job fails, `advance`, `set` and `runUntil` reject; if the time passed on its own, `console.error` gets
   * the error.
   *
   * @throws ApiError `invalid_params` if `ms` is not a number.
   */
  schedule(ms: number, job: () => void | Promise<void>): () => void;
  /**
   * Waits `ms` sandbox milliseconds, which pass through `advance` or, on a running clock, on their own. Rejects with
   * the reason of `signal` when it aborts. `stop` ends all waits.
   *
   * @param background Whether the process may exit before the wait ends. Default `false`.
   * @throws ApiError `invalid_params` if `ms` is not a number.
   */
  sleep(ms: number, signal?: AbortSignal, background?: boolean): Promise<void>;
  /** Cancels everything scheduled, and ends all waits. */
  stop(): void;
  /**
   * Omits the clock from JSON, so that client options can be sent to another process, where clients use that process's
   * time.
   */
  toJSON(): undefined;
}
