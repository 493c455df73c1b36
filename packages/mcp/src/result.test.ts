import { catalogOf } from '@x/testing/catalogs';
import { encode as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { encode as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, it } from 'vitest';
import { codeOf, connectHost, dataIn, errorIn } from '../test/host.ts';
import { Places } from './places.ts';
import { Secrets } from './secrets.ts';
import type { McpServerOptions } from './server.ts';

/** Connects a host to a server whose client returns these results. */
async function connect(
  results: { author?: object; list?: readonly object[] },
  options: Partial<McpServerOptions> = {},
) {
  let calls = 0;
  const count = <T>(result: T) => {
    calls += 1;
    return Promise.resolve(result);
  };
  const client = {
    authors: { get: () => count(results.author) },
    foods: { search: () => count({ items: results.list ?? [] }) },
    quotes: { list: () => count({ items: results.list ?? [] }), random: () => count({ items: results.list ?? [] }) },
  };
  const host = await connectHost({
    apis: ['quotes', 'food'].map((name) => ({ catalog: catalogOf(name), client })),
    ...options,
  });
  const get = (more: object = {}, operation = 'quotes.authors.get', params: object = { id: 'a' }) =>
    host.call('call_read_operation', { operation, params, ...more });
  const list = (more: object = {}) => get(more, 'quotes.quotes.list', {});
  return { get, list, calls: () => calls };
}

const nextIn = (text: string) => /^next: (.+)$/m.exec(text)?.[1];

/** Reads a result to its end, and returns the data of all parts. */
async function readAll(read: (more: object) => Promise<{ text: string }>, more: object = {}): Promise<string[]> {
  const parts: string[] = [];
  for (let next: string | undefined; parts.length < 500; ) {
    const { text } = await read({ ...more, ...(next !== undefined && { next }) });
    parts.push(dataIn(text));
    next = nextIn(text);
    if (next === undefined) return parts;
  }
  throw new Error('the result does not end');
}

const token = 'live-Zq8xT2mV7pL4nR9cK1wB6yH3dF5gJ0';

/** Whether a text shows 6 characters of the token in a row. */
const showsToken = (text: string) =>
  Array.from({ length: token.length - 5 }, (_, at) => token.slice(at, at + 6)).some((part) => text.includes(part));

it('no part of a result shows a part of a secret, wherever the result is cut', async () => {
  const secrets = new Secrets();
  secrets.add(token);
  const text = `${'word, '.repeat(10)}${token} `.repeat(20);
  for (let maxTokens = 100; maxTokens < 140; maxTokens += 1) {
    const rows = Array.from({ length: 6 }, (_, index) => ({ content: `${'x '.repeat(40 + index)}"${token}"` }));
    const { get, list } = await connect({ author: { bio: text }, list: rows }, { secrets, maxTokens });
    for (const parts of [
      await readAll(get),
      await readAll(get, { format: 'csv' }),
      await readAll(list),
      await readAll(list, { format: 'json' }),
    ])
      expect(parts.filter(showsToken)).toEqual([]);
    expect((await readAll(get)).join('').match(/\[redacted\]/g)).toHaveLength(20);
  }
});

it('a forged next is refused, and so is the next of another call', async () => {
  const { get, list, calls } = await connect({ author: { bio: 'word '.repeat(2000) } }, { maxTokens: 200 });
  const next = nextIn((await get()).text);
  const before = calls();
  for (const forged of [btoa('[null,64]'), btoa(JSON.stringify(['', 1])), '', '0'])
    expect(errorIn(await get({ next: forged }))).toMatchObject({ code: 'invalid_cursor' });
  for (const other of [
    await list({ next }),
    await get({ next }, 'quotes.authors.get', { id: 'b' }),
    await get({ next, format: 'csv' }),
    await get({ next, fields: ['bio'] }),
  ])
    expect(errorIn(other)).toMatchObject({ code: 'invalid_cursor', remedy: 'Repeat the arguments of that call' });
  expect(calls()).toBe(before);
  expect((await get({ next })).isError).toBe(false);
});

it('next is short, and the last 1,000 places are kept', () => {
  const places = new Places();
  const all = Array.from({ length: 1001 }, (_, skip) => places.keep({ skip }, 'call'));
  expect(all.filter((next) => o200k(next).length > 8)).toEqual([]);
  expect(places.find(all[1], 'call')).toEqual({ skip: 1 });
  expect(() => places.find(all[0], 'call')).toThrow('next must come from an earlier result');
});

const digit = (index: number, of: string) => of.charAt((index * 7919 + (index % 13) * 31) % of.length);
const idOf = (index: number, length: number, of: string) =>
  Array.from({ length }, (_, at) => digit(index * length + at, of)).join('');
const letters = 'abcdefghijklmnopqrstuvwxyz';
const mixed = `${letters}${letters.toUpperCase()}0123456789`;

it.each([
  ['prose', (index: number) => ({ content: `The quick brown fox number ${index} jumps over the lazy dog.` })],
  ['Chinese', (index: number) => ({ content: `从前有一位音乐家，他在城市的角落里演奏着古老的旋律 ${index}` })],
  [
    'rare Chinese',
    (index: number) => ({ content: String.fromCodePoint(0x4e00 + ((index * 6151) % 20_000)).repeat(9) }),
  ],
  ['emoji', (index: number) => ({ content: `${'👨‍👩‍👧‍👦🏳️‍🌈🎵'.repeat(3)}${index}` })],
  ['IDs of letters and digits', (index: number) => ({ id: idOf(index, 22, mixed), album: idOf(index + 1, 40, mixed) })],
  [
    'IDs of letters',
    (index: number) => ({ id: idOf(index, 24, letters), other: idOf(index, 24, letters.toUpperCase()) }),
  ],
  [
    'hexadecimal IDs',
    (index: number) => ({ id: idOf(index, 32, '0123456789abcdef'), at: `2026-11-${index % 30}T10:00:00Z` }),
  ],
  ['numbers', (index: number) => ({ id: index * 7_919_317, amount: index * 1.37, none: null, yes: true })],
  [
    'nested objects',
    (index: number) => ({ a: { b: [{ c: `${index}` }, { c: null }] }, tags: ['x', 'y_z', 'https://a.b/c?d=e'] }),
  ],
])('a result has at most maxTokens tokens, by the count of two tokenizers: %s', async (_, rowOf) => {
  const rows = Array.from({ length: 1500 }, (_, index) => rowOf(index));
  for (const maxTokens of [100, 1000, 10_000]) {
    const { get, list } = await connect({ author: { rows }, list: rows }, { maxTokens });
    const limit = rows.length;
    const formats = [
      await list({ limit }),
      await list({ limit, format: 'json' }),
      await get(),
      await get({ format: 'csv' }),
    ];
    for (const { text, data } of formats)
      for (const encode of [o200k, cl100k]) {
        expect(encode(JSON.stringify(data)).length).toBeLessThanOrEqual(maxTokens);
        expect(encode(text).length).toBeLessThanOrEqual(maxTokens);
        if (maxTokens > 100) expect(encode(text).length).toBeGreaterThan(maxTokens / 5);
      }
  }
});

it.each([
  [['nmae'], 'fields: there is no field "nmae"; did you mean name?'],
  [['name', 'quotes.contents'], 'fields: there is no field "quotes.contents"; did you mean quotes.content?'],
  [['popularity'], 'fields: there is no field "popularity"; the fields are quotes, slug, _id, name'],
  [['name', ''], 'fields: a field must have a name'],
  [['quotes[0].content'], 'fields: there is no field "quotes[0].content": only an amount is chosen by its label'],
  [['name.first'], 'fields: there is no field "name.first"; the fields of name are none'],
])('the fields %j are refused before the call', async (fields, message) => {
  const { get, calls } = await connect({ author: { name: 'Ann' } });
  const error = errorIn(await get({ fields }));
  expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringContaining(message) });
  expect(calls()).toBe(0);
});

