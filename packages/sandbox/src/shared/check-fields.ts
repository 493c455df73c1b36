import { type ApiError, isApiError } from '@x/core';
import * as optionKind from '@x/core/options';
import {
  describeValue,
  isObject,
  nearestName,
  type OptionRules,
  optionsError,
  problemOfOptions,
} from '@x/core/options';
import * as v from 'valibot';

export { isObject, isRequired, type OptionRules, problemOfOptions, type RulesOf } from '@x/core/options';

/** A schema of a value. Its message completes the name of the value: `must be a string that is not empty`. */
export type Rule = v.GenericSchema<unknown>;

/** An interface of options with every default filled in. */
export type Filled<Options> = { [Name in keyof Options]-?: Exclude<Options[Name], undefined> };

/** An object with the given fields, and no others. */
export const objectWith = optionKind.object as (fields: OptionRules) => Rule;
/** A field that must be set. */
export const required = optionKind.required as (rule: Rule) => Rule;
export const aString = optionKind.string as Rule;
export const trueOrFalse = optionKind.boolean as Rule;
export const aFunction = optionKind.function as Rule;
export const strings = optionKind.strings as Rule;
/** Any value, or one that other code checks. */
export const anything: Rule = v.unknown();

/** Removes the wrappers that say whether a field must be set from a rule. */
const unwrap = (rule: unknown): { readonly type: string } => {
  const { wrapped, ...own } = rule as { readonly type: string; readonly wrapped?: unknown };
  return wrapped === undefined ? own : unwrap(wrapped);
};
/** Returns whether the values of a rule are numbers. */
export const isNumeric = (rule: unknown): boolean => unwrap(rule).type === 'number';

/** One of some strings. */
export const oneOf = (...choices: readonly string[]): Rule => optionKind.choice(choices) as Rule;

/** A number in a range, both ends included. Without `most`, the range includes `Infinity`. */
export function numberIn(expected: string, least: number, most = Number.POSITIVE_INFINITY): Rule {
  const message = `must be ${expected}`;
  const from = v.pipe(v.number(message), v.minValue(least, message));
  return most === Number.POSITIVE_INFINITY ? from : v.pipe(from, v.maxValue(most, message));
}

/** A number above 0. */
export function numberAbove0(expected: string, most = Number.POSITIVE_INFINITY): Rule {
  const message = `must be ${expected}`;
  const from = v.pipe(v.number(message), v.gtValue(0, message));
  return most === Number.POSITIVE_INFINITY ? from : v.pipe(from, v.maxValue(most, message));
}

/** A number from `least` up, `Infinity` included. */
export const numberFrom = (least: number, what: string): Rule => numberIn(`${what}, at least ${least}`, least);

/** A number from 0 up, `Infinity` included. */
export const numberFrom0 = (what: string): Rule => numberFrom(0, what);

/** A whole number in a range, both ends included. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER, or = ''): Rule {
  const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
  const message = `must be a whole number ${range}${or}`;
  return v.pipe(v.number(message), v.integer(message), v.minValue(least, message), v.maxValue(most, message));
}

/** The seed of the data. */
export const aSeed: Rule = wholeNumber(Number.MIN_SAFE_INTEGER);

/** A number, which may be negative. */
export const aNumber: Rule = v.pipe(v.number('must be a number'), v.finite('must be a number'));

/** A string of a given form. */
export function text(expected: string, form: RegExp, isValid: (text: string) => boolean = () => true): Rule {
  const message = `must be ${expected}`;
  return v.pipe(v.string(message), v.regex(form, message), v.check(isValid, message));
}

/** A string of at least one character. */
export const nonEmptyString: Rule = text('a string that is not empty', /^[\s\S]/);

const isDate = (text: string) => {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
};

/** A calendar date. */
export const aDate: Rule = text('a date such as 2026-01-31', /^\d{4}-\d\d-\d\d$/, isDate);

export const aTime: Rule = text(
  'a date and time such as 2026-01-31T12:00:00Z',
  /^\d{4}-\d\d-\d\d./,
  (text) => isDate(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)),
);

/** A value of one of several kinds. */
export const anyOf = (expected: string, ...rules: readonly Rule[]): Rule => v.union(rules, `must be ${expected}`);

/** A list of values of one kind. */
export const listOf = (what: string, item: Rule, most = Number.POSITIVE_INFINITY): Rule => {
  const list = v.array(item, `must be an array of ${what}`);
  return most === Number.POSITIVE_INFINITY ? list : v.pipe(list, v.maxLength(most, `must be an array of ${what}`));
};

/** An array of objects with the given fields. */
export const listOfObjects = (what: string, fields: OptionRules): Rule => listOf(what, objectWith(fields));

/** An object with any fields. */
const objectOf = (shape: Rule, expected = 'an object'): Rule =>
  v.pipe(v.custom(isObject, `must be ${expected}`), shape);

/** An object whose fields other code checks. */
export const anObject: Rule = objectOf(v.looseObject({}));

/** An object with any names and values of one kind. */
export const recordOf = (expected: string, value: Rule): Rule => objectOf(v.record(v.string(), value), expected);

/** `off`, `real`, or a value of another kind. */
export const offRealOr = (what: string, other: Rule): Rule =>
  anyOf(`off, real or ${what}`, oneOf('off', 'real'), other);

/** `off`, `real`, or an object with the given fields. */
export const offRealOrObjectWith = (fields: OptionRules): Rule =>
  offRealOr(`an object with the fields ${Object.keys(fields).join(', ')}`, objectWith(fields));

/**
 * Checks options of the sandbox. Returns those that are set.
 *
 * @param place Prefix of their names in errors, such as `stream`; empty for the sandbox's own options.
 * @param operation Function that they are passed to. Default `createSandbox`.
 * @throws ApiError `invalid_params` for an option that is unknown or not valid.
 */
export function readOptions<Options extends object>(
  place: string,
  options: Options,
  rules: OptionRules,
  operation = 'createSandbox',
): { [Name in keyof Options]: Exclude<Options[Name], undefined> } {
  const problem = problemOfOptions(options, rules, { place });
  if (problem !== undefined) throw invalid(problem, operation);
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}

/**
 * Creates the error of an option that is not valid.
 *
 * @param problem Description of the problem, and what to do.
 * @param operation Function that the option is passed to. Default `createSandbox`.
 */
export const invalid = (problem: string, operation = 'createSandbox'): ApiError =>
  optionsError({ provider: 'sandbox', operation, below: invalid }, problem);

/** Returns the message of an error, without the operation with which an `ApiError` begins. */
export const problemOf = (error: Error): string =>
  isApiError(error) && error.provider === 'sandbox' ? error.message.replace(`${error.operation}: `, '') : error.message;

/** Returns `; did you mean "…"?` with the most similar name; empty if none is similar. */
export function suggest(given: string, names: readonly string[]): string {
  const nearest = nearestName(given, names);
  return nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
}

/** Describes a value for an error message. Shows strings and numbers as they are. */
export const describe = (value: unknown): string => describeValue(value, true);
