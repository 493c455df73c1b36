import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'vitepress';
import { assemble } from './assemble.ts';
import { addressOf, serveFolder } from './serve.ts';

// Builds the site, prints where it is, and serves it on request.

const usage = `Usage: npx pnpm@12 site [options]

Builds the site of the docs.

  --serve          then serve it on this machine until it is stopped
  --port <number>  port to serve it on (default 4173; 0: any free port)
  --help           print this text`;

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        serve: { type: 'boolean' },
        port: { type: 'string', default: '4173' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
      throw new Error(`--port must be a whole number from 0 to 65535; got ${JSON.stringify(values.port)}`);
    return values;
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    return process.exit(2);
  }
}

const values = readArguments();
if (values.help) {
  console.log(usage);
  process.exit();
}

const folder = fileURLToPath(new URL('..', import.meta.url));
const output = join(folder, 'dist');
await assemble();
await build(folder);
console.log(`\nThe site is in ${output}. Any static host can serve it.`);
if (values.serve) {
  const server = await serveFolder(output, Number(values.port));
  console.log(`It is served at ${addressOf(server)} until you press Ctrl+C.`);
} else console.log('Run "npx pnpm@12 site --serve" to read it in a browser.');
