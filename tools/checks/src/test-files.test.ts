import { execFile } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { blocksOf, exampleFileOf, isTestFile, pages, root } from './readme.ts';

const run = promisify(execFile);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const folder = fileURLToPath(new URL('./.generated/test-files/', import.meta.url));

it('the test files of the guides pass when several copies of each run at the same time', async () => {
  const blocks = globSync('docs/**/*.md', { cwd: root }).flatMap(blocksOf).filter(isTestFile);
  expect(blocks.length).toBeGreaterThan(1);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Not named *.test.ts, so that the tests of this package do not include them.
  for (const { line, code } of blocks)
    for (const copy of ['a', 'b']) writeFileSync(join(folder, `${line}-${copy}.guide.ts`), code);
  const config = {
    ssr: { resolve: { conditions: ['@x/source'] } },
    test: { include: ['*.guide.ts'], fileParallelism: true, minWorkers: 2, maxWorkers: 2, testTimeout: 60_000 },
  };
  writeFileSync(join(folder, 'vitest.config.ts'), `export default ${JSON.stringify(config)};\n`);

  const report = join(folder, 'report.json');
  await run(process.execPath, [vitest, 'run', '--root', folder, '--reporter=json', `--outputFile=${report}`]);
  const { numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  expect(testResults.map(({ status }: { status: string }) => status)).toEqual(Array(2 * blocks.length).fill('passed'));
  expect(numFailedTests).toBe(0);
});

it('the pages show each of these example files once, and whole', () => {
  const shown = pages.flatMap(blocksOf).flatMap((block) => exampleFileOf(block) ?? []);
  const files = [
    'testing-*/*.{jest,node,playwright}.ts',
    'web-app/{services,respond}.ts',
    'cloudflare-worker/{clients,sync,worker,objects}.ts',
    '{hono,express,fastify}-app/app.ts',
    'meal-planner/main.ts',
    'next-app/{services,proxy}.ts',
    'next-app/app/{page.tsx,streams/route.ts,sign-in/*/route.ts,webhooks/plaid/route.ts}',
  ].map((pattern) => `examples/${pattern}`);
  expect(shown.toSorted()).toEqual(globSync(files, { cwd: root }).toSorted());
});

it('no test reads the date, unless a comment beside it says why', () => {
  const files = globSync(
    ['{packages,tools}/*/src/**/*.test.ts', 'packages/*/test/**/*.ts', 'examples/*/**/*.test.ts'],
    { cwd: root },
  );
  const readers = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => /new Date\(\)|Date\.now\(\)/.test(line) && !line.includes('//'))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(readers).toEqual([]);
});
