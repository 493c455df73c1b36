import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { blocksOf, exampleFileOf } from '../../checks/src/readme.ts';
import { pages } from './pages.ts';
import { root } from './repository.ts';

const folder = fileURLToPath(new URL('../.generated/blocks/', import.meta.url));

// tools/checks runs these blocks and the READMEs' blocks. It also checks the types of blocks that are files of
// examples.
it('no code block in the docs has a type error', () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const blocks = [...pages.keys()]
    .flatMap(blocksOf)
    .filter((block) => block.language === 'ts' && exampleFileOf(block) === undefined);
  expect(blocks.length).toBeGreaterThan(30);
  for (const { file, line, code } of blocks)
    writeFileSync(`${folder}${file.replaceAll('/', '-')}-${line}.ts`, `${code}export {};\n`);
  // Built packages describe their catalogs like this.
  const catalog =
    "import type { Catalog } from '@x/catalog';\ndeclare const catalog: Catalog;\nexport default catalog;\n";
  writeFileSync(`${folder}catalog.d.ts`, catalog);
  const config = {
    extends: `${root}tsconfig.base.json`,
    include: ['.'],
    compilerOptions: {
      skipLibCheck: true,
      paths: {
        '@x/*/catalog.json': [`${folder}catalog.d.ts`],
        'msw/node': [`${root}tools/checks/node_modules/msw/lib/node/index.d.ts`],
        redis: [`${root}tools/checks/node_modules/redis/dist/index.d.ts`],
      },
    },
  };
  writeFileSync(`${folder}tsconfig.json`, JSON.stringify(config));
  const tsc = `${root}node_modules/typescript/bin/tsc`;
  expect(() => execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })).not.toThrow();
});
