import type { RateRule } from '../declare/budget.ts';
import { type Bucket, createBucket, isForgettable, refresh } from './bucket.ts';

/** Limits may be as many as users: from this many buckets on, those that would start over anyway are forgotten. */
const defaultMaxBuckets = 1000;

/**
 * Buckets that a new key looks at for one to forget. With two, the buckets of users who have left are forgotten faster than new
 * ones are created, and a call takes the same time however many buckets there are.
 */
const visitsPerNewKey = 2;

/** The buckets of a budget. @internal */
export interface Buckets {
  /** The bucket that a rule names, filled up to this moment. It is created when there is none. */
  of(rule: RateRule): Bucket;
  /** The same, but undefined instead of creating one. */
  find(rule: RateRule): Bucket | undefined;
  /** All of them, as they were last filled. */
  all(): Iterable<Bucket>;
}

/**
 * Creates the buckets of a budget; none are there at first.
 *
 * @param now The time, in Unix milliseconds.
 * @param maxBlockMs Longest time that a response may close a bucket, in milliseconds.
 * @param byKey Where they are stored. Default: a map of their own.
 * @internal
 */
export function createBuckets(
  now: () => number,
  maxBlockMs: number,
  byKey = new Map<string, Bucket>(),
  maxBuckets = defaultMaxBuckets,
): Buckets {
  let round = byKey.entries();

  /** The next bucket in rounds over all of them. The iterator of a map goes on after any change of the map. */
  function nextInRound(): readonly [string, Bucket] | undefined {
    const next = round.next();
    if (!next.done) return next.value;
    round = byKey.entries();
    return round.next().value;
  }

  function forgetSome(): void {
    for (let visits = 0; visits < visitsPerNewKey; visits += 1) {
      const visited = nextInRound();
      if (!visited) return;
      const [key, bucket] = visited;
      if (isForgettable(refresh(bucket, now(), maxBlockMs))) byKey.delete(key);
    }
  }

  function find({ key }: RateRule): Bucket | undefined {
    const bucket = byKey.get(key);
    return bucket && refresh(bucket, now(), maxBlockMs);
  }

  return {
    find,
    of(rule) {
      const known = find(rule);
      if (known) return known;
      if (byKey.size >= maxBuckets) forgetSome();
      const bucket = createBucket(rule, now());
      byKey.set(rule.key, bucket);
      return bucket;
    },
    all: () => byKey.values(),
  };
}
