import { describeValue } from '../shared/describe-value.ts';
import { nearestName } from '../shared/suggest.ts';
import { expectedBy, mustNotBeEmpty, ruleOf } from './in-words.ts';
import { type Issue, issuesOf, isUnknown, keysOf, type Node, type Schema } from './node.ts';

type Path = readonly Pick<NonNullable<Issue['path']>[number], 'key' | 'input'>[];

/** Words for a value that a caller passes. */
export interface Subject {
  /** Word for its fields: `option`, `parameter`. */
  readonly noun: string;
  /** Place of the value, as a prefix to the names of its fields: `faults[0]`. Empty at the top. */
  readonly place: string;
  /** Handling of undeclared fields. */
  readonly others: 'refuse' | 'ignore';
  /** Whether an invalid string, number or boolean may be shown; otherwise only its kind is. */
  isShown(issue: Issue, keys: readonly unknown[]): boolean;
}

/**
 * Explains every problem with a value that a caller passes. Unknown fields come first, because they are often the
 * missing ones, misspelled.
 */
export function explainInput(schema: Schema, value: unknown, subject: Subject): readonly string[] {
  const issues = (issuesOf(schema, value) ?? []).flatMap(innermost);
  const unknown = subject.others === 'refuse' ? issues.filter(isUnknown) : [];
  const others = issues.filter((issue) => !isUnknown(issue));
  return [...unknown, ...others].map((issue) => explainIssue(schema, issue, subject));
}

/** Returns the problems inside a value that matches none of several schemas, if it has the same kind as one of them. */
export function innermost(issue: Issue): readonly Issue[] {
  const inside = (issue.issues ?? []).filter(({ path }) => path);
  if (inside.length === 0) return [issue];
  return inside.flatMap((each) => innermost({ ...each, path: [...(issue.path ?? []), ...(each.path ?? [])] as never }));
}

function explainIssue(schema: Schema, issue: Issue, subject: Subject): string {
  const { message, path = [], input } = issue;
  const keys = keysOf(issue);
  const place = placeAt(subject.place, keys);
  // A check of several parameters has its own message, which names them.
  if (!place) return message;
  if (isUnknown(issue)) {
    const outer = nodeAt(schema, path.slice(0, -1));
    return unknownName(subject, keys, Object.keys((outer && fieldsOf(outer, path.at(-1)?.input)) ?? {}));
  }
  const node = nodeAt(schema, path);
  if (input === undefined) return missing(place, node);
  const rule = node?.message === message ? message : ruleOf(issue);
  if (rule === mustNotBeEmpty) return `${place} ${rule}`;
  return `${place} ${rule}; got ${describeValue(input, subject.isShown(issue, keys))}`;
}

/**
 * Describes an undeclared field, with the one that was most likely meant, or with all that exist.
 *
 * @param names Names of the fields that are declared next to it.
 */
export function unknownName(
  { noun, place }: Pick<Subject, 'noun' | 'place'>,
  keys: readonly unknown[],
  names: readonly string[],
): string {
  const beside = (name: unknown) => placeAt(place, [...keys.slice(0, -1), name]);
  const given = String(keys.at(-1));
  const problem = `unknown ${noun} ${beside(given)}`;
  const nearest = nearestName(given, names);
  if (nearest !== undefined) return `${problem}; did you mean ${beside(nearest)}?`;
  return `${problem}; ${names.length > 0 ? `the ${noun}s are ${names.join(', ')}` : `there are no ${noun}s`}`;
}

/** Describes a required field that is not set. */
export function missing(place: string, node: Node | undefined): string {
  const expected = node && expectedBy(node);
  return `${place} is required${expected ? `: ${expected}` : ''}`;
}

/** Formats a place in JavaScript notation: `faults[0].status`. */
export const placeAt = (place: string, keys: readonly unknown[]): string =>
  keys.reduce<string>((outer, key) => {
    if (!outer) return String(key);
    if (typeof key === 'number') return `${outer}[${key}]`;
    return /^[\w$-]+$/.test(String(key)) ? `${outer}.${key}` : `${outer}[${JSON.stringify(key)}]`;
  }, place);

/** Returns the schema of the field at a path; undefined if it is not declared. */
function nodeAt(schema: Node, path: Path): Node | undefined {
  let node: Node | undefined = schema;
  for (const { key, input } of path) {
    const outer: Node | undefined = node && declared(node, input);
    node = outer?.entries?.[String(key)] ?? outer?.item ?? outer?.value;
  }
  return node;
}

/** Returns the schema that declares the fields or entries of a value; an option's schema is the last of a pipe. */
function declared(node: Node, value: unknown): Node | undefined {
  const { wrapped, getter, pipe, type, options } = node;
  if (wrapped) return declared(wrapped, value);
  if (type === 'lazy' && getter) return declared(getter(value), value);
  const last = pipe?.at(-1) as Node | undefined;
  if (last?.kind === 'schema' && pipe?.length !== 1) return declared(last, value);
  if (type !== 'union') return node;
  const all = (options as readonly Node[]).map((option) => declared(option, value));
  return all.find((option) => (Array.isArray(value) ? option?.item : (option?.entries ?? option?.value)));
}

/** Returns the fields of an object; undefined for a schema of another kind. */
export const fieldsOf = (node: Node, value: unknown): Readonly<Record<string, Node>> | undefined =>
  declared(node, value)?.entries;
