import { createHash, randomUUID } from 'node:crypto';
import {
  type Budget,
  type Clock,
  memoryBudget,
  type Place,
  type RateLimits,
  type RateRule,
  type RateState,
} from '@x/core';
import * as optionKind from '@x/core/options';
import { problemOfOptions, type RulesOf } from '@x/core/options';
import { pause } from '@x/core/provider';
import { bucket, reset } from './bucket.ts';
import { problemOfClient, type RedisClient, scriptRunner } from './client.ts';
import { checkPrefix } from './prefix.ts';
import { type Count, largest, mergeReports, type Report, readReport, reportValues } from './report.ts';

/** Settings of a {@link redisBudget}. */
export interface RedisBudgetOptions {
  /** What the names of all keys begin with, without braces: they belong to Redis Cluster. Default `x:limits:`. */
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
  /**
   * The time that calls are counted by, and how calls in the queue wait; for tests, and the same for all clients of the fleet.
   * It is not used for `timeoutMs`. Default: the time of the Redis server, which is the same for all hosts, and real timers.
   */
  clock?: Clock | undefined;
}

const redisBudgetRules = {
  prefix: optionKind.string,
  timeoutMs: optionKind.milliseconds,
  maxBlockMs: optionKind.millisecondsFrom0,
  onFailure: optionKind.choice(['refuse', 'local']),
  clock: optionKind.clock,
} satisfies RulesOf<RedisBudgetOptions>;

/** What a call learns from a step; see {@link bucket}. */
interface Step extends Count {
  readonly waitMs: number;
  readonly place: number;
}

/** What this process knows of a bucket. */
interface Known {
  /** The keys of the bucket in Redis. */
  readonly keys: string[];
  /** The count in the latest response of Redis. */
  latest?: Count;
  /** What is reported to Redis with the next step. */
  report?: Report | undefined;
  /** Whether the report is sent soon, even without another call. */
  isDue?: boolean;
}

