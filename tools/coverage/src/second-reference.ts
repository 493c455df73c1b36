import { operationsOf } from '@x/core';
import { allSchemas, type Spec } from './schema-node.ts';
import type { TypedMethod } from './type-reader.ts';

/** What the types of another client have for one operation and the declaration has not. */
export interface Difference {
  /** The method on our client. */
  readonly operation: string;
  /** The methods of the other client that it was matched with. */
  readonly methods: readonly string[];
  readonly params: readonly string[];
  readonly fields: readonly string[];
}

/** A comparison with the types of another client. */
export interface SecondReference {
  readonly compared: readonly Difference[];
  /** Operations that no method was found for. */
  readonly unmatched: readonly string[];
}

/** Words of names that say how a method is called rather than what it is about. */
const fillers =
  /^(a|all|an|and|api|by|data|for|from|fetch|get|id|list|my|of|paginated|read|request|response|the|to|v\d|fdc)$/;

/** Words that say what a method does. A read and a write of one resource are never matched with each other. */
const verbs: Readonly<Record<string, string>> = {
  add: 'create',
  append: 'create',
  check: 'check',
  contain: 'check',
  create: 'create',
  delete: 'delete',
  edit: 'update',
  fetch: 'read',
  follow: 'create',
  get: 'read',
  followed: 'read',
  has: 'check',
  list: 'read',
  modify: 'update',
  read: 'read',
  remove: 'delete',
  save: 'create',
  saved: 'read',
  set: 'update',
  unfollow: 'delete',
  update: 'update',
};

/** Fields of the envelopes around lists, which paging reads. */
const envelope = new Set([
  'cursor',
  'cursors',
  'data',
  'href',
  'items',
  'limit',
  'next',
  'offset',
  'pagination',
  'previous',
  'total',
]);

/** What the provider package adds to every request, so that no params have it. */
const credentials = new Set(['client_id', 'secret'].map(normal));

/** How alike the words of two names must be to match, from 0 to 1. */
const likeness = 0.7;

/**
 * Compares the declarations with the methods of another client by the names of fields and parameters.
 *
 * @param pairs Methods of the other client by our operations, where their names do not match.
 * @throws Error when a pair names what does not exist.
 */
export function compareTypes(
  endpoints: object,
  methods: readonly TypedMethod[],
  pairs: ReadonlyMap<string, string> = new Map(),
): SecondReference {
  const compared: Difference[] = [];
  const unmatched: string[] = [];
  const operations = operationsOf(endpoints);
  for (const [operation, path] of pairs) {
    if (!operations.some(([name]) => name === operation)) throw new Error(`--pair: ${operation} is not declared`);
    if (!methods.some((method) => method.path === path)) throw new Error(`--pair: the types have no method ${path}`);
  }
  // Where some calls are a GET, a POST creates something; else it may do anything.
  const hasReads = operations.some(([, { method }]) => method === 'GET');
  const doings = {
    GET: 'read',
    PUT: 'update',
    PATCH: 'update',
    DELETE: 'delete',
    POST: hasReads ? 'create' : undefined,
  };
  const candidates = methods.map((method) => ({ method, words: wordsOf(method.path) }));
  for (const [operation, spec] of operations) {
    const pair = pairs.get(operation);
    const found = pair
      ? methods.filter(({ path }) => path === pair)
      : matching(operation, spec, doings[spec.method], candidates);
    if (found.length === 0) unmatched.push(operation);
    else compared.push({ operation, methods: found.map(({ path }) => path), ...differences(spec, found) });
  }
  return { compared, unmatched };
}

interface Candidate {
  readonly method: TypedMethod;
  readonly words: readonly string[];
}

/** The methods whose names are most like that of the operation or its path. */
function matching(
  operation: string,
  spec: Spec,
  usually: string | undefined,
  candidates: readonly Candidate[],
): TypedMethod[] {
  const path = wordsOf(spec.path.replace(/\{\w+\}/g, ''));
  const names = [path, wordsOf(operation)];
  // Where every call is a POST, the last word of the path says what it does.
  const last = verbs[path.at(-1) ?? ''];
  const does = last === 'check' ? last : (usually ?? last);
  const scored = candidates.map(({ method, words }) => {
    const other = words.map((word) => verbs[word]).find((verb) => verb !== undefined);
    const differs = does && other && other !== does && !(does === 'update' && other === 'create');
    const scores = names.map((name) => ({
      score: differs ? 0 : similarity(name.filter(isTelling), words.filter(isTelling)),
      // Between names about the same, the fillers decide: getById is not get.
      exactness: similarity(name, words),
    }));
    return { method, ...best(scores) };
  });
  const { score, exactness } = best(scored);
  if (score < likeness) return [];
  return scored.filter((each) => each.score === score && each.exactness === exactness).map(({ method }) => method);
}

