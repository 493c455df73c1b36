import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { Format } from '../operation/flags.ts';
import type { Terminal } from '../terminal.ts';
import { ListOutput, type OutputOptions, writeValue } from './output.ts';

const tracks = [
  {
    id: '1',
    url: 'https://a.test',
    artists: [{ name: 'Ann' }, { name: 'Bob' }],
    name: '日本語の歌',
    ms: 1,
    album: { name: 'x' },
  },
  { id: '2', url: 'https://b.test', artists: [], name: 'a "b", c', ms: 20, album: { name: 'y\u001b[2J\n' } },
];

/** Runs `print`, and returns what it wrote. */
async function written(print: (terminal: Terminal) => Promise<void>, columns = 60, color = false) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = { stdout: Object.assign(stdout, { columns, isTTY: color }), stderr, env: {} } as unknown as Terminal;
  await print(terminal);
  return { out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

const options = (format: Format, fields?: readonly string[]): OutputOptions => ({
  format,
  fields,
  shown: (value) => value,
});

const inPages = (format: Format, fields?: readonly string[]) => async (terminal: Terminal) => {
  const output = new ListOutput(terminal, options(format, fields));
  for (const track of tracks) await output.page([track]);
  await output.end();
};

it('writes pages as one JSON array, with one item on each line', async () => {
  const { out } = await written(inPages('json'));
  expect(JSON.parse(out)).toEqual(tracks);
  expect(out.split('\n')).toHaveLength(5);
  expect((await written((terminal) => new ListOutput(terminal, options('json')).end())).out).toBe('[]\n');
});

it('writes pages as lines of JSON', async () => {
  const { out } = await written(inPages('jsonl'));
  expect(
    out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(tracks);
});

it('writes CSV with one header, quotes where they are needed, and the names of records in lists', async () => {
  const { out } = await written(inPages('csv', ['name', 'artists', 'ms']));
  expect(out).toBe('name,artists,ms\n日本語の歌,"Ann, Bob",1\n"a ""b"", c",,20\n');
});

it('says which columns a later page had in addition', async () => {
  const { err } = await written(async (terminal) => {
    const output = new ListOutput(terminal, options('csv'));
    await output.page([{ a: 1 }]);
    await output.page([{ a: 1, b: 2 }]);
    await output.end();
  });
  expect(err).toBe('x: left out b, which the first page does not have. Name all columns with --fields\n');
});

it('writes a table with the columns that matter, aligned by width, without control characters', async () => {
  const { out, err } = await written(async (terminal) => {
    const output = new ListOutput(terminal, options('table'));
    await output.page(tracks);
    await output.end();
  }, 40);
  expect(out.split('\n')).toEqual([
    'name        id  artists   ms  album.name',
    '日本語の歌  1   Ann, Bob  1   x',
    'a "b", c    2             20  y [2J',
    '',
  ]);
  expect(err).toBe('x: 1 more columns. Choose with --fields, or see all with -o json\n');
});

it('cuts a cell that has no room, and colors only the head, only on a terminal', async () => {
  const print = async (terminal: Terminal) => {
    const output = new ListOutput(terminal, options('table'));
    await output.page([{ name: '日本語の歌' }]);
    await output.end();
  };
  expect((await written(print, 6, true)).out).toBe('\u001b[1mname\u001b[22m\n日本…\n');
});

it.each<[string, unknown, Format, string]>([
  ['a record', { id: 1, owner: { name: 'Ann' }, none: null }, 'table', 'id          1\nowner.name  Ann\n'],
  ['a record with a list', { id: 1, rows: [{ a: 1 }] }, 'table', 'id  1\n\nrows\na\n1\n'],
  ['a list in a record', { id: 1, in: { rows: [{ a: 1 }] } }, 'table', 'id  1\n\nin.rows\na\n1\n'],
  ['named values', { id: 1, of: [{ name: 'fat', value: 0, unit: 'g' }] }, 'table', 'id       1\nof[fat]  0 g\n'],
  ['only a list', { rows: [{ a: 1 }] }, 'table', 'a\n1\n'],
  ['the only list', { id: 1, rows: [{ a: 1 }, { a: 2 }] }, 'csv', 'a\n1\n2\n'],
  ['text', 'hello', 'json', 'hello\n'],
  ['JSON', { a: 1 }, 'json', '{\n  "a": 1\n}\n'],
  ['a line of JSON', { a: 1 }, 'jsonl', '{"a":1}\n'],
  ['nothing', undefined, 'json', ''],
])('writes a result with %s', async (_, value, format, expected) => {
  expect((await written((terminal) => writeValue(terminal, value, options(format)))).out).toBe(expected);
});
