import { checkOptions, optionsError } from '../options/check-options.ts';
import type { OptionRules } from '../options/option-rule.ts';

/** Describes a client factory for error messages. */
export interface ClientOptionsOwner {
  /** Name of the provider: `stream`. */
  readonly provider: string;
  /** Name of the provider's client factory: `createStreamClient`. */
  readonly factory: string;
  /** Options that the factory requires: `clientId and clientSecret`. */
  readonly needs: string;
  /** Function that was called; the error's stack starts below it. */
  readonly below: (...args: never[]) => unknown;
}

/**
 * Checks a client's options before anything is read from them.
 *
 * @param found A problem that was found earlier, such as options that contradict each other. Default: none.
 * @throws ApiError `invalid_params` when there are no options, and as {@link checkOptions} does.
 */
export function checkClientOptions(
  { provider, factory, needs, below }: ClientOptionsOwner,
  options: unknown,
  rules: OptionRules,
  found?: string,
): void {
  const owner = { provider, operation: `${provider} client`, below };
  if (options === undefined) throw optionsError(owner, `${factory} needs options: ${needs}`);
  checkOptions(owner, options, rules, found);
}
