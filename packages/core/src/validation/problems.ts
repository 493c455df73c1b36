import { pipe, unknown } from 'valibot';
import { nearestName } from '../shared/suggest.ts';
import { alternativesOf, fieldsOf, isOptional, isValid, type Node, type Rule } from './node.ts';

/** Names and indexes that lead to a value. */
export type Keys = readonly (string | number)[];

/** A problem with a value: the schema or action that refuses it, or an undeclared field. */
export interface Problem {
  /** Names and indexes that lead to the refused value. */
  readonly keys: Keys;
  /** The refused value. Undefined if it is missing. */
  readonly input: unknown;
  /** The schema or action that refuses it. Undefined for an undeclared field. */
  readonly rule: Rule | undefined;
  /** Names of the fields that are declared next to an undeclared one. */
  readonly names: readonly string[];
  /** Whether the value can be sent all the same, because it differs from the documentation only. */
  readonly isSendable: boolean;
}

/** Object schemas that accept undeclared fields even among params. */
const openObjects: readonly string[] = ['loose_object', 'object_with_rest'];

const none: readonly Problem[] = [];

/**
 * Finds all problems with a value. It agrees with valibot, and knows the rule behind each problem.
 *
 * @param isClosed Whether undeclared fields are problems in every object that does not explicitly allow them.
 */
export function problemsOf(node: Node, value: unknown, isClosed = false, keys: Keys = []): readonly Problem[] {
  const { pipe: parts, entries, item, wrapped, getter, type } = node;
  const refused = () => [problemWith(node, value, keys)];
  const inside = (inner: Node, member: unknown, key: string | number) =>
    problemsOf(inner, member, isClosed, [...keys, key]);
  if (parts) return problemsOfPipe(parts, value, isClosed, keys) ?? (isValid(node, value) ? none : refused());
  if (wrapped) {
    if (value !== null && value !== undefined) return problemsOf(wrapped, value, isClosed, keys);
    return isValid(node, value) ? none : refused();
  }
  if (type === 'lazy' && getter) return problemsOf(getter(value), value, isClosed, keys);
  const alternatives = alternativesOf(node);
  if (alternatives) return problemsOfAlternatives(node, alternatives, value, isClosed, keys);
  if (item) {
    if (!Array.isArray(value)) return refused();
    return Array.from(value, (member, index) => inside(item, member, index)).flat(); // `flatMap` would skip holes
  }
  if (!entries && !node.value) return isValid(node, value) ? none : refused();
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused();
  const fields = value as Readonly<Record<string, unknown>>;
  if (node.value) return Object.entries(fields).flatMap(([name, member]) => inside(node.value as Node, member, name));
  const declared = Object.entries(entries ?? {}).flatMap(([name, field]) => {
    if (name in fields) return inside(field, fields[name], name);
    return isOptional(field) ? none : [problemWith(field, undefined, [...keys, name])];
  });
  if (!(isClosed || type === 'strict_object') || openObjects.includes(type)) return declared;
  return [...declared, ...undeclared(fields, Object.keys(entries ?? {}), keys)];
}

const problemWith = (rule: Rule, input: unknown, keys: Keys): Problem => ({
  keys,
  input,
  rule,
  names: [],
  isSendable: rule.isSendable?.(input) ?? maxima.includes(rule.type),
});

/** Types of valibot's actions whose limits providers may raise. */
const maxima: readonly string[] = ['max_length', 'max_value'];

/** Finds the undeclared fields of an object. One whose name resembles a declared field is most likely misspelled. */
export const undeclared = (
  fields: Readonly<Record<string, unknown>>,
  names: readonly string[],
  keys: Keys = [],
): Problem[] =>
  Object.keys(fields)
    .filter((name) => fields[name] !== undefined && !names.includes(name))
    .map((name) => {
      const isSendable = nearestName(name, names) === undefined;
      return { keys: [...keys, name], input: fields[name], rule: undefined, names, isSendable };
    });

/** Whether a problem is one of an action, so that the value has the right type. */
const isOfAction = ({ rule }: Problem): boolean => rule?.kind === 'validation';

/** Undefined if only valibot can tell, because the pipe changes the value. */
function problemsOfPipe(
  [first, ...parts]: NonNullable<Node['pipe']>,
  value: unknown,
  isClosed: boolean,
  keys: Keys,
): readonly Problem[] | undefined {
  let found = problemsOf(first, value, isClosed, keys);
  for (const part of parts) {
    if (part.kind === 'transformation') return undefined;
    if (part.kind === 'metadata' || !found.every(isOfAction)) continue;
    if (part.kind === 'schema') found = found.length > 0 ? found : problemsOf(part as Node, value, isClosed, keys);
    else if (!isValid(pipe(unknown(), part as never), value)) found = [...found, problemWith(part, value, keys)];
  }
  return found;
}

/**
 * Finds the problems with a value that has to match one of several schemas. If it has the type of one of them, the
 * problems with that one are more useful than the fact that it matches none.
 */
function problemsOfAlternatives(
  node: Node,
  alternatives: readonly Node[],
  value: unknown,
  isClosed: boolean,
  keys: Keys,
): readonly Problem[] {
  let meant = alternatives;
  if (node.type === 'variant' && typeof value === 'object' && value !== null) {
    const key = String(node.key);
    const input: unknown = (value as Readonly<Record<string, unknown>>)[key];
    const kinds = alternatives.map((each) => fieldsOf(each)[key] as Node);
    meant = alternatives.filter((_, index) => isValid(kinds[index] as Node, input));
    if (meant.length === 0)
      return [problemWith({ kind: 'schema', type: 'union', options: kinds } as Rule, input, [...keys, key])];
  }
  const tried = meant.map((each) => problemsOf(each, value, isClosed, keys));
  if (tried.some((found) => found.length === 0)) return none;
  const [typed, ...others] = tried.filter((found) => found.every(isOfAction));
  if (typed && others.length === 0) return typed;
  const inside = tried.flat().filter((problem) => problem.keys.length > keys.length);
  if (inside.length > 0) return inside;
  const isSendable = tried.some((found) => found.every((problem) => problem.isSendable));
  return [{ ...problemWith(node, value, keys), isSendable }];
}
