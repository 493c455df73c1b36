import type { Catalog, CatalogOperation, CatalogPaging, JsonSchema } from './catalog.ts';
import { operationsIn } from './operations.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  /** Version of OpenAPI. */
  readonly openapi: '3.1.0';
  /** Title, version and description. */
  readonly info: JsonSchema;
  /** Base addresses of all paths. */
  readonly servers: readonly JsonSchema[];
  /** Operations by path and method. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  /** Schemas and security schemes. */
  readonly components: JsonSchema;
}

/** Parts of a document that the catalog does not contain. */
export interface OpenApiOptions {
  /** Address of the API. Default: the catalog's. */
  readonly server?: string | undefined;
  /** Version of the document. Default `1`. */
  readonly version?: string | undefined;
}

/**
 * Describes the operations of a catalog as an OpenAPI 3.1 document, from which you can generate clients in other
 * languages. If several methods call one route, the document has one operation with the params of all of them.
 */
export function openApiOf(catalog: Catalog, options: OpenApiOptions = {}): OpenApiDocument {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const routes = Map.groupBy(operationsIn(catalog).values(), ({ method, path }) => `${method.toLowerCase()} ${path}`);
  for (const [route, operations] of routes) {
    const [method = '', path = ''] = route.split(' ');
    paths[path] = { ...paths[path], [method]: describe(catalog, operations) };
  }
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: { title: catalog.title, version: options.version ?? '1' },
    servers: [{ url: options.server ?? catalog.server }],
    paths,
    components: { schemas: catalog.$defs, securitySchemes: catalog.security.schemes },
  };
  // References point to the definitions where JSON Schema has them; OpenAPI has them elsewhere.
  return JSON.parse(
    JSON.stringify(document, (key, value) =>
      key === '$ref' && typeof value === 'string' ? value.replace('#/$defs/', '#/components/schemas/') : value,
    ),
  );
}

interface Field {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** Describes the operations that share a route. */
function describe(catalog: Catalog, operations: readonly CatalogOperation[]): JsonSchema {
  const [first] = operations as [CatalogOperation];
  const { kinds } = catalog.security;
  const inPath = new Set([...first.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string));
  const fields = fieldsOf(operations);
  const inQuery = new Set(operations.flatMap(({ query = [], hasBody }) => (hasBody ? query : [...fields.keys()])));
  const parameters = [...fields]
    .filter(([name]) => inPath.has(name) || inQuery.has(name))
    .map(([name, { schema, required }]) => {
      const { description, ...type } = schema;
      return {
        name,
        in: inPath.has(name) ? 'path' : 'query',
        required: inPath.has(name) || required,
        ...(description !== undefined && { description }),
        ...(!inPath.has(name) && catalog.lists === 'comma' && { explode: false }),
        schema: type,
      };
    });
  const body = [...fields].filter(([name]) => !inPath.has(name) && !inQuery.has(name));
  const schemes = kinds[first.auth] ?? [];
  const texts = [first.summary, first.description, first.costs].filter((text) => text !== undefined);
  return {
    operationId: first.name,
    summary: first.summary,
    description: texts.join(' '),
    tags: [first.name.split('.')[0]],
    externalDocs: { url: first.docs },
    ...(first.deprecated && { deprecated: true }),
    ...(parameters.length > 0 && { parameters }),
    ...(body.length > 0 && { requestBody: requestBodyOf(first, body) }),
    responses: {
      '2XX': responseOf(first),
      default: { description: 'The call failed.' },
    },
    security:
      schemes.length > 0 ? [Object.fromEntries(schemes.map((name) => [name, scopesOf(catalog, name, first)]))] : [],
    ...(operations.length > 1 && { 'x-operations': operations.map(({ name }) => name) }),
    'x-access': first.access,
    ...(first.personal && { 'x-personal': true }),
  };
}

/**
 * Returns the scopes that a scheme requires. Only OAuth has scopes. A call needs just one of the scopes it lists, so
 * none is required if it lists several.
 */
const scopesOf = ({ security }: Catalog, scheme: string, { scopes = [] }: CatalogOperation): readonly string[] =>
  security.schemes[scheme]?.type === 'oauth2' && scopes.length === 1 ? scopes : [];

/** Collects the params of all operations by name. A param is required if every operation requires it. */
function fieldsOf(operations: readonly CatalogOperation[]): Map<string, Field> {
  const fields = new Map<string, Field>();
  for (const { params, clientParams, encoded } of operations) {
    const properties = (params.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
    for (const [name, schema] of Object.entries(properties))
      if (!fields.has(name) && !clientParams?.includes(name))
        fields.set(name, {
          schema: encoded?.includes(name) ? asText(schema) : schema,
          required: operations.every((each) => (each.params.required as string[] | undefined)?.includes(name) === true),
        });
  }
  return fields;
}

/** Describes a param that the client writes as a text: a list or an object would not be sent as the API reads it. */
const asText = ({ description }: JsonSchema): JsonSchema => ({
  description: [description, "Sent as one text, in the API's own syntax."].filter(Boolean).join(' '),
  type: 'string',
});

function requestBodyOf({ contentType = 'application/json' }: CatalogOperation, fields: [string, Field][]): JsonSchema {
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
  return { required: required.length > 0, content: { [contentType]: { schema } } };
}

function responseOf({ result, paging, unwrap, as, summary }: CatalogOperation): JsonSchema {
  const description = summary;
  if (as === 'none' || !result) return { description };
  if (as === 'text') return { description, content: { 'text/plain': { schema: { type: 'string' } } } };
  if (as === 'bytes')
    return { description, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } };
  const schema = paging ? pageOf(result, paging) : wrap(result, unwrap ? unwrap.split('.') : []);
  return { description, content: { 'application/json': { schema } } };
}

/** Returns the schema of the body that holds the items. */
function pageOf(item: JsonSchema, { items, unwrapItems }: CatalogPaging): JsonSchema {
  const list = { type: 'array', items: unwrapItems ? wrap(item, [unwrapItems]) : item };
  const [place = '', ...others] = items;
  if (others.length === 0) return wrap(list, place === '' ? [] : place.split('.'));
  return { allOf: items.map((each) => ({ ...wrap(list, each.split('.')), required: [] })) };
}

/** Returns the schema of an object with a value of `schema` at a path; a number is a position in a list. */
function wrap(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema {
  if (name === undefined) return schema;
  const inner = wrap(schema, rest);
  return /^\d+$/.test(name)
    ? { type: 'array', items: inner }
    : { type: 'object', properties: { [name]: inner }, required: [name] };
}
