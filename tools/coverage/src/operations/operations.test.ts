import { readFileSync } from 'node:fs';
import { endpoints } from '@x/bank';
import { expect, it } from 'vitest';
import { readDeclared } from '../declared.ts';
import type { Document } from '../openapi.ts';
import { operationsOfSpec } from '../spec.ts';
import { generateOperations } from './generate.ts';
import { documentOfClient, operationsFile, readClientSource } from './official.ts';

const official = documentOfClient(readClientSource());

it('the generated file types every operation of the official client; the script `operations` regenerates it', async () => {
  expect(readFileSync(operationsFile, 'utf8')).toBe(await generateOperations(official));
});

it('docs/providers/bank.md lists every product with the way to call it', () => {
  const page = readFileSync(new URL('../../../../docs/providers/bank.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| [^|]+ \| (`\/[^|]+) \| (`bank[^|]+) \|$/gm)].map(
    ([, paths = '', reached = '']) => ({
      paths: [...paths.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
      groups: [...reached.matchAll(/`bank\.(\w+)`/g)].map(([, group]) => group),
    }),
  );
  const products = [
    ...new Set([...operationsOfSpec(official).keys()].map((key) => `${key.replace(/^\w+ (\/\w+).*/, '$1')}/`)),
  ];
  expect(rows.flatMap(({ paths }) => paths).sort()).toEqual(products.sort());

  const declared = readDeclared(endpoints);
  for (const { paths, groups } of rows) {
    const hasMethods = [...declared.keys()].some((key) => paths.some((path) => key.startsWith(`POST ${path}`)));
    expect({ paths, hasMethods }).toEqual({ paths, hasMethods: groups.some((group) => group !== 'request') });
    for (const group of groups) if (group !== 'request') expect(endpoints).toHaveProperty(group as string);
  }
});

const small: Document = {
  paths: {
    '/things/create': {
      post: {
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Request' } } } },
        responses: { 200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } } },
      },
    },
    '/things/{id}': {
      get: {
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: { 200: { content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } } } },
      },
    },
  },
  components: {
    schemas: {
      Request: {
        type: 'object',
        required: ['client_id', 'kind'],
        properties: {
          client_id: { type: 'string' },
          kind: { type: 'string', enum: ['a', 'b'] },
          days: { type: 'integer', nullable: true },
        },
      },
      Thing: {
        type: 'object',
        required: ['state'],
        properties: { state: { type: 'string', enum: ['new', 'old'] }, parent: { $ref: '#/components/schemas/Thing' } },
      },
      Unused: { type: 'string' },
    },
  },
};

it('leaves out credentials, types values in responses as open, and returns files as bytes', async () => {
  const text = await generateOperations(small);
  expect(text.slice(text.indexOf('/** Every operation'))).toMatchInlineSnapshot(`
    "/** Every operation of Plaid's API, by its path, with the params that it takes and the response that it returns. */
    export interface Operations {
      "/things/create": { params: Schemas["/things/create params"]; response: Schemas["/things/create response"] };
      "GET /things/{id}": { params: Schemas["GET /things/{id} params"]; response: Uint8Array };
    }

    /** The objects that the operations take and return, by Plaid's own names. */
    export interface Schemas {
      Thing: {
        state: Known<"new" | "old">;
        parent?: Schemas["Thing"] | undefined;
      };
      "/things/create params": {
        kind: "a" | "b";
        days?: (number | null) | undefined;
      };
      "/things/create response": Schemas["Thing"];
      "GET /things/{id} params": {
        id: string;
      };
    }

    declare module './request.ts' {
      interface BankOperations extends Operations {}
    }
    "
  `);
});
