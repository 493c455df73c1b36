import { type Call, longWaitMs, type Next, type Stage } from '../call/call.ts';
import type { Operation } from '../call/operation.ts';
import { durationInWords } from '../call/words.ts';
import type { Reservation } from '../declare/rate-limiter.ts';
import type { ApiError } from '../errors/api-error.ts';
import { pause } from '../shared/pause.ts';
import { race } from '../shared/race.ts';

/**
 * Reserves a point in every bucket that the request draws from, and settles it after the attempt.
 *
 * @throws ApiError `rate_limited` without waiting when the wait would be longer than `maxWaitMs`; `unavailable` when a
 * shared rate limiter fails.
 */
export const reserve: Stage = (call, next) =>
  call.request.rules.length === 0 ? next(call) : holdReservation(call, next);

async function holdReservation(call: Call, next: Next): Promise<unknown> {
  const reservation = takeReservation(call);
  if (reservation.waitMs !== 0 || reservation.taken) await waitForReservation(call, reservation);
  try {
    return await next(call);
  } finally {
    const { sentAt, limits = {} } = call.attempt;
    reservation.release(sentAt === undefined ? undefined : limits); // a request that was not sent returns its point
  }
}

/**
 * Reserves the points. A rate limiter on another machine responds within milliseconds, or not at all. It gets a quarter
 * of the remaining time, so that a rate limiter that falls back to counting in memory still leaves most of the deadline
 * for the token and the request.
 */
function takeReservation(call: Call): Reservation {
  const { client, request, settings, deadline } = call;
  const leftMs = deadline.leftMs();
  try {
    return client.limiter.take(request.rules, settings.maxWaitMs, leftMs && Math.ceil(leftMs / 4));
  } catch (error) {
    throw rateLimiterError(call, error);
  }
}

async function waitForReservation(call: Call, reservation: Reservation): Promise<void> {
  const { maxWaitMs } = call.settings;
  const endWait = call.client.lifecycle.startWait('rate_limit');
  try {
    // Only a shared rate limiter has to be asked; a call that counts in memory does not wait here.
    const waitMs =
      typeof reservation.waitMs === 'number' ? reservation.waitMs : await askedWait(call, reservation.waitMs);
    if (waitMs > maxWaitMs)
      throw call.fail(
        `the rate limit lets the call through in ${durationInWords(waitMs)}; maxWaitMs is ${durationInWords(maxWaitMs)}. Raise maxWaitMs or call later`,
        { code: 'rate_limited', retryAfterMs: waitMs, retryable: true },
      );
    if (waitMs > longWaitMs) call.report({ type: 'wait', for: 'rate_limit', waitMs });
    if (reservation.taken) await fromRateLimiter(call, reservation.taken);
  } catch (error) {
    reservation.release();
    throw error;
  } finally {
    endWait();
  }
}

/** Returns the milliseconds until the reservation is free, once a shared rate limiter has responded. */
async function askedWait(call: Call, waitMs: Promise<number>): Promise<number> {
  const leftMs = call.deadline.leftMs();
  if (leftMs === undefined) return fromRateLimiter(call, waitMs);
  // A rate limiter that ignores its quarter is abandoned at half, because the error must not blame the provider for it.
  const limitMs = Math.ceil(leftMs / 2);
  await fromRateLimiter(call, pause(limitMs, call.deadline.signal, waitMs));
  const tooLate = Promise.reject(new Error(`no response within ${limitMs} ms`));
  return fromRateLimiter(call, Promise.race([waitMs, tooLate])); // of two settled promises, the first one wins
}

/** Resolves to a rate limiter's result, which may have to come over the network. */
async function fromRateLimiter<T>(call: Call, promise: Promise<T>): Promise<T> {
  const { signal } = call.deadline;
  try {
    return await race(promise, signal);
  } catch (error) {
    throw signal.aborted ? error : rateLimiterError(call, error);
  }
}

/** Creates the error of an operation whose shared rate limiter fails. */
export function rateLimiterError(operation: Operation, error: unknown): ApiError {
  const { message } = error as { message?: string };
  return operation.fail(`the shared rate limiter failed: ${message}. Check its server, or try again`, {
    code: 'unavailable',
    retryable: true,
    cause: error,
  });
}
