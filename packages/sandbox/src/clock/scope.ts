import { withCause } from '../shared/unsent-webhooks.ts';
import type { Clock } from './clock.ts';

/** The same time, with jobs of its own, which can be run again as they ran before. */
export interface Scope extends Clock {
  /** Moves the time of a scope that is replayed. */
  goTo(ms: number): void;
  /** Runs the job that is due next, of a scope that is replayed. Returns whether there is one. */
  runNext(): boolean;
  /** Ends the replay: from now on the clock's time counts, also for the jobs that are still due. */
  goLive(): void;
}

interface ScopedJob {
  readonly at: number;
  readonly run: () => void | Promise<void>;
  cancel(): void;
}

/**
 * The same time, with jobs of its own: `stop` cancels those and takes no more, and `advance` moves the time of all.
 *
 * @param ran Called when a job is about to run, with the time.
 * @param replayAt Time of a scope that is replayed: it changes with `goTo` only, and jobs run when `runNext` is called.
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

  /** Of two that are due at the same time, the one scheduled first comes first: a sort keeps the order of equals. */
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
      // A job that fails fails a webhook, not the replay: the clock of a running sandbox does not stop for it either.
      void Promise.resolve(job.run()).catch(() => {});
      return true;
    },
    goLive() {
      time = undefined;
      for (const job of inOrder()) start(job, job.at - clock.now());
    },
  };
}
