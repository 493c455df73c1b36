import { sortFields } from './criteria.ts';
import { filterableTypes } from './food.ts';

const integers = { type: 'array', items: { type: 'integer' } };
const foodFields = {
  format: { type: 'string', enum: ['abridged', 'full'] },
  nutrients: { ...integers, minItems: 1, maxItems: 25 },
};
const listFields = {
  dataType: { type: 'array', minItems: 1, maxItems: 4, items: { type: 'string', enum: filterableTypes } },
  pageSize: { type: 'integer', minimum: 1, maximum: 200 },
  pageNumber: { type: 'integer' },
  sortBy: { type: 'string', enum: sortFields },
  sortOrder: { type: 'string', enum: ['asc', 'desc'] },
};
const idFields = { fdcIds: { ...integers, minItems: 1, maxItems: 20 }, ...foodFields };
const searchFields = { query: { type: 'string' }, ...listFields, brandOwner: { type: 'string' } };

/** A description of the API in OpenAPI's words: its paths and parameters, without the published prose. */
export function specification(serverUrl: string): object {
  return {
    openapi: '3.0.0',
    info: { title: 'Food Data Central API (sandbox)', version: '1.0.0' },
    servers: [{ url: serverUrl }],
    security: [{ ApiKeyAuth: [] }],
    paths: {
      '/v1/food/{fdcId}': {
        get: {
          operationId: 'getFood',
          parameters: [
            { in: 'path', name: 'fdcId', required: true, schema: { type: 'string' } },
            ...inQuery(foodFields),
          ],
          responses: { 200: answer, 400: refused, 404: { description: 'Unknown id' } },
        },
      },
      '/v1/foods': both('Foods', idFields, ['fdcIds']),
      '/v1/foods/list': both('FoodsList', listFields),
      '/v1/foods/search': both('FoodsSearch', searchFields, ['query']),
      '/v1/json-spec': { get: { operationId: 'getJsonSpec', responses: { default: answer } } },
      '/v1/yaml-spec': { get: { operationId: 'getYamlSpec', responses: { default: answer } } },
    },
    components: { securitySchemes: { ApiKeyAuth: { type: 'apiKey', in: 'query', name: 'api_key' } } },
  };
}

const answer = { description: 'Answer' };
const refused = { description: 'Wrong parameter' };

function inQuery(fields: Record<string, object>, required: readonly string[] = []): object[] {
  return Object.entries(fields).map(([name, schema]) => ({
    in: 'query',
    name,
    required: required.includes(name),
    schema,
  }));
}

function both(name: string, fields: Record<string, object>, required: readonly string[] = []): object {
  const responses = { 200: answer, 400: refused };
  const schema = { type: 'object', properties: fields };
  return {
    get: { operationId: `get${name}`, parameters: inQuery(fields, required), responses },
    post: {
      operationId: `post${name}`,
      requestBody: { required: true, content: { 'application/json': { schema } } },
      responses,
    },
  };
}
