import { Operation, traceBelow } from '../call/operation.ts';
import type { Provider } from '../declare/provider.ts';
import type { OptionRules } from '../options/option-rule.ts';
import { hiddenStrings, problemOfOptions } from '../options/problem-of-options.ts';

/** Whose options are checked. */
export interface OptionsOwner {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** What the options are given to, as errors name it: `transactions.syncAll`. */
  readonly operation: string;
  /** The function that was called: the stack of the error starts below it. Default: none is left out. */
  readonly below?: (...args: never[]) => unknown;
}

/**
 * Checks an object of options.
 *
 * @throws ApiError `invalid_params` that names the first option that is unknown or has a value it cannot have.
 */
export function checkOptions({ provider, operation, below }: OptionsOwner, options: unknown, rules: OptionRules): void {
  const problem = problemOfOptions(options, rules);
  if (problem === undefined) return;
  throw optionsError({ provider, operation, below: below ?? checkOptions }, options, rules, problem);
}

/** What a factory of clients takes. */
export interface ClientOptionsOwner {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** The provider's factory of clients: `createStreamClient`. */
  readonly factory: string;
  /** The options that it cannot do without: `clientId and clientSecret`. */
  readonly needs: string;
  /** The function that was called: the stack of the error starts below it. */
  readonly below: (...args: never[]) => unknown;
}

/**
 * Checks the options of a client before anything is read from them.
 *
 * @throws ApiError `invalid_params` when there are none, and as {@link checkOptions} does.
 */
export function checkClientOptions(
  { provider, factory, needs, below }: ClientOptionsOwner,
  options: unknown,
  rules: OptionRules,
): void {
  const owner = { provider, operation: `${provider} client`, below };
  if (options === undefined) throw optionsError(owner, options, rules, `${factory} needs options: ${needs}`);
  checkOptions(owner, options, rules);
}

function optionsError(owner: Required<OptionsOwner>, options: unknown, rules: OptionRules, problem: string): Error {
  const provider: Pick<Provider, 'name' | 'credentials'> = {
    name: owner.provider,
    // A secret may be in the place of another option, too.
    credentials: Object.fromEntries(hiddenStrings(options, rules).map((value, index) => [index, value])),
  };
  return new Operation(provider, owner.operation, traceBelow(owner.below)).fail(problem, { code: 'invalid_params' });
}
