import { describe, expect, it } from 'vitest';
import { headingsIn } from './api/markdown.ts';
import { entryPoints } from './entry-points.ts';
import { renderReference } from './reference.ts';

const pages = renderReference();

/** Returns the rows of every table as lists of cells, without heads and separators. */
const rowsIn = (text: string) =>
  [...text.matchAll(/^\| (.*) \|$/gm)]
    .map(([, row = '']) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()))
    .filter(([first = '']) => /^\[?`/.test(first));

describe.each([...pages])('%s', (_page, text) => {
  it('has no empty cells', () => {
    expect(rowsIn(text).filter((row) => row.some((cell) => !/[\p{L}\p{N}]/u.test(cell)))).toEqual([]);
  });

  it('has no types that only the compiler understands', () => {
    const internal =
      /InferOutput<typeof|InferInput<typeof|`string` & |string & \{\}|__\w+\b(?<!__v|__sandbox)|import\("/;
    expect(text.split('\n').filter((line) => internal.test(line))).toEqual([]);
  });

  it('describes everything that has a heading', () => {
    const lines = text.split('\n');
    const bare = headingsIn(text).filter(({ depth, line }) => depth === 3 && !/^[A-Z`[(]/.test(lines[line + 2] ?? ''));
    expect(bare.map(({ title }) => title)).toEqual([]);
  });
});

it.each(entryPoints)('the reference page of $specifier has every export', async ({ page, specifier }) => {
  const module: object = await import(specifier);
  const text = pages.get(`reference/${page}.md`) ?? '';
  const missing = Object.keys(module).filter(
    (name) => !text.includes(`### ${name} {`) && !text.includes(`[\`${name}\`](`),
  );
  expect(missing).toEqual([]);
});
