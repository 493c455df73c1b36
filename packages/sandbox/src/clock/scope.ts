import type { Clock } from '../shared/clock.ts';
import { withCause } from '../shared/unsent-webhooks.ts';

/** A clock with the same time and its own jobs, which can be replayed. */
export interface Scope extends Clock {
  /** Moves the time during a replay. */
  goTo(ms: number): void;
  /** Runs the next job during a replay. Returns whether there was one. */
  runNext(): boolean;
  /** Ends the replay. From then on, the scope and its remaining jobs follow the clock's time. */
  goLive(): void;
}

interface ScopedJob {
  readonly at: number;
  readonly run: () => void | Promise<void>;
  cancel(): void;
}

/**
 * Creates a clock with the same time and its own jobs. `stop` cancels those and accepts no more; `advance` moves the
 * time for everything.
 *
 * @param ran Called with the time when a job is about to run.
 * @param replayAt Time at the start of a replay. It then changes only with `goTo`, and jobs run only with `runNext`.
 */
export function createScope(clock: Clock, ran: (at: number) => void = () => {}, replayAt?: number): Scope {
  const jobs = new Set<ScopedJob>();
  let stopped = false;
  let time = replayAt;
  const now = () => time ?? clock.now();

  function start(job: ScopedJob, ms: number): void {
    job.cancel = clock.schedule(ms, () => {
      jobs.delete(job);
      ran(clock.now());
      return job.run();
    });
  }

  /**
   * Returns the jobs in order of time. The sort is stable, so jobs due at the same time stay in order of scheduling.
   */
  const inOrder = () => [...jobs].sort((one, other) => one.at - other.at);

  return {
    now,
    advance: (ms) => clock.advance(ms),
    runUntil: (promise, options) => clock.runUntil(promise, options),
    set: (settings) => clock.set(settings),
    state: () => clock.state(),
    sleep: (ms, signal, background) => clock.sleep(ms, signal, background),
    schedule(ms, run) {
      if (stopped) return () => {};
      const job: ScopedJob = { at: now() + ms, run: withCause(run), cancel() {} };
      jobs.add(job);
      if (time === undefined) start(job, ms);
      return () => {
        jobs.delete(job);
        job.cancel();
      };
    },
    stop() {
      stopped = true;
      for (const job of jobs) job.cancel();
      jobs.clear();
    },
    toJSON: () => undefined,
    goTo(ms) {
      time = ms;
    },
    runNext() {
      const [job] = inOrder();
      if (!job) return false;
      jobs.delete(job);
      // A job that fails affects a webhook, not the replay, just as it does not stop the clock of a running sandbox.
      void (async () => job.run())().catch(() => {});
      return true;
    },
    goLive() {
      time = undefined;
      for (const job of inOrder()) start(job, job.at - clock.now());
    },
  };
}
