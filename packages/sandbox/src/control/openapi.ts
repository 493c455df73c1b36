import { anything, isRequired, type Rule } from '../shared/check-fields.ts';
import { type JsonSchema, schemaOfFields, schemaOfRule } from './json-schema.ts';
import type { Operation } from './operation.ts';

const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    error: {
      type: 'object',
      properties: {
        code: {
          enum: [
            'invalid_request',
            'unauthorized',
            'forbidden',
            'not_found',
            'method_not_allowed',
            'not_received',
            'too_large',
            'unsupported_media_type',
          ],
        },
        message: { type: 'string', description: 'The problem, and what to do.' },
      },
      required: ['code', 'message'],
    },
  },
  required: ['error'],
};

const content = (schema: JsonSchema): JsonSchema => ({ content: { 'application/json': { schema } } });
const errorResponse = (description: string): JsonSchema => ({
  description,
  ...content({ $ref: '#/components/schemas/Error' }),
});

/** Returns the OpenAPI 3.1 description of the control API. */
export function openApiOf(operations: readonly Operation[], url: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation),
    };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Control API of @x/sandbox',
      version: '1',
      description:
        'Lets programs in any language control a sandbox: faults, time, data, users and tokens, webhooks and events, and the request log.',
    },
    servers: [{ url: `${url}/__sandbox` }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'The control token, which the sandbox prints when it starts.',
        },
      },
      schemas: { Error: errorSchema },
    },
  };
}

function describeOperation({
  name,
  method,
  path,
  summary,
  input,
  isDocument,
  result,
  provider,
}: Operation): JsonSchema {
  const hasBody = method === 'POST' || method === 'PUT';
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field as string);
  const others = Object.entries(input).filter(([field]) => !inPath.includes(field));
  const parameter = (field: string, place: string, isRequired: boolean): JsonSchema => ({
    name: field,
    in: place,
    required: isRequired,
    schema: schemaOfRule((input[field] ?? anything) as Rule),
  });
  const parameters = [
    ...inPath.map((field) => parameter(field, 'path', true)),
    ...(hasBody ? [] : others.map(([field]) => parameter(field, 'query', isRequired(input[field])))),
  ];
  const body = isDocument ? { type: 'object' } : schemaOfFields(Object.fromEntries(others));
  return {
    operationId: name,
    summary,
    tags: [provider ?? name.split('.')[0]],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody &&
      (others.length > 0 || isDocument) && {
        requestBody: { required: isDocument === true || 'required' in body, ...content(body) },
      }),
    responses: {
      ...(result ? { 200: { description: 'Success.', ...content(result) } } : { 204: { description: 'Success.' } }),
      400: errorResponse('The request is not valid.'),
      401: errorResponse('The control token is missing, or belongs to another sandbox.'),
    },
  };
}
