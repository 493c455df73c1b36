import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import {
  type Budget,
  memoryBudget,
  optionKind,
  type Place,
  problemOfOptions,
  type RateLimits,
  type RateRule,
  type RateState,
  type RulesOf,
} from '@x/core';
import { bucket, reset } from './bucket.ts';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';

/** Settings of a {@link redisBudget}. */
export interface RedisBudgetOptions {
  /** What the names of all keys begin with. Default `x:limits:`. */
  prefix?: string | undefined;
  /**
   * Longest wait for a response of Redis, in milliseconds, above 0. Default 5000. A call with a `deadlineMs` waits for a quarter of the
   * time that it has left at most.
   */
  timeoutMs?: number | undefined;
  /**
   * Longest time that a provider's response may stop the calls of the fleet, in milliseconds from 0. It also cuts off what an
   * earlier release, or a host with a larger value, stored in Redis. Default 900,000 (15 minutes). Clients have an option of
   * the same name; the smaller value counts.
   */
  maxBlockMs?: number | undefined;
  /**
   * What happens to calls while Redis does not respond. Default `refuse`.
   *
   * - `refuse`: they fail with `unavailable` before they are sent. The fleet never exceeds the limit, and is down with Redis.
   * - `local`: they go on, and each process counts its own calls in memory. Each process may then send as many calls as the
   *   whole fleet is allowed, so that the provider may refuse some; a refusal holds back only the process that received it.
   *
   * With either, calls are counted in Redis again as soon as it responds.
   */
  onFailure?: 'refuse' | 'local' | undefined;
  /** The time, as the clients have it in `clock`. Default: that of the Redis server, which is the same for all hosts. */
  clock?: { now(): number } | undefined;
}

const redisBudgetRules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
  maxBlockMs: optionKind.millisecondsFrom0,
  onFailure: optionKind.choice(['refuse', 'local']),
  clock: optionKind.clock,
} satisfies RulesOf<RedisBudgetOptions>;

/** What a call learns from a step; see {@link bucket}. */
interface Answer {
  readonly waitMs: number;
  readonly place: number;
  readonly window: number;
}

