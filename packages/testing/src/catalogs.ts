import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '@x/catalog';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Global setup of tests that read catalogs: builds catalogs that are missing or older than the declarations. */
export default function setup(): void {
  execFileSync(process.execPath, ['--conditions=@x/source', `${root}tools/release/src/build/source-catalogs.ts`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Returns a provider's catalog, built from the sources. */
export const catalogOf = (provider: string): Catalog =>
  JSON.parse(readFileSync(`${root}packages/${provider}/.generated/catalog.json`, 'utf8'));
