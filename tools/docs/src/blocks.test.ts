import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { read, root } from './pages.ts';

const folder = fileURLToPath(new URL('../.generated/blocks/', import.meta.url));

// That they run is tested in tools/checks, which runs the blocks of the READMEs as well. The types of those that are
// files of examples are checked there.
it('no block of code in the docs has a type error', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = globSync('docs/**/*.md', { cwd: root });
  const examples = new Set(
    globSync('examples/**/*.ts', { cwd: root, exclude: ['**/node_modules', '**/dist'] }).map(read),
  );
  const blocks = files.flatMap((file) =>
    [...read(file).matchAll(/^```ts\n([\s\S]*?)^```$/gm)]
      .filter(([, code = '']) => !examples.has(code))
      .map((block) => ({ file, block })),
  );
  expect(blocks.length).toBeGreaterThan(30);
  for (const { file, block } of blocks) {
    const line = read(file).slice(0, block.index).split('\n').length;
    writeFileSync(`${folder}${file.replaceAll('/', '-')}-${line}.ts`, `${block[1]}export {};\n`);
  }
  const config = {
    extends: `${root}tsconfig.base.json`,
    include: ['.'],
    compilerOptions: {
      skipLibCheck: true,
      paths: {
        'msw/node': [`${root}tools/checks/node_modules/msw/lib/node/index.d.ts`],
        redis: [`${root}tools/checks/node_modules/redis/dist/index.d.ts`],
      },
    },
  };
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  expect(() => execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })).not.toThrow();
});
