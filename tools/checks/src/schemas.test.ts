import { endpoints as bank } from '@x/bank';
import { type CallSpec, type ListSpec, operationsOf, type Schema } from '@x/core';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { createSandbox } from '@x/sandbox';
import { endpoints as stream } from '@x/stream';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { at } from '../../../packages/core/src/paging/paths.ts';
import { accepts } from '../../../packages/core/src/validation/accepts.ts';
import { createClients } from './clients.ts';
import { change, changed, valuesOf } from './valid-data.ts';

const trees = { stream, music, bank, food, quotes };
const operations = Object.entries(trees).flatMap(([provider, tree]) =>
  operationsOf(tree).map(([name, spec]) => [`${provider} ${name}`, spec] as const),
);

/** The result of a check, or how it fails. */
function outcome(check: () => boolean): boolean | string {
  try {
    return check();
  } catch (error) {
    return String(error);
  }
}

/** Runs both; returns their verdict. */
function agreed(schema: Schema, value: unknown): boolean | string {
  const expected = outcome(() => v.safeParse(schema, value).success);
  expect(outcome(() => accepts(schema, value))).toBe(expected);
  return expected;
}

describe.each(operations)('%s', (_, spec) => {
  const { params, query, body, response, item } = spec as Partial<ListSpec & CallSpec>;
  const parts = Object.entries({ params, query, body, response, item });
  it.each(parts.filter((part): part is [string, Schema] => part[1] !== undefined))(
    '%s: the compiled check agrees with valibot',
    (_, schema) => {
      let fitting = 0;
      fc.assert(
        fc.property(valuesOf(schema), fc.array(change, { maxLength: 5 }), (value, edits) => {
          fitting += Number(agreed(schema, value) === true);
          for (const edit of edits) agreed(schema, changed(value, edit));
        }),
        { numRuns: 30 },
      );
      expect(fitting).toBeGreaterThan(0);
    },
  );
});

describe('a response of the sandbox', async () => {
  const sandbox = await createSandbox({ listen: false, bank: { transactionsPerItem: 20, readyAtOnce: true } });
  const access_token = sandbox.controls.bank.accessTokens[0] ?? '';
  let text = '';
  const { music, bank, stream, food, quotes } = createClients(sandbox.options, {
    async fetch(input, init) {
      const response = await sandbox.fetch(input, init);
      text = await response.clone().text();
      return response;
    },
  });

  it.each<[string, () => PromiseLike<unknown>]>([
    ['stream streams.list', () => stream.streams.list({ first: 2 })],
    ['stream users.list', () => stream.users.list({ login: ['velvetbeacon'] })],
    ['stream games.top', () => stream.games.top({ first: 2 })],
    ['music search', () => music.search({ q: 'love', type: 'track', limit: 2 })],
    ['bank accounts.get', () => bank.accounts.get({ access_token })],
    ['bank transactions.sync', () => bank.transactions.sync({ access_token, count: 3 })],
    ['food foods.search', () => food.foods.search({ query: 'cheddar', pageSize: 2 })],
    ['food foods.list', () => food.foods.list({ pageSize: 2 })],
    ['quotes quotes.list', () => quotes.quotes.list({ limit: 2 })],
    ['quotes authors.list', () => quotes.authors.list({ limit: 2 })],
  ])('%s, changed: the same', async (operation, call) => {
    await call();
    const { response, item, paging } = Object.fromEntries(operations)[operation] as Partial<ListSpec & CallSpec>;
    const body: unknown = JSON.parse(text);
    const lists = [paging?.items ?? ''].flat().map((place) => at(body, place));
    const [schema, value] = response ? [response, body] : [item as Schema, lists.flat().find(Boolean)];
    expect(agreed(schema, value)).toBe(true);
    fc.assert(
      fc.property(change, (edit) => void agreed(schema, changed(value, edit))),
      { numRuns: 500 },
    );
  });
});