interface Score {
  readonly score: number;
  readonly exactness: number;
}

/** The highest of some scores. */
const best = (scores: readonly Score[]): Score =>
  scores.reduce(
    (high, each) =>
      each.score > high.score || (each.score === high.score && each.exactness > high.exactness) ? each : high,
    { score: 0, exactness: 0 },
  );

/** Words in the names of a path, in lower case and singular; `me` is the current user. */
const wordsOf = (path: string): string[] =>
  path
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/\bme\b/g, 'current user')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.replace(/ies$/, 'y').replace(/(\w[^s])s$/, '$1'));

/** Whether a word says what a method is about. */
const isTelling = (word: string): boolean => !fillers.test(word) && !(word in verbs);

/** Share of the words of either name that both have. */
function similarity(one: readonly string[], other: readonly string[]): number {
  const both = new Set([...one, ...other]);
  const common = [...both].filter((word) => one.includes(word) && other.includes(word));
  return both.size === 0 ? 0 : common.length / both.size;
}

/** Names that the methods have and the declaration has not. */
function differences(spec: Spec, methods: readonly TypedMethod[]): { params: string[]; fields: string[] } {
  const isList = 'paging' in spec;
  const schema = isList ? spec.item : spec.response;
  const own = [...allSchemas(schema)].flatMap(({ entries = {} }) => Object.keys(entries));
  const around = isList ? [spec.paging.items, spec.unwrapItems ?? ''].flat().flatMap((place) => place.split('.')) : [];
  const fields = new Set([...own, ...around, ...(isList ? envelope : [])].map(normal));
  const taken = [spec.params, spec.query, spec.body].flatMap((part) => Object.keys(part?.entries ?? {}));
  const params = new Set([...credentials, ...taken.map(normal)]);
  const missing = (names: readonly string[], known: ReadonlySet<string>) =>
    [...new Set(names)].filter((name) => !known.has(normal(name))).sort();
  return {
    params: missing(
      methods.flatMap((method) => [...method.params]),
      params,
    ).filter((name) => !isIdOf(name, params)),
    fields: missing(
      methods.flatMap((method) => [...fieldsOf(spec, method)]),
      fields,
    ),
  };
}

/** `userId` and `user_id` are the same name. */
function normal(name: string): string {
  return name.toLowerCase().replace(/_/g, '');
}

/** The fields of a method's result. Of a list those of its items, where the other client names their place as the API does. */
function fieldsOf(spec: Spec, method: TypedMethod): ReadonlySet<string> {
  if (!('paging' in spec)) return method.fields;
  const places = [spec.paging.items].flat().map((place) => place.split('.').at(-1) ?? '');
  const inside = new Set(places.flatMap((name) => [...method.fieldsInside(name)]));
  return inside.size > 0 ? inside : method.fields;
}

/** Whether a parameter is called after what its ID names: `user` where `user_id` is declared. */
const isIdOf = (name: string, declared: ReadonlySet<string>): boolean =>
  declared.has(`${normal(name)}id`) || declared.has(`${normal(name)}ids`);

/** The comparison in words. */
export function reportTypes({ compared, unmatched }: SecondReference): string {
  const differing = compared.filter(({ params, fields }) => params.length + fields.length > 0);
  const total = compared.length + unmatched.length;
  return [
    `Second reference: ${compared.length} of ${total} operations matched, ${differing.length} of them with names that are not declared.`,
    ...differing.flatMap(({ operation, methods, params, fields }) => [
      `\n${operation} (${methods.join(', ')})`,
      ...(params.length > 0 ? [`  params: ${params.join(', ')}`] : []),
      ...(fields.length > 0 ? [`  fields: ${fields.join(', ')}`] : []),
    ]),
    ...(unmatched.length > 0
      ? [`\nNo method found for, name one with --pair OPERATION=METHOD:\n  ${unmatched.join('\n  ')}`]
      : []),
  ].join('\n');
}
