import type { BaseIssue } from 'valibot';
import { describeValue } from '../shared/describe-value.ts';
import { nearestName } from '../shared/suggest.ts';
import { issuesOf, type Node, type Schema } from './node.ts';

type Issue = BaseIssue<unknown>;
type PathItem = Pick<NonNullable<Issue['path']>[number], 'key' | 'input'>;

/** How a value that a caller passes is spoken of. @internal */
export interface Subject {
  /** What its fields are: `option`, `parameter`. */
  readonly noun: string;
  /** Its place, in front of the names of its fields: `faults[0]`. Empty at the top. */
  readonly place: string;
  /** Whether fields that are not declared are wrong. */
  readonly others: 'refuse' | 'ignore';
  /** Whether a string, number or boolean that is wrong may be shown; else only its kind is. */
  isShown(issue: Issue, keys: readonly unknown[]): boolean;
  /** What a value must be, as the end of a sentence that begins with its name. Default: the message of its schema. */
  ruleOf?(issue: RuleIssue): string;
  /** What a missing value must be: `a string`; empty where its schema does not show it. Default: by the message of its schema. */
  expectedBy?(node: Node): string;
}

/** An issue of a schema or of a check in a pipe, which has a requirement. @internal */
export type RuleIssue = Issue & { readonly requirement?: unknown };

/**
 * All that is wrong with a value that a caller passes. Fields that do not exist come first: the ones that are missing are often
 * those.
 *
 * @internal
 */
export function explainInput(schema: Schema, value: unknown, subject: Subject): readonly string[] {
  const issues = (issuesOf(schema, value) ?? []).flatMap(innermost);
  const unknown = subject.others === 'refuse' ? issues.filter(isUnknown) : [];
  const others = issues.filter((issue) => !isUnknown(issue));
  return [...unknown, ...others].map((issue) => explainIssue(schema, issue, subject));
}

/** Whether an issue is about a field that is not declared. @internal */
export const isUnknown = ({ expected }: Issue) => expected === 'never';

/** Of a value that is none of several: what is wrong inside it, where it is of a kind with one of them. @internal */
export function innermost(issue: Issue): readonly Issue[] {
  const inside = (issue.issues ?? []).filter(({ path }) => path);
  if (inside.length === 0) return [issue];
  return inside.flatMap((each) => innermost({ ...each, path: [...(issue.path ?? []), ...(each.path ?? [])] as never }));
}

function explainIssue(schema: Schema, issue: Issue, subject: Subject): string {
  const { message, path = [], input } = issue;
  const keys = path.map(({ key }) => key);
  const place = placeAt(subject.place, keys);
  // A check of several parameters has a message of its own that names them.
  if (!place) return message;
  if (isUnknown(issue)) {
    const outer = nodeAt(schema, path.slice(0, -1));
    return unknownName(subject, keys, Object.keys((outer && fieldsOf(outer, path.at(-1)?.input)) ?? {}));
  }
  if (input === undefined) return missing(place, nodeAt(schema, path), subject.expectedBy);
  const rule = subject.ruleOf?.(issue) ?? message;
  if (rule === mustNotBeEmpty) return `${place} ${rule}`;
  return `${place} ${rule}; got ${describeValue(input, subject.isShown(issue, keys))}`;
}

/**
 * A field that is not declared, and the one that was most likely meant, or all that exist.
 *
 * @param names Of the fields that are declared beside it.
 * @internal
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

/** The rule of a value that needs no other words. @internal */
export const mustNotBeEmpty = 'must not be empty';

/** What a value of a schema with a message of its own must be. @internal */
export const expectedByMessage = ({ wrapped, message }: Node): string =>
  wrapped ? expectedByMessage(wrapped) : typeof message === 'string' ? message.replace(/^must (be )?/, '') : '';

/** A required field that is not set. @internal */
export function missing(place: string, node: Node | undefined, expectedBy = expectedByMessage): string {
  const expected = node && expectedBy(node);
  return `${place} is required${expected ? `: ${expected}` : ''}`;
}

/** A place as it is written in JavaScript: `faults[0].status`. @internal */
export const placeAt = (place: string, keys: readonly unknown[]): string =>
  keys.reduce<string>((outer, key) => {
    if (!outer) return String(key);
    if (typeof key === 'number') return `${outer}[${key}]`;
    return /^[\w$-]+$/.test(String(key)) ? `${outer}.${key}` : `${outer}[${JSON.stringify(key)}]`;
  }, place);

/** The schema of the field at a path; undefined where it is not declared. @internal */
export function nodeAt(schema: Node, path: readonly PathItem[]): Node | undefined {
  let node: Node | undefined = schema;
  for (const { key, input } of path) {
    const outer: Node | undefined = node && declared(node, input);
    node = outer?.entries?.[String(key)] ?? outer?.item ?? outer?.value;
  }
  return node;
}

/** The schema that declares the fields or entries of a value: that of an option is the last of a pipe. */
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

/** The fields of an object; undefined for a schema of another kind. @internal */
export const fieldsOf = (node: Node, value: unknown): Readonly<Record<string, Node>> | undefined =>
  declared(node, value)?.entries;
