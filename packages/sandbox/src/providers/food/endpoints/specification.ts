import type { TableField, TableFields } from '../../../shared/openapi-table.ts';
import type { Endpoints } from '../endpoint.ts';
import { operations } from '../request.ts';

/** Creates the endpoints for the API's description of itself. */
export function specificationEndpoints(serverUrl: () => string): Endpoints {
  return {
    'GET /v1/json-spec': () => specification(serverUrl()),
    // JSON is valid YAML.
    'GET /v1/yaml-spec': () =>
      new Response(`${JSON.stringify(specification(serverUrl()), null, 2)}\n`, {
        headers: { 'Content-Type': 'application/yaml' },
      }),
  };
}

/** Returns an OpenAPI description of the API: the operations and parameters of the official file, without its prose. */
function specification(serverUrl: string): object {
  const paths: Record<string, object> = {};
  for (const [name, { path, query, body } = {}] of Object.entries(operations)) {
    const [verb = '', address = ''] = name.split(' ');
    const method = verb.toLowerCase();
    const content = body && { 'application/json': { schema: { type: 'object', properties: schemasOf(body) } } };
    const operation = {
      parameters: [...parametersIn('path', path), ...parametersIn('query', query)],
      ...(content && { requestBody: { required: true, content } }),
      responses: { default: { description: 'Response' } },
    };
    paths[address] = { ...paths[address], [method]: operation };
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Food Data Central API (sandbox)', version: '1.0.0' },
    servers: [{ url: serverUrl }],
    security: [{ ApiKeyAuth: [] }],
    paths,
    components: { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'query', name: 'api_key' } } },
  };
}

const parametersIn = (place: string, fields: TableFields = {}): object[] =>
  Object.entries(fields).map(([name, field]) => ({
    in: place,
    name,
    required: field.required ?? false,
    schema: schemaOf(field),
  }));

const schemasOf = (fields: TableFields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** Returns a field as JSON Schema. */
const schemaOf = ({ type, items, enum: values, min, max, minItems, maxItems }: TableField): object => ({
  type: items ? 'array' : (type ?? 'string'),
  items: items && schemaOf(items),
  enum: values,
  minimum: min,
  maximum: max,
  minItems,
  maxItems,
});
