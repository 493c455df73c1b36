import * as v from 'valibot';
import type { Node, Schema } from '../validation/node.ts';

/**
 * The schema of each option, by name. An option may be left out or undefined, unless its schema is `required`. A schema
 * message begins with `must` and completes the option's name: `must be a whole number of at least 0`.
 */
export type OptionRules = Readonly<Record<string, Schema>>;

/** A table with a schema for each option of an interface, so that no option can be added without one. */
export type RulesOf<Options> = Readonly<Record<keyof Options, Schema>>;

// Kinds of options. Each is a separate export, so that a bundle holds only the ones it uses.

/** Functions count as well, because they can have methods: `Date` is a clock. */
const hasFunctions = (value: unknown, ...names: readonly string[]) =>
  ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
  names.every((name) => typeof (value as Record<string, unknown>)[name] === 'function');

/** A value of any kind. Errors never show an invalid one. */
// @__NO_SIDE_EFFECTS__
const custom = (expected: string, isValid: (value: unknown) => boolean): Schema =>
  v.custom(isValid, `must be ${expected}`);

/** A number. If fractions are allowed, `Infinity` means no limit. */
// @__NO_SIDE_EFFECTS__
function numeric(expected: string, isValid: (value: number) => boolean): Schema {
  const message = `must be ${expected}`;
  return v.pipe(v.number(message), v.check(isValid, message));
}

// @__NO_SIDE_EFFECTS__
const numberAbove0 = (unit: string): Schema => numeric(`a number of ${unit} above 0`, (value) => value > 0);

/** A whole number of at least `least`. */
// @__NO_SIDE_EFFECTS__
const countFrom = (least: number, most = Number.MAX_SAFE_INTEGER): Schema =>
  numeric(
    `a whole number of at least ${least}${most === Number.POSITIVE_INFINITY ? ', or Infinity' : ''}`,
    (value) => value >= least && (Number.isSafeInteger(value) || value === most),
  );

/** One of several strings. */
// @__NO_SIDE_EFFECTS__
export const choice = (choices: readonly string[]): Schema =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);

/** An object with its own fields. */
// @__NO_SIDE_EFFECTS__
export function object(fields: OptionRules): Schema {
  const entries = Object.entries(fields as Readonly<Record<string, Node>>).map(([name, schema]) => [
    name,
    isRequired(schema) ? (schema.wrapped as Node) : v.optional(schema),
  ]);
  const expected = `must be an object with the ${plural('field', Object.keys(fields))}`;
  return v.strictObject(Object.fromEntries(entries), expected);
}

/** `field a`, `fields a, b and c`. */
const plural = (noun: string, names: readonly string[]) =>
  `${noun}${names.length === 1 ? '' : 's'} ${[names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ')}`;

/** An object with certain functions: `a clock`. */
// @__NO_SIDE_EFFECTS__
export const objectWith = (what: string, names: readonly string[]): Schema =>
  custom(`${what} (an object with the ${plural('function', names)})`, (value) => hasFunctions(value, ...names));

/** An option that must be set. */
// @__NO_SIDE_EFFECTS__
export const required = (schema: Schema): Schema => v.nonOptional(schema);

/** Whether an option must be set. */
export const isRequired = (schema: Schema | undefined): boolean => schema?.type === 'non_optional';

export const milliseconds: Schema = /* @__PURE__ */ numberAbove0('milliseconds');
export const millisecondsFrom0: Schema = /* @__PURE__ */ numeric(
  'a number of milliseconds of at least 0',
  (value) => value >= 0,
);
export const bytes: Schema = /* @__PURE__ */ numberAbove0('bytes');
export const count: Schema = /* @__PURE__ */ countFrom(0);
export const countOrInfinity: Schema = /* @__PURE__ */ countFrom(0, Number.POSITIVE_INFINITY);
export const countFrom1OrInfinity: Schema = /* @__PURE__ */ countFrom(1, Number.POSITIVE_INFINITY);
export const boolean: Schema = /* @__PURE__ */ v.boolean('must be true or false');
/** A string, which may be secret, so errors show neither a string nor any value passed instead of one. */
export const string: Schema = /* @__PURE__ */ v.string('must be a string');
/** A prefix of the keys in a key-value store. unstorage cuts keys at a question mark, so all entries would be one. */
export const keyPrefix: Schema = /* @__PURE__ */ v.pipe(
  v.string('must be a string'),
  v.check((value) => !value.includes('?'), 'must not contain "?", because unstorage ignores what follows it in a key'),
);
export const strings: Schema = /* @__PURE__ */ v.array(string, 'must be an array of strings');
const aFunction: Schema = /* @__PURE__ */ v.function('must be a function');
export const functionOrFunctions: Schema = /* @__PURE__ */ custom('a function, or an array of functions', (value) =>
  [value].flat().every((each) => typeof each === 'function'),
);
export const functionOrOff: Schema = /* @__PURE__ */ custom(
  "a function or 'off'",
  (value) => value === 'off' || typeof value === 'function',
);
export const signal: Schema = /* @__PURE__ */ custom(
  'an AbortSignal, such as the signal of an AbortController',
  (value) =>
    hasFunctions(value, 'addEventListener', 'removeEventListener', 'throwIfAborted') &&
    typeof (value as AbortSignal).aborted === 'boolean',
);
export const clock: Schema = /* @__PURE__ */ objectWith('a clock', ['now']);
export const tokenStore: Schema = /* @__PURE__ */ objectWith('a token store', ['get', 'set', 'delete']);
export const asyncIterable: Schema = /* @__PURE__ */ custom(
  'an async iterable',
  (value) => typeof Object(value)[Symbol.asyncIterator] === 'function',
);
/** For options that other code checks, with better messages. */
export const checkedLater: Schema = /* @__PURE__ */ v.unknown();
export { aFunction as function };
