import type { Budget, RateRule, RateState, Reservation } from '../declare/budget.ts';
import type { Provider } from '../declare/provider.ts';
import { MemoryBudget } from './memory-budget.ts';

/** Budget of clients that count nothing, so that no call waits and no refusal holds back another call. */
const uncounted: Budget = {
  take: () => ({ waitMs: 0, taken: undefined, release() {} }),
  block() {},
  state: () => undefined,
  reset() {},
};

/**
 * Creates the budget of a provider's credentials, or of one of their users. Pass it as `budget` to several providers
 * with the same credentials, so that their calls count together.
 *
 * @param account The user. Default: none, the application itself.
 */
export function createBudget({ name, baseUrl, credentials, options }: Provider, account?: string): Budget {
  const [caller] = Object.values(credentials);
  const owner = [name, baseUrl, caller, account].map((part) => encodeURIComponent(part ?? '')).join(' ');
  if (options.rateLimits === 'off') return uncounted;
  return options.rateLimits?.(owner) ?? new MemoryBudget(options);
}

/**
 * Rate limits that a client's calls count against: the application's, and in an account's client the user's as well.
 * @internal
 */
export class ClientBudget {
  /** Counts the calls that the provider counts for the whole application. */
  readonly #app: Budget;
  /** Counts the calls that the provider counts per user. Undefined: this is the application's client. */
  readonly #user: Budget | undefined;
  /** Client that the account belongs to. */
  readonly #root: ClientBudget | undefined;
  /** Budget that was used last by this client or, for a root, by one of its accounts. */
  #used: Budget | undefined;

  constructor(app: Budget, user?: Budget, root?: ClientBudget) {
    this.#app = app;
    this.#user = user;
    this.#root = root;
  }

  /** Creates the rate limits of one of this client's accounts. */
  withUser(user: Budget): ClientBudget {
    return new ClientBudget(this.#app, user, this);
  }

  /**
   * Takes a reservation in each bucket that a request draws from. The response reports on the last bucket. See
   * {@link Budget.take}.
   */
  take(rules: readonly RateRule[], maxWaitMs: number, answerMs?: number): Reservation {
    const [first] = rules;
    if (first && rules.length === 1) return this.#take(first, maxWaitMs, answerMs);
    return joinReservations(rules.map((rule) => this.#take(rule, maxWaitMs, answerMs)));
  }

  block(rule: RateRule, ms: number): void {
    this.#findBudget(rule).block(rule, ms);
  }

  state(): RateState | undefined {
    return this.#used?.state();
  }

  /** Forgets everything known about the limits. Undefined if one of the budgets cannot. */
  get reset(): (() => Promise<void>) | undefined {
    const budgets = this.#user ? [this.#app, this.#user] : [this.#app];
    if (!budgets.every(({ reset }) => reset)) return undefined;
    return async () => {
      await Promise.all(budgets.map((budget) => budget.reset?.()));
    };
  }

  #findBudget(rule: RateRule): Budget {
    return rule.per === 'user' && this.#user ? this.#user : this.#app;
  }

  #take(rule: RateRule, maxWaitMs: number, answerMs: number | undefined): Reservation {
    const budget = this.#findBudget(rule);
    this.#used = budget;
    if (this.#root) this.#root.#used = budget;
    return budget.take(rule, maxWaitMs, answerMs);
  }
}

/**
 * Joins the reservations of one request that the provider counts more than once. Its response reports on the last one.
 */
function joinReservations(reservations: readonly Reservation[]): Reservation {
  const waits = reservations.map(({ waitMs }) => waitMs);
  const known = waits.filter((waitMs) => typeof waitMs === 'number');
  const asked = Promise.all(waits).then((all) => Math.max(...all));
  const taken = Promise.all(reservations.map((reservation) => reservation.taken)).then(() => {});
  for (const promise of [asked, taken]) promise.catch(() => {}); // the caller may be gone before either fails
  return {
    waitMs: known.length === waits.length ? Math.max(...known) : asked,
    taken: reservations.some((reservation) => reservation.taken) ? taken : undefined,
    release(answer) {
      for (const [index, reservation] of reservations.entries())
        reservation.release(answer && index < reservations.length - 1 ? {} : answer);
    },
  };
}
