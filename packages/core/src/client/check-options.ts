import { checkOptions, optionsError } from '../options/check-options.ts';
import type { OptionRules } from '../options/option-rule.ts';

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
  if (options === undefined) throw optionsError(owner, `${factory} needs options: ${needs}`);
  checkOptions(owner, options, rules);
}
