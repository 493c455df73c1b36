import { existsSync, globSync } from 'node:fs';
import { expect, it } from 'vitest';
import { read, root } from '../repository.ts';
import { entryOf } from './llms.ts';

const links = [...read('llms.txt').matchAll(/\]\(([^)#]+)[^)]*\)/g)].map(([, path]) => path);

it('an entry consists of the title and the first sentence of a page', () => {
  expect(
    entryOf('a.md', '---\nx: 1\n---\n\n# A page\n\nIt has [@x/core](../core.md)\nand 1.5 MB. More.\n\nEnd.\n'),
  ).toBe('[A page](a.md): It has @x/core and 1.5 MB');
  expect(entryOf('b.md', '# Only a title\n')).toBe('[Only a title](b.md)');
  expect(entryOf('c.md', '# A table\n\n| a |\n| - |\n')).toBe('[A table](c.md)');
  expect(entryOf('d.md', '# A program\n\n```sh\nrun it\n```\n\n`run` runs it. More.\n')).toBe(
    '[A program](d.md): `run` runs it',
  );
});

it('llms.txt links only to files that exist', () => {
  expect(links.filter((path) => !existsSync(root + path))).toEqual([]);
});

it('README.md links to the README of every package', () => {
  const linked = [...read('README.md').matchAll(/\]\(([^)#]+)\)/g)].map(([, path]) => path);
  expect(linked).toEqual(expect.arrayContaining(globSync('packages/*/README.md', { cwd: root })));
});