/** Stands for infinity, which not every Lua reads. */
const largest = 1e15;
/** How long a reset is remembered, in milliseconds: 30 days, longer than any bucket is stored. */
const generationMs = 30 * 86_400_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Counts calls in Redis or Valkey, so that all processes and hosts that use the same server and prefix stay inside a
 * provider's limits together. For the option `rateLimits` of any client; give it to every client of the fleet.
 *
 * Each call asks Redis before it goes out, and takes its point or its place in the queue in the same step; one that waited
 * asks again when its time has come. Time is that of the Redis server. Responses of the provider correct the count for all; a
 * refusal holds all back, for `maxBlockMs` at most.
 *
 * When Redis fails or does not respond in time, calls fail with `unavailable` before they go out, or are counted in the memory
 * of the process: see `onFailure`.
 *
 * @param client A connected client, or cluster, of `redis` or `ioredis`.
 * @throws TypeError when `client` is not one of them, or an option is unknown or not valid.
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
  options: RedisBudgetOptions,
  sleep: (ms: number, signal: AbortSignal) => Promise<unknown>,
): RateLimits {
  const problem = problemOfClient(client) ?? problemOfOptions(options, redisBudgetRules);
  if (problem !== undefined) throw new TypeError(`redisBudget: ${problem}`);
  const { prefix = 'x:limits:', timeoutMs = 5000, maxBlockMs = 900_000, onFailure = 'refuse', clock } = options;
  const run = scriptRunner(client, timeoutMs);
  const now = () => (clock ?? Date).now();
  return (owner) => {
    let known: RateState | undefined;
    // Owners may hold an API key. The braces put all buckets of an owner, and their queues, into one cluster slot.
    const owned = `${prefix}{${hash(owner)}}`;
    /** Ends the sleep of each call that waits here. */
    const sleepers = new Set<() => void>();

    async function step(rule: RateRule, withinMs: number | undefined, ...values: (string | number)[]): Promise<Answer> {
      const name = `${owned}:${hash(rule.key)}`;
      const rates = [Math.min(rule.limit, largest), rule.intervalMs, rule.refill, Math.min(maxBlockMs, largest)];
      const given = [clock?.now() ?? '', ...rates, ...values].map(String);
      const keys = [name, `${name}:queue`, `${name}:deadlines`, owned];
      const answer = (await run(bucket, keys, given, withinMs)) as unknown[];
      const [waitMs = 0, place = 0, window = 0, opensInMs = 0, limit = 0, points = 0, fullInMs = 0] =
        answer.map(Number);
      if (limit < largest)
        known = { limit, remaining: Math.max(0, Math.floor(points)), resetAt: Math.ceil(now() + fullInMs) };
      else known = opensInMs > 0 ? { remaining: 0, resetAt: now() + opensInMs } : {};
      return { waitMs, place, window };
    }

    /** Waits, or less when the limits are reset or the call is over. */
    async function nap(ms: number, over: AbortSignal): Promise<void> {
      over.throwIfAborted();
      const woken = new AbortController();
      const wake = () => woken.abort();
      sleepers.add(wake);
      over.addEventListener('abort', wake);
      try {
        await sleep(ms, woken.signal);
      } catch {
        // Woken: what follows looks at the reason.
      } finally {
        sleepers.delete(wake);
        over.removeEventListener('abort', wake);
      }
      over.throwIfAborted();
    }

    const shared = {
      take(rule, maxWaitMs = largest, answerMs) {
        const left = new AbortController();
        const asked = step(rule, answerMs, 'take', Math.min(maxWaitMs, largest));
        let latest = asked;

        async function comesUp(): Promise<void> {
          for (;;) {
            const { waitMs, place } = await latest;
            if (!place) return new Promise(() => {}); // too long a wait: there is no place in the queue
            if (waitMs === 0) return;
            await nap(waitMs, left.signal);
            latest = step(rule, answerMs, 'look', place);
          }
        }

        async function settle(answer?: RateState): Promise<void> {
          const { place, window } = await latest;
          if (!place) return;
          const { remaining, limit = 0, resetAt = 0 } = answer ?? {};
          if (!answer) await step(rule, undefined, 'back', place, window);
          else if (remaining !== undefined && Number.isFinite(remaining)) {
            const told = limit >= 1 && limit < largest ? limit : '';
            const resetInMs = resetAt && Number.isFinite(resetAt) ? resetAt - now() : '';
            await step(rule, undefined, 'learn', remaining, told, resetInMs);
          }
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
        if (!(ms > 0)) return;
        step(rule, undefined, 'block', Math.min(ms, largest)).catch(() => {}); // the next refusal tells again
      },
      async reset() {
        await run(reset, [owned], [randomUUID(), String(generationMs)]);
        known = undefined;
        for (const wake of sleepers) wake();
      },
      state: () => known,
    } satisfies Budget;
    return onFailure === 'local' ? withFallback(shared, memoryBudget({ clock, maxBlockMs })) : shared;
  };
}

/** Asks `shared`, and counts in `local` while it fails. */
function withFallback(shared: Budget, local: Budget): Budget {
  let away = false;
  let looking = false;

  /** Asks whether the shared budget is back, one question at a time; no call waits for the answer. */
  function look(rule: RateRule): void {
    if (looking) return;
    looking = true;
    const place = shared.take(rule, -1); // takes no place and no point
    Promise.resolve(place.waitMs)
      .then(
        () => {
          away = false;
        },
        () => {},
      )
      .finally(() => {
        looking = false;
        place.release();
      });
  }

  return {
    take(rule, maxWaitMs, answerMs) {
      if (away) {
        look(rule);
        return local.take(rule, maxWaitMs);
      }
      const asked = shared.take(rule, maxWaitMs, answerMs);
      let instead: Place | undefined;
      let released = false;
      /** Takes a place in memory, once, when the shared budget fails while the call waits for it. */
      const fallBack = (error: unknown): Place => {
        if (released) throw error; // the call is over, and Redis did not fail
        away = true;
        instead ??= local.take(rule, maxWaitMs);
        return instead;
      };
      const waitMs = Promise.resolve(asked.waitMs).catch((error) => fallBack(error).waitMs);
      const taken = Promise.resolve(asked.taken).catch((error) => fallBack(error).taken);
      for (const promise of [waitMs, taken]) promise.catch(() => {});
      return {
        waitMs,
        taken,
        release(answer) {
          released = true;
          (instead ?? asked).release(answer);
        },
      };
    },
    block(rule, ms) {
      // Here too: Redis may go away before the refusal is over.
      local.block(rule, ms);
      shared.block(rule, ms);
    },
    async reset() {
      await local.reset?.();
      await shared.reset?.();
    },
    state: () => (away ? local.state() : shared.state()),
  };
}
