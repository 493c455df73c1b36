import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiOf } from '@x/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { describe, expect, it } from 'vitest';
import { names } from '../../../providers.ts';
import { compare, type Kind, unexplained } from '../compare.ts';
import type { Document } from '../openapi.ts';
import { documentOfClient, readClientSource } from '../operations/official.ts';
import { packages } from '../packages.ts';
import { operationsOfSpec } from '../spec.ts';
import { readRoutes, writeRoutes } from './routes.ts';

const stored: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./routes.json', import.meta.url), 'utf8'),
);
const documentOf = (provider: string) => openApiOf(catalogOf(provider));

describe.each(names)('the OpenAPI document of %s', (provider) => {
  const document = documentOf(provider);

  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has an operation for each route, with a unique ID, a summary and a link to the provider documentation', () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    for (const { summary, externalDocs } of operations) {
      expect(summary).toMatch(/^[A-Z].*\.$/);
      expect(externalDocs).toEqual({ url: expect.stringMatching(/^https:/) });
    }
    const named = operations.flatMap((each) => (each['x-operations'] as string[] | undefined) ?? [each.operationId]);
    expect(named.sort()).toEqual(
      catalogOf(provider)
        .operations.map(({ name }) => name)
        .sort(),
    );
  });
});

it('describes params that the client writes in the syntax of the API as texts', () => {
  const { get } = documentOf('quotes').paths['/quotes'] ?? {};
  const { parameters } = get as { parameters: { name: string; schema: object }[] };
  const written = parameters.filter(({ name }) => ['tags', 'author'].includes(name));
  expect(written.map(({ schema }) => schema)).toEqual([{ type: 'string' }, { type: 'string' }]);
});

/** Intended differences of the document from the provider's file. */
const onPurpose: Readonly<Record<string, readonly RegExp[]>> = {
  stream: [
    /^own GET \/bits\/custom_power_ups$/, // newer than the file
    /^own (GET|PUT|PATCH|DELETE) \/chat\/pins$/, // newer than the file
    /^POST \/extensions\/pubsub param broadcaster_id is declared optional$/, // a global message has none
    /^POST \/raids param \w+ is declared required$/, // the reference requires both
  ],
  music: [
    /^POST \/playlists\/\{\}\/(tracks|items) param uris is declared required$/, // the file has them in two places
    /^PUT \/me\/tracks param ids is declared optional$/, // or timestamped_ids
  ],
  food: [
    /^(POST \/v1\/foods|GET \/v1\/foods\/(list|search))$/, // declared with their other method
    /^POST \/v1\/foods\/search param query is declared optional$/, // without it the API lists all foods
  ],
};

it('readRoutes reads what writeRoutes has written', () => {
  for (const routes of Object.values(stored)) expect(writeRoutes(readRoutes(routes))).toEqual(routes);
});

it.each(['stream', 'music', 'bank', 'food'])(
  "the document of %s has the routes and params of the provider's own file, and requires the same params",
  (provider) => {
    // The official client of bank is newer than its file.
    const theirs =
      provider === 'bank' ? operationsOfSpec(documentOfClient(readClientSource())) : readRoutes(stored[provider] ?? []);
    const { prefix, exceptions } = packages[provider] ?? {};
    const ours = new Map(
      [...operationsOfSpec(documentOf(provider) as unknown as Document)].map(([key, operation]) => [
        key.replace(` ${prefix}/`, ' /'),
        operation,
      ]),
    );
    const intended = onPurpose[provider] ?? [];
    const shown: readonly Kind[] = ['operations', 'params', 'required', 'promised'];
    const missing = unexplained(compare(theirs, ours, { intended, ...exceptions }))
      .filter(({ kind }) => shown.includes(kind))
      .map(({ line }) => line);
    const own = [...ours.keys()].filter((key) => !theirs.has(key)).map((key) => `own ${key}`);
    const unexpected = own.filter((line) => !intended.some((each) => each.test(line)));
    expect([...missing, ...unexpected]).toEqual([]);
  },
);
