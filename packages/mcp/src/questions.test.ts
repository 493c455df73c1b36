import { catalogOf } from '@x/testing/catalogs';
import { encode } from 'gpt-tokenizer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectHost } from '../test/host.ts';
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

it('computes the protein in 200 g of cooked lentils in 3 calls and 1,500 tokens', async () => {
  const { used, search, describe, read } = await agent();
  expect((await search('protein in cooked lentils')).text).toContain('food.foods.find [');
  expect((await describe('food.foods.find')).text).toContain('amounts per 100 g');
  const { rows, data } = await read(
    'food.foods.find',
    { text: 'lentils cooked' },
    ['description', 'foodNutrients[Protein]', 'foodMeasures.disseminationText', 'foodMeasures.gramWeight'],
    3,
  );
  expect(data.columns.slice(0, 2)).toEqual(['description', 'foodNutrients[Protein]']);
  const [[description, protein] = []] = rows;
  expect(description).toBe('Lentils, mature seeds, cooked, boiled, without salt');
  expect(Number.parseFloat(String(protein)) * 2).toBeCloseTo(18.04);
  expect(used.calls).toBeLessThanOrEqual(3);
  expect(used.tokens).toBeLessThanOrEqual(1500);
});
