import { globSync, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { names } from '../../../providers.ts';
import { createCatalog } from './catalog/create-catalog.ts';

// Writes `.generated/catalog.json` of each provider package, which tests and programs read when they run from source.
// Skips catalogs that are newer than the files they are made from.

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const changedAt = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const newestOf = (pattern: string) =>
  Math.max(...globSync(pattern, { cwd: root }).map((file) => changedAt(root + file)));
const shared = Math.max(
  newestOf('packages/core/src/declare/*.ts'),
  newestOf('tools/{providers,declarations/src/*,release/src/build/**/*}.ts'),
);

for (const provider of names) {
  const folder = resolve(root, 'packages', provider);
  const path = resolve(folder, '.generated/catalog.json');
  if (changedAt(path) > Math.max(shared, newestOf(`packages/${provider}/{provider.json,src/**/*.ts}`))) continue;
  const { endpoints } = await import(pathToFileURL(resolve(folder, 'src/index.ts')).href);
  const text = JSON.stringify(createCatalog(folder, endpoints, ['@x/source']));
  mkdirSync(resolve(folder, '.generated'), { recursive: true });
  // Renames the file into place, because another process may be reading or writing it.
  writeFileSync(`${path}.${process.pid}`, text);
  renameSync(`${path}.${process.pid}`, path);
}
