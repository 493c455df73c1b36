import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
const [, listed = ''] = /imports only from the folders listed\s+before it: ([^.]+)\./.exec(readme) ?? [];
const folders = [...listed.matchAll(/`([\w-]+)`/g)].map(([, folder = '']) => folder);
const modules = globSync('*/**/*.ts', { cwd: import.meta.dirname }).filter((path) => !/\.test(-d)?\.ts$/.test(path));

it('core/README.md lists every folder of core', () => {
  expect(folders.toSorted()).toEqual([...new Set(modules.map((path) => path.split('/')[0]))].sort());
});

it('no module imports from a folder above its own, or from an entry point', () => {
  const upward = modules.flatMap((path) => {
    const lower = folders.slice(0, folders.indexOf(path.split('/')[0] ?? '') + 1);
    const code = readFileSync(join(import.meta.dirname, path), 'utf8');
    const targets = [...code.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, to = '']) => join(path, '..', to));
    return targets.filter((to) => !lower.some((folder) => to.startsWith(`${folder}/`))).map((to) => `${path} -> ${to}`);
  });
  expect(upward).toEqual([]);
});
