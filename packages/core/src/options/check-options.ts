import { ApiError } from '../errors/api-error.ts';
import { createRedactor } from '../redact/redactor.ts';
import { describeValue, isObject } from '../shared/describe-value.ts';
import { fieldsOf, type Node } from '../validation/node.ts';
import { type Problem, problemsOf } from '../validation/problems.ts';
import { describeInput, firstLines, missing, placeAt, unknownName } from '../validation/words.ts';
import { isRequired, type OptionRules } from './option-kind.ts';

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

/** Options of {@link problemOfOptions}. */
export interface OptionsSubject {
  /** Word for a single one. Default `option`. */
  readonly noun?: string;
  /** Place of the object, as a prefix to the names of its options: `stream`. Default: none. */
  readonly place?: string;
  /** Handling of names without a rule, at the top and in nested options. Default `refuse`. */
  readonly others?: 'refuse' | 'ignore';
}

/**
 * Describes the first problems with an options object; undefined if there is none. Undefined options count as not set. It runs
 * before every call that has options, so it reads only options that are set.
 */
export function problemOfOptions(
  options: unknown,
  rules: OptionRules,
  { noun = 'option', place = '', others = 'refuse' }: OptionsSubject = {},
): string | undefined {
  if (!isObject(options)) return `${place || `${noun}s`} must be an object; got ${describeValue(options)}`;
  const found: string[] = [];
  for (const name in options) {
    const value = options[name];
    if (value === undefined) continue;
    const schema = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (schema) {
      const problems = problemsOf(schema, value);
      // An unknown name is often the missing one, misspelled.
      const first = problems.find(({ rule }) => !rule && others === 'refuse') ?? problems.find(({ rule }) => rule);
      if (first) found.push(describeInput(first, { noun, place: placeAt(place, [name]), isShown }));
    } else if (others === 'refuse' && Object.hasOwn(options, name))
      found.push(unknownName({ noun, place }, [name], Object.keys(rules)));
  }
  if (found.length > 0) return firstLines(found);
  for (const name in rules) {
    const schema = rules[name] as Node;
    if (isRequired(schema) && options[name] === undefined) return missing(placeAt(place, [name]), schema);
  }
  return undefined;
}

/** Schema types whose wrong values are shown. A value passed instead of any string or object may be secret. */
const shownTypes: readonly string[] = ['number', 'boolean', 'picklist', 'literal', 'union', 'variant'];
const isShown = ({ rule }: Problem) => rule?.kind === 'validation' || shownTypes.includes(String(rule?.type));

/** Collects all strings in options that errors never show. */
export function hiddenStrings(options: unknown, rules: OptionRules): string[] {
  return Object.entries(rules as Readonly<Record<string, Node>>).flatMap(([name, schema]) => {
    const value: unknown = Object(options)[name];
    const fields = fieldsOf(schema);
    if (Object.keys(fields).length > 0 && isObject(value)) return hiddenStrings(value, fields);
    return typeof value === 'string' && !shownTypes.includes(schema.type) ? [value] : [];
  });
}
