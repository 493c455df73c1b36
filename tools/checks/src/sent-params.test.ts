import type { CallSpec, ListSpec, Schema } from '@x/core/provider';
import { fc } from '@x/testing/properties';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { clientsOf, credentials } from './fuzz-kit.ts';
import { methodOf } from './fuzz-world.ts';
import { operations } from './operations.ts';
import { valuesOf } from './valid-data.ts';

// Checks that methods send what was declared. `tools/coverage` checks that the declared paths, params and fields are
// those of the official client.

const { clientId: client_id, clientSecret: secret } = credentials.bank;
const asJson = (value: unknown) => JSON.parse(JSON.stringify(value));

const sent: unknown[] = [];
const fetch = (async (url: string, { body }: RequestInit) => {
  sent.push([new URL(url).pathname, JSON.parse(String(body))]);
  return new Response('{}');
}) as typeof globalThis.fetch;
const { bank } = clientsOf({ fetch, onEvent() {} });

/** Lists of which the API takes the page's size and position inside of `options`. */
const isNested = (name: string) => /(^|\.)transactions\.get$/.test(name);

function nested({ count, offset, options, ...params }: Record<string, unknown>) {
  const inside = { ...Object(options), ...(count !== undefined && { count }), ...(offset !== undefined && { offset }) };
  return Object.keys(inside).length > 0 ? { ...params, options: inside } : params;
}

it.each(operations.filter(({ provider }) => provider === 'bank'))(
  'bank.$name sends exactly its params and the credentials to its path',
  async ({ name, spec }) => {
    const { path, auth, body = v.object({}) } = spec as ListSpec & CallSpec;
    const params = valuesOf({ ...body, type: 'strict_object' } as Schema).filter((value) => v.is(body, value));
    for (const each of fc.sample(params, 4)) {
      const given = asJson(each);
      sent.length = 0;
      bank.resetRateLimiter();
      await methodOf(bank, name)(given).then(undefined, () => {}); // the response is not valid
      const expected = isNested(name) ? nested(given) : given;
      expect(sent).toEqual([[`/bank${path}`, { ...expected, ...(auth !== 'none' && { client_id, secret }) }]]);
    }
  },
);

it('no response is limited to the documented values', () => {
  const limited = (schema: unknown): boolean =>
    typeof schema === 'object' &&
    schema !== null &&
    ((schema as Schema).type === 'picklist' || Object.values(schema).some(limited));
  const found = operations.filter(
    ({ spec }) => limited((spec as ListSpec).item) || limited((spec as CallSpec).response),
  );
  expect(found.map(({ provider, name }) => `${provider}.${name}`)).toEqual([]);
});
