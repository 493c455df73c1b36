import { createHash } from 'node:crypto';
import { type Content, type Document, operationsIn, resolverOf, type Schema, successOf } from '../openapi.ts';
import { keyOf } from '../operation.ts';

/** Short digests by name: of operations, each `params.response`, or of the entries of a changelog. */
export type Fingerprints = Readonly<Record<string, string>>;

/** A schema with what limits its values. */
export type Limited = Schema & {
  readonly [limit in (typeof limits)[number]]?: unknown;
};

const limits = [
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
  'deprecated',
  // Numbers that a text names, for documentation that has limits in its texts only.
  'numbers',
] as const;

const digestLength = 8;

/** A short digest of facts, in any order. */
export const digest = (facts: readonly string[]): string =>
  createHash('sha256').update(facts.toSorted().join('\n')).digest('hex').slice(0, digestLength);

/** One fingerprint for each operation of a document: of names, types, limits and listed values. Texts do not count. */
export function fingerprintsOf(document: Document): Fingerprints {
  const resolve = resolverOf(document);
  const factsOf = (schema: Schema | undefined): string[] => {
    const facts = new Set<string>();
    if (schema) collect(schema, '', facts);
    return [...facts];
  };

  /**
   * Notes facts of a schema and of all schemas inside it, each with its path. How a file divides a schema into parts
   * makes no difference. `seen` ends recursion.
   */
  function collect(schema: Limited, path: string, facts: Set<string>, seen: readonly Schema[] = []): void {
    const node = resolve(schema);
    if (seen.includes(node)) return;
    const inner = [...seen, node];
    if (node.type) facts.add(`${path} is ${[node.type].flat().toSorted().join(' or ')}`);
    if (node.nullable) facts.add(`${path} may be null`);
    for (const value of node.enum ?? []) facts.add(`${path} may be ${JSON.stringify(value)}`);
    for (const name of limits) if (node[name] !== undefined) facts.add(`${path} ${name} ${JSON.stringify(node[name])}`);
    for (const part of [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])])
      collect(part, path, facts, inner);
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      const at = `${path}.${name}`;
      if (node.required?.includes(name)) facts.add(`${at} is required`);
      collect(member, at, facts, inner);
    }
    if (node.items) collect(node.items, `${path}[]`, facts, inner);
    if (typeof node.additionalProperties === 'object') collect(node.additionalProperties, `${path}.*`, facts, inner);
  }

  const bodyOf = (content: Content | undefined) => {
    const [media] = Object.entries((content && resolve(content).content) ?? {});
    return media ? [media[0], ...factsOf(media[1].schema)] : [];
  };
  const entries = operationsIn(document).map(({ path, method, operation, shared }) => {
    const params = [...shared, ...(operation.parameters ?? [])].map(resolve).flatMap((parameter) => {
      const { name, in: place, required = false, schema } = parameter;
      return [`${place} ${name} ${required}`, ...factsOf(schema).map((fact) => `${place} ${name} ${fact}`)];
    });
    const isDeprecated = Boolean((operation as Limited).deprecated);
    const given = [...params, ...bodyOf(operation.requestBody), `deprecated ${isDeprecated}`];
    return [keyOf(method, path), `${digest(given)}.${digest(bodyOf(successOf(operation)))}`] as const;
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
