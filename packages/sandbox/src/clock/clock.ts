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

/** How the time starts and runs. */
export interface ClockSettings {
  /** The time: Unix milliseconds, or a date and time in the form of ISO 8601, such as `2026-01-31T12:00:00Z`. */
  now?: number | string | undefined;
  /** Milliseconds that the time is ahead of the real time; negative: late. Not together with `now`. */
  offsetMs?: number | undefined;
  /** Milliseconds that pass in a real one, above 0, at most 1,000,000. Default 1. */
  speed?: number | undefined;
  /** Whether no time passes but by `advance` and `set`. Default `false`. */
  frozen?: boolean | undefined;
}

/** How the time runs at the moment. */
export interface ClockState {
  /** Unix milliseconds. */
  readonly now: number;
  /** Milliseconds that pass in a real one, unless the time is frozen. */
  readonly speed: number;
  /** Whether no time passes but by `advance` and `set`. */
  readonly frozen: boolean;
}

/** Options of `clock.runUntil`. */
export interface RunUntilOptions {
  /** Most milliseconds of the sandbox's time that may pass, above 0. Default 86,400,000: a day. */
  maxMs?: number | undefined;
}

/**
 * The sandbox's time. It runs at the speed of real time and can be moved ahead at will. Everything in the sandbox that
 * expires or is due (tokens, rate windows, webhook retries) follows it, and so do clients that have it as their `clock`.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Moves the time ahead by `ms` milliseconds and runs what falls due, in order. Returns when it all has run.
   *
   * @throws ApiError `invalid_params` for less than 0, and for a time that no `Date` can have.
   */
  advance(ms: number): Promise<void>;
  /**
   * Moves the time from wait to wait until `promise` settles, and returns its value or throws its error. The time moves
   * when everything in this process waits; requests over loopback that are under way are let through first. `promise`
   * must wait for nothing but this clock and such requests.
   *
   * @throws Error when nothing waits for the clock and the promise is still open, or when `maxMs` would be exceeded.
   *
   * @example
   * const page = await sandbox.clock.runUntil(stream.streams.list());
   */
  runUntil<T>(promise: PromiseLike<T>, options?: RunUntilOptions): Promise<T>;
  /**
   * Sets the time, how fast it passes, or both, and runs what falls due. What is not set stays as it is.
   *
   * @throws ApiError `invalid_params` for an unknown field or a value that a field cannot have or is out of range
   * or a time before the present one: what has been issued cannot be taken back by the clock.
   */
  set(settings: ClockSettings): Promise<void>;
  /** How the time runs at the moment. */
  state(): ClockState;
  /** Runs `job` once, `ms` sandbox milliseconds from now. Returns a function that cancels it. */
  schedule(ms: number, job: () => void | Promise<void>): () => void;
  /**
   * Waits `ms` sandbox milliseconds: `advance` ends the wait, and on a clock that runs, time does. Rejects with the
   * reason of `signal` when that aborts. `stop` ends all waits.
   *
   * @param background Whether nobody waits for its end: the process may exit before. Default `false`.
   */
  sleep(ms: number, signal?: AbortSignal, background?: boolean): Promise<void>;
  /** Cancels everything scheduled, and ends all waits. */
  stop(): void;
  /**
   * Leaves the clock out of JSON: client options can be sent to another process, where clients wait by its own time.
   */
  toJSON(): undefined;
}

/** Unix milliseconds of a time in one of its two forms; NaN if it is in neither. */
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

/** The settings that are set. */
function readSettings(settings: ClockSettings, operation: string): ClockSettings {
  const { offsetMs, ...others } = readOptions('clock', settings, clockRules, operation);
  if (offsetMs === undefined) return others;
  if (others.now !== undefined)
    throw invalid('clock.now and clock.offsetMs both set the time. Leave one of them out', operation);
  return { ...others, now: Date.now() + offsetMs };
}

/**
 * The function of a clock that moves it to any time, past ones included, without running what is due. Each entry point
 * of the package has a copy of this module, and takes the clocks of the others.
 */
const moves = Symbol.for('@x/sandbox: move the clock');

/**
 * Sets the time of a clock of `createClock`, also to the past, and how it runs from there: for a state that is
 * restored. What is due does not run yet.
 */
export function moveClock(clock: Clock, state: ClockState): void {
  const move: unknown = Reflect.get(clock, moves);
  if (typeof move !== 'function')
    throw invalid('only a clock of createClock can be moved to the time of a saved state', 'sandbox.load');
  move(state);
}

/** The function of a clock that adds a listener to its moves. */
const watches = Symbol.for('@x/sandbox: watch the clock');

/**
 * Calls `listener` whenever the time or its speed was set, before what is due then runs, which waits for the promise.
 * Returns a function that removes it.
 */
export function watchClock(clock: Clock, listener: () => Promise<void>): () => void {
  const watch: unknown = Reflect.get(clock, watches);
  return typeof watch === 'function' ? watch(listener) : () => {};
}

const runUntilRules = {
  maxMs: numberAbove0('a number of milliseconds above 0'),
} satisfies RulesOf<RunUntilOptions>;

/**
 * A clock that starts at `start`: Unix milliseconds, or settings. Default: the real time. One that does not run is
 * stopped between two calls of `advance`, so that tests of exact times are exact.
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
  let offset = settings.now === undefined ? Date.now() : timeOf(settings.now);
  const now = () => Math.floor(offset + (frozen ? 0 : (performance.now() - setAt) * speed));
  const jobs = new JobQueue({ now, speed: () => (frozen ? 0 : speed) });

  const listeners = new Set<() => Promise<void>>();
  const told = async () => {
    if (listeners.size > 0) await Promise.all([...listeners].map((listener) => listener()));
  };

  /** Lets the time go on from `ms`. */
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
      if (!(ms >= 0)) throw invalid(`ms must be a number of milliseconds of at least 0; got ${ms}`, 'clock.advance');
      if (now() + ms > latest)
        throw invalid(
          `the time can reach ${new Date(latest).toISOString()} at most, the last time of a Date; got ${ms} milliseconds`,
          'clock.advance',
        );
      offset += ms;
      await told();
      await jobs.runDue();
    },
    async runUntil(promise, options = {}) {
      const { maxMs = 86_400_000 } = readOptions('clock.runUntil', options, runUntilRules);
      return runUntil(promise, maxMs, { now, jobs, moveTo, told });
    },
    schedule: (ms, job) => jobs.schedule(ms, job),
    sleep: (ms, signal, background = false) => jobs.sleep(ms, signal, background),
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
