import { type Provider, timeOf } from '../declare/provider.ts';

/** How a provider limits calls: which bucket a call draws from, and how that bucket fills. */
export interface RateRule {
  /** Calls with the same key share a bucket. */
  readonly key: string;
  /**
   * What the provider counts by, and so whose calls a refusal holds back. `user`: each account of `withAccount` has a bucket
   * of its own. With any other value, the client and all of its accounts share one: per application, per bank Item (named in
   * the key), per API key or per network address. Default `app`.
   */
  readonly per?: 'app' | 'user' | 'item' | 'key' | 'address' | undefined;
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
  readonly limit?: number | undefined;
  /** Points left. */
  readonly remaining?: number | undefined;
  /** When it is full again, Unix milliseconds. */
  readonly resetAt?: number | undefined;
}

interface Bucket {
  readonly rule: RateRule;
  /** Points when full: those of the rule, or what a response reported. */
  limit: number;
  points: number;
  /** When `points` was correct. */
  at: number;
  /** The provider refused: no call is sent before. */
  opensAt: number;
  /** How long the refusal that set `opensAt` closes the bucket. */
  closedMs: number;
  /** When a window ends; 0 before its first call. */
  resetAt: number;
  /** Points that are left by this budget's own count, but were taken away by a response. */
  withheld: number;
  /** When `withheld` points are given back. */
  withheldUntil: number;
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
  /**
   * Takes a point of a bucket, or a place in its queue.
   *
   * @param maxWaitMs A caller that would wait longer is refused: a budget need not hold a place for it.
   * @param answerMs Longest time that a budget on another machine may take to respond, in milliseconds. Default: its own.
   */
  take(rule: RateRule, maxWaitMs?: number, answerMs?: number): Place;
  /**
   * The provider refused: no call draws from this bucket for `ms` milliseconds. Of several refusals, the one that holds
   * longest counts.
   */
  block(rule: RateRule, ms: number): void;
  /** What is known of the limit used last. */
  state(): RateState | undefined;
  /**
   * Forgets everything known of the limits: counts, refusals, and what responses reported. Optional: budgets written for
   * earlier releases do not have it.
   */
  reset?(): void | Promise<void>;
}

/**
 * Takes a place in each of several buckets, for a call that the provider counts more than once. Responses report on the last
 * one. @internal
 */
export function takeAll(budget: Budget, rules: readonly RateRule[], maxWaitMs: number, answerMs?: number): Place {
  const places = rules.map((rule) => budget.take(rule, maxWaitMs, answerMs));
  const [first] = places;
  if (first && places.length === 1) return first;
  const waits = places.map(({ waitMs }) => waitMs);
  const known = waits.filter((waitMs) => typeof waitMs === 'number');
  const asked = Promise.all(waits).then((all) => Math.max(...all));
  const taken = Promise.all(places.map((place) => place.taken)).then(() => {});
  for (const promise of [asked, taken]) promise.catch(() => {}); // the caller may be gone before either fails
  return {
    waitMs: known.length === waits.length ? Math.max(...known) : asked,
    taken: places.some((place) => place.taken) ? taken : undefined,
    release(answer) {
      for (const [index, place] of places.entries()) place.release(answer && index < places.length - 1 ? {} : answer);
    },
  };
}

/** Longest time that a response may close a bucket when nothing else is set: 15 minutes, in milliseconds. */
export const defaultMaxBlockMs = 900_000;

/**
 * Gives the budget of whoever the provider counts together: an application, or one user of it. Budgets of the same owner
 * share their points. The owner's name may hold an API key: hash it before it is stored.
 */
export type RateLimits = (owner: string) => Budget;

/** The budget of a provider's credentials, or of a user of theirs. @internal */
export function budgetOf({ name, baseUrl, credentials, options }: Provider, account?: string): Budget {
  const [caller] = Object.values(credentials);
  const owner = [name, baseUrl, caller, account].map((part) => encodeURIComponent(part ?? '')).join(' ');
  return options.rateLimits?.(owner) ?? createBudget(() => timeOf(options), options.maxBlockMs);
}

/** The budget of an account's calls: each rule says whether the provider counts it per user, or with the application. @internal */
export function accountBudget(app: Budget, user: Budget): Budget {
  let used: Budget | undefined;
  const budgetFor = (rule: RateRule) => (rule.per === 'user' ? user : app);
  const both = [app, user];
  return {
    take(rule, maxWaitMs, answerMs) {
      used = budgetFor(rule);
      return used.take(rule, maxWaitMs, answerMs);
    },
    block: (rule, ms) => budgetFor(rule).block(rule, ms),
    state: () => used?.state(),
    ...(both.every(({ reset }) => reset) && {
      async reset() {
        await Promise.all(both.map((budget) => budget.reset?.()));
      },
    }),
  };
}

/**
 * Creates a budget in the memory of this process, as clients use it that have no option `rateLimits`.
 *
 * @param options.clock The time. Default: the runtime's.
 * @param options.maxBlockMs Longest time that a response may close a bucket, in milliseconds from 0. Default 900,000.
 */
export function memoryBudget(options: { clock?: { now(): number } | undefined; maxBlockMs?: number } = {}): Budget {
  return createBudget(() => (options.clock ?? Date).now(), options.maxBlockMs);
}

