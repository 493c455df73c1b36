import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';

// Fills in a table of an API's request fields from the provider's official OpenAPI file: names, types, limits and
// defaults, without prose. You write the names in the parts below; the script replaces everything else in the table.
//
// A field without a type is a list if it has items, an object if it has fields, and otherwise a string. The parts:
//
//   operations  operations by name; to add one, add its name, such as `"POST /accounts/get": {}`
//   omit        fields to leave out everywhere, such as credentials, which are checked separately (optional)
//   opaque      schemas whose fields are not described, such as schemas of products that are not served (optional)
//   nulls       schemas of response records; the script lists the fields of each that may be null (optional)

const [source, target] = process.argv.slice(2);
if (!source || !target) throw new Error('usage: openapi-table.ts <official OpenAPI file> <table of a provider>');

type Json = Readonly<Record<string, unknown>>;
/** Parts of a schema that the table uses. */
interface Schema extends Json {
  readonly $ref?: string;
  readonly type?: string;
  readonly nullable?: boolean;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly allOf?: readonly Schema[];
}
interface Parameter {
  readonly $ref?: string;
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}
interface Operation {
  readonly deprecated?: boolean;
  /** Scopes of each security scheme that authorizes the operation. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly responses: Json;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

const api = parse(readFileSync(source, 'utf8')) as {
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>> & { parameters?: readonly Parameter[] }>>;
};
const table = JSON.parse(readFileSync(target, 'utf8')) as {
  readonly operations: Json;
  readonly omit?: readonly string[];
  readonly opaque?: readonly string[];
  readonly nulls?: Json;
};
const { omit = [], opaque = [] } = table;
const shapes: Record<string, object> = {};

const nameOf = (ref: string): string => ref.split('/').at(-1) ?? ref;

/** Returns the part of the official file that a reference, such as `#/components/schemas/Products`, points to. */
function at<T>(ref: string): T {
  const found = ref
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], api);
  if (found === undefined) throw new Error(`${source} has no ${ref}`);
  return found as T;
}

/** Merges a schema with the schemas that it refers to or is composed of. */
function whole({ $ref, allOf = [], ...own }: Schema): Schema {
  const parts = [...($ref ? [at<Schema>($ref)] : []), ...allOf].map(whole);
  const all = [...parts, own];
  const properties = all.flatMap((part) => Object.entries(part.properties ?? {}));
  return {
    ...(Object.assign({}, ...all) as Schema),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    required: all.flatMap((part) => part.required ?? []),
  };
}

/** Names of limits in the official file, with their names in the table. */
const limits = {
  minimum: 'min',
  maximum: 'max',
  minLength: 'minLength',
  maxLength: 'maxLength',
  minItems: 'minItems',
  maxItems: 'maxItems',
  format: 'format',
  pattern: 'pattern',
  default: 'default',
} as const;

function describe(schema: Schema, isRequired = false): object {
  const full = whole(schema);
  const reference = schema.$ref ?? (schema.allOf?.length === 1 ? schema.allOf[0]?.$ref : undefined);
  const isShared = reference !== undefined && (full.enum ?? full.properties) !== undefined;
  if (isShared) shapes[nameOf(reference)] ??= shapeOf(whole({ $ref: reference }), nameOf(reference));
  return {
    ...(isRequired && { required: true }),
    ...((full.nullable || full.enum?.includes(null)) && { nullable: true }),
    ...(isShared ? { shape: nameOf(reference) } : shapeOf(full)),
  };
}

function shapeOf(schema: Schema, name = ''): object {
  const { type, items, properties } = schema;
  const values = schema.enum?.filter((value) => value !== null);
  const kept = Object.entries(limits).filter(([from]) => schema[from] !== undefined && schema[from] !== null);
  const isPlain = type === 'string' || items || (properties && !opaque.includes(name));
  return {
    ...(!isPlain && !values && { type: type ?? 'any' }),
    ...(values && { enum: values }),
    ...Object.fromEntries(kept.map(([from, to]) => [to, schema[from]])),
    ...(items && { items: describe(items) }),
    ...(properties && !opaque.includes(name) && { fields: fieldsOf(schema) }),
  };
}

function fieldsOf({ properties = {}, required = [] }: Schema): object {
  const kept = Object.entries(properties).filter(([name]) => !omit.includes(name));
  return Object.fromEntries(kept.map(([name, schema]) => [name, describe(schema, required.includes(name))]));
}

/**
 * Describes an operation: its scopes, its success status unless that is 200, and the fields of its path, query and JSON
 * body, if any.
 */
function operationOf(name: string): object {
  const [method = '', path = ''] = name.split(' ');
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${source} has no ${name}`);
  const parameters = [...(api.paths[path]?.parameters ?? []), ...(operation.parameters ?? [])]
    .map((parameter) => (parameter.$ref ? at<Parameter>(parameter.$ref) : parameter))
    .filter((parameter) => !omit.includes(parameter.name));
  const groups = Map.groupBy(parameters, (parameter) => parameter.in);
  const body = operation.requestBody?.content['application/json']?.schema;
  const success = Object.keys(operation.responses)
    .map(Number)
    .find((status) => status >= 200 && status < 300);
  const scopes = operation.security?.flatMap((scheme) => Object.values(scheme).flat()) ?? [];
  return {
    ...(operation.deprecated && { deprecated: true }),
    ...(scopes.length > 0 && { scopes }),
    ...(success && success !== 200 && { status: success }),
    ...Object.fromEntries(
      [...groups].map(([place, list]) => [
        place,
        Object.fromEntries(list.map(({ name, schema, required }) => [name, describe(schema, required)])),
      ]),
    ),
    ...(body && { body: fieldsOf(whole(body)) }),
  };
}

/** Returns the names of a record's fields that may be null. */
const nullsOf = (name: string): object =>
  Object.entries(whole({ $ref: `#/components/schemas/${name}` }).properties ?? {})
    .filter(([, schema]) => whole(schema).nullable)
    .map(([name]) => name);

const lines = (entries: Json) =>
  `{\n${Object.entries(entries)
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')}\n  }`;
const sorted = (entries: Json) => Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
const made = (names: Json | undefined, make: (name: string) => object) =>
  Object.fromEntries(Object.keys(names ?? {}).map((name) => [name, make(name)]));

const { operations, nulls, ...settings } = table;
const parts = {
  ...Object.fromEntries(
    Object.entries({ ...settings, version: api.info.version }).map(([name, value]) => [name, JSON.stringify(value)]),
  ),
  operations: lines(sorted(made(operations, operationOf))),
  shapes: lines(sorted(shapes)),
  ...(nulls && { nulls: lines(made(nulls, nullsOf)) }),
};
writeFileSync(
  target,
  `{\n${Object.entries(parts)
    .map(([name, text]) => `  "${name}": ${text}`)
    .join(',\n')}\n}\n`,
);
