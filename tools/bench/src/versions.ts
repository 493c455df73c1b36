import { readFileSync } from 'node:fs';

/** Version of an installed package; not every package lets its manifest be imported. */
export function versionOf(name: string): string {
  const manifest = new URL(`../node_modules/${name}/package.json`, import.meta.url);
  return JSON.parse(readFileSync(manifest, 'utf8')).version;
}
