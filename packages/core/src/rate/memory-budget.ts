import { optionKind, type RulesOf } from '../options/option-rule.ts';
import { problemOfOptions } from '../options/problem-of-options.ts';
import {
  type Bucket,
  close,
  createBucket,
  isForgettable,
  refresh,
  settle,
  stateOf,
  unused,
  usePoint,
  waitOf,
} from './bucket.ts';
import { type Budget, defaultMaxBlockMs, type RateRule } from './budget.ts';

/** Settings of a {@link memoryBudget}. */
export interface MemoryBudgetOptions {
  /** The time. Default: the runtime's. */
  clock?: { now(): number } | undefined;
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
  return createBudget(() => (options.clock ?? Date).now(), options.maxBlockMs);
}

/** Keys may be as many as users: with more than this, buckets that would start over anyway are forgotten. */
const maxBuckets = 1000;

/** Longest pause before a queue is looked at again, in milliseconds: responses and clocks move the estimate. */
const longestPauseMs = 1000;

/** Creates a budget in memory. @internal */
export function createBudget(
  now: () => number,
  maxBlockMs = defaultMaxBlockMs,
  buckets = new Map<string, Bucket>(),
): Budget & { reset(): void } {
  let used: RateRule | undefined;
  let calls = 0;

  /** The bucket of a rule, filled up to this moment. */
  function bucketOf(rule: RateRule): Bucket {
    const known = buckets.get(rule.key);
    if (known) return refresh(known, now(), maxBlockMs);
    if (buckets.size >= maxBuckets)
      for (const [key, bucket] of buckets) if (isForgettable(refresh(bucket, now(), maxBlockMs))) buckets.delete(key);
    const bucket = createBucket(rule, now());
    buckets.set(rule.key, bucket);
    return bucket;
  }

  /** Lets the calls go that have waited long enough. */
  function pump(rule: RateRule): void {
    const bucket = bucketOf(rule);
    clearTimeout(bucket.timer);
    while (bucket.queue.length > 0) {
      const waitMs = waitOf(bucket, 0);
      if (waitMs > 0) {
        bucket.timer = setTimeout(pump, Math.min(waitMs, longestPauseMs), rule);
        return;
      }
      usePoint(bucket);
      bucket.queue.shift()?.();
    }
  }

  return {
    take(rule) {
      const bucket = bucketOf(rule);
      const { queue } = bucket;
      used = rule;
      const waitMs = waitOf(bucket, queue.length);
      const waiter = waitMs > 0 || queue.length > 0 ? Promise.withResolvers<void>() : undefined;
      if (waiter) {
        queue.push(waiter.resolve);
        pump(rule);
      } else usePoint(bucket);
      let open = true;
      calls += 1;
      const call = calls;
      return {
        waitMs,
        taken: waiter?.promise,
        release(response) {
          if (!open) return;
          open = false;
          const index = waiter ? queue.indexOf(waiter.resolve) : -1;
          if (index >= 0) queue.splice(index, 1);
          else settle(bucketOf(rule), call, response, maxBlockMs);
          pump(rule);
        },
      };
    },
    block(rule, ms) {
      close(bucketOf(rule), Math.min(ms, maxBlockMs));
    },
    reset() {
      used = undefined;
      for (const bucket of buckets.values()) {
        Object.assign(bucket, unused(bucket.rule));
        pump(bucket.rule);
      }
    },
    state: () => (used ? stateOf(bucketOf(used)) : undefined),
  };
}
