import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { assemble } from './assemble.ts';
import { serveSite } from './serve.ts';

// Builds the site and prints where it is. With `--serve`, also serves it to this machine until it is stopped.

const { values } = parseArgs({ options: { serve: { type: 'boolean' } } });
const folder = fileURLToPath(new URL('..', import.meta.url));
assemble();
await build(folder);
console.log(`\nThe site is in ${join(folder, 'dist')}. Any static host can serve it.`);
if (values.serve) (await serveSite()).printUrls();
else console.log('Run "npx pnpm@12 site --serve" to read it in a browser.');
