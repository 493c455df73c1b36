import type { Provider } from '../declare/provider.ts';
import type { Budget, RateRule } from './budget.ts';
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

/** The budget of an account's calls: each rule says whether the provider counts it per user, or with the application. @internal */
export function accountBudget(app: Budget, user: Budget): Budget {
  let used: Budget | undefined;
  const budgetFor = (rule: RateRule) => (rule.per === 'user' ? user : app);
  const both = [app, user];
  return {
    take(rule, maxWaitMs, answerMs) {
      used = budgetFor(rule);
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
