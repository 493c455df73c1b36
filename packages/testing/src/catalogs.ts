import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Catalog } from '@x/core/catalog';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Global set-up of tests that read catalogs: makes those that are missing or older than the declarations. */
export default function setup(): void {
  execFileSync(process.execPath, ['--conditions=@x/source', `${root}tools/release/src/build/source-catalogs.ts`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** The catalog of a provider, made from the sources. */
export const catalogOf = (provider: string): Catalog =>
  JSON.parse(readFileSync(`${root}packages/${provider}/.generated/catalog.json`, 'utf8'));
