import { callOptionRules, type ListOptions, listOptionRules } from '../declare/options.ts';
import type { OptionRules } from '../options/option-rule.ts';
import { problemOfSet } from '../options/problem-of-options.ts';
import type { Call } from '../pipeline/call.ts';
import { createError, type ErrorProvider } from '../pipeline/create-error.ts';

/** The options of all calls that were made without any: there is nothing to check. @internal */
export const noOptions: ListOptions = Object.freeze({});

/**
 * Checks the options of a call. Those of lists are checked when the first page is fetched.
 *
 * @throws ApiError `invalid_params` that names the first problem.
 * @internal
 */
export function checkCallOptions(provider: ErrorProvider, call: Call): void {
  const { options, endpoint } = call;
  if (options === noOptions) return;
  const rules: OptionRules = 'paging' in endpoint ? listOptionRules : callOptionRules;
  const problem = problemOfSet(options, rules);
  if (problem !== undefined) throw createError(provider, call, problem, { code: 'invalid_params' });
}
