import TinyQueue from 'tinyqueue';
import { withCause } from './unsent-webhooks.ts';

/**
 * The sandbox's time. It runs at the speed of real time and can be moved ahead at will; whatever expires or is
 * due in the sandbox (tokens, rate windows, webhook retries) follows it, and so do clients that have it as their `clock`.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Moves the time ahead by `ms` milliseconds and runs what falls due, in order. Returns when it all has run. */
  advance(ms: number): Promise<void>;
  /** Runs `job` once, `ms` sandbox milliseconds from now. Returns a function that cancels it. */
  schedule(ms: number, job: () => void | Promise<void>): () => void;
  /**
   * Waits `ms` sandbox milliseconds: `advance` ends the wait, and on a clock that runs, time does. Rejects with the reason of
   * `signal` when that aborts. `stop` ends all waits.
   *
   * @param background Whether nobody waits for its end: the process may exit before. Default `false`.
   */
  sleep(ms: number, signal?: AbortSignal, background?: boolean): Promise<void>;
  /** Cancels everything scheduled, and ends all waits. */
  stop(): void;
  /** Leaves the clock out of JSON: client options can be sent to another process, where clients wait by its own time. */
  toJSON(): undefined;
}

interface Entry {
  readonly at: number;
  /** Of two that are due at the same time, the one scheduled first runs first. */
  readonly order: number;
  readonly job: () => void | Promise<void>;
  cancelled: boolean;
}

/** Longest delay that a timer takes, in milliseconds. */
const longestMs = 2 ** 31 - 1;

/**
 * A clock that starts at `startAt` (Unix milliseconds, default: the real time). One that does not run is stopped
 * between two calls of `advance`, so that tests of exact times are exact.
 */
export function createClock(startAt: number = Date.now(), running = true): Clock {
  const startedAt = performance.now();
  let offset = startAt;
  let timer: NodeJS.Timeout | undefined;
  let scheduled = 0;
  const queue = new TinyQueue<Entry>([], (a, b) => a.at - b.at || a.order - b.order);
  const sleepers = new Set<() => void>();
  /** Those of them that keep the process alive. */
  const awaited = new Set<() => void>();

  const now = () => Math.floor(offset + (running ? performance.now() - startedAt : 0));

  /** The next entry that is not cancelled. */
  function peek(): Entry | undefined {
    while (queue.peek()?.cancelled) queue.pop();
    return queue.peek();
  }

  async function runDue(): Promise<void> {
    clearTimeout(timer);
    for (let next = peek(); next && next.at <= now(); next = peek()) {
      queue.pop();
      await next.job();
    }
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    const next = peek();
    if (!next || (!running && next.at > now())) return;
    timer = setTimeout(runDue, Math.min(Math.max(0, next.at - now()), longestMs));
    // A pending webhook must not keep a test process alive; a caller who waits must.
    if (awaited.size === 0) timer.unref();
  }

  function schedule(ms: number, job: Entry['job']): () => void {
    scheduled += 1;
    const entry: Entry = { at: now() + ms, order: scheduled, job, cancelled: false };
    queue.push(entry);
    arm();
    return () => {
      entry.cancelled = true;
    };
  }

  return {
    now,
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`clock.advance takes milliseconds from 0 up, got ${ms}`);
      offset += ms;
      await runDue();
    },
    schedule,
    sleep(ms, signal, background = false) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          cancel();
          sleepers.delete(wake);
          awaited.delete(wake);
          arm(); // its timer may be the last one, or the last that keeps the process alive
          signal?.removeEventListener('abort', leave);
          settle();
        };
        const wake = () => end(resolve);
        const leave = () => end(() => reject(signal?.reason));
        sleepers.add(wake);
        if (!background) awaited.add(wake);
        signal?.addEventListener('abort', leave);
        const cancel = schedule(ms, wake);
      });
    },
    stop() {
      clearTimeout(timer);
      queue.data = [];
      queue.length = 0;
      for (const wake of sleepers) wake();
    },
    toJSON: () => undefined,
  };
}

/** The same time, with jobs of its own: `stop` cancels those and takes no more, and `advance` moves the time of all. */
export function createScope(clock: Clock): Clock {
  const jobs = new Set<() => void>();
  let stopped = false;
  return {
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    sleep: (ms, signal, background) => clock.sleep(ms, signal, background),
    schedule(ms, job) {
      if (stopped) return () => {};
      const run = withCause(job);
      const cancel = clock.schedule(ms, () => {
        jobs.delete(cancel);
        return run();
      });
      jobs.add(cancel);
      return () => {
        jobs.delete(cancel);
        cancel();
      };
    },
    stop() {
      stopped = true;
      for (const cancel of jobs) cancel();
      jobs.clear();
    },
    toJSON: () => undefined,
  };
}
