import { ApiError } from '../errors/api-error.ts';
import { createRedactor } from '../redact/redactor.ts';
import type { OptionRules } from './option-rule.ts';
import { hiddenStrings, problemOfOptions } from './problem-of-options.ts';

/** Whose options are checked. */
export interface OptionsOwner {
  /** Name of the provider, or of the package where that belongs to no provider: `stream`, `redis`. */
  readonly provider: string;
  /** The function that the options are passed to, as errors name it: `redisStore`, `transactions.syncAll`. */
  readonly operation: string;
  /** The function that was called: the stack of the error starts below it. Default: the function that checks. */
  readonly below?: ((...args: never[]) => unknown) | undefined;
}

/**
 * Checks an object of options.
 *
 * @param found A problem that was found before, such as one of another argument. Default: none.
 * @throws ApiError `invalid_params` with that problem, or one that names the first option that is unknown or has a value it cannot
 * have.
 */
export function checkOptions(owner: OptionsOwner, options: unknown, rules: OptionRules, found?: string): void {
  const problem = found ?? problemOfOptions(options, rules);
  if (problem === undefined) return;
  // A secret may be in the place of another option, too.
  throw optionsError({ below: checkOptions, ...owner }, problem, hiddenStrings(options, rules));
}

/**
 * Creates the error of an argument or option that is wrong.
 *
 * @param problem What is wrong, and what to do.
 * @param secrets Values that the error must not show. Default: none.
 */
export function optionsError(
  { provider, operation, below = optionsError }: OptionsOwner,
  problem: string,
  secrets: readonly string[] = [],
): ApiError {
  const message = `${operation}: ${createRedactor([], secrets, new Map()).text(problem)}`;
  const error = new ApiError(message, { code: 'invalid_params', provider, operation, retryable: false });
  Error.captureStackTrace?.(error, below);
  return error;
}
