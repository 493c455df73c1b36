import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { openApiOf } from '@x/core/catalog';
import { catalogOf } from '@x/testing/catalogs';
import { describe, expect, it } from 'vitest';
import { exceptions } from '../exceptions.ts';
import type { Document } from '../openapi.ts';
import { readRoutes, routesOf } from './routes.ts';

const providers = ['stream', 'music', 'bank', 'food', 'quotes'];
/** Prefixes of our paths that the provider's file does not have. */
const prefixes: Readonly<Record<string, string>> = { music: '/v1', food: '/fdc' };
const stored: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(new URL('./routes.json', import.meta.url), 'utf8'),
);
const documentOf = (provider: string) => openApiOf(catalogOf(provider));

describe.each(providers)('the OpenAPI document of %s', (provider) => {
  const document = documentOf(provider);

  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document) as never);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
  });

  it('has an operation for each route, with a unique id, words and the provider documentation', () => {
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

/** Intended differences from the provider's file. */
const onPurpose: Readonly<Record<string, readonly RegExp[]>> = {
  stream: [
    /^own GET \/bits\/custom_power_ups$/, // newer than the file
    /^own (GET|PUT|PATCH|DELETE) \/chat\/pins$/, // newer than the file
    /^POST \/extensions\/pubsub broadcaster_id is optional here$/, // a global message has none
    /^POST \/raids \w+ is required here$/, // the reference requires both
  ],
  music: [
    /^POST \/playlists\/\{\}\/(tracks|items) uris is required here$/, // the file has them in the query and in the body
    /^PUT \/me\/tracks ids is optional here$/, // or timestamped_ids
  ],
  bank: [
    // The official client has them, and is newer than the file.
    /^own POST \/(identity\/match\/list|sandbox\/user\/fire_webhook|transfer\/return\/recover)$/,
    /^POST \/item\/import products is optional here$/,
    /^POST \/transfer\/authorization\/create idempotency_key is required here$/, // or a repeated call may double it
    /^POST \/credit\/[\w/]+ user_token is optional here$/, // or user_id
  ],
  food: [
    /^(POST \/v1\/foods|POST \/v1\/foods\/list|GET \/v1\/foods\/search)$/, // one of the two methods each
    /^POST \/v1\/foods\/search query is optional here$/, // without it the API lists all foods
  ],
};

describe.each(Object.keys(prefixes).concat('stream', 'bank'))(
  "the document of %s and the provider's own file",
  (provider) => {
    const prefix = prefixes[provider] ?? '';
    const theirs = readRoutes(stored[provider] ?? []);
    const ours = new Map(
      [...routesOf(documentOf(provider) as unknown as Document)].map(([key, params]) => [
        key.replace(` ${prefix}/`, ' /'),
        params,
      ]),
    );
    const isExcepted = (line: string) =>
      (exceptions[provider] ?? []).some((each) =>
        typeof each.line === 'string' ? line.startsWith(each.line) : each.line.test(line),
      ) || (onPurpose[provider] ?? []).some((each) => each.test(line));

    it('have the same routes', () => {
      const missing = [...theirs.keys()].filter((key) => !ours.has(key) && !isExcepted(key));
      expect(missing).toEqual([]);
      expect([...ours.keys()].filter((key) => !theirs.has(key) && !isExcepted(`own ${key}`))).toEqual([]);
    });

    it('have the same params, required alike', () => {
      const differences: string[] = [];
      for (const [key, params] of theirs)
        for (const [name, required] of params) {
          const own = ours.get(key);
          if (!own) continue;
          if (!own.has(name)) differences.push(`${key} body ${name}`, `${key} ?${name}`);
          else if (required && !own.get(name)) differences.push(`${key} ${name} is optional here`);
          else if (!required && own.get(name)) differences.push(`${key} ${name} is required here`);
        }
      const lines = differences.filter((line) => !isExcepted(line));
      // A missing field is reported both as a body field and as a parameter, and one of the two is excepted.
      const excepted = new Set(differences.filter(isExcepted).map((line) => line.replace(/ (body |\?)/, ' ')));
      expect(lines.filter((line) => !excepted.has(line.replace(/ (body |\?)/, ' ')))).toEqual([]);
    });
  },
);
