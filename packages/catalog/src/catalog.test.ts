import { createClient, endpoint, list } from '@x/core/provider';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { testProvider } from '../../core/test/test-kit.ts';
import { callOperation } from './call-operation.ts';
import type { Catalog, StoredOperation } from './catalog.ts';
import { openApiOf } from './openapi.ts';
import { definitionsFor, operationsIn } from './operations.ts';

const common = { docs: 'https://example.com', auth: 'none' } as const;
const tree = {
  things: {
    get: endpoint({
      ...common,
      method: 'GET',
      path: '/things/{id}',
      params: v.object({ id: v.string() }),
      response: v.unknown(),
    }),
    list: list({
      ...common,
      method: 'GET',
      path: '/things',
      item: v.unknown(),
      paging: { kind: 'single', items: 'data' },
    }),
  },
};
const provider = testProvider('http://127.0.0.1:1', {
  fetch: async (url: RequestInfo | URL) => Response.json({ data: [String(url)] }),
});

const operation = (over: Partial<StoredOperation>): StoredOperation => ({
  docs: 'things',
  name: 'things.get',
  summary: 'Returns a thing.',
  path: '/things/{id}',
  access: 'read',
  params: { type: 'object', properties: { id: { type: 'string' }, full: { type: 'boolean' } }, required: ['id'] },
  result: { $ref: '#/$defs/Thing' },
  ...over,
});
const catalog: Catalog = {
  version: 1,
  provider: 'test',
  title: 'Test',
  server: 'https://example.com',
  docs: 'https://example.com/docs/',
  lists: 'comma',
  defaults: { method: 'GET', auth: 'none' },
  credentials: [],
  deprecation: {},
  security: { schemes: {}, kinds: {} },
  operations: [
    operation({}),
    operation({
      name: 'things.getOne',
      params: { type: 'object', properties: { one: { type: 'number' }, text: { type: 'string' } } },
      clientParams: ['text'],
    }),
    operation({
      name: 'things.list',
      path: '/things',
      params: { type: 'object' },
      paging: { kind: 'page', items: ['data.all'], unwrapItems: 'thing' },
    }),
    operation({
      name: 'things.create',
      method: 'POST',
      path: '/things',
      hasBody: true,
      query: ['full'],
      unwrap: 'data.0',
      params: {
        type: 'object',
        properties: { name: { type: 'string' }, full: { type: 'boolean' } },
        required: ['name'],
      },
    }),
  ],
  $defs: {
    Thing: { type: 'object', properties: { part: { $ref: '#/$defs/Part' } } },
    Part: { $ref: '#/$defs/Thing' },
    Other: {},
    s1: { properties: { a: { $ref: '#/$defs/s2' } }, required: ['a'] },
    s2: { description: 'Shared.', type: 'string' },
  },
};

describe('callOperation', () => {
  const client = Object.assign(createClient(provider, tree), {
    oauth: { exchange: () => 'a grant' },
    accounts: { token: () => 'a token' },
    withToken: () => 'a client',
  });

  it('calls the method with this name, and returns its result', async () => {
    await expect(callOperation(client, 'things.get', { id: 'a' })).resolves.toEqual({
      data: ['http://127.0.0.1:1/things/a'],
    });
    const page = callOperation(client, 'things.list');
    expect(page).toHaveProperty('pages');
    expect((await page) as object).toMatchObject({ items: ['http://127.0.0.1:1/things'] });
  });

  it('calls the operations of a resource named accounts if the provider has no user sign-in, as in bank', async () => {
    const bank = createClient(provider, { accounts: tree.things });
    await expect(callOperation(bank, 'accounts.get', { id: 'a' })).resolves.toBeDefined();
  });

  it.each([
    'close',
    'request',
    'with',
    'things',
    'things.none',
    'none.get',
    'things.get.call',
    'constructor',
    'things.__proto__.get',
    'things.toString',
    '',
    'oauth.exchange',
    'accounts.token',
    'withToken',
  ])('refuses %j, which is not an operation', (name) => {
    expect(() => callOperation(client, name)).toThrow('the client has no operation');
  });
});

it('operationsIn lists operations by name, and definitionsFor includes every definition that they refer to', () => {
  expect([...operationsIn(catalog).keys()]).toEqual(['things.get', 'things.getOne', 'things.list', 'things.create']);
  expect(Object.keys(definitionsFor(catalog, { items: { $ref: '#/$defs/Thing' } }))).toEqual(['Thing', 'Part']);
});

it('operationsIn adds defaults and documentation addresses to operations, and resolves the references in their params', () => {
  const own = { $ref: '#/$defs/s2', description: 'Own.' };
  const operations = operationsIn({
    ...catalog,
    operations: [
      operation({
        params: {
          type: 'object',
          allOf: [{ $ref: '#/$defs/s1' }],
          properties: { own, tree: { $ref: '#/$defs/Part' }, allOf: { type: 'string' } },
          required: ['own'],
        },
      }),
      operation({ name: 'things.list', idempotent: false, params: { $ref: '#/$defs/s1' } }),
      operation({ name: 'things.add', method: 'POST', auth: 'user' }),
    ],
  });
  expect(operations.get('things.get')).toMatchObject({
    docs: 'https://example.com/docs/things',
    method: 'GET',
    auth: 'none',
    idempotent: true,
    params: {
      type: 'object',
      properties: {
        a: { description: 'Shared.', type: 'string' },
        own: { description: 'Own.', type: 'string' },
        tree: { type: 'object', properties: { part: { $ref: '#/$defs/Part' } } },
        allOf: { type: 'string' },
      },
      required: ['a', 'own'],
    },
  });
  expect(operations.get('things.get')?.params).not.toHaveProperty('allOf');
  expect(operations.get('things.list')?.params).toHaveProperty('properties.a.type', 'string');
  expect(operations.get('things.list')).not.toHaveProperty('idempotent');
  expect(operations.get('things.add')).toMatchObject({ method: 'POST', auth: 'user' });
  expect(operations.get('things.add')).not.toHaveProperty('idempotent');
});

it('an OpenAPI document has one operation per route, with params and results in the right places', () => {
  const { paths, components } = openApiOf(catalog, { server: 'http://127.0.0.1:1' });
  expect(paths['/things/{id}']?.get).toMatchObject({
    operationId: 'things.get',
    'x-operations': ['things.get', 'things.getOne'],
    parameters: [
      { name: 'id', in: 'path', required: true },
      { name: 'full', in: 'query', required: false, explode: false },
      { name: 'one', in: 'query', required: false },
    ],
  });
  const wrapped = {
    type: 'object',
    properties: { thing: { $ref: '#/components/schemas/Thing' } },
    required: ['thing'],
  };
  expect(paths['/things']?.get?.responses).toMatchObject({
    '2XX': {
      content: {
        'application/json': { schema: { properties: { data: { properties: { all: { items: wrapped } } } } } },
      },
    },
  });
  expect(paths['/things']?.post).toMatchObject({
    parameters: [{ name: 'full', in: 'query' }],
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['name'] } } } },
  });
  expect(components).toMatchObject({ schemas: { Part: { $ref: '#/components/schemas/Thing' } } });
});
