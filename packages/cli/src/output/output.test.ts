import { PassThrough } from 'node:stream';
import { chosen } from '@x/mcp/apis';
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

function openTerminal(columns = 60, color = false) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const terminal = { stdout: Object.assign(stdout, { columns, isTTY: color }), stderr, env: {} } as unknown as Terminal;
  return { terminal, stdout, stderr };
}

/** Runs `print`, and returns what it wrote. */
async function written(print: (terminal: Terminal) => Promise<void>, columns?: number, color?: boolean) {
  const { terminal, stdout, stderr } = openTerminal(columns, color);
  await print(terminal);
  return { out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
}

const options = (format: Format, fields?: readonly string[]): OutputOptions => ({
  format,
  fields,
  shown: (value) => value,
});

const songs = [
  { name: 'a', by: [{ name: 'Ann' }, { name: 'Bob' }], of: { name: 'x', pictures: [{ size: 1 }] } },
  { name: 'b', by: [], of: { name: 'y', pictures: [] } },
];
const foods = [{ nutrients: [{ nutrientName: 'Protein', value: 5, unitName: 'G' }] }];

it.each<[string, object[], string]>([
  ['name,by.name', songs, 'name,by.name\na,Ann | Bob\nb,\n'],
  ['of.pictures.size,name', songs, 'of.pictures.size,name\n1,a\n,b\n'],
  ['of,name', songs, 'of.name,of.pictures,name\nx,"{""size"":1}",a\ny,,b\n'],
  ['nutrients[protein]', foods, 'nutrients[protein]\n5 G\n'],
])('writes the fields %s, also those below lists, as columns', async (names, items, expected) => {
  const fields = names.split(',');
  const print = async (terminal: Terminal) => {
    const output = new ListOutput(terminal, { ...options('csv', fields), shown: (value) => chosen(value, fields) });
    await output.page(items);
    await output.end();
  };
  expect(await written(print)).toEqual({ out: expected, err: '' });
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
  ['several lists', { a: [{ name: 'x' }], b: [{ size: 1 }] }, 'csv', 'a,b\nx,"{""size"":1}"\n'],
  ['an item on each line', [{ a: 1 }, { a: 2 }], 'jsonl', '{"a":1}\n{"a":2}\n'],
  ['text', 'hello', 'json', 'hello\n'],
  ['JSON', { a: 1 }, 'json', '{\n  "a": 1\n}\n'],
  ['a line of JSON', { a: 1 }, 'jsonl', '{"a":1}\n'],
  ['nothing', undefined, 'json', ''],
])('writes a result with %s', async (_, value, format, expected) => {
  expect((await written((terminal) => writeValue(terminal, value, options(format)))).out).toBe(expected);
});

it.each<[string, readonly string[] | undefined, string, string]>([
  ['all fields', undefined, 'a,b\n1,2\n', 'x: left out id. See all with -o json\n'],
  ['fields of its only list', ['rows.b'], 'b\n2\n', ''],
  ['fields inside and outside of its only list', ['id', 'rows.b'], 'id,rows.b\n7,2\n', ''],
])('writes %s of a result as CSV, and says what it leaves out', async (_, fields, out, err) => {
  const shown = (value: unknown) => (fields ? chosen(value, fields) : value);
  const result = { id: 7, rows: [{ a: 1, b: 2 }] };
  const print = (terminal: Terminal) => writeValue(terminal, result, { ...options('csv', fields), shown });
  expect(await written(print)).toEqual({ out, err });
});

it('writes the bytes of a file unchanged', async () => {
  const { terminal, stdout } = openTerminal();
  await writeValue(terminal, new Uint8Array([0, 255, 10]), options('json'));
  expect([...stdout.read()]).toEqual([0, 255, 10]);
});
