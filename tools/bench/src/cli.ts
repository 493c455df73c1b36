import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { startBench } from './bench.ts';
import { chart } from './chart.ts';
import { contenders } from './contenders.ts';
import { type About, page, report, sections } from './report.ts';
import type { Findings } from './section.ts';
import { versionOf } from './sections/size.ts';

const all = Object.keys(sections);

const usage = `npx pnpm@12 bench [--only ${all.join('|')}] [--rounds n] [--write]`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    write: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const wanted = values.only?.split(',') ?? all;
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const wrong = wanted.filter((name) => !all.includes(name));
if (values.help || wrong.length > 0 || (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}
// A page with only some of its tables would be worse than the existing page.
if (values.write && values.only) throw new Error('--write needs all sections. Leave out --only');

const about: About = {
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  machine: [
    `${process.platform} ${process.arch}`,
    `${availableParallelism()} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    // The load shows whether the machine was busy, which makes the numbers less reliable.
    `load ${loadavg()[0]?.toFixed(1)} at the start`,
  ].join(', '),
  versions: Object.fromEntries(
    [...new Set(contenders.flatMap(({ imports }) => Object.keys(imports)))]
      .filter((name) => !name.startsWith('@x/'))
      .map((name) => [name, versionOf(name)]),
  ),
};

const startedAt = performance.now();
const say = (text: string) =>
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const bench = await startBench(say);
try {
  const findings: Findings[] = [];
  for (const [name, { measure, effort }] of Object.entries(sections)) {
    if (!wanted.includes(name)) continue;
    try {
      findings.push(await measure(bench, rounds ? { rounds, seconds: Number.POSITIVE_INFINITY } : effort));
    } catch (error) {
      // Show the results so far.
      process.exitCode = 1;
      say(`${name} failed: ${(error as Error).message}`);
    }
  }
  console.log(report(findings));
  const [multiples] = findings[0]?.tables ?? [];
  if (values.write && !process.exitCode && multiples) {
    const docs = new URL('../../../docs/', import.meta.url);
    writeFileSync(new URL('performance.md', docs), page(about, findings));
    writeFileSync(new URL('performance.svg', docs), chart(multiples));
  }
} finally {
  bench.close();
}
