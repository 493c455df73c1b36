import { untilIdle } from './activity.ts';
import type { JobQueue } from './job-queue.ts';

/** Real milliseconds without activity after which `runUntil` gives up. */
const giveUpAfterMs = 2000;

/** Describes why `runUntil` gave up. */
function describeOpen(nextAt: number | undefined, endsAt: number, maxMs: number): string {
  if (nextAt === undefined)
    return 'clock.runUntil: the promise is still pending, but nothing waits for the clock. Pass `clock: sandbox.clock` to whatever should wait for it, or await the promise without runUntil';
  return `clock.runUntil: the promise is still pending after maxMs (${maxMs} ms), and the next wait ends ${nextAt - endsAt} ms later. Increase maxMs, or check what the promise waits for`;
}

interface Parts {
  readonly jobs: JobQueue;
  now(): number;
  moveTo(ms: number): void;
  /** Notifies the clock's listeners that the time has moved. */
  told(): Promise<void>;
}

/** Moves the time from wait to wait until `promise` settles. */
export async function runUntil<T>(
  promise: PromiseLike<T>,
  maxMs: number,
  { jobs, now, moveTo, told }: Parts,
): Promise<T> {
  const endsAt = now() + maxMs;
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const jobFailed = Promise.withResolvers<never>();
  const outcome = Promise.race([promise, jobFailed.promise]);
  outcome.then(end, end);
  const next = () => {
    const at = jobs.nextAt();
    return at === undefined || at > endsAt ? undefined : at;
  };
  while (!isOver) {
    await untilIdle(() => isOver);
    if (next() === undefined) await untilIdle(() => isOver || next() !== undefined, giveUpAfterMs);
    if (isOver) break;
    const at = next();
    if (at === undefined) throw new Error(describeOpen(jobs.nextAt(), endsAt, maxMs));
    if (at > now()) moveTo(Math.ceil(at));
    await told();
    // Not awaited: a job may wait for something that is due later.
    jobs.runDue().catch(jobFailed.reject);
  }
  return outcome;
}
