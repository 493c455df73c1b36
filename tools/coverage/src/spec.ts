import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { type Document, operationsIn, resolverOf, type Schema, walkerOf } from './openapi.ts';
import { type Field, keyOf, memberPath, type Operations } from './operation.ts';

/** Reads the operations of an OpenAPI 3 file, JSON or YAML. */
export function readSpec(file: string): Operations {
  return operationsOfSpec(parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }));
}

/** Returns the operations of an OpenAPI 3 document. */
export function operationsOfSpec(document: Document): Operations {
  const resolve = resolverOf(document);
  const walk = walkerOf(document);

  /** Returns the members of a schema, at any depth, by their paths. */
  function membersOf(schema: Schema | undefined): Map<string, Field> {
    const members = new Map<string, Field>();
    walk(schema, ({ properties = {}, required = [] }, path) => {
      for (const [name, member] of Object.entries(properties)) {
        const target = resolve(member);
        const nullable = target.nullable === true || [target.type].flat().includes('null');
        members.set(memberPath(path, name), { required: required.includes(name), nullable, values: valuesOf(target) });
      }
    });
    return members;
  }

  /** Returns the strings that are listed for a value, or for the items of a list. */
  function valuesOf(schema: Schema): readonly string[] | undefined {
    const { enum: values, items, allOf } = resolve(schema);
    if (values) return values.filter((value) => typeof value === 'string');
    const inner = items ?? (allOf?.length === 1 ? allOf[0] : undefined);
    return inner && valuesOf(inner);
  }

  const operations = operationsIn(document).map(({ method, path, parameters, body, response }) => {
    const params = membersOf(body?.schema);
    for (const { name, in: place, required = false, schema = {} } of parameters)
      if (place === 'query') params.set(name, { required, nullable: false, values: valuesOf(schema) });
    return [keyOf(method, path), { params, fields: membersOf(response?.schema) }] as const;
  });
  return new Map(operations);
}
