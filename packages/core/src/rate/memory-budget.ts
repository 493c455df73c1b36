import { type Budget, defaultMaxBlockMs, type Place, type RateRule } from '../declare/budget.ts';
import { optionKind, type RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import { type Clock, startTimer } from '../shared/clock.ts';
import { type Bucket, close, createBucket, refresh, settle, stateOf, unused, usePoint, waitOf } from './bucket.ts';
import { type Buckets, createBuckets } from './buckets.ts';
import { join, leave, serveFirst, type Waiter } from './wait-queue.ts';

/** Settings of a {@link memoryBudget}. */
export interface MemoryBudgetOptions {
  /** The time. Default: the runtime's. */
  clock?: Clock | undefined;
  /** Longest time that a response may close a bucket, in milliseconds from 0. Default 900,000. */
  maxBlockMs?: number | undefined;
}

const memoryBudgetRules = {
  clock: optionKind.clock,
  maxBlockMs: optionKind.millisecondsFrom0,
} satisfies RulesOf<MemoryBudgetOptions>;

/**
 * Creates a budget in the memory of this process, as clients use it that have no option `rateLimits`.
 *
 * @throws TypeError when an option is unknown or not valid.
 */
export function memoryBudget(options: MemoryBudgetOptions = {}): Budget {
  const problem = problemOfOptions(options, memoryBudgetRules);
  if (problem !== undefined) throw new TypeError(`memoryBudget: ${problem}`);
  return createBudget(options.clock, options.maxBlockMs);
}

/** Longest pause before a queue is looked at again, in milliseconds: responses and clocks move the estimate. */
const longestPauseMs = 1000;

/** The place of a call that nothing counts. */
const uncounted: Place = { waitMs: 0, taken: undefined, release() {} };

/** Creates a budget in memory. @internal */
export function createBudget(
  clock: Clock = Date,
  maxBlockMs = defaultMaxBlockMs,
  buckets: Buckets = createBuckets(() => clock.now(), maxBlockMs),
): Budget & { reset(): void } {
  const now = () => clock.now();
  let used: RateRule | undefined;
  let calls = 0;

  const pump = createPump(clock, maxBlockMs);

  /** Creates the function that ends a call. Until then its bucket is not forgotten. */
  function releaseOf(bucket: Bucket, call: number, waiter?: Waiter): Place['release'] {
    let open = true;
    return (response) => {
      if (!open) return;
      open = false;
      const wasWaiting = waiter !== undefined && leave(bucket.queue, waiter);
      if (!wasWaiting) settle(refresh(bucket, now(), maxBlockMs), call, response, maxBlockMs);
      pump(bucket);
    };
  }

  return {
    take(rule) {
      used = rule;
      calls += 1;
      const bucket = isUnlimited(rule) ? buckets.find(rule) : buckets.of(rule);
      if (!bucket) return uncounted;
      const waitMs = waitOf(bucket, bucket.queue.length);
      if (waitMs > 0 || bucket.queue.length > 0) {
        const waiter = join(bucket.queue);
        pump(bucket);
        return { waitMs, taken: waiter.turn, release: releaseOf(bucket, calls, waiter) };
      }
      usePoint(bucket);
      return { waitMs, taken: undefined, release: releaseOf(bucket, calls) };
    },
    block(rule, ms) {
      close(buckets.of(rule), Math.min(ms, maxBlockMs));
    },
    reset() {
      used = undefined;
      for (const bucket of buckets.all()) {
        Object.assign(bucket, unused(bucket.rule));
        pump(bucket);
      }
    },
    state: () => (used ? stateOf(buckets.find(used) ?? createBucket(used, now())) : undefined),
  };
}

/** Creates the function that lets the calls of a bucket go that have waited long enough, and that runs again when the next may go. */
function createPump(clock: Clock, maxBlockMs: number): (bucket: Bucket) => void {
  return function pump(bucket) {
    refresh(bucket, clock.now(), maxBlockMs);
    bucket.cancelTimer?.();
    while (bucket.queue.length > 0) {
      const waitMs = waitOf(bucket, 0);
      if (waitMs > 0) {
        bucket.cancelTimer = startTimer(clock, Math.min(waitMs, longestPauseMs), () => pump(bucket));
        return;
      }
      usePoint(bucket);
      serveFirst(bucket.queue);
    }
  };
}

/** Whether the provider publishes no number: until it refuses a call there is nothing to count. */
const isUnlimited = ({ limit }: RateRule): boolean => limit === Number.POSITIVE_INFINITY;
