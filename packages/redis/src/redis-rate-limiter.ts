import { createHash, randomUUID } from 'node:crypto';
import type { Clock, RateLimiter, RateLimitRule, RateLimitState, Reservation } from '@x/core';
import { pause } from '@x/core/provider';
import { bucket, reset } from './bucket.ts';
import type { RunScript } from './client.ts';
import { type Count, largest, mergeReports, type Report, readReport, reportValues } from './report.ts';

/** Access to Redis, and the clock that a rate limiter counts by. */
export interface RedisRateLimiterSettings {
  readonly run: RunScript;
  /** Prefix of all of the owner's keys. */
  readonly ownerKey: string;
  /** Longest block, in milliseconds. */
  readonly maxRetryAfterMs: number;
  /** Clock of the rate limiter. Undefined: the Redis server's time, and real timers. */
  readonly clock: Clock | undefined;
}

/** Step of a call on a bucket; see {@link bucket} for the values of each operation. */
interface Step {
  readonly operation: 'take' | 'look' | 'back' | 'block' | 'learn';
  readonly value?: number;
  readonly window?: number;
  /** Longest wait for the response, in milliseconds. Default: the runner's. */
  readonly timeoutMs?: number | undefined;
}

/** Result of a step for a call. */
interface StepResult extends Count {
  readonly waitMs: number;
  /** Number of the call in the bucket; 0 if it would wait too long and is not queued. */
  readonly ticket: number;
}

/** This process's knowledge of a bucket. */
interface Known {
  /** Keys of the bucket in Redis. */
  readonly keys: string[];
  /** Count in the latest response from Redis. */
  latest?: Count;
  /** Report that is sent to Redis with the next step. */
  report?: Report | undefined;
  /** Whether the report is sent soon, even without another call. */
  isDue?: boolean;
}

/**
 * Maximum number of buckets that are remembered here, because there may be as many as users. The oldest are forgotten,
 * but Redis has everything that matters.
 */
const maxKnown = 1000;
/** Time for which a reset is remembered, in milliseconds: 30 days, longer than any bucket is stored. */
const generationMs = 30 * 86_400_000;

/** Returns the key of an owner's refused buckets that share a limit. */
const refusedOf = (ownerKey: string) => `${ownerKey}:refused`;

/** Rate limiter of one owner, counted in Redis. */
export class RedisRateLimiter implements RateLimiter {
  readonly #settings: RedisRateLimiterSettings;
  readonly #buckets = new Map<string, Known>();
  /** Functions that end the sleep of each call waiting here. */
  readonly #sleepers = new Set<() => void>();
  #state: RateLimitState | undefined;

  constructor(settings: RedisRateLimiterSettings) {
    this.#settings = settings;
  }

  take(rule: RateLimitRule, maxWaitMs = largest, timeoutMs?: number): Reservation {
    return new RedisReservation(this, rule, maxWaitMs, timeoutMs);
  }

  block(rule: RateLimitRule, ms: number): void {
    if (!(ms > 0)) return;
    this.step(rule, { operation: 'block', value: Math.min(ms, largest) }).catch(() => {}); // the next refusal blocks it again
  }

