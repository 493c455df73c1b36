import { createHash } from 'node:crypto';
import { type Body, type Document, operationsIn, type Schema, walkerOf } from '../openapi.ts';
import { keyOf } from '../operation.ts';

/** Short digests by name, of operations (each `params.response`) or of a changelog's entries. */
export type Fingerprints = Readonly<Record<string, string>>;

/** A schema with the limits of its values. */
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
  // Numbers in a description, for documentation that states limits only there.
  'numbers',
] as const;

const digestLength = 8;

/** Returns a short digest of facts, which does not depend on their order. */
export const digest = (facts: readonly string[]): string =>
  createHash('sha256').update(facts.toSorted().join('\n')).digest('hex').slice(0, digestLength);

/**
 * Returns a fingerprint of each operation of a document, made from names, types, limits and listed values. Descriptions
 * do not count, nor does the way a file divides a schema into parts.
 */
export function fingerprintsOf(document: Document): Fingerprints {
  const walk = walkerOf(document);

  /** Returns the facts of a schema and of all schemas inside it, each with its path. */
  function factsOf(schema: Schema | undefined): string[] {
    const facts = new Set<string>();
    walk(schema, (node: Limited, at) => {
      const path = at && !at.startsWith('[') ? `.${at}` : at;
      if (node.type) facts.add(`${path} is ${[node.type].flat().toSorted().join(' or ')}`);
      if (node.nullable) facts.add(`${path} may be null`);
      for (const value of node.enum ?? []) facts.add(`${path} may be ${JSON.stringify(value)}`);
      for (const limit of limits)
        if (node[limit] !== undefined) facts.add(`${path} ${limit} ${JSON.stringify(node[limit])}`);
      for (const name of Object.keys(node.properties ?? {}))
        if (node.required?.includes(name)) facts.add(`${path}.${name} is required`);
    });
    return [...facts];
  }

  const bodyFacts = (body: Body | undefined) => (body ? [body.type, ...factsOf(body.schema)] : []);
  const entries = operationsIn(document).map(({ method, path, deprecated, parameters, body, response }) => {
    const params = parameters.flatMap(({ name, in: place, required = false, schema }) => [
      `${place} ${name} ${required}`,
      ...factsOf(schema).map((fact) => `${place} ${name} ${fact}`),
    ]);
    const given = [...params, ...bodyFacts(body), `deprecated ${deprecated}`];
    return [keyOf(method, path), `${digest(given)}.${digest(bodyFacts(response))}`] as const;
  });
  return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