/** Makes a budget in memory. @internal */
export function createBudget(
  now: () => number,
  maxBlockMs = defaultMaxBlockMs,
  buckets = new Map<string, Bucket>(),
): Budget & { reset(): void } {
  let used: RateRule | undefined;
  let calls = 0;

  /** Brings a bucket up to this moment. */
  function refresh(bucket: Bucket): Bucket {
    const { limit, rule } = bucket;
    const { intervalMs, refill } = rule;
    const at = now();
    // A clock that was set back takes no points away, and makes nothing last longer than it was to last.
    bucket.opensAt = Math.min(bucket.opensAt, at + bucket.closedMs);
    bucket.resetAt = Math.min(bucket.resetAt, at + intervalMs);
    bucket.withheldUntil = Math.min(bucket.withheldUntil, at + maxBlockMs);
    const gained = refill === 'continuous' ? (Math.max(0, at - bucket.at) / intervalMs) * limit : 0;
    if (bucket.resetAt <= at) {
      if (refill === 'window') Object.assign(bucket, { points: limit, withheld: 0 });
      bucket.resetAt = 0;
    }
    bucket.points = Math.min(limit, bucket.points + (gained || 0));
    if (bucket.withheld > 0) {
      if (bucket.withheldUntil <= at) bucket.points += bucket.withheld;
      bucket.points = Math.min(limit, bucket.points);
      bucket.withheld = bucket.withheldUntil <= at ? 0 : Math.min(bucket.withheld, limit - bucket.points);
    }
    bucket.at = at;
    return bucket;
  }

  /** The bucket of a rule, filled up to this moment. */
  function bucketOf(rule: RateRule): Bucket {
    const known = buckets.get(rule.key);
    if (known) return refresh(known);
    // Keys may be as many as users: those that would start over anyway are forgotten.
    if (buckets.size >= 1000)
      for (const [key, bucket] of buckets) {
        const { inFlight, queue, opensAt, resetAt, withheld } = refresh(bucket);
        if (!inFlight && !queue[0] && !resetAt && !withheld && opensAt <= bucket.at) buckets.delete(key);
      }
    const counts = { inFlight: 0, believed: 0, queue: [] };
    const bucket = { rule, ...unused(rule), at: now(), ...counts };
    buckets.set(rule.key, bucket);
    return bucket;
  }

  /** Milliseconds until the call after `ahead` others may go. */
  function waitOf(bucket: Bucket, ahead: number): number {
    const { limit, points, at, opensAt, resetAt, withheld, withheldUntil } = bucket;
    const { intervalMs, refill } = bucket.rule;
    // Requests are not equally long on their way: the provider may see this one before one that went earlier. A bucket that is
    // used to the last point here would be overdrawn there, so two seconds' worth is kept back, of a small bucket less.
    const reserve = refill === 'continuous' ? Math.floor(Math.min((2000 * limit) / intervalMs, limit / 25)) : 0;
    const filledIn = (lacking: number): number => {
      if (!(lacking > 0)) return 0; // NaN where the limit is infinite
      if (refill === 'continuous') return Math.ceil((lacking * intervalMs) / limit);
      return resetAt - at + (Math.max(1, Math.ceil(lacking / limit)) - 1) * intervalMs;
    };
    const lacking = ahead + 1 + reserve - points;
    const givenBackIn =
      withheld > 0 ? Math.max(withheldUntil - at, filledIn(lacking - withheld)) : Number.POSITIVE_INFINITY;
    return Math.max(0, opensAt - at, Math.min(filledIn(lacking), givenBackIn));
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
        // Looked at again at least every second: responses and clocks move the estimate.
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
    const { remaining, limit = 0, resetAt = 0 } = state ?? {};
    if (remaining === undefined || !Number.isFinite(remaining)) return;
    // What was left of a window that is over says nothing of the next.
    if (rule.refill === 'window' && resetAt && resetAt <= bucket.at) return;
    if (limit >= 1 && Number.isFinite(limit) && bucket.limit < Number.POSITIVE_INFINITY) bucket.limit = limit;
    // Calls under way are not in the server's count yet. Responses that arrive late may lower our count, not raise it.
    const points = remaining - bucket.inFlight;
    const counted = Math.min(bucket.limit, bucket.points + bucket.withheld);
    bucket.points = call > bucket.believed ? points : Math.min(points, bucket.points);
    bucket.believed = Math.max(call, bucket.believed);
    bucket.withheld = Math.max(0, counted - bucket.points);
    bucket.withheldUntil = bucket.at + maxBlockMs;
    // A window lasts no longer than its interval, whatever a response says.
    if (Number.isFinite(resetAt) && resetAt) bucket.resetAt = Math.min(resetAt, bucket.at + rule.intervalMs);
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
      const bucket = bucketOf(rule);
      const closedMs = Math.min(ms, maxBlockMs);
      // A shorter refusal that arrives later does not open what a longer one has closed. Neither does one of NaN.
      if (bucket.at + closedMs > bucket.opensAt) Object.assign(bucket, { opensAt: bucket.at + closedMs, closedMs });
    },
    reset() {
      used = undefined;
      for (const bucket of buckets.values()) {
        Object.assign(bucket, unused(bucket.rule));
        pump(bucket.rule);
      }
    },
    state() {
      if (!used) return undefined;
      const { rule, limit, points, at, opensAt, resetAt } = bucketOf(used);
      const { intervalMs, refill } = rule;
      if (limit === Number.POSITIVE_INFINITY) return opensAt > at ? { remaining: 0, resetAt: opensAt } : {};
      const fullAt = refill === 'continuous' ? at + ((limit - points) * intervalMs) / limit : resetAt || at;
      return { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(fullAt) };
    },
  };
}

/** What is known of a bucket before its first call. */
const unused = ({ limit }: RateRule) => ({
  limit,
  points: limit,
  opensAt: 0,
  closedMs: 0,
  resetAt: 0,
  withheld: 0,
  withheldUntil: 0,
});
