import { expect, it } from 'vitest';
import { kindOf, readFlag, readParams } from './params.ts';

const text = { type: 'string' };
const types = { type: 'string', enum: ['album', 'track'] };
const oneOrMany = (schema: object) => ({ anyOf: [schema, { type: 'array', items: schema }] });
const list = (schema: object) => ({ type: 'array', items: schema });

it.each<[string, object, unknown, unknown]>([
  ['a text', text, '1', '1'],
  ['a number', { type: 'integer' }, '10', 10],
  ['a number that may be null', { type: ['number', 'null'] }, '1.5', 1.5],
  ['a switch', { type: 'boolean' }, true, true],
  ['JSON', { type: 'object' }, '{"a":[1]}', { a: [1] }],
  ['a text that may be JSON', { anyOf: [text, { type: 'object' }] }, 'love', 'love'],
  ['JSON that may be a text', { anyOf: [text, { type: 'object' }] }, '{"a":1}', { a: 1 }],
  ['one of several values', oneOrMany(types), ['track'], 'track'],
  ['documented values with commas', oneOrMany(types), ['track,album'], ['track', 'album']],
  ['documented values in several flags', oneOrMany(types), ['track', 'album'], ['track', 'album']],
  ['a value that is not documented and similar to none', types, 'audiobook', 'audiobook'],
  ['texts with commas', oneOrMany(text), ['Gates, Bill', 'b'], ['Gates, Bill', 'b']],
  ['one text of a list', list(text), ['a'], ['a']],
  ['a list as JSON', list(text), ['["a","b"]'], ['a', 'b']],
  ['numbers with commas', list({ type: 'integer' }), ['1,2'], [1, 2]],
])('a flag is read as %s', (_, schema, given, expected) => {
  expect(readFlag('name', { ...schema }, given)).toEqual(expected);
});

it.each<[string, object, unknown, string]>([
  ['that is no number', { type: 'integer' }, 'ten', '--name must be a number; got "ten"'],
  ['that is empty', { type: 'integer' }, ' ', '--name must be a number; got " "'],
  ['that is misspelled', types, 'trak', '--name: there is no value "trak"; did you mean track?'],
  ['of a list that is misspelled', oneOrMany(types), ['album,tracks'], 'did you mean track?'],
  ['of a file that is missing', {}, '@/nowhere.jpg', '--name: /nowhere.jpg cannot be read (ENOENT)'],
  ['that is no JSON', { type: 'object' }, '{canary', '--name is not valid JSON'],
])('a value %s is refused', (_, schema, given, message) => {
  expect(() => readFlag('name', { ...schema }, given)).toThrow(message);
});

it('does not repeat JSON that it cannot read, because it may hold secrets', () => {
  expect(() => readFlag('name', { type: 'object' }, '{"secret": canary}')).toThrow(/^(?!.*canary)/);
});

it.each<[object, string]>([
  [{}, 'bytes'],
  [{ type: ['object', 'null'] }, 'json'],
  [{ type: ['string', 'null'] }, 'text'],
  [{ anyOf: [{ type: 'number' }, list({ type: 'number' })] }, 'number'],
])('the kind of %j is %s', (schema, kind) => {
  expect(kindOf({ ...schema })).toBe(kind);
});

it.each<[string | undefined, object | string]>([
  [undefined, {}],
  ['{"a":1}', { a: 1 }],
  ['\ufeff{"a":1}\n', { a: 1 }],
  ['-', { from: 'input' }],
  ['[1]', '--params must be a JSON object'],
  ['@/nowhere.json', '--params: /nowhere.json cannot be read (ENOENT)'],
])('--params %s', async (given, expected) => {
  const read = readParams(given, async () => '{"from":"input"}');
  if (typeof expected === 'string') await expect(read).rejects.toThrow(expected);
  else expect(await read).toEqual(expected);
});
