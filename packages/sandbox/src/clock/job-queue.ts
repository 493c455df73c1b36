import TinyQueue from 'tinyqueue';

interface Entry {
  readonly at: number;
  /** Order of scheduling: of two jobs due at the same time, the one scheduled first runs first. */
  readonly order: number;
  readonly job: () => void | Promise<void>;
  cancelled: boolean;
}

/** Longest delay of a timer, in milliseconds. A timer with a longer delay fires at once. */
export const longestMs = 2 ** 31 - 1;

/** Time and speed of a clock. */
interface Time {
  /** Unix milliseconds. */
  now(): number;
  /** Clock milliseconds per real millisecond; 0 while the time is frozen. */
  speed(): number;
}

/** A clock's jobs, which run when they are due. */
export class JobQueue {
  private readonly time: Time;
  private readonly queue = new TinyQueue<Entry>([], (a, b) => a.at - b.at || a.order - b.order);
  /** Sleepers that keep the process alive. */
  private readonly awaited = new Set<() => void>();
  private readonly sleepers = new Set<() => void>();
  private timer: NodeJS.Timeout | undefined;
  private scheduled = 0;

  constructor(time: Time) {
    this.time = time;
  }

  /** Returns when the next job that is not canceled is due; undefined if there is none. */
  nextAt(): number | undefined {
    return this.peek()?.at;
  }

  /** Runs the jobs that are due, in order. Rejects after the last one if some have failed. */
  async runDue(): Promise<void> {
    clearTimeout(this.timer);
    const errors: unknown[] = [];
    for (let next = this.peek(); next && next.at <= this.time.now(); next = this.peek()) {
      this.queue.pop();
      try {
        await next.job();
      } catch (error) {
        errors.push(error);
      }
    }
    this.arm();
    if (errors.length > 1) throw new AggregateError(errors, `sandbox: ${errors.length} scheduled jobs failed`);
    for (const error of errors) throw error;
  }

  /** Runs `job` in `ms` milliseconds of the clock's time. Returns a function that cancels it. */
  schedule(ms: number, job: Entry['job']): () => void {
    this.scheduled += 1;
    const entry: Entry = { at: this.time.now() + ms, order: this.scheduled, job, cancelled: false };
    this.queue.push(entry);
    this.arm();
    return () => {
      entry.cancelled = true;
    };
  }

  sleep(ms: number, signal: AbortSignal | undefined, background: boolean): Promise<void> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        cancel();
        this.sleepers.delete(wake);
        this.awaited.delete(wake);
        this.arm(); // its timer may be the last one, or the last that keeps the process alive
        signal?.removeEventListener('abort', leave);
        settle();
      };
      const wake = () => end(resolve);
      const leave = () => end(() => reject(signal?.reason));
      this.sleepers.add(wake);
      if (!background) this.awaited.add(wake);
      signal?.addEventListener('abort', leave);
      const cancel = this.schedule(ms, wake);
    });
  }

  /** Cancels all jobs, and ends all waits. */
  stop(): void {
    clearTimeout(this.timer);
    this.queue.data = [];
    this.queue.length = 0;
    for (const wake of this.sleepers) wake();
  }

  private peek(): Entry | undefined {
    while (this.queue.peek()?.cancelled) this.queue.pop();
    return this.queue.peek();
  }

  private arm(): void {
    clearTimeout(this.timer);
    const next = this.peek();
    const [now, speed] = [this.time.now(), this.time.speed()];
    if (!next || (speed === 0 && next.at > now)) return;
    const waitMs = next.at <= now ? 0 : (next.at - now) / speed;
    const report = (error: unknown) => console.error('sandbox: a scheduled job failed', error);
    this.timer = setTimeout(() => this.runDue().catch(report), Math.min(waitMs, longestMs));
    // A pending webhook must not keep a test process alive; a caller who waits must.
    if (this.awaited.size === 0) this.timer.unref();
  }
}
