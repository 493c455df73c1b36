import { type CatalogOperation, definitionsFor, type JsonSchema, operationsIn } from '@x/catalog';
import { expect, it } from 'vitest';
import { compacted } from './compacted.ts';
import type { FullCatalog } from './full-catalog.ts';

const text = (description: string): JsonSchema => ({ description, type: 'string' });
const address = {
  street: text('Street and number, as it is written on letters'),
  city: text('City of the address, in the language of the country'),
  country: text('Country, ISO 3166-1 alpha-2'),
};
const record = (own: Record<string, JsonSchema>, type: unknown = 'object'): JsonSchema => ({
  type,
  required: ['street', 'city'],
  properties: { ...address, ...own },
});
const operation = (name: string, over: Partial<CatalogOperation>): CatalogOperation => ({
  name,
  summary: 'Does it.',
  docs: `https://example.com/docs/${name}`,
  method: 'GET',
  path: `/${name}`,
  auth: 'key',
  access: 'read',
  params: record({ page: { type: 'integer' } }),
  ...over,
});
const full: FullCatalog = {
  version: 1,
  provider: 'test',
  title: 'Test',
  server: 'https://example.com',
  credentials: [],
  lists: 'repeat',
  security: { schemes: {}, kinds: {} },
  operations: [
    operation('one', {
      idempotent: true,
      deprecated: { since: '2026-01-01', openTo: 'old apps', replacement: 'two' },
      result: record({ first: text('First') }),
    }),
    operation('two', { deprecated: { since: '2026-01-01', openTo: 'old apps' }, result: { $ref: '#/$defs/Named' } }),
    operation('three', { method: 'POST', auth: 'user', hasBody: true, idempotent: true }),
    operation('four', { method: 'POST', result: { type: 'array', items: record({ second: text('Second') }) } }),
  ],
  $defs: { Named: record({ third: text('Third') }, ['object', 'null']) },
};

/** Returns a schema with its references and groups of fields resolved, as a JSON Schema reader would. */
function read($defs: Record<string, JsonSchema>, schema: JsonSchema): JsonSchema {
  const { $ref, allOf = [], ...own } = schema;
  if (typeof $ref === 'string') return read($defs, $defs[$ref.replace('#/$defs/', '')] as JsonSchema);
  const groups = (allOf as JsonSchema[]).map((group) => read($defs, group));
  const parts = [...groups, own];
  const fields = Object.assign({}, ...parts.map(({ properties }) => properties)) as Record<string, JsonSchema>;
  const required = parts.flatMap((part) => (part.required as string[] | undefined) ?? []);
  return {
    ...own,
    ...(own.items !== undefined && { items: read($defs, own.items as JsonSchema) }),
    ...(required.length > 0 && { required: required.sort() }),
    ...(Object.keys(fields).length > 0 && {
      properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, read($defs, field)])),
    }),
  };
}

const catalog = compacted(full);

it('a compacted catalog is shorter, and reads the same as the full one', () => {
  expect(JSON.stringify(catalog).length).toBeLessThan(JSON.stringify(full).length * 0.6);
  const operations = operationsIn(catalog);
  for (const { params, result, ...facts } of full.operations) {
    const found = operations.get(facts.name);
    expect(found).toMatchObject(facts);
    expect(found?.idempotent).toBe(facts.idempotent);
    expect(read({}, found?.params ?? {})).toEqual(read({}, params));
    if (result)
      expect(read(definitionsFor(catalog, found?.result ?? {}), found?.result ?? {})).toEqual(read(full.$defs, result));
  }
});

it('fields that several objects share are stored once, without a type, because some of the objects may be null', () => {
  const groups = Object.entries(catalog.$defs).filter(([name]) => name.startsWith('g'));
  expect(
    groups.map(([, { type, required, properties }]) => [type, required, Object.keys(properties as object)]),
  ).toEqual([[undefined, ['street', 'city'], ['street', 'city', 'country']]]);
  expect(catalog.$defs.Named).toMatchObject({ type: ['object', 'null'], allOf: [{ $ref: expect.any(String) }] });
});

it('values that operations share become defaults, unless some operations lack them', () => {
  expect(catalog.docs).toBe('https://example.com/docs/');
  expect(catalog.defaults).toEqual({ method: 'GET', auth: 'key', access: 'read' });
  expect(catalog.deprecation).toEqual({ since: '2026-01-01', openTo: 'old apps' });
  expect(catalog.operations[0]).not.toHaveProperty('idempotent');
  expect(catalog.operations[0]).toHaveProperty('deprecated', { replacement: 'two' });
  expect(catalog.operations[1]).toHaveProperty('idempotent', false);
  expect(catalog.operations[2]).toMatchObject({ docs: 'three', hasBody: true, idempotent: true });
});