  async reset(): Promise<void> {
    const { run, ownerKey } = this.#settings;
    await run(reset, [ownerKey, refusedOf(ownerKey)], [randomUUID(), String(generationMs)]);
    this.#state = undefined;
    this.#buckets.clear(); // reports of earlier responses no longer count
    for (const wake of this.#sleepers) wake();
  }

  state(): RateLimitState | undefined {
    return this.#state;
  }

  /** Makes a step in Redis, and sends the pending report on the bucket with it. */
  async step(rule: RateLimitRule, { operation, value, window, timeoutMs }: Step): Promise<StepResult> {
    const { run, clock, maxRetryAfterMs } = this.#settings;
    const known = this.#knownOf(rule);
    const { limit: ruleLimit, intervalMs, refill, sharesLimit } = rule;
    const longestBlockMs = Math.min(maxRetryAfterMs, largest);
    const bucketValues = [clock?.now() ?? '', Math.min(ruleLimit, largest), intervalMs, refill, longestBlockMs];
    const step = [operation, value ?? '', window ?? '', sharesLimit ? 1 : ''];
    const values = [...bucketValues, ...step, ...this.#takeReport(known, rule)];
    const response = String(await run(bucket, known.keys, values.map(String), timeoutMs));
    return this.#read(known, response);
  }

  #read(known: Known, response: string): StepResult {
    const [waitMs = 0, ticket = 0, window = 0, opensInMs = 0, limit = 0, points = 0, fullInMs = 0] = response
      .split(' ')
      .map(Number);
    const at = this.#now();
    const fullAt = Math.ceil(at + fullInMs);
    if (limit < largest) this.#state = { limit, remaining: Math.max(0, Math.floor(points)), resetAt: fullAt };
    else this.#state = opensInMs > 0 ? { remaining: 0, resetAt: at + opensInMs } : {};
    const count = { at, window, limit, points, fullAt };
    known.latest = count;
    return { waitMs, ticket, ...count };
  }

  /** Passes a response's report on to Redis: with the next call or, if it changes the count, soon even without one. */
  learn(rule: RateLimitRule, reported: RateLimitState, taken: Count): void {
    const known = this.#knownOf(rule);
    const report = readReport(reported, rule, taken, known.latest ?? taken, this.#now());
    if (!report) return;
    known.report = mergeReports(known.report, report, rule);
    if (!known.report.isNews || known.isDue) return;
    known.isDue = true;
    // Most callers make their next call as soon as they have the response, and that call carries the report.
    setImmediate(() => {
      known.isDue = false;
      const isPending = this.#buckets.get(rule.key)?.report?.isNews;
      if (isPending) this.step(rule, { operation: 'learn' }).catch(() => {}); // the next response reports it again
    });
  }

  /** Waits `ms`, or less if the limits are reset or the call is over. */
  async sleep(ms: number, over: AbortSignal): Promise<void> {
    over.throwIfAborted();
    const woken = new AbortController();
    const wake = () => woken.abort();
    this.#sleepers.add(wake);
    over.addEventListener('abort', wake);
    try {
      await pause(ms, woken.signal, undefined, this.#settings.clock);
    } catch (error) {
      if (!woken.signal.aborted) throw error;
    } finally {
      this.#sleepers.delete(wake);
      over.removeEventListener('abort', wake);
    }
    over.throwIfAborted();
  }

  #now(): number {
    return (this.#settings.clock ?? Date).now();
  }

  #knownOf({ key }: RateLimitRule): Known {
    const found = this.#buckets.get(key);
    if (found) return found;
    const [oldest] = this.#buckets.size >= maxKnown ? this.#buckets.keys() : [];
    if (oldest !== undefined) this.#buckets.delete(oldest);
    const { ownerKey } = this.#settings;
    const name = `${ownerKey}:${createHash('sha256').update(key).digest('hex')}`;
    const known = { keys: [name, `${name}:queue`, `${name}:deadlines`, ownerKey, refusedOf(ownerKey)] };
    this.#buckets.set(key, known);
    return known;
  }

  /** Returns the pending report on a bucket and clears it, because it is sent to Redis only once. */
  #takeReport(known: Known, rule: RateLimitRule): (string | number)[] {
    const { report } = known;
    known.report = undefined;
    return report ? reportValues(report, rule, this.#now()) : [];
  }
}

/** A point that is taken in Redis, or waited for in the queue there. */
class RedisReservation implements Reservation {
  readonly waitMs: Promise<number>;
  readonly taken: Promise<void>;
  readonly #limiter: RedisRateLimiter;
  readonly #rule: RateLimitRule;
  readonly #timeoutMs: number | undefined;
  #latest: Promise<StepResult>;
  /** Step that took the point. */
  #taken: StepResult | undefined;
  #isOver = false;
  /** Ends the wait in the queue; only a waiting call has one. */
  #leaving: AbortController | undefined;

  constructor(limiter: RedisRateLimiter, rule: RateLimitRule, maxWaitMs: number, timeoutMs: number | undefined) {
    this.#limiter = limiter;
    this.#rule = rule;
    this.#timeoutMs = timeoutMs;
    const step = limiter.step(rule, { operation: 'take', value: Math.min(maxWaitMs, largest), timeoutMs });
    this.#latest = step;
    this.waitMs = step.then(({ waitMs }) => waitMs);
    this.taken = this.#comeUp();
    // The caller may have left before either fails.
    for (const promise of [this.waitMs, this.taken]) promise.catch(() => {});
  }

  release(reported?: RateLimitState): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#leaving?.abort();
    if (reported && this.#taken) this.#limiter.learn(this.#rule, reported, this.#taken);
    else if (!reported) this.#giveBack().catch(() => {}); // the call is over, and its point comes back with time
  }

  /** Waits in the queue until the point is taken. */
  async #comeUp(): Promise<void> {
    for (;;) {
      const step = await this.#latest;
      const { waitMs, ticket } = step;
      if (!ticket) return new Promise(() => {}); // it would wait too long, so it is not in the queue
      if (waitMs === 0) {
        this.#taken = step;
        return;
      }
      this.#leaving ??= new AbortController();
      if (this.#isOver) this.#leaving.abort();
      await this.#limiter.sleep(waitMs, this.#leaving.signal);
      this.#latest = this.#limiter.step(this.#rule, { operation: 'look', value: ticket, timeoutMs: this.#timeoutMs });
    }
  }

  /** Returns the point of a call that was not sent, or leaves the queue. */
  async #giveBack(): Promise<void> {
    const { ticket, window } = await this.#latest;
    if (ticket) await this.#limiter.step(this.#rule, { operation: 'back', value: ticket, window });
  }
}
