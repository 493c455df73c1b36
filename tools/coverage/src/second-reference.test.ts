import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endpoint, list } from '@x/core';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareTypes, reportTypes } from './second-reference.ts';
import { readMethods } from './type-reader.ts';

/** A small client with the habits of real ones: nested methods, promises of a library, raw data, derived accessors. */
const files = {
  'package.json': '{ "name": "other-client" }',
  'node_modules/http/package.json': '{ "name": "http", "types": "index.d.ts" }',
  'node_modules/http/index.d.ts': `export interface Reply<T> { body: T; socket: { port: number } }
export declare abstract class Raw<T> { readonly raw: T; }`,
  'index.d.ts': `export { Client } from './client.js';`,
  'client.d.ts': `import type { Reply, Raw } from 'http';
import type { Node, Page, Options } from './types.js';
export declare class Client {
  nodes: Nodes;
  nodeCount(): Promise<Reply<{ count: number; at?: string }>>;
  lost(): Promise<import('not-installed').Reply<Node>>;
  private nodesDelete(): Promise<{ hidden: string }>;
}
export declare class Nodes {
  get(nodeId: string, color?: string): Promise<Node>;
  getByIds(ids: string[]): Promise<Node[]>;
  list(options?: Options, extra?: any): Promise<Reply<Page<Wrapped>>>;
  createNode(name: string, parent: string | Node): Promise<Node>;
}
declare class Wrapped extends Raw<Node> {
  get derived(): string;
  reload(): Promise<{ reloaded: boolean }>;
}`,
  'types.d.ts': `export interface Node { id: string; displayName: string | null; parent?: Node; shape: Round | Square }
interface Round { radius: number }
interface Square { side: number; labels: Record<string, { label: string }> }
export interface Page<T> { items: T[]; total: number; around: { unrelated: string } }
export interface Options { first?: number; sort_by?: string; filter?: { deep: string } }`,
};

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'types-'));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

let found: ReturnType<typeof readMethods> | undefined;
/** The methods of the small client, read once. */
function methods() {
  found ??= readMethods(join(folder, 'index.d.ts'));
  return found;
}

const named = (path: string) => {
  const { params, fields } = methods().find((method) => method.path === path) ?? {};
  return { params: [...(params ?? [])].sort(), fields: [...(fields ?? [])].sort() };
};

const ofNode = ['displayName', 'id', 'label', 'labels', 'parent', 'radius', 'shape', 'side'];
const common = { auth: 'none', docs: '' } as const;
const node = v.object({
  id: v.string(),
  display_name: v.string(),
  parent: v.optional(v.unknown()),
  shape: v.unknown(),
});
const endpoints = {
  nodes: {
    get: endpoint({
      ...common,
      method: 'GET',
      path: '/v1/nodes/{id}',
      params: v.object({ id: v.string() }),
      response: node,
    }),
    list: list({
      ...common,
      method: 'GET',
      path: '/v1/nodes',
      query: v.object({ first: v.optional(v.number()) }),
      item: node,
      paging: { kind: 'single', items: 'items' },
    }),
    create: endpoint({
      ...common,
      method: 'POST',
      path: '/v1/nodes',
      body: v.object({ name: v.string(), parent_id: v.string() }),
      response: node,
    }),
    remove: endpoint({ ...common, method: 'DELETE', path: '/v1/nodes/{id}', response: v.unknown() }),
  },
  tally: endpoint({ ...common, method: 'GET', path: '/v1/tally', response: v.object({ count: v.number() }) }),
};

it('finds the methods of a client and of its properties, private ones left out', () => {
  expect(methods().map(({ path }) => path)).toEqual([
    'nodes.get',
    'nodes.getByIds',
    'nodes.list',
    'nodes.createNode',
    'nodeCount',
    'lost',
  ]);
});

it('collects fields through promises, unions, records and lists, and none of the HTTP library', () => {
  expect(named('nodes.get')).toEqual({ params: ['color'], fields: ofNode });
  expect(named('nodeCount').fields).toEqual(['at', 'count']);
});

it('collects fields through a type of a library that is not installed', () => {
  expect(named('lost').fields).toEqual(ofNode);
});

it('collects fields of the plaid package, which imports its HTTP library from beside its real folder', () => {
  const file = fileURLToPath(new URL('../node_modules/plaid/dist/api.d.ts', import.meta.url));
  const accountsGet = readMethods(file).find(({ path }) => path === 'accountsGet');
  expect([...(accountsGet?.fields ?? [])]).toEqual(expect.arrayContaining(['accounts', 'balances', 'request_id']));
  expect(accountsGet?.fields.has('config')).toBe(false);
});

it('collects fields of the raw data behind a class, and not its accessors and methods', () => {
  expect(named('nodes.list').fields).toEqual([...ofNode, 'around', 'items', 'total', 'unrelated'].sort());
  const list = methods().find(({ path }) => path === 'nodes.list');
  expect([...(list?.fieldsInside('items') ?? [])].sort()).toEqual(ofNode);
  expect(list?.fieldsInside('nothing').size).toBe(0);
});

it('collects params from the fields of objects and the names of other parameters, IDs and untyped ones left out', () => {
  expect(named('nodes.list').params).toEqual(['filter', 'first', 'sort_by']);
  expect(named('nodes.getByIds').params).toEqual([]);
});

it('names fields and params that are not declared, whatever their spelling, and takes a param named for its ID as that ID', () => {
  const { compared, unmatched } = compareTypes(endpoints, methods());
  const missing = ['label', 'labels', 'radius', 'side'];
  expect(compared).toEqual([
    { operation: 'nodes.get', methods: ['nodes.get'], params: ['color'], fields: missing },
    { operation: 'nodes.list', methods: ['nodes.list'], params: ['filter', 'sort_by'], fields: missing },
    { operation: 'nodes.create', methods: ['nodes.createNode'], params: [], fields: missing },
  ]);
  expect(unmatched).toEqual(['nodes.remove', 'tally']);
});

it('matches what a pair names, and refuses pairs of unknown operations and methods', () => {
  const pair = (operation: string, method: string) =>
    compareTypes(endpoints, methods(), new Map([[operation, method]]));
  expect(pair('tally', 'nodeCount').compared).toContainEqual({
    operation: 'tally',
    methods: ['nodeCount'],
    params: [],
    fields: ['at'],
  });
  expect(() => pair('talley', 'nodeCount')).toThrow('--pair: talley is not declared');
  expect(() => pair('tally', 'count')).toThrow('--pair: the types have no method count');
});

it('reports the differences and the operations that no method was found for', () => {
  expect(
    reportTypes(compareTypes(endpoints, methods())),
  ).toBe(`Second reference: 3 of 5 operations matched, 3 of them with names that are not declared.

nodes.get (nodes.get)
  params: color
  fields: label, labels, radius, side

nodes.list (nodes.list)
  params: filter, sort_by
  fields: label, labels, radius, side

nodes.create (nodes.createNode)
  fields: label, labels, radius, side

No method found for, name one with --pair OPERATION=METHOD:
  nodes.remove
  tally`);
});

it('refuses files that do not exist', () => {
  expect(() => readMethods(join(folder, 'none.d.ts'))).toThrow(/^There is no file .*none\.d\.ts/);
});
