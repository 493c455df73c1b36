import {
  anyOf,
  invalid,
  numberAbove0,
  type RulesOf,
  readOptions,
  text,
  trueOrFalse,
  wholeNumber,
} from '../shared/check-fields.ts';
import { JobQueue } from './job-queue.ts';
import { runUntil } from './run-until.ts';

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

/** Returns the Unix milliseconds of a time in either form; NaN if it is in neither. */
function timeOf(value: unknown): number {
  if (typeof value === 'number') return Number.isSafeInteger(value) && Math.abs(value) <= latest ? value : Number.NaN;
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) ? Date.parse(value) : Number.NaN;
}

/** The last time that a `Date` can have. */
const latest = 8.64e15;

const aTimeInWords = 'Unix milliseconds, or a time such as "2026-01-31T12:00:00Z"';

/** Rules of a clock's settings. */
export const clockRules = {
  now: anyOf(
    aTimeInWords,
    wholeNumber(-latest, latest),
    text(aTimeInWords, /^\d{4}-\d\d-\d\d(T|$)/, (text) => !Number.isNaN(Date.parse(text))),
  ),
  offsetMs: wholeNumber(-latest, latest),
  speed: numberAbove0('a number above 0, at most 1000000', 1e6),
  frozen: trueOrFalse,
} satisfies RulesOf<ClockSettings>;

/** Returns `ms`. A job without a time would be in front of the queue forever, and all others would wait for it. */
function checkMs(ms: number, operation: string): number {
  if (typeof ms === 'number' && !Number.isNaN(ms)) return ms;
  throw invalid(`ms must be a number of milliseconds; got ${ms}`, operation);
}

/** Checks settings, omits those that are not set, and turns `offsetMs` into `now`. */
function readSettings(settings: ClockSettings, operation: string): ClockSettings {
  const { offsetMs, ...others } = readOptions('clock', settings, clockRules, operation);
  if (offsetMs === undefined) return others;
  if (others.now !== undefined)
    throw invalid('clock.now and clock.offsetMs both set the time. Leave one of them out', operation);
  return { ...others, now: Date.now() + offsetMs };
}

/**
 * Key of a clock's function that moves it to any time, even a past one, without running jobs that are due. The symbol
 * is registered because each entry point of the package has its own copy of this module and must accept the others'
 * clocks.
 */
const moves = Symbol.for('@x/sandbox: move the clock');

/**
 * Sets the time of a clock from `createClock`, even to the past, and how it runs from there, to restore a saved state.
 * Jobs that are due do not run yet.
 */
export function moveClock(clock: Clock, state: ClockState): void {
  const move: unknown = Reflect.get(clock, moves);
  if (typeof move !== 'function')
    throw invalid('only a clock of createClock can be moved to the time of a saved state', 'sandbox.load');
  move(state);
}

/** Key of a clock's function that adds a listener to its moves. */
const watches = Symbol.for('@x/sandbox: watch the clock');

/**
 * Calls `listener` whenever the time or its speed has been set. Jobs that are due wait for its promise. Returns a
 * function that removes the listener.
 */
export function watchClock(clock: Clock, listener: () => Promise<void>): () => void {
  const watch: unknown = Reflect.get(clock, watches);
  return typeof watch === 'function' ? watch(listener) : () => {};
}

const runUntilRules = {
  maxMs: numberAbove0('a number of milliseconds above 0'),
} satisfies RulesOf<RunUntilOptions>;

/**
 * Creates a clock that starts at `start`, which is Unix milliseconds or settings. Default: the time in the environment
 * variable `SANDBOX_NOW`, or else the real time. If `running` is `false`, time passes only through `advance`, so that
 * tests can expect exact times.
 *
 * @throws ApiError `invalid_params` for a setting that is unknown or not valid.
 */
export function createClock(start: number | ClockSettings = {}, running = true): Clock {
  const settings = readSettings(
    { frozen: !running, ...(typeof start === 'number' ? { now: start } : start) },
    'createClock',
  );
  let { speed = 1, frozen = false } = settings;
  let setAt = performance.now();
  let offset = timeOf(settings.now ?? readSettings({ now: process.env.SANDBOX_NOW || Date.now() }, 'SANDBOX_NOW').now);
  const now = () => Math.floor(offset + (frozen ? 0 : (performance.now() - setAt) * speed));
  const jobs = new JobQueue({ now, speed: () => (frozen ? 0 : speed) });

  const listeners = new Set<() => Promise<void>>();
  const told = async () => {
    if (listeners.size > 0) await Promise.all([...listeners].map((listener) => listener()));
  };

  /** Continues the time from `ms`. */
  function moveTo(ms: number): void {
    offset = ms;
    setAt = performance.now();
  }

  const clock: Clock = {
    now,
    state: () => ({ now: now(), speed, frozen }),
    async set(changes) {
      const { now: to, ...others } = readSettings(changes, 'clock.set');
      const from = now();
      const target = to === undefined ? from : timeOf(to);
      if (target < from)
        throw invalid(
          `clock.now must not be before the time of the sandbox, ${new Date(from).toISOString()}; got ${new Date(target).toISOString()}. Start another sandbox for an earlier time`,
          'clock.set',
        );
      moveTo(target);
      ({ speed = speed, frozen = frozen } = others);
      await told();
      await jobs.runDue();
    },
    async advance(ms) {
      if (typeof ms !== 'number' || !(ms >= 0))
        throw invalid(`ms must be a number of milliseconds of at least 0; got ${ms}`, 'clock.advance');
      if (now() + ms > latest)
        throw invalid(
          `the time must not pass ${new Date(latest).toISOString()}, the last time of a Date; got ${ms} milliseconds`,
          'clock.advance',
        );
      offset += ms;
      await told();
      await jobs.runDue();
    },
    async runUntil(promise, options = {}) {
      const { maxMs = 86_400_000 } = readOptions('', options, runUntilRules, 'clock.runUntil');
      return runUntil(promise, maxMs, { now, jobs, moveTo, told });
    },
    schedule: (ms, job) => jobs.schedule(checkMs(ms, 'clock.schedule'), job),
    sleep: async (ms, signal, background = false) => jobs.sleep(checkMs(ms, 'clock.sleep'), signal, background),
    stop: () => jobs.stop(),
    toJSON: () => undefined,
  };
  function move(state: ClockState): void {
    moveTo(state.now);
    ({ speed, frozen } = state);
    void told();
  }
  function watch(listener: () => Promise<void>): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
  return Object.defineProperties(clock, { [moves]: { value: move }, [watches]: { value: watch } });
}
