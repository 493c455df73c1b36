import { type Document, operationsIn, type Schema } from '../openapi.ts';
import { keyOf } from '../operation.ts';

/** Params of a route by name, and whether each is required. Combines path, query and body params, like a call does. */
export type Params = ReadonlyMap<string, boolean>;

/** The params of every route of an OpenAPI document. Path parameters are left out, which may have any name. */
export function routesOf(document: Document): Map<string, Params> {
  const resolve = <T extends { $ref?: string }>(node: T): T => {
    if (!node.$ref) return node;
    const names = node.$ref.slice(2).split('/');
    return resolve(names.reduce<unknown>((at, name) => Object(at)[decodeURIComponent(name)], document) as T);
  };
  const fieldsOf = (given: Schema | undefined): Map<string, boolean> => {
    const schema = given && resolve(given);
    const fields = new Map<string, boolean>();
    for (const part of schema?.allOf ?? []) for (const [name, required] of fieldsOf(part)) fields.set(name, required);
    for (const name of Object.keys(schema?.properties ?? {}))
      fields.set(name, schema?.required?.includes(name) ?? fields.get(name) ?? false);
    return fields;
  };
  return new Map(
    operationsIn(document).map(({ path, method, operation, shared }) => {
      const params = new Map<string, boolean>();
      for (const parameter of [...shared, ...(operation.parameters ?? [])].map(resolve))
        if (parameter.in === 'query') params.set(parameter.name, parameter.required === true);
      const body = operation.requestBody && resolve(operation.requestBody);
      for (const [name, required] of fieldsOf(Object.values(body?.content ?? {})[0]?.schema))
        params.set(name, required || params.get(name) === true);
      return [keyOf(method, path), params];
    }),
  );
}

/** Routes in a few words each, as they are stored: `GET /albums: ids! market`. */
export const writeRoutes = (routes: ReadonlyMap<string, Params>): string[] =>
  [...routes].map(([key, params]) =>
    [`${key}:`, ...[...params].map(([name, required]) => `${name}${required ? '!' : ''}`)].join(' '),
  );

/** Reads what {@link writeRoutes} wrote. */
export const readRoutes = (lines: readonly string[]): Map<string, Params> =>
  new Map(
    lines.map((line) => {
      const [, key = '', names = ''] = /^([^:]+): ?(.*)$/.exec(line) ?? [];
      const params = names.split(' ').filter(Boolean);
      return [key, new Map(params.map((name) => [name.replace('!', ''), name.endsWith('!')]))];
    }),
  );
