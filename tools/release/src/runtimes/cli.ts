import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundlerRows } from './in-bundles.ts';
import { runtimeRows } from './on-runtimes.ts';
import { createConsumer, Missing } from './project.ts';
import { compilerRows } from './under-compilers.ts';

// Tests the built packages, packed and installed by npm, on every runtime, under several compilers and in bundles.

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const all = [...runtimeRows, ...compilerRows, ...bundlerRows];
const rows = all.filter(({ name }) => !values.only || values.only.split(',').some((each) => isOf(name, each)));
const unknown = values.only?.split(',').find((each) => !all.some(({ name }) => isOf(name, each)));
if (unknown !== undefined) {
  console.error(`--only must name some of ${all.map(({ name }) => name).join(', ')}; got '${unknown}'`);
  process.exit(2);
}

/** Whether a word selects a row: it is the row's name, or the part before a hyphen. */
function isOf(name: string, word: string): boolean {
  return name === word || name.startsWith(`${word}-`);
}

const place = mkdtempSync(join(tmpdir(), 'x-runtimes-'));
try {
  const start = performance.now();
  const project = await createConsumer(place);
  const results: string[] = [];
  print('packed, installed by npm', '', 'ok', start, '');
  for (const { name, version, prove } of rows) {
    const start = performance.now();
    const { result, seen } = await prove(project).then(
      (seen) => ({ result: 'ok', seen }),
      (error) => ({ result: error instanceof Missing ? 'MISSING' : 'FAILED', seen: error.message as string }),
    );
    results.push(result);
    print(name, version, result, start, seen);
  }
  // Only CI fails if a runtime or tool is not available.
  const bad = results.some((result) => result === 'FAILED' || (result === 'MISSING' && process.env.CI));
  if (bad) process.exitCode = 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}

function print(name: string, version: string, result: string, start: number, seen: string): void {
  const seconds = `${((performance.now() - start) / 1000).toFixed(1)}s`;
  console.log(`${name.padEnd(25)}${version.padEnd(13)} ${result.padEnd(7)} ${seconds.padStart(6)}  ${seen}`.trimEnd());
}
