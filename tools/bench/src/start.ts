import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { StartTook } from './start-child.ts';
import { median } from './statistics.ts';

// How long it takes from the import of the sandbox to the end of the first call of a provider, and how much memory. Each
// start is a process of its own. With `--against <index.js of another build>` the two builds take turns, so that both meet
// the same load of the machine.

const { values } = parseArgs({ options: { against: { type: 'string' }, rounds: { type: 'string', default: '9' } } });
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1 || rounds > 100)
  throw new RangeError(`--rounds must be a whole number from 1 to 100; got ${values.rounds}`);

const builds = new Map([['this build', import.meta.resolve('@x/sandbox')]]);
if (values.against) builds.set('other build', pathToFileURL(resolve(process.env.INIT_CWD ?? '', values.against)).href);

// Without its types: what compiles them would take time and memory of the process that is measured.
const child = stripTypeScriptTypes(readFileSync(new URL('./start-child.ts', import.meta.url), 'utf8'));
const names = ['quotes', 'food', 'bank', 'stream', 'music'];
const took = new Map<string, StartTook[]>();
for (let round = 0; round < rounds; round += 1)
  for (const name of names)
    for (const [build, file] of builds) {
      const output = execFileSync(process.execPath, ['--input-type=module', '--eval', child, file, name], {
        encoding: 'utf8',
      });
      const key = `${name}, ${build}`;
      took.set(key, [...(took.get(key) ?? []), JSON.parse(output) as StartTook]);
    }

const rows = [...took].map(([start, results]) => ({
  start,
  'import (ms)': Math.round(median(results.map(({ importMs }) => importMs))),
  'import and first call (ms)': Math.round(median(results.map(({ totalMs }) => totalMs))),
  'memory (MB)': Math.round(median(results.map(({ bytes }) => bytes)) / 1e6),
}));
console.log(`Median of ${rounds} starts each, on Node ${process.versions.node}`);
console.table(rows);