/** Buckets may be as many as users. Of more than this, the oldest ones are forgotten here; Redis has what matters. */
const maxKnown = 1000;
/** How long a reset is remembered, in milliseconds: 30 days, longer than any bucket is stored. */
const generationMs = 30 * 86_400_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * Counts calls in Redis or Valkey, so that all processes and hosts that use the same server and prefix stay inside a
 * provider's limits together. For the option `rateLimits` of any client; give it to every client of the fleet.
 *
 * Each call makes one round trip to Redis before it is sent, which takes its point or its place in the queue; a call that
 * waited makes another when its time has come. Time is that of the Redis server. What a response of the provider reports is
 * sent to Redis with the next call of this process, or at once where it changes the count. A refusal holds all processes
 * back, for `maxBlockMs` at most.
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
  const problem = problemOfClient(client) ?? problemOfOptions(options, redisBudgetRules);
  if (problem !== undefined) throw new TypeError(`redisBudget: ${problem}`);
  const { prefix = 'x:limits:', timeoutMs = 5000, maxBlockMs = 900_000, onFailure = 'refuse', clock } = options;
  checkPrefix('redisBudget', prefix);
  const run = scriptRunner(client, timeoutMs);
  const sleep = (ms: number, signal?: AbortSignal) => pause(ms, signal, undefined, clock);
  const now = () => (clock ?? Date).now();
  const longestBlock = String(Math.min(maxBlockMs, largest));
  return (owner) => {
    let state: RateState | undefined;
    // Owners may hold an API key. The braces put all buckets of an owner, and their queues, into one cluster slot.
    const owned = `${prefix}{${hash(owner)}}`;
    const buckets = new Map<string, Known>();
    /** Ends the sleep of each call that waits here. */
    const sleepers = new Set<() => void>();

    function knownOf({ key }: RateRule): Known {
      const found = buckets.get(key);
      if (found) return found;
      const [oldest] = buckets.size >= maxKnown ? buckets.keys() : [];
      if (oldest !== undefined) buckets.delete(oldest);
      const name = `${owned}:${hash(key)}`;
      const known = { keys: [name, `${name}:queue`, `${name}:deadlines`, owned] };
      buckets.set(key, known);
      return known;
    }

    /** Takes the pending report on a bucket: it is sent to Redis once. */
    function takeReport(known: Known, rule: RateRule): (string | number)[] {
      const { report } = known;
      known.report = undefined;
      return report ? reportValues(report, rule, now()) : [];
    }

    async function step(
      rule: RateRule,
      withinMs: number | undefined,
      operation: 'take' | 'look' | 'back' | 'block' | 'learn',
      value: number | string = '',
      window: number | string = '',
    ): Promise<Step> {
      const known = knownOf(rule);
      const { limit: ruleLimit, intervalMs, refill } = rule;
      const bucketValues = [clock?.now() ?? '', Math.min(ruleLimit, largest), intervalMs, refill, longestBlock];
      const values = [...bucketValues, operation, value, window, ...takeReport(known, rule)].map(String);
      const response = String(await run(bucket, known.keys, values, withinMs));
      const [waitMs = 0, place = 0, windowNow = 0, opensInMs = 0, limit = 0, points = 0, fullInMs = 0] = response
        .split(' ')
        .map(Number);
      const at = now();
      const fullAt = Math.ceil(at + fullInMs);
      if (limit < largest) state = { limit, remaining: Math.max(0, Math.floor(points)), resetAt: fullAt };
      else state = opensInMs > 0 ? { remaining: 0, resetAt: at + opensInMs } : {};
      const count = { at, window: windowNow, limit, points, fullAt };
      known.latest = count;
      return { waitMs, place, ...count };
    }

    /** Passes on to Redis what a response reported: with the next call, or, where it changes the count, soon even without one. */
    function learn(rule: RateRule, response: RateState, taken: Count): void {
      const known = knownOf(rule);
      const report = readReport(response, rule, taken, known.latest ?? taken, now());
      if (!report) return;
      known.report = mergeReports(known.report, report, rule);
      if (!known.report.isNews || known.isDue) return;
      known.isDue = true;
      // Most callers make their next call as soon as they have the response: it takes the report with it.
      setImmediate(() => {
        known.isDue = false;
        if (buckets.get(rule.key)?.report?.isNews) step(rule, undefined, 'learn').catch(() => {}); // the next response reports it again
      });
    }

    /** Waits `ms`, or less when the limits are reset or the call is over. */
    async function nap(ms: number, over: AbortSignal): Promise<void> {
      over.throwIfAborted();
      const woken = new AbortController();
      const wake = () => woken.abort();
      sleepers.add(wake);
      over.addEventListener('abort', wake);
      try {
        await sleep(ms, woken.signal);
      } catch (error) {
        if (!woken.signal.aborted) throw error;
      } finally {
        sleepers.delete(wake);
        over.removeEventListener('abort', wake);
      }
      over.throwIfAborted();
    }

    const shared = {
      take(rule, maxWaitMs = largest, answerMs) {
        let isOver = false;
        /** Ends the wait in the queue; only a call that waits has one. */
        let leaving: AbortController | undefined;
        const asked = step(rule, answerMs, 'take', Math.min(maxWaitMs, largest));
        let latest = asked;
        /** The step that took the point. */
        let taken: Step | undefined;

        async function comesUp(): Promise<void> {
          for (;;) {
            const answer = await latest;
            const { waitMs, place } = answer;
            if (!place) return new Promise(() => {}); // too long a wait: there is no place in the queue
            if (waitMs === 0) {
              taken = answer;
              return;
            }
            leaving ??= new AbortController();
            if (isOver) leaving.abort();
            await nap(waitMs, leaving.signal);
            latest = step(rule, answerMs, 'look', place);
          }
        }

        /** The call was not sent: returns its point, or frees its place in the queue. */
        async function giveBack(): Promise<void> {
          const { place, window } = await latest;
          if (place) await step(rule, undefined, 'back', place, window);
        }

        const waitMs = asked.then((answer) => answer.waitMs);
        const isTaken = comesUp();
        // The caller may have gone before either fails.
        for (const promise of [waitMs, isTaken]) promise.catch(() => {});
        return {
          waitMs,
          taken: isTaken,
          release(response) {
            if (isOver) return;
            isOver = true;
            leaving?.abort();
            if (response && taken) learn(rule, response, taken);
            else if (!response) giveBack().catch(() => {}); // the call is over; its point comes back with time
          },
        };
      },
      block(rule, ms) {
        if (!(ms > 0)) return;
        step(rule, undefined, 'block', Math.min(ms, largest)).catch(() => {}); // the next refusal blocks it again
      },
      async reset() {
        await run(reset, [owned], [randomUUID(), String(generationMs)]);
        state = undefined;
        buckets.clear(); // what responses reported before counts no longer
        for (const wake of sleepers) wake();
      },
      state: () => state,
    } satisfies Budget;
    return onFailure === 'local' ? withFallback(shared, memoryBudget({ clock, maxBlockMs })) : shared;
  };
}

/** Asks `shared`, and counts in `local` while it fails. */
function withFallback(shared: Budget, local: Budget): Budget {
  let away = false;
  let looking = false;

  /** Checks whether the shared budget is back, one check at a time; no call waits for the result. */
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
