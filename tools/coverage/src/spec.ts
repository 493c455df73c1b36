import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Content, type Document, operationsIn, resolverOf, type Schema, successOf } from './openapi.ts';
import { type Field, keyOf, type Operations } from './operation.ts';

/** Reads the operations of an OpenAPI 3 file, JSON or YAML. */
export function readSpec(file: string): Operations {
  return operationsOfSpec(parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }));
}

/** The operations of an OpenAPI 3 document. */
export function operationsOfSpec(document: Document): Operations {
  const resolve = resolverOf(document);

  /** Walks a schema and notes its members; `seen` ends recursion. */
  function collect(
    schema: Schema | undefined,
    path: string,
    into: Map<string, Field>,
    seen: readonly Schema[] = [],
  ): void {
    if (!schema) return;
    const node = resolve(schema);
    if (seen.includes(node)) return;
    const inner = [...seen, node];
    for (const part of [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])])
      collect(part, path, into, inner);
    for (const [name, member] of Object.entries(node.properties ?? {})) {
      const target = resolve(member);
      const at = path ? `${path}.${name}` : name;
      const nullable = target.nullable === true || [target.type].flat().includes('null');
      into.set(at, { required: node.required?.includes(name) ?? false, nullable, values: valuesOf(target) });
      collect(member, at, into, inner);
    }
    if (node.items) collect(node.items, `${path}[]`, into, inner);
  }

  /** The strings that are listed for a value, or for the items of a list. */
  function valuesOf(schema: Schema): readonly string[] | undefined {
    const { enum: values, items, allOf } = resolve(schema);
    if (values) return values.filter((value) => typeof value === 'string');
    const inner = items ?? (allOf?.length === 1 ? allOf[0] : undefined);
    return inner && valuesOf(inner);
  }

  const schemaOf = (media: Content | undefined): Schema | undefined => Object.values(media?.content ?? {})[0]?.schema;

  const operations = operationsIn(document).map(({ path, method, operation, shared }) => {
    const params = new Map<string, Field>();
    if (operation.requestBody) collect(schemaOf(resolve(operation.requestBody)), '', params);
    for (const parameter of [...shared, ...(operation.parameters ?? [])]) {
      const { name, in: place, required = false, schema = {} } = resolve(parameter);
      if (place === 'query') params.set(name, { required, nullable: false, values: valuesOf(schema) });
    }
    const found = successOf(operation);
    const fields = new Map<string, Field>();
    collect(schemaOf(found && resolve(found)), '', fields);
    return [keyOf(method, path), { params, fields }] as const;
  });
  return new Map(operations);
}
