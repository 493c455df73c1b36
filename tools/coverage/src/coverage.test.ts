import { endpoint, known, list } from '@x/core/provider';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type Comparison, compare, type Kind, report, unexplained } from './compare.ts';
import { correct } from './corrections.ts';
import { readDeclared } from './declared.ts';
import { operationsOfSpec } from './spec.ts';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const answer = (schema: object) => ({ 200: { content: { 'application/json': { schema } } } });

const spec = operationsOfSpec({
  components: {
    schemas: {
      Node: {
        required: ['id'],
        properties: {
          id: { type: 'string' },
          name: { type: 'string', nullable: true },
          parent: ref('Node'),
          extra: {},
        },
      },
    },
  },
  paths: {
    '/nodes/{node_id}': {
      get: { responses: answer({ allOf: [ref('Node'), { properties: { size: { type: 'integer' } } }] }) },
    },
    '/nodes': {
      get: {
        parameters: [
          { name: 'first', in: 'query' },
          { name: 'color', in: 'query' },
        ],
        responses: answer({
          properties: { data: { items: ref('Node') }, pagination: { properties: { cursor: {} } } },
        }),
      },
      post: {
        requestBody: { content: { json: { schema: { properties: { id: {}, deep: { properties: { x: {} } } } } } } },
      },
      delete: {},
    },
  },
} as never);

const node = v.object({ id: v.string(), name: v.string(), parent: v.optional(v.unknown()) });
const common = { auth: 'none', docs: '' } as const;
const declared = readDeclared(
  {
    nodes: {
      get: endpoint({
        ...common,
        method: 'GET',
        path: '/v9/nodes/{id}',
        response: v.object({ ...node.entries, size: v.number() }),
      }),
      list: list({
        ...common,
        method: 'GET',
        path: '/v9/nodes',
        query: v.object({ first: v.optional(v.number()) }),
        item: node,
        paging: { kind: 'single', items: 'data' },
      }),
      create: endpoint({
        ...common,
        method: 'POST',
        path: '/v9/nodes',
        body: v.object({ id: v.string() }),
        response: v.unknown(),
      }),
    },
  },
  '/v9',
);

/** Returns the unexplained differences of one kind, and how many things were compared. */
const counted = (comparison: Comparison, kind: Kind) => ({
  total: comparison.totals[kind],
  missing: unexplained(comparison).flatMap((difference) => (difference.kind === kind ? difference.line : [])),
});

it('counts declared parts and names missing ones', () => {
  const comparison = compare(spec, declared);
  expect(counted(comparison, 'operations')).toEqual({ total: 4, missing: ['DELETE /nodes'] });
  expect(counted(comparison, 'params')).toEqual({
    total: 5,
    missing: ['GET /nodes param color', 'POST /nodes param deep', 'POST /nodes param deep.x'],
  });
  expect(counted(comparison, 'fields')).toEqual({
    total: 10,
    missing: ['GET /nodes/{} extra', 'GET /nodes data[].extra'],
  });
  expect(counted(comparison, 'promised').missing).toEqual([
    'GET /nodes/{} name is declared required',
    'GET /nodes/{} size is declared required',
    'GET /nodes data[].name is declared required',
    'POST /nodes param id is declared required',
  ]);
  expect(counted(comparison, 'nullable')).toEqual({
    total: 2,
    missing: ['GET /nodes/{} name is declared never null', 'GET /nodes data[].name is declared never null'],
  });
});

it('counts a declaration that is looser than the specification', () => {
  const loose = readDeclared({
    get: endpoint({
      ...common,
      method: 'GET',
      path: '/nodes/{id}',
      response: v.object({ id: v.optional(v.string()) }),
    }),
  });
  expect(counted(compare(spec, loose), 'required')).toEqual({
    total: 1,
    missing: ['GET /nodes/{} id is declared optional'],
  });
});

