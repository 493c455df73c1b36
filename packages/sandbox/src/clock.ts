/**
 * The sandbox's time. It runs at the speed of real time and can be moved ahead at will; whatever expires or is
 * due in the sandbox (tokens, rate windows, webhook retries) follows it.
 */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Moves the time ahead by `ms` milliseconds and runs what falls due, in order. Returns when it all has run. */
  advance(ms: number): Promise<void>;
  /** Runs `job` once, `ms` sandbox milliseconds from now. Returns a function that calls it off. */
  schedule(ms: number, job: () => void | Promise<void>): () => void;
  /** Calls off everything scheduled. */
  stop(): void;
}

/**
 * A clock that starts at `startAt` (Unix milliseconds, default: the real time). One that does not run stands still
 * between two calls of `advance`, so that tests of exact times are exact.
 */
export function createClock(startAt: number = Date.now(), running = true): Clock {
  const startedAt = performance.now();
  let offset = startAt;
  let timer: NodeJS.Timeout | undefined;
  let jobs: { at: number; job: () => void | Promise<void> }[] = [];

  const now = () => Math.floor(offset + (running ? performance.now() - startedAt : 0));

  async function runDue(): Promise<void> {
    clearTimeout(timer);
    for (let next = jobs[0]; next && next.at <= now(); next = jobs[0]) {
      jobs.shift();
      await next.job();
    }
    arm();
  }

  function arm(): void {
    clearTimeout(timer);
    const next = jobs[0];
    if (!next || (!running && next.at > now())) return;
    timer = setTimeout(runDue, Math.min(Math.max(0, next.at - now()), 2 ** 31 - 1));
    timer.unref(); // a pending webhook must not keep a test process alive
  }

  return {
    now,
    async advance(ms) {
      if (!(ms >= 0)) throw new RangeError(`clock.advance takes milliseconds from 0 up, got ${ms}`);
      offset += ms;
      await runDue();
    },
    schedule(ms, job) {
      const entry = { at: now() + ms, job };
      const index = jobs.findIndex((other) => other.at > entry.at);
      jobs.splice(index < 0 ? jobs.length : index, 0, entry);
      arm();
      return () => {
        jobs = jobs.filter((other) => other !== entry);
      };
    },
    stop() {
      clearTimeout(timer);
      jobs = [];
    },
  };
}

/** The same time, with jobs of its own: `stop` calls off those and takes no more, and `advance` moves the time of all. */
export function createScope(clock: Clock): Clock {
  const jobs = new Set<() => void>();
  let stopped = false;
  return {
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    schedule(ms, job) {
      if (stopped) return () => {};
      const cancel = clock.schedule(ms, () => {
        jobs.delete(cancel);
        return job();
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
  };
}
