/** How a provider limits calls: which bucket a call draws from, and how that bucket fills. */
export interface RateRule {
  /** Calls with the same key share a bucket. */
  readonly key: string;
  /** Points when full. `Infinity` when the provider publishes no number: then only its refusals are obeyed. */
  readonly limit: number;
  /** Milliseconds in which it fills. */
  readonly intervalMs: number;
  /** `continuous`: little by little; `window`: all at once, `intervalMs` after the first call. */
  readonly refill: 'continuous' | 'window';
}

/** What is known of a rate limit. */
export interface RateState {
  /** Points when full. */
  readonly limit?: number;
  /** Points left. */
  readonly remaining?: number;
  /** When it is full again, Unix milliseconds. */
  readonly resetAt?: number;
}

interface Waiter {
  go(): void;
}

interface Bucket {
  rule: RateRule;
  points: number;
  /** When `points` was right. */
  at: number;
  /** End of the window, or of a refusal: nothing goes before it. */
  opensAt: number;
  resetAt: number;
  inFlight: number;
  queue: Waiter[];
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** A client's rate limits: one bucket per key, first come first served. @internal */
export interface Budget {
  /**
   * Takes a point. Undefined: taken at once. Otherwise `waitMs` is the expected wait, `taken` resolves with the point,
   * and `cancel` leaves the queue.
   */
  take(rule: RateRule): undefined | { waitMs: number; taken: Promise<void>; cancel(): void };
  /** A call that took a point has its answer; `state` is what the answer said of the limit. */
  settle(rule: RateRule, state?: RateState): void;
  /** The provider refused: nothing more of this bucket for `ms` milliseconds. */
  block(rule: RateRule, ms: number): void;
  /** What is known of the limit behind `key`, or of the one used last. */
  state(key?: string): RateState | undefined;
}

/** @internal */
export function createBudget(now: () => number): Budget {
  const buckets = new Map<string, Bucket>();
  let lastKey = '';

  const bucketOf = (rule: RateRule): Bucket => {
    let bucket = buckets.get(rule.key);
    if (!bucket) {
      bucket = { rule, points: rule.limit, at: now(), opensAt: 0, resetAt: 0, inFlight: 0, queue: [] };
      buckets.set(rule.key, bucket);
    }
    return bucket;
  };

  const refill = (bucket: Bucket) => {
    const { limit, intervalMs, refill } = bucket.rule;
    const time = now();
    // A clock set back must not freeze the bucket.
    const passed = Math.max(0, time - bucket.at);
    if (limit === Number.POSITIVE_INFINITY) bucket.points = limit;
    else if (refill === 'continuous') bucket.points = Math.min(limit, bucket.points + (passed * limit) / intervalMs);
    else if (bucket.resetAt && (time >= bucket.resetAt || time < bucket.at - intervalMs)) {
      bucket.points = limit;
      bucket.resetAt = 0;
    }
    bucket.at = time;
  };

  /** Milliseconds until the call behind `ahead` others may go. */
  const waitOf = (bucket: Bucket, ahead: number): number => {
    refill(bucket);
    const { limit, intervalMs, refill: kind } = bucket.rule;
    const closed = Math.max(0, bucket.opensAt - bucket.at);
    const lacking = ahead + 1 - bucket.points;
    if (!(lacking > 0)) return closed;
    if (kind === 'continuous') return Math.max(closed, Math.ceil((lacking * intervalMs) / limit));
    return Math.max(closed, bucket.resetAt - bucket.at + (Math.ceil(lacking / limit) - 1) * intervalMs);
  };

  const use = (bucket: Bucket) => {
    bucket.points -= 1;
    bucket.inFlight += 1;
    if (bucket.rule.refill === 'window' && !bucket.resetAt) bucket.resetAt = bucket.at + bucket.rule.intervalMs;
  };

  const pump = (bucket: Bucket) => {
    clearTimeout(bucket.timer);
    for (let waiter = bucket.queue[0]; waiter; waiter = bucket.queue[0]) {
      const waitMs = waitOf(bucket, 0);
      if (waitMs > 0) {
        // Looked at again at least every second: answers and clocks move the estimate.
        bucket.timer = setTimeout(pump, Math.min(waitMs, 1000), bucket);
        return;
      }
      bucket.queue.shift();
      use(bucket);
      waiter.go();
    }
  };

  return {
    take(rule) {
      const bucket = bucketOf(rule);
      lastKey = rule.key;
      const waitMs = waitOf(bucket, bucket.queue.length);
      if (waitMs === 0 && bucket.queue.length === 0) {
        use(bucket);
        return undefined;
      }
      let waiter: Waiter | undefined;
      const taken = new Promise<void>((go) => {
        waiter = { go };
        bucket.queue.push(waiter);
      });
      pump(bucket);
      return {
        waitMs,
        taken,
        cancel() {
          bucket.queue = bucket.queue.filter((other) => other !== waiter);
          if (bucket.queue.length === 0) clearTimeout(bucket.timer);
        },
      };
    },
    settle(rule, state) {
      const bucket = bucketOf(rule);
      bucket.inFlight = Math.max(0, bucket.inFlight - 1);
      if (state?.remaining === undefined) return;
      refill(bucket);
      if (state.limit && Number.isFinite(bucket.rule.limit)) bucket.rule = { ...bucket.rule, limit: state.limit };
      // Calls under way are not in the server's count yet, or it is already behind: never count on their points.
      bucket.points = Math.min(bucket.rule.limit, state.remaining - bucket.inFlight);
      if (state.resetAt) bucket.resetAt = state.resetAt;
      pump(bucket);
    },
    block(rule, ms) {
      const bucket = bucketOf(rule);
      bucket.opensAt = Math.max(bucket.opensAt, now() + ms);
    },
    state(key = lastKey) {
      const bucket = buckets.get(key);
      if (!bucket) return undefined;
      refill(bucket);
      const { limit, intervalMs, refill: kind } = bucket.rule;
      const fullAt = bucket.at + ((limit - bucket.points) * intervalMs) / limit;
      if (!Number.isFinite(limit)) return bucket.opensAt > bucket.at ? { remaining: 0, resetAt: bucket.opensAt } : {};
      return {
        limit,
        remaining: Math.max(0, Math.floor(bucket.points)),
        resetAt: Math.ceil(kind === 'continuous' ? fullAt : bucket.resetAt || bucket.at),
      };
    },
  };
}