it('compares nested params, members of records and listed values with the specification in both directions', () => {
  const thing = (properties: object) => ({ properties, required: ['color'] });
  const things = operationsOfSpec({
    components: { schemas: { Color: { type: 'string', enum: ['red', 'blue', null] } } },
    paths: {
      '/things': {
        post: {
          requestBody: {
            content: {
              json: {
                schema: { properties: { options: thing({ color: { $ref: '#/components/schemas/Color' }, deep: {} }) } },
              },
            },
          },
          responses: answer({
            properties: {
              colors: { items: { $ref: '#/components/schemas/Color' } },
              shade: { allOf: [{ $ref: '#/components/schemas/Color' }], nullable: true },
              free: { type: 'string' },
              labels: { additionalProperties: { properties: { text: { type: 'string' }, size: {} } } },
            },
          }),
        },
      },
    },
  } as never);
  const own = readDeclared({
    create: endpoint({
      ...common,
      method: 'POST',
      path: '/things',
      body: v.object({
        options: v.optional(
          v.strictObject({ color: v.optional(v.picklist(['red', 'green'])), old: v.optional(v.string()) }),
        ),
      }),
      response: v.object({
        colors: v.optional(v.array(known('red', 'blue'))),
        shade: v.nullish(known('red')),
        free: v.optional(v.union([v.literal('a'), v.literal('b')])),
        labels: v.optional(v.record(v.string(), v.object({ text: v.optional(v.string()) }))),
      }),
    }),
  });
  const comparison = compare(things, own);
  expect(counted(comparison, 'params')).toEqual({ total: 3, missing: ['POST /things param options.deep'] });
  expect(counted(comparison, 'fields').missing).toEqual(['POST /things labels.*.size']);
  expect(counted(comparison, 'required').missing).toEqual(['POST /things param options.color is declared optional']);
  expect(counted(comparison, 'specified').missing).toEqual(['POST /things param options.old is not specified']);
  expect(counted(comparison, 'values')).toEqual({
    total: 4,
    missing: [
      'POST /things param options.color lacks blue; adds green',
      'POST /things shade lacks blue',
      'POST /things free has values where none are listed',
    ],
  });
});

it('sees the options of a lazy schema', () => {
  const branch = v.object({ name: v.optional(v.string()) });
  const leaf = v.object({ extra: v.optional(v.string()) });
  const chosen = v.lazy((value) => (Object.hasOwn(Object(value), 'name') ? branch : leaf));
  const membersOf = (response: typeof chosen) => {
    const one = readDeclared({ get: endpoint({ ...common, method: 'GET', path: '/nodes/{id}', response }) });
    return [...(one.get('GET /nodes/{}')?.fields.keys() ?? [])];
  };
  expect(membersOf(chosen)).toEqual(['extra']); // nothing declares the other options
  expect(membersOf(Object.assign(chosen, { options: [branch, leaf] }))).toEqual(['name', 'extra']);
});

it('moves fields to where responses have them', () => {
  const corrected = correct(spec, [
    [/^(GET \/nodes) data\[\]/, '$1 items[]'],
    [/(\/nodes\/\{\}) extra$/, '$1 id'],
  ]);
  const at = (key: string) => corrected.get(key)?.fields;
  expect([...(at('GET /nodes')?.keys() ?? [])]).toContain('items[].name');
  expect(at('GET /nodes')?.has('data[].name')).toBe(false);
  expect(at('GET /nodes/{}')?.has('extra')).toBe(false);
  expect(at('GET /nodes/{}')?.get('id')?.required).toBe(true); // from the field that the file has in the correct place
});

it('lists exceptions separately, with the reason', () => {
  const comparison = compare(spec, declared, { gone: ['GET /nodes param color'], odd: [/extra$/] });
  expect(counted(comparison, 'params').missing).toEqual(['POST /nodes param deep', 'POST /nodes param deep.x']);
  expect(comparison.differences.filter(({ reason }) => reason)).toEqual([
    { kind: 'fields', line: 'GET /nodes/{} extra', reason: 'odd' },
    { kind: 'params', line: 'GET /nodes param color', reason: 'gone' },
    { kind: 'fields', line: 'GET /nodes data[].extra', reason: 'odd' },
  ]);
  expect(report(comparison)).toMatch(/params +2 of +5 +40\.0 % {2}and 1 excepted/);
});

it('reports percentages, and lists what is missing', () => {
  const text = report(compare(spec, declared));
  expect(text).toMatch(/operations +3 of +4 +75\.0 %/);
  expect(text).toContain('\nparams missing:\n  GET /nodes param color');
});
