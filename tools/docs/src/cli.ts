import { watch } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vitepress';
import { assemble, assemblePages } from './assemble.ts';
import { root } from './pages.ts';

await assemble();

if (process.argv.includes('--watch')) {
  const server = await createServer(fileURLToPath(new URL('..', import.meta.url)), { host: '127.0.0.1' });
  await server.listen();
  server.printUrls();
  for (const folder of ['docs', 'packages'])
    watch(root + folder, { recursive: true }, (_, file) => file?.endsWith('.md') && assemblePages());
}
