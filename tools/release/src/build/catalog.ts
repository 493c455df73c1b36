import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCatalog } from './catalog/create-catalog.ts';

// Writes the catalog of the package in the working directory to its dist. All catalogs share one declared type, because
// the type that TypeScript would infer from the file is long and changes with each release.

const { endpoints } = await import(pathToFileURL(resolve('dist/index.js')).href);
writeFileSync('dist/catalog.json', `${JSON.stringify(createCatalog(process.cwd(), endpoints))}\n`);
writeFileSync(
  'dist/catalog.d.ts',
  "import type { Catalog } from '@x/catalog';\n/** Every operation of the API. */\ndeclare const catalog: Catalog;\nexport default catalog;\n",
);
