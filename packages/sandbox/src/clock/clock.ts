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
import type { Clock, ClockSettings, ClockState, RunUntilOptions } from '../shared/clock.ts';
import { JobQueue } from './job-queue.ts';
import { runUntil } from './run-until.ts';

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

/** Returns the milliseconds by which to advance the time from `now`. */
function checkAdvance(ms: number, now: number): number {
  if (typeof ms !== 'number' || !(ms >= 0))
    throw invalid(`ms must be a number of milliseconds of at least 0; got ${ms}`, 'clock.advance');
  if (now + ms > latest)
    throw invalid(
      `the time must not pass ${new Date(latest).toISOString()}, the last time of a Date; got ${ms} milliseconds`,
      'clock.advance',
    );
  return ms;
}

/** Returns the time to set, which is not before the time `now`. */
function laterTime(target: number, now: number): number {
  if (target >= now) return target;
  throw invalid(
    `clock.now must not be before the time of the sandbox, ${new Date(now).toISOString()}; got ${new Date(target).toISOString()}. Start another sandbox for an earlier time`,
    'clock.set',
  );
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
      moveTo(to === undefined ? from : laterTime(timeOf(to), from));
      ({ speed = speed, frozen = frozen } = others);
      await told();
      await jobs.runDue();
    },
    async advance(ms) {
      offset += checkAdvance(ms, now());
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
