import { characters, entries } from '../shared/describe-value.ts';
import type { Issue, Node } from './node.ts';

/**
 * Lists the alternatives of valibot's expectation: `("a" | "b")` has `"a"` and `"b"`, `(string | Array)` has `string`
 * and `Array`.
 */
export const alternativesOf = (expected: string): string[] =>
  expected.split(' | ').map((part) => part.replace(/^\(+|\)+$/g, ''));

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  boolean: 'true or false',
  Array: 'an array',
  Object: 'an object',
  Date: 'a Date',
  Function: 'a function',
};

/** Puts valibot's expectation into words: `one of a, b`, `a string or an array`. */
export function inWords(expected: string): string {
  const parts = alternativesOf(expected);
  const values = parts.filter((part) => part.startsWith('"')).map((part) => part.slice(1, -1));
  const kinds = [...new Set(parts.filter((part) => !part.startsWith('"')))].map((kind) => words[kind] ?? kind);
  if (values.length === 1) return [JSON.stringify(values[0]), ...kinds].join(' or ');
  return [...(values.length > 0 ? [`one of ${values.join(', ')}`] : []), ...kinds].join(' or ');
}

/**
 * Whether a message was written for the schema. Valibot's own messages begin with `Invalid`, unless the application
 * translates them.
 */
const isOwn = (message: unknown): message is string => typeof message === 'string' && message.startsWith('must ');

/** Returns the expected type of a missing value: `a string`; empty if its schema does not reveal it. */
export function expectedBy({ wrapped, message, expects }: Node): string {
  if (wrapped) return expectedBy(wrapped);
  if (isOwn(message)) return message.replace(/^must (be )?/, '');
  return typeof expects === 'string' ? inWords(expects) : '';
}

/** Rule for a value that needs no other words. */
export const mustNotBeEmpty = 'must not be empty';

/** Returns the requirement for a value, as the end of a sentence that begins with its name. */
export function ruleOf({ type, kind, message, requirement, expected, input }: Issue): string {
  if (isOwn(message)) return message;
  if ((type === 'non_empty' || requirement === 1) && Object(input).length === 0) return mustNotBeEmpty;
  const size = Array.isArray(input) ? entries : characters;
  switch (type) {
    case 'min_length':
      return `must have at least ${size(Number(requirement))}`;
    case 'max_length':
      return `must have at most ${size(Number(requirement))}`;
    case 'min_value':
      return `must be at least ${requirement}`;
    case 'max_value':
      return `must be at most ${requirement}`;
    case 'iso_date':
      return 'must be a date in the form 2026-01-31';
    case 'url':
      return 'must be an absolute URL';
    default:
      return kind === 'validation' ? message : `must be ${inWords(expected ?? type)}`;
  }
}
