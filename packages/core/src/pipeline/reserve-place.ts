import type { Provider } from '../declare/provider.ts';
import type { ApiError } from '../errors.ts';
import type { Budget, Place, RateRule } from '../rate/budget.ts';
import { takeAll } from '../rate/take-all.ts';
import { longestMs } from '../shared/clock.ts';
import { race } from '../shared/race.ts';
import type { Call, ClientContext } from './call.ts';
import { createError } from './create-error.ts';
import type { Deadline } from './deadline.ts';
import { longWaitMs } from './progress.ts';
import type { Settings } from './settings.ts';
import { durationInWords } from './words.ts';

/**
 * Waits for a place in the rate budget, in every bucket that the request draws from.
 *
 * @throws ApiError `rate_limited` without waiting when it would take longer than `maxWaitMs`; `unavailable` when a shared
 * budget fails.
 * @internal
 */
export async function reservePlace(
  { provider, budget, lifecycle }: ClientContext,
  call: Call,
  rules: readonly RateRule[],
  { maxWaitMs }: Settings,
  deadline: Deadline,
): Promise<Place> {
  const leftMs = deadline.leftMs();
  const place = takePlace(budget, rules, maxWaitMs, leftMs);
  if (place.waitMs === 0 && !place.taken) return place;
  const endWait = lifecycle.startWait('rate-limit');
  try {
    // Only a shared budget has to be asked: a call that counts in memory does not wait for anything here.
    const waitMs =
      typeof place.waitMs === 'number'
        ? place.waitMs
        : await askedWait(provider, call, place.waitMs, deadline.signal, leftMs);
    if (waitMs > maxWaitMs)
      throw createError(
        provider,
        call,
        `the rate limit resets in ${durationInWords(waitMs)}; maxWaitMs is ${durationInWords(maxWaitMs)}. Raise maxWaitMs or call later`,
        { code: 'rate_limited', retryAfterMs: waitMs, retryable: true },
      );
    if (waitMs > longWaitMs) call.progress.report?.({ type: 'wait', for: 'rate-limit', waitMs });
    if (place.taken) await fromBudget(provider, call, place.taken, deadline.signal);
    return place;
  } catch (error) {
    place.release();
    throw error;
  } finally {
    endWait();
  }
}

/**
 * Takes a place. A budget on another machine responds within milliseconds, or not at all. It gets a quarter of the time that
 * is left, so that one that counts in memory instead still leaves the token and the request most of the deadline.
 */
function takePlace(budget: Budget, rules: readonly RateRule[], maxWaitMs: number, leftMs: number | undefined): Place {
  return takeAll(budget, rules, maxWaitMs, leftMs === undefined ? undefined : Math.ceil(leftMs / 4));
}

/** Milliseconds until the place is free, as a shared budget responds. */
async function askedWait(
  provider: Provider,
  call: Call,
  waitMs: Promise<number>,
  signal: AbortSignal,
  leftMs: number | undefined,
): Promise<number> {
  if (leftMs === undefined) return fromBudget(provider, call, waitMs, signal);
  // A budget that ignores its quarter is given up at half: the error must not blame the provider for it.
  const limitMs = Math.ceil(leftMs / 2);
  const away = Promise.withResolvers<never>();
  const giveUp = () => away.reject(new Error(`no response within ${limitMs} ms`));
  const timer = setTimeout(giveUp, Math.min(limitMs, longestMs));
  try {
    return await fromBudget(provider, call, Promise.race([waitMs, away.promise]), signal);
  } finally {
    clearTimeout(timer);
  }
}

/** What a budget promised, which may have to be asked for over the network. */
async function fromBudget<T>(provider: Provider, call: Call, promise: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await race(promise, signal);
  } catch (error) {
    if (signal.aborted) throw error;
    throw budgetError(provider, call, error);
  }
}

/** What a call fails with when its shared budget does. @internal */
export function budgetError(provider: Provider, call: Call, error: unknown): ApiError {
  const { message } = error as { message?: string };
  return createError(
    provider,
    call,
    `the shared rate budget failed: ${message}. Check the server of the budget, or try again`,
    { code: 'unavailable', retryable: true, cause: error },
  );
}
