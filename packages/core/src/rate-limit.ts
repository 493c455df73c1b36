import { type Provider, timeOf } from './provider.ts';

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

interface Bucket {
  rule: RateRule;
  points: number;
  /** When `points` was right. */
  at: number;
  /** The provider refused: nothing goes before. */
  opensAt: number;
  /** When a window ends; 0 before its first call. */
  resetAt: number;
  /** Calls that took a point and have no answer yet. */
  inFlight: number;
  /** Number of the latest call whose answer was believed. */
  believed: number;
  queue: (() => void)[];
  timer?: ReturnType<typeof setTimeout>;
}

/** A point of a bucket, or a place in its queue. */
export interface Place {
  /** Expected wait in milliseconds; 0 when the point is taken already. A promise where it has to be asked for. */
  readonly waitMs: number | Promise<number>;
  /** Resolves when the point is taken. Undefined: it is. */
  readonly taken: Promise<void> | undefined;
  /** The call is over; `answer` is what came back about the limit. Without it nothing was sent: the point is given back. Works once. */
  release(answer?: RateState): void;
}

/** A client's rate limits: one bucket per key, first come first served. */
export interface Budget {
  /** @param maxWaitMs A caller who would have to wait longer goes away: a budget may keep no place for him. */
  take(rule: RateRule, maxWaitMs?: number): Place;
  /** The provider refused: nothing more of this bucket for `ms` milliseconds. */
  block(rule: RateRule, ms: number): void;
  /** What is known of the limit used last. */
  state(): RateState | undefined;
}

/**
 * Gives the budget of whoever the provider counts together: an application, or one user of it. Budgets of the same owner
 * share their points. The owner's name may hold an API key: hash it before it is stored.
 */
export type RateLimits = (owner: string) => Budget;

/** The budget of a provider's credentials, or of a user of theirs. @internal */
export function budgetOf({ name, baseUrl, credentials, options }: Provider, account?: string): Budget {
  const [caller] = Object.values(credentials);
  const owner = [name, baseUrl, caller, account].map((part) => encodeURIComponent(part ?? '')).join(' ');
  return options.rateLimits?.(owner) ?? createBudget(() => timeOf(options));
}

/** Makes a budget in memory. @internal */
export function createBudget(now: () => number, buckets = new Map<string, Bucket>()): Budget {
  let used: RateRule | undefined;
  let calls = 0;

  /** The bucket of a rule, filled up to this moment. */
  function bucketOf(rule: RateRule): Bucket {
    const at = now();
    let bucket = buckets.get(rule.key);
    if (!bucket) {
      // Keys may be as many as users: those that would start anew anyway are forgotten.
      if (buckets.size >= 1000)
        for (const [key, { inFlight, queue, opensAt, resetAt }] of buckets)
          if (!inFlight && !queue[0] && opensAt <= at && resetAt <= at) buckets.delete(key);
      bucket = { rule, points: rule.limit, at, opensAt: 0, resetAt: 0, inFlight: 0, believed: 0, queue: [] };
      buckets.set(rule.key, bucket);
    }
    const { limit, intervalMs, refill } = bucket.rule;
    // A clock set back takes nothing away, and never closes a window for longer than it lasts.
    const gained = refill === 'continuous' ? (Math.max(0, at - bucket.at) / intervalMs) * limit : 0;
    if (bucket.resetAt <= at || bucket.resetAt > at + 2 * intervalMs) {
      if (refill === 'window') bucket.points = limit;
      bucket.resetAt = 0;
    }
    bucket.points = Math.min(limit, bucket.points + (gained || 0));
    bucket.at = at;
    return bucket;
  }

  /** Milliseconds until the call behind `ahead` others may go. */
  function waitOf(
    { rule: { limit, intervalMs, refill }, points, at, opensAt, resetAt }: Bucket,
    ahead: number,
  ): number {
    // Requests are not equally long on their way: the provider may see this one before one that went earlier. What would be
    // used to the last point here would be overdrawn there, so two seconds' worth is kept back, of a small bucket less.
    const reserve = refill === 'continuous' ? Math.floor(Math.min((2000 * limit) / intervalMs, limit / 25)) : 0;
    const lacking = ahead + 1 + reserve - points;
    const waitMs =
      refill === 'continuous'
        ? Math.ceil((lacking * intervalMs) / limit)
        : resetAt - at + (Math.ceil(lacking / limit) - 1) * intervalMs;
    return Math.max(0, opensAt - at, lacking > 0 ? waitMs : 0);
  }

  function use(bucket: Bucket): void {
    bucket.points -= 1;
    bucket.inFlight += 1;
    bucket.resetAt ||= bucket.at + bucket.rule.intervalMs;
  }

  function pump(rule: RateRule): void {
    const bucket = bucketOf(rule);
    clearTimeout(bucket.timer);
    while (bucket.queue[0]) {
      const waitMs = waitOf(bucket, 0);
      if (waitMs > 0) {
        // Looked at again at least every second: answers and clocks move the estimate.
        bucket.timer = setTimeout(pump, Math.min(waitMs, 1000), rule);
        return;
      }
      use(bucket);
      bucket.queue.shift()?.();
    }
  }

  function settle(rule: RateRule, call: number, state?: RateState): void {
    const bucket = bucketOf(rule);
    bucket.inFlight -= 1;
    if (!state) bucket.points += 1;
    if (state?.remaining === undefined) return;
    // What was left of a window that is over says nothing of the next.
    if (rule.refill === 'window' && state.resetAt && state.resetAt <= bucket.at) return;
    const { limit } = bucket.rule;
    if (state.limit && limit < Number.POSITIVE_INFINITY) bucket.rule = { ...rule, limit: state.limit };
    // Calls under way are not in the server's count yet. Answers that come late may lower our count, not raise it.
    const points = state.remaining - bucket.inFlight;
    bucket.points = call > bucket.believed ? points : Math.min(points, bucket.points);
    bucket.believed = Math.max(call, bucket.believed);
    bucket.resetAt = state.resetAt || bucket.resetAt;
  }

  return {
    take(rule) {
      const bucket = bucketOf(rule);
      const { queue } = bucket;
      used = rule;
      const waitMs = waitOf(bucket, queue.length);
      let go = () => {};
      let taken: Promise<void> | undefined;
      if (waitMs || queue[0]) {
        taken = new Promise((resolve) => {
          go = resolve;
        });
        queue.push(go);
        pump(rule);
      } else use(bucket);
      let open = true;
      calls += 1;
      const call = calls;
      return {
        waitMs,
        taken,
        release(answer) {
          if (!open) return;
          open = false;
          const index = queue.indexOf(go);
          if (index >= 0) queue.splice(index, 1);
          else settle(rule, call, answer);
          pump(rule);
        },
      };
    },
    block(rule, ms) {
      bucketOf(rule).opensAt = now() + ms;
    },
    state() {
      if (!used) return undefined;
      const { rule, points, at, opensAt, resetAt } = bucketOf(used);
      const { limit, intervalMs, refill } = rule;
      if (limit === Number.POSITIVE_INFINITY) return opensAt > at ? { remaining: 0, resetAt: opensAt } : {};
      const fullAt = refill === 'continuous' ? at + ((limit - points) * intervalMs) / limit : resetAt || at;
      return { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(fullAt) };
    },
  };
}
