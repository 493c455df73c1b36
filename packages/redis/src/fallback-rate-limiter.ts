import type { RateLimiter, RateLimitRule, RateLimitState, Reservation } from '@x/core';

/** A rate limiter that asks a shared one, and counts in a local one while the shared one fails. */
export class FallbackRateLimiter implements RateLimiter {
  readonly #shared: RateLimiter;
  readonly #local: RateLimiter;
  #isAway = false;
  #isLooking = false;

  constructor(shared: RateLimiter, local: RateLimiter) {
    this.#shared = shared;
    this.#local = local;
  }

  take(rule: RateLimitRule, maxWaitMs?: number, timeoutMs?: number): Reservation {
    if (this.#isAway) {
      this.#look(rule);
      return this.#local.take(rule, maxWaitMs);
    }
    const asked = this.#shared.take(rule, maxWaitMs, timeoutMs);
    return new FallbackReservation(asked, () => {
      this.#isAway = true;
      return this.#local.take(rule, maxWaitMs);
    });
  }

  block(rule: RateLimitRule, ms: number): void {
    // Block the local rate limiter as well, because the shared one may go down before the block is over.
    this.#local.block(rule, ms);
    this.#shared.block(rule, ms);
  }

  async reset(): Promise<void> {
    await this.#local.reset?.();
    await this.#shared.reset?.();
  }

  state(): RateLimitState | undefined {
    return this.#isAway ? this.#local.state() : this.#shared.state();
  }

  /** Checks whether the shared rate limiter is back, one check at a time. No call waits for the result. */
  async #look(rule: RateLimitRule): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    const reservation = this.#shared.take(rule, -1); // takes no point and does not join the queue
    try {
      await reservation.waitMs;
      this.#isAway = false;
    } catch {
    } finally {
      this.#isLooking = false;
      reservation.release();
    }
  }
}

/** A point of the shared rate limiter, or of the local one if the shared one fails during the wait. */
class FallbackReservation implements Reservation {
  readonly waitMs: Promise<number>;
  readonly taken: Promise<void>;
  readonly #asked: Reservation;
  readonly #takeLocal: () => Reservation;
  #local: Reservation | undefined;
  #isReleased = false;

  constructor(asked: Reservation, takeLocal: () => Reservation) {
    this.#asked = asked;
    this.#takeLocal = takeLocal;
    this.waitMs = Promise.resolve(asked.waitMs).catch((error) => this.#fallBack(error).waitMs);
    this.taken = Promise.resolve(asked.taken).catch((error) => this.#fallBack(error).taken);
    for (const promise of [this.waitMs, this.taken]) promise.catch(() => {});
  }

  release(reported?: RateLimitState): void {
    this.#isReleased = true;
    (this.#local ?? this.#asked).release(reported);
  }

  #fallBack(error: unknown): Reservation {
    if (this.#isReleased) throw error; // the call has ended, so the shared rate limiter did not fail
    this.#local ??= this.#takeLocal();
    return this.#local;
  }
}
