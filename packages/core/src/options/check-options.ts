import { ApiError } from '../errors/api-error.ts';
import { createRedactor } from '../redact/redactor.ts';
import type { OptionRules } from './option-rule.ts';
import { hiddenStrings, problemOfOptions } from './problem-of-options.ts';

/** The function whose options are checked. */
export interface OptionsOwner {
  /** Name of the provider, or of the package if it belongs to no provider: `stream`, `redis`. */
  readonly provider: string;
  /** Function that the options are passed to, as errors name it: `redisStore`, `transactions.syncAll`. */
  readonly operation: string;
  /** Function that was called; the error's stack starts below it. Default: the checking function. */
  readonly below?: ((...args: never[]) => unknown) | undefined;
}

/**
 * Checks an options object.
 *
 * @param found A problem that was found earlier, such as with another argument. Default: none.
 * @throws ApiError `invalid_params` with that problem, or one that names the first option that is unknown or has an
 * invalid value.
 */
export function checkOptions(owner: OptionsOwner, options: unknown, rules: OptionRules, found?: string): void {
  const problem = found ?? problemOfOptions(options, rules);
  if (problem === undefined) return;
  // A secret may also be in another option by mistake.
  throw optionsError({ below: checkOptions, ...owner }, problem, hiddenStrings(options, rules));
}

/**
 * Creates the error of an invalid argument or option.
 *
 * @param problem Problem and remedy.
 * @param secrets Values that the error must not show. Default: none.
 */
export function optionsError(
  { provider, operation, below = optionsError }: OptionsOwner,
  problem: string,
  secrets: readonly string[] = [],
): ApiError {
  const message = `${operation}: ${createRedactor(secrets).text(problem)}`;
  const error = new ApiError(message, { code: 'invalid_params', provider, operation, retryable: false });
  Error.captureStackTrace?.(error, below);
  return error;
}
