import { createHash } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { RateLimits, RateRule, RateState } from '@x/core';
import { bucket } from './bucket.ts';
import { type RedisClient, scriptRunner } from './client.ts';

/** Settings of a {@link redisBudget}. */
export interface RedisBudgetOptions {
  /** What the names of all keys begin with. Default `x:limits:`. */
  prefix?: string;
  /** Longest wait for an answer of Redis, in milliseconds. Default 5000. */
  timeoutMs?: number;
  /** The time, as the clients have it in `clock`. Default: that of the Redis server, which is the same for all hosts. */
  clock?: { now(): number };
}

/** What a call learns from a step; see {@link bucket}. */
interface Answer {
  readonly waitMs: number;
  readonly place: number;
  readonly window: number;
}

/** Stands for infinity, which not every Lua reads. */
const largest = 1e15;

/**
 * Counts calls in Redis or Valkey, so that all processes and hosts that use the same server and prefix stay inside a
 * provider's limits together. For the option `rateLimits` of any client; give it to every client of the fleet.
 *
 * Each call asks Redis before it goes out, and takes its point or its place in the queue in the same step; one that waited
 * asks again when its time has come. Time is that of the Redis server. Answers of the provider correct the count for all; a
 * refusal holds all back.
 *
 * When Redis fails or gives no answer in time, calls fail with `unavailable` before they go out.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @example
 * const rateLimits = redisBudget(await createClient({ url }).connect());
 * const stream = createStreamClient({ clientId, clientSecret, rateLimits });
 */
export function redisBudget(client: RedisClient, options: RedisBudgetOptions = {}): RateLimits {
  return sharedBudget(client, options, (ms, signal) => sleepFor(Math.min(ms, 2 ** 31 - 1), undefined, { signal }));
}

/** The same, with another way to wait. @internal */
export function sharedBudget(
  client: RedisClient,
  { prefix = 'x:limits:', timeoutMs = 5000, clock }: RedisBudgetOptions,
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>,
): RateLimits {
  const run = scriptRunner(client, timeoutMs);
  const now = () => (clock ?? Date).now();
  return (owner) => {
    let known: RateState | undefined;

    async function step(rule: RateRule, ...values: (string | number)[]): Promise<Answer> {
      // Owners may hold an API key. The braces put a bucket and its queue into one cluster slot.
      const name = `${prefix}{${createHash('sha256').update(`${owner} ${rule.key}`).digest('hex')}}`;
      const rates = [Math.min(rule.limit, largest), rule.intervalMs, rule.refill];
      const given = [clock?.now() ?? '', ...rates, ...values].map(String);
      const answer = (await run(bucket, [name, `${name}:queue`, `${name}:deadlines`], given)) as unknown[];
      const [waitMs = 0, place = 0, window = 0, opensInMs = 0, limit = 0, points = 0, fullInMs = 0] =
        answer.map(Number);
      if (limit < largest)
        known = { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(now() + fullInMs) };
      else known = opensInMs > 0 ? { remaining: 0, resetAt: now() + opensInMs } : {};
      return { waitMs, place, window };
    }

    return {
      take(rule, maxWaitMs = largest) {
        const left = new AbortController();
        const asked = step(rule, 'take', Math.min(maxWaitMs, largest));
        let latest = asked;

        async function comesUp(): Promise<void> {
          for (;;) {
            const { waitMs, place } = await latest;
            if (!place) return new Promise(() => {}); // too long a wait: there is no place in the queue
            if (waitMs === 0) return;
            await sleep(waitMs, left.signal);
            left.signal.throwIfAborted();
            latest = step(rule, 'look', place);
          }
        }

        async function settle(answer?: RateState): Promise<void> {
          const { place, window } = await latest;
          if (!place) return;
          const { remaining, limit, resetAt } = answer ?? {};
          if (!answer) await step(rule, 'back', place, window);
          else if (remaining !== undefined)
            await step(rule, 'learn', remaining, limit || '', resetAt ? resetAt - now() : '');
        }

        const waitMs = asked.then((answer) => answer.waitMs);
        const taken = comesUp();
        // The caller may have gone before either fails.
        for (const promise of [waitMs, taken]) promise.catch(() => {});
        return {
          waitMs,
          taken,
          release(answer) {
            if (left.signal.aborted) return;
            left.abort();
            settle(answer).catch(() => {}); // the call is over; its point comes back with time
          },
        };
      },
      block(rule, ms) {
        step(rule, 'block', ms).catch(() => {}); // the next refusal tells again
      },
      state: () => known,
    };
  };
}
