import type { TableField, TableFields } from '../../openapi-table.ts';
import { operations } from './requests.ts';

const responses = { default: { description: 'Response' } };

/** A description of the API in OpenAPI's words: the operations and parameters of the official file, without its prose. */
export function specification(serverUrl: string): object {
  const paths: Record<string, object> = {};
  for (const [name, { path, query, body } = {}] of Object.entries(operations)) {
    const [method = '', address = ''] = name.split(' ');
    const content = body && { 'application/json': { schema: schemaOf({ fields: body }) } };
    const operation = {
      operationId: [method.toLowerCase(), ...wordsOf(address).map(capitalize)].join(''),
      parameters: [...parametersIn('path', path), ...parametersIn('query', query)],
      ...(content && { requestBody: { required: true, content } }),
      responses,
    };
    paths[address] = { ...paths[address], [method.toLowerCase()]: operation };
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

/** `/v1/foods/{id}/json-spec` has `foods`, `json` and `spec`. */
const wordsOf = (address: string) => address.replace('/v1', '').match(/(?<![{\w])\w+/g) ?? [];

const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

const parametersIn = (place: string, fields: TableFields = {}): object[] =>
  Object.entries(fields).map(([name, field]) => ({
    in: place,
    name,
    required: field.required ?? false,
    schema: schemaOf(field),
  }));

/** A field in the words of JSON Schema. */
function schemaOf({ type, fields, items, enum: values, min, max, minItems, maxItems }: TableField): object {
  const properties = fields && Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]);
  return {
    type: properties ? 'object' : items ? 'array' : (type ?? 'string'),
    ...(properties && { properties: Object.fromEntries(properties) }),
    ...(items && { items: schemaOf(items) }),
    ...(values && { enum: values }),
    ...(min !== undefined && { minimum: min }),
    ...(max !== undefined && { maximum: max }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
  };
}
