import { characters, describeValue, entries, kindOf } from '../shared/describe-value.ts';
import { nearestName } from '../shared/suggest.ts';
import { alternativesOf, type Node, type Rule } from './node.ts';
import type { Keys, Problem } from './problems.ts';

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  array: 'an array',
  tuple: 'an array',
  object: 'an object',
  strict_object: 'an object',
  loose_object: 'an object',
  record: 'an object',
  variant: 'an object',
  date: 'a Date',
  function: 'a function',
};

/** Returns the documented values of a schema, and the kinds of the other values that it accepts. */
function valuesAndKinds(node: Node): { readonly values: readonly unknown[]; readonly kinds: readonly string[] } {
  const { type, options = [], literal, wrapped } = node;
  if (wrapped) return valuesAndKinds(wrapped);
  if (type === 'picklist') return { values: options, kinds: [] };
  if (type === 'literal') return { values: [literal], kinds: [] };
  const each = (type === 'union' ? alternativesOf(node) : undefined)?.map(valuesAndKinds);
  if (!each) return { values: [], kinds: [kinds[type] ?? node.expects] };
  return { values: each.flatMap((one) => one.values), kinds: [...new Set(each.flatMap((one) => one.kinds))] };
}

/** Returns the documented values of a schema that lists them; none for any other rule. */
export const documentedValues = (rule: Rule): readonly unknown[] =>
  rule.kind === 'schema' ? valuesAndKinds(rule as Node).values : [];

/** Describes the values that a schema accepts: `a string`, `one of a, b or an array`. */
function expectedBy(node: Node): string {
  const { wrapped, message } = node;
  if (wrapped) return expectedBy(wrapped);
  if (typeof message === 'string') return message.replace(/^must (be )?/, '');
  const { values, kinds } = valuesAndKinds(node);
  const listed = values.length > 1 ? [`one of ${values.join(', ')}`] : values.map((value) => JSON.stringify(value));
  return [...listed, ...kinds].join(' or ');
}

/** Returns the requirement of a rule, as the end of a sentence that begins with the value's name. */
export function requirementOf(rule: Rule, input: unknown): string {
  const { message, requirement, type } = rule;
  if (typeof message === 'string') return message;
  if (typeof message === 'function') return String(message({ input }));
  if (rule.kind === 'schema') return `must be ${expectedBy(rule as Node)}`;
  if (isForEmpty(rule, input)) return 'must not be empty';
  const size = Array.isArray(input) ? entries : characters;
  if (lengths[type]) return `must have ${lengths[type]} ${size(Number(requirement))}`;
  if (limits[type]) return `must be ${limits[type]} ${requirement}`;
  return forms[type] ?? 'does not have the documented form';
}

// Requirements of valibot's actions in words, by their types.
const lengths: Readonly<Record<string, string>> = { min_length: 'at least', max_length: 'at most', length: 'exactly' };
const limits: Readonly<Record<string, string>> = { min_value: 'at least', max_value: 'at most' };
const forms: Readonly<Record<string, string>> = {
  iso_date: 'must be a date in the form 2026-01-31',
  url: 'must be an absolute URL',
  integer: 'must be a whole number',
};

/** Whether a value is refused because it is empty, which says everything about it. */
const isForEmpty = ({ type, requirement, message }: Rule, input: unknown): boolean =>
  message === undefined && (type === 'non_empty' || requirement === 1) && Object(input).length === 0;

/** Words for a value that a caller passes. */
export interface Subject {
  /** Word for its fields: `option`, `parameter`. */
  readonly noun: string;
  /** Place of the value, as a prefix to the names of its fields: `faults[0]`. Default: it is at the top. */
  readonly place?: string;
  /** Whether an invalid string, number or boolean may be shown; otherwise only its kind is. */
  isShown(problem: Problem): boolean;
}

/** Describes a problem with a value that a caller passes. */
export function describeInput(problem: Problem, { noun, place = '', isShown }: Subject): string {
  const { rule, keys, input, names } = problem;
  if (!rule) return unknownName({ noun, place }, keys, names);
  const name = placeAt(place, keys);
  const requirement = requirementOf(rule, input);
  // A check of several parameters names them itself.
  if (!name) return requirement;
  if (input === undefined) return missing(name, rule);
  const received = isForEmpty(rule, input) ? '' : `; got ${describeValue(input, isShown(problem))}`;
  const nearest = isShown(problem) ? nearestName(String(input), documentedValues(rule).map(String)) : undefined;
  return `${name} ${requirement}${received}${nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`}`;
}

/**
 * Describes a problem with a response: the place, the expected value, and the kind of the received value. It never shows
 * a value, because any response may contain an account number.
 */
export function describeOutput({ rule, keys, input }: Problem): string {
  if (keys.length === 0 && rule?.kind === 'validation') return requirementOf(rule, input);
  const place = keys.join('.') || 'the value';
  if (!rule) return `${place} is not a documented field`;
  return input === undefined ? `${place} is missing` : `${place} ${requirementOf(rule, input)}, got ${kindOf(input)}`;
}

/** Joins at most three problems in one line. */
export const firstLines = (problems: readonly string[]): string =>
  problems.slice(0, 3).join('; ') + (problems.length > 3 ? '; …' : '');

/**
 * Describes an undeclared field, with the one that was most likely meant, or with all that exist.
 *
 * @param names Names of the fields that are declared next to it.
 */
export function unknownName(
  { noun, place = '' }: Pick<Subject, 'noun' | 'place'>,
  keys: Keys,
  names: readonly string[],
): string {
  const beside = (name: string) => placeAt(place, [...keys.slice(0, -1), name]);
  const given = String(keys.at(-1));
  const problem = `unknown ${noun} ${beside(given)}`;
  // A provider's own word is often the last one of a name: `secret`, `clientSecret`.
  const longer = names.filter((name) => name.toLowerCase().endsWith(given.toLowerCase()));
  const nearest = nearestName(given, names) ?? (longer.length === 1 ? longer[0] : undefined);
  if (nearest !== undefined) return `${problem}; did you mean ${beside(nearest)}?`;
  return `${problem}; ${names.length > 0 ? `the ${noun}s are ${names.join(', ')}` : `there are no ${noun}s`}`;
}

/** Describes a required field that is not set. */
export function missing(place: string, rule: Rule): string {
  const expected = rule.kind === 'schema' && expectedBy(rule as Node);
  return `${place} is required${expected ? `: ${expected}` : ''}`;
}

/** Formats a place in JavaScript notation: `faults[0].status`. */
export const placeAt = (place: string, keys: Keys): string =>
  keys.reduce<string>((outer, key) => {
    if (!outer) return String(key);
    if (typeof key === 'number') return `${outer}[${key}]`;
    return /^[\w$-]+$/.test(key) ? `${outer}.${key}` : `${outer}[${JSON.stringify(key)}]`;
  }, place);

/** Formats a path with `[]` for indexes: `data[].name`. */
export const placeOf = (keys: Keys): string =>
  keys
    .map((key) => (Number.isInteger(Number(key)) ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '');