it('an empty list of fields is refused, and a declared field that is absent is not', async () => {
  const { get } = await connect({ author: { name: 'Ann' } });
  expect(codeOf(await get({ fields: [] }))).toBe('invalid_params');
  expect(dataIn((await get({ fields: ['name', 'bio'] })).text)).toBe('{"name":"Ann"}');
});

const lentils = {
  description: 'Lentils',
  balances: { current: 1, limits: { day: null } },
  tags: ['a', 'b, c'],
  artists: [{ name: 'Ann' }, { name: 'Bob' }],
  foodNutrients: [
    { nutrientName: 'Protein', value: 9.02, unitName: 'G', rank: 600 },
    { nutrient: { name: 'Energy', unitName: 'kcal' }, amount: 116 },
    { name: 'Energy', amount: 485, unitName: 'kJ' },
  ],
};

it.each([
  [
    undefined,
    'description,balances.current,balances.limits.day,tags,artists.name,foodNutrients[Protein],foodNutrients[Energy]\n' +
      'Lentils,1,,"a | b, c",Ann | Bob,9.02 G,116 kcal | 485 kJ',
  ],
  [['description', 'foodNutrients[protein]'], 'description,foodNutrients[Protein]\nLentils,9.02 G'],
  [['foodNutrients[Protein].rank', 'description'], 'description,foodNutrients.rank\nLentils,600'],
])('a list is a table without JSON in its cells: %j', async (fields, csv) => {
  const { get } = await connect({ list: [lentils] });
  const { text, data } = await get({ fields }, 'food.foods.search', {});
  expect(dataIn(text)).toBe(csv);
  const [head] = csv.split('\n');
  expect(data).toMatchObject({ source: expect.stringContaining('Untrusted data from'), columns: head?.split(',') });
});

it('a label that no item has is reported', async () => {
  const { get } = await connect({ list: [lentils] });
  const { text, data } = await get({ fields: ['foodNutrients[Protien]'] }, 'food.foods.search', {});
  expect(text).toMatch(/\nNot found: foodNutrients\[Protien\]$/);
  expect(data).toMatchObject({ notes: ['Not found: foodNutrients[Protien]'] });
});

it('a list has 10 items at first, and the API is asked for no more', async () => {
  const asked: object[] = [];
  const items = Array.from({ length: 25 }, (_, index) => ({ content: `${index}` }));
  const list = (params: { limit: number }) => {
    asked.push(params);
    return Promise.resolve({ items: items.slice(0, params.limit), nextCursor: 'more' });
  };
  const host = await connectHost({ apis: [{ catalog: catalogOf('quotes'), client: { quotes: { list } } }] });
  const shown = async (given: object) => {
    const { data } = await host.call('call_read_operation', { operation: 'quotes.quotes.list', ...given });
    return (data as { rows: unknown[] }).rows.length;
  };
  expect([await shown({}), await shown({ limit: 3 }), await shown({ params: { limit: 20 } })]).toEqual([10, 3, 20]);
  expect(asked).toEqual([{ limit: 10 }, { limit: 3 }, { limit: 20 }]);
});
