import { writeFileSync } from 'node:fs';
import { root } from '../repository.ts';
import { generatePages, renderApis } from './packages.ts';

// `cli.ts` regenerates the tracked pages and every package's `api.md`. `cli.ts bank` writes only the `api.md` of @x/bank,
// which a build packs.

const names = process.argv.slice(2);
for (const [name, text] of renderApis(names.length > 0 ? names : undefined))
  writeFileSync(`${root}packages/${name}/api.md`, text);
if (names.length === 0) for (const { path, text } of generatePages()) writeFileSync(root + path, text);
