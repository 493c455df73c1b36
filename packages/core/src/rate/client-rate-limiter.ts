import type { Provider } from '../declare/provider.ts';
import type { RateLimiter, RateLimitRule, RateLimitState, Reservation } from '../declare/rate-limiter.ts';
import { MemoryRateLimiter, uncounted } from './memory-rate-limiter.ts';

/** Rate limiter of clients that count nothing, so that no call waits and no refusal holds back another call. */
const off: RateLimiter = {
  take: () => uncounted,
  block() {},
  state: () => undefined,
  reset() {},
};

/**
 * Creates the rate limiter of a provider's credentials, or of one of their users. Pass it as `rateLimiter` to several
 * providers with the same credentials, so that their calls count together.
 *
 * @param account The user. Default: none, the application itself.
 */
export function createRateLimiter({ name, baseUrl, credentials, options }: Provider, account?: string): RateLimiter {
  const [caller] = Object.values(credentials);
  const owner = [name, baseUrl, caller, account].map((part) => encodeURIComponent(part ?? '')).join(' ');
  if (options.rateLimiter === 'off') return off;
  return options.rateLimiter?.(owner) ?? new MemoryRateLimiter(options);
}

/**
 * Rate limits that a client's calls count against: the application's, and in an account's client the user's as well.
 */
export class ClientRateLimiter {
  /** Counts the calls that the provider counts for the whole application. */
  readonly #app: RateLimiter;
  /** Counts the calls that the provider counts per user. */
  readonly #user: RateLimiter;
  /** Client that the account belongs to. */
  readonly #root: ClientRateLimiter | undefined;
  /** Rate limiter that was used last by this client or, for a root, by one of its accounts. */
  #used: RateLimiter | undefined;

  constructor(app: RateLimiter, user = app, root?: ClientRateLimiter) {
    this.#app = app;
    this.#user = user;
    this.#root = root;
  }

  /** Creates the rate limits of one of this client's accounts. */
  withUser(user: RateLimiter): ClientRateLimiter {
    return new ClientRateLimiter(this.#app, user, this);
  }

  /**
   * Takes a reservation in each bucket that a request draws from. The response reports on the last bucket. See
   * {@link RateLimiter.take}.
   */
  take(rules: readonly RateLimitRule[], maxWaitMs: number, answerMs?: number): Reservation {
    const [first] = rules;
    if (first && rules.length === 1) return this.#take(first, maxWaitMs, answerMs);
    return joinReservations(rules.map((rule) => this.#take(rule, maxWaitMs, answerMs)));
  }

  /** Closes a bucket for `ms` milliseconds. */
  block(rule: RateLimitRule, ms: number): void {
    this.#findLimiter(rule).block(rule, ms);
  }

  /** Returns the state of the limit that was used last. */
  state(): RateLimitState | undefined {
    return this.#used?.state();
  }

  /** Forgets everything known about the limits. Undefined if one of the rate limiters cannot. */
  get reset(): (() => Promise<unknown>) | undefined {
    const limiters = [...new Set([this.#app, this.#user])];
    return limiters.every(({ reset }) => reset)
      ? () => Promise.all(limiters.map(async (limiter) => limiter.reset?.()))
      : undefined;
  }

  #findLimiter({ per }: RateLimitRule): RateLimiter {
    return per === 'user' ? this.#user : this.#app;
  }

  #take(rule: RateLimitRule, maxWaitMs: number, answerMs: number | undefined): Reservation {
    const limiter = this.#findLimiter(rule);
    this.#used = limiter;
    if (this.#root) this.#root.#used = limiter;
    return limiter.take(rule, maxWaitMs, answerMs);
  }
}

/**
 * Joins the reservations of one request that the provider counts more than once. Its response reports on the last one.
 */
function joinReservations(reservations: readonly Reservation[]): Reservation {
  const waits = reservations.map(({ waitMs }) => waitMs);
  const asked = Promise.all(waits).then((all) => Math.max(...all));
  const taken = Promise.all(reservations.map((reservation) => reservation.taken)).then(() => {});
  for (const promise of [asked, taken]) promise.catch(() => {}); // the caller may be gone before either fails
  return {
    waitMs: waits.every((waitMs) => typeof waitMs === 'number') ? Math.max(...waits) : asked,
    taken: reservations.some((reservation) => reservation.taken) ? taken : undefined,
    release(answer) {
      for (const [index, reservation] of reservations.entries())
        reservation.release(answer && index < reservations.length - 1 ? {} : answer);
    },
  };
}
