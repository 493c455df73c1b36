import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCatalog } from './catalog/create-catalog.ts';

// Writes the catalog of the package in the working directory to its dist. All catalogs share one declared type, because
// the type that TypeScript would infer from the file is long and changes with each release. The type is copied, so that
// who installs a client need not install @x/catalog.

const { endpoints } = await import(pathToFileURL(resolve('dist/index.js')).href);
writeFileSync('dist/catalog.json', `${JSON.stringify(createCatalog(process.cwd(), endpoints))}\n`);
const types = readFileSync(new URL('../../../../packages/catalog/src/catalog.ts', import.meta.url), 'utf8');
writeFileSync(
  'dist/catalog.d.ts',
  `${types}\n/** Every operation of the API. */\ndeclare const catalog: Catalog;\nexport default catalog;\n`,
);
