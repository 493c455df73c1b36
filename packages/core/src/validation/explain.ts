import { kindOf } from '../shared/describe-value.ts';
import { inWords } from './in-words.ts';
import { type Issue, issuesOf, isUnknown, keysOf, type Node, type Schema } from './node.ts';

/**
 * Explains the differences between a response and its declaration: the place, the expected value, and the kind of the
 * received value. It never shows a value, because any response may contain an account number.
 */
export const explain = (schema: Schema, value: unknown): string =>
  firstLines((issuesOf(schema, value) ?? []).map(messageOf));

/** Joins at most three problems in one line. */
export const firstLines = (problems: readonly string[]): string =>
  problems.slice(0, 3).join('; ') + (problems.length > 3 ? '; …' : '');

function messageOf(issue: Issue): string {
  const { type, message, expected, input } = issue;
  const place = keysOf(issue).join('.');
  if (type === 'check') return place ? `${place}: ${message}` : message; // the message is our own
  if (input === undefined && !isUnknown(issue)) return `${place || 'the value'} is missing`;
  return `${place || 'the value'} must be ${inWords(expected ?? type)}, got ${kindOf(input)}`;
}

/** A place in which a response differs from its declaration. */
export interface Difference {
  /** Path of the place, with `[]` for every index of a list: `data[].name`. Empty for the whole value. */
  readonly place: string;
  /** Expected value and the kind of value received. */
  readonly message: string;
}

/**
 * Finds the differences between `value` and `schema`.
 *
 * @param essential Places that must be as declared, in the form of {@link Difference.place}.
 * @returns The differing places, each of them once; `otherKind` if it is a value of another kind altogether, regardless
 * of its fields; `unusable` if it is of another kind or lacks an essential field, so that nobody could use it.
 */
export function differencesOf(schema: Schema, value: unknown, essential: readonly string[] = []) {
  const places = new Map<string, Difference>();
  for (const issue of issuesOf(schema, value) ?? []) {
    const place = placeOf(keysOf(issue));
    if (!places.has(place)) places.set(place, { place, message: messageOf(issue) });
  }
  const otherKind = isOtherKind(schema, value);
  const lacks = essential.some((needed) => [...places.keys()].some((place) => place && isWithin(needed, place)));
  return { places: [...places.values()], otherKind, unusable: otherKind || lacks };
}

/** Formats a path with `[]` for indexes: `data[].name`. */
export const placeOf = (path: readonly unknown[]): string =>
  path
    .map((key) => (Number.isInteger(Number(key)) ? '[]' : `.${key}`))
    .join('')
    .replace(/^\./, '');

const isWithin = (place: string, outer: string): boolean =>
  place === outer || place.startsWith(`${outer}.`) || place.startsWith(`${outer}[`);

/**
 * Whether a value that a schema refuses is something else altogether: not an object, a list instead of one, or an
 * object without a single declared field.
 */
function isOtherKind(schema: Node, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  const names = namesOf(schema);
  if (names.length === 0) return Array.isArray(value) !== (schema.type === 'array');
  return Array.isArray(value) || !names.some((name) => name in value);
}

/**
 * Returns the names of the fields that an object may have, over all options of a union; none for a schema of another
 * kind.
 */
function namesOf(schema: Node): string[] {
  const { entries, options, wrapped, pipe } = schema;
  if (entries) return Object.keys(entries);
  const inner = schema.type === 'union' || schema.type === 'variant' ? ((options ?? []) as readonly Node[]) : [];
  return [...inner, wrapped, pipe?.[0]].flatMap((each) => (each ? namesOf(each) : []));
}
