import { panel, type SearchFood } from '@x/food';
import { catalogOf } from '@x/testing/catalogs';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectHost } from '../test/host.ts';
import { foodPanels, nutrients } from './food.ts';
import { type OpenedApis, openApis, providers } from './open-apis.ts';
import { Secrets } from './secrets.ts';

let opened: OpenedApis;
const secrets = new Secrets();
beforeAll(async () => {
  opened = openApis({ names: providers, env: {}, secrets, catalogOf });
});
afterAll(() => opened.close());

/** An agent that counts its calls, and the tokens that it reads and writes. */
async function agent() {
  const host = await connectHost({
    apis: opened.apis,
    secrets,
    allowPersonal: true,
    allowWrite: ['music.playlists.*'],
  });
  const used = { calls: 0, tokens: 0 };
  const use = async (tool: string, given: object) => {
    const { text, data, isError } = await host.call(tool, given);
    used.calls += 1;
    used.tokens += encode(JSON.stringify(given)).length + encode(text).length;
    expect(isError, text).toBe(false);
    return { text, rows: (Object(data).rows ?? []) as (string | number)[][], data: Object(data) };
  };
  return {
    used,
    search: (query: string) => use('search_operations', { query, limit: 5 }),
    describe: (operation: string) => use('describe_operation', { operation }),
    read: (operation: string, params: object, fields: string[], limit?: number) =>
      use('call_read_operation', { operation, params, fields, ...(limit !== undefined && { limit }) }),
    write: (operation: string, params: object, fields: string[]) =>
      use('call_write_operation', { operation, params, fields }),
  };
}

it('finds the account with the lowest balance in 3 calls and 1,300 tokens', async () => {
  const { used, search, describe, read } = await agent();
  expect((await search('accounts with balances')).text).toContain('bank.accounts.get [');
  expect((await describe('bank.accounts.get')).text).toContain('balances{');
  const { rows } = await read('bank.accounts.get', {}, ['accounts.name', 'accounts.balances.current']);
  expect(rows.sort(([a], [b]) => Number(a) - Number(b))[0]).toEqual([110, 'Plaid Checking']);
  expect(used.calls).toBeLessThanOrEqual(3);
  expect(used.tokens).toBeLessThanOrEqual(1300);
});

it('makes a playlist of five songs in 6 calls and 3,000 tokens', async () => {
  const { used, search, describe, read, write } = await agent();
  const found = await search('search songs, create a playlist, add songs to a playlist');
  for (const name of ['music.search [', 'music.playlists.create [', 'music.playlists.addItems ['])
    expect(found.text).toContain(name);
  await describe('music.search,music.playlists.create,music.playlists.addItems');
  const { rows } = await read('music.search', { q: 'love', type: 'track' }, ['name', 'uri'], 5);
  const { data } = await write('music.playlists.create', { name: 'Love' }, ['id']);
  const playlist_id = data.result.id;
  const uris = rows.map(([uri]) => uri);
  await write('music.playlists.addItems', { playlist_id, uris }, ['snapshot_id']);
  const { rows: items } = await read('music.playlists.items', { playlist_id }, ['item.uri']);
  expect(items.flat()).toEqual(uris);
  expect(items).toHaveLength(5);
  expect(used.calls).toBeLessThanOrEqual(6);
  expect(used.tokens).toBeLessThanOrEqual(3000);
});

it.each([
  ['the protein in 200 g of cooked lentils', 'cooked lentils', '200 g', 'protein', '18.04 g', 200],
  ['the protein in a cup of cooked lentils', 'cooked lentils', '1 cup', 'protein', '17.8596 g', 198],
  ['the kcal of 2 slices of bread', 'bread', '2 slices', 'energy', '154.28 kcal', 58],
])(
  'is told %s in 3 calls and 1,500 tokens, without multiplying',
  async (question, text, amount, nutrient, answer, grams) => {
    const { used, search, describe, read } = await agent();
    expect((await search(question)).text).toMatch(/^food\.panel \[/m);
    expect((await describe('food.panel')).text).toContain('portions');
    const fields = ['description', 'grams', `nutrients[${nutrient}]`];
    const { rows } = await read('food.panel', { text, amount }, fields, 3);
    expect(rows[0]).toEqual([expect.stringMatching(/lentils|bread/i), grams, answer]);
    expect(used.calls).toBeLessThanOrEqual(3);
    expect(used.tokens).toBeLessThanOrEqual(1500);
  },
);

it('is told why an amount of a food is unknown, and its portions', async () => {
  const { read } = await agent();
  const { data } = await read('food.panel', { text: 'cooked lentils', amount: '2 slices' }, [
    'reason',
    'portions.label',
  ]);
  expect(data.rows).toEqual([['No portion fits "2 slices". The food has: 1 cup; 100 g.', '1 cup | 100 g']]);
});

it.each([
  [undefined, { milliliters: 100, nutrients: [{ name: 'energy', value: 45, unit: 'kcal' }] }],
  ['1 cup', { milliliters: 240 }],
  ['100 g', { nutrients: [], reason: 'The label is in milliliters. Pass an amount such as 100 ml.' }],
])('is told the nutrients in %s of a drink, or why they are unknown', async (amount, expected) => {
  const foodNutrients = [{ amount: 45, nutrient: { number: '208', unitName: 'kcal' } }];
  const juice = { fdcId: 1, description: 'JUICE', dataType: 'Branded', servingSize: 240, servingSizeUnit: 'ml' };
  const client = { foods: { getMany: async () => ({ items: [{ ...juice, foodNutrients }] }) } };
  expect(await foodPanels(client, { fdcIds: [1], ...(amount && { amount }) }, {})).toMatchObject([expected]);
});

it('is told which nutrients there are', () => {
  const food = { fdcId: 1, description: 'Bread', dataType: 'Foundation' };
  expect(nutrients.split(', ').sort()).toEqual(Object.keys(panel(food as SearchFood)).sort());
});
