import type { Budget, RateRule } from '../declare/budget.ts';
import type { Provider } from '../declare/provider.ts';
import { createBudget } from './memory-budget.ts';

/** The budget of clients that count nothing: no call waits, and no refusal holds another call back. */
const uncounted: Budget = {
  take: () => ({ waitMs: 0, taken: undefined, release() {} }),
  block() {},
  state: () => undefined,
  reset() {},
};

/**
 * The budget of a provider's credentials, or of a user of theirs: pass it as `budget` to several providers of the same
 * credentials, so that their calls count together.
 *
 * @param account The user. Default: none, the application itself.
 */
export function budgetOf({ name, baseUrl, credentials, options }: Provider, account?: string): Budget {
  const [caller] = Object.values(credentials);
  const owner = [name, baseUrl, caller, account].map((part) => encodeURIComponent(part ?? '')).join(' ');
  if (options.rateLimits === 'off') return uncounted;
  return options.rateLimits?.(owner) ?? createBudget(options.clock, options.maxBlockMs);
}

/** The budget of a client that has accounts: its state is that of the budget used last, by the client or any of its accounts. @internal */
export interface RootBudget extends Budget {
  /** Notes that an account's call draws from `budget`. */
  use(budget: Budget): void;
}

/** Creates the budget of a client that has accounts. @internal */
export function rootBudget(app: Budget): RootBudget {
  let used = app;
  return {
    take(rule, maxWaitMs, answerMs) {
      used = app;
      return app.take(rule, maxWaitMs, answerMs);
    },
    block: (rule, ms) => app.block(rule, ms),
    state: () => used.state(),
    ...(app.reset && { reset: () => app.reset?.() }),
    use(budget) {
      used = budget;
    },
  };
}

/** The budget of an account's calls: each rule declares whether the provider counts it per user, or with the application. @internal */
export function accountBudget(app: RootBudget, user: Budget): Budget {
  let used: Budget | undefined;
  const budgetFor = (rule: RateRule) => (rule.per === 'user' ? user : app);
  const both = [app, user];
  return {
    take(rule, maxWaitMs, answerMs) {
      used = budgetFor(rule);
      app.use(user); // whether the rule counts with the application shows when a point is taken below
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
