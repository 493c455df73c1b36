import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = import.meta.dirname;

/** Folders and files of `src`, the lowest first. Each imports only from those before it; all others may import all. */
const order = [
  ['shared'],
  ['clock'],
  ['faults'],
  ['server', 'state'],
  globSync('providers/*', { cwd: root }),
  ['providers.ts'],
  ['options.ts'],
  ['sandbox.ts'],
  ['inside.ts'],
  ['start-page'],
  ['control'],
];

/** Returns the place of a path such as `providers/bank/gate.ts` in the order. */
const place = (path: string) => order.flat().find((unit) => path === unit || path.startsWith(`${unit}/`));
const level = (path: string) => order.findIndex((units) => units.some((unit) => unit === place(path))) + 1 || 99;

/** Returns the imports of a module, types included. */
const importsOf = (path: string) =>
  [...readFileSync(join(root, path), 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)].map(([, target = '']) =>
    relative(root, join(root, dirname(path), target)),
  );

it('no folder imports from a higher one or one beside it', () => {
  const modules = globSync('**/*.ts', { cwd: root }).filter((path) => !/\.test(-d)?\.ts$/.test(path));
  expect(modules.length).toBeGreaterThan(250);
  const arrows = modules.flatMap((from) => importsOf(from).map((to) => [from, to] as const));
  const wrong = arrows.filter(
    ([from, to]) => place(from) !== place(to) && level(from) <= level(to) && level(from) < 99,
  );
  expect(wrong).toEqual([]);
});
