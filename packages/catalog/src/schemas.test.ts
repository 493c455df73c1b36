import { sValidator } from '@hono/standard-validator';
import { atLeastOne, endpoint, list, oneOf, whole } from '@x/core/provider';
import { Hono } from 'hono';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { paramsSchema, resultSchema } from './schemas.ts';

const common = { docs: 'https://example.com', auth: 'none' } as const;
const thing = v.looseObject({ id: v.string(), size: v.number() });
const endpoints = {
  update: endpoint({
    ...common,
    method: 'PUT',
    path: '/things/{id}',
    params: v.object({ id: v.pipe(v.string(), v.minLength(2)) }),
    query: v.object({ mode: v.optional(oneOf(['fast', 'safe'])) }),
    body: v.pipe(v.object({ size: v.optional(whole(1, 5)), name: v.optional(v.string()) }), atLeastOne('size', 'name')),
    response: thing,
  }),
  get: endpoint({
    ...common,
    method: 'GET',
    path: '/things/first',
    response: v.object({ data: v.array(thing) }),
    unwrap: 'data.0',
  }),
  list: list({ ...common, method: 'GET', path: '/things', item: thing, paging: { kind: 'single', items: 'data' } }),
};

describe('paramsSchema', () => {
  const app = new Hono().post('/things', sValidator('json', paramsSchema(endpoints.update)), (context) => {
    const params = context.req.valid('json');
    expectTypeOf(params.id).toEqualTypeOf<string>();
    expectTypeOf(params.size).toEqualTypeOf<number | undefined>();
    return context.json(params);
  });
  const post = async (body: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await app.request('/things', { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };

  it("makes Hono's validator pass the endpoint's path, query and body params, without other fields", async () => {
    const given = { id: 'ab', mode: 'fast', size: 2 };
    expect(await post({ ...given, isAdmin: true })).toEqual({ status: 200, body: given });
  });

  it.each([
    ['a required field that is missing', { size: 2 }],
    ['a path parameter that is too short', { id: 'a', size: 2 }],
    ['a value that is not documented', { id: 'ab', size: 2, mode: 'slow' }],
    ['a number out of its range', { id: 'ab', size: 6 }],
    ['none of the fields of which one is required', { id: 'ab' }],
  ])('has it refuse %s', async (_, body) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { success: false } });
  });

  it('accepts only an object if the endpoint has no params', () => {
    expect(v.safeParse(paramsSchema(endpoints.list), {}).success).toBe(true);
    expect(v.safeParse(paramsSchema(endpoints.list), 'text').success).toBe(false);
  });
});

describe('resultSchema', () => {
  it.each([
    ['an item of a list', resultSchema(endpoints.list)],
    ['a result inside an envelope', resultSchema(endpoints.get)],
  ])('is the schema of %s', (_, schema) => {
    expectTypeOf<v.InferOutput<typeof schema>['size']>().toEqualTypeOf<number>();
    expect(schema['~standard'].validate({ id: 'a', size: 1, more: true })).toMatchObject({
      value: { id: 'a', size: 1, more: true },
    });
    expect(schema['~standard'].validate({ id: 'a' })).toMatchObject({ issues: [{ path: [{ key: 'size' }] }] });
  });
});
