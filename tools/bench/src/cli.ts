import { writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Effort, startBench } from './bench.ts';
import { chart } from './chart.ts';
import { contenders } from './contenders.ts';
import { measureScenarios, measureThroughput } from './measure/calls.ts';
import { measureCheck } from './measure/check.ts';
import { measureCold } from './measure/cold.ts';
import { measureGrowth } from './measure/growth.ts';
import { measureMemory } from './measure/memory.ts';
import { profile } from './measure/profile.ts';
import { measureSize } from './measure/size.ts';
import { measureWalks } from './measure/walks.ts';
import { page, report } from './report.ts';
import type { About, Results } from './results.ts';
import { render } from './table.ts';
import { versionOf } from './versions.ts';

/** What can be measured, and how often; seconds are those of one scenario or list. All of it ends within five minutes. */
const sections = {
  scenarios: { rounds: 9, seconds: 12 },
  throughput: { rounds: 9, seconds: 14 },
  walks: { rounds: 3, seconds: 8 },
  cold: { rounds: 7, seconds: 16 },
  size: { rounds: 1, seconds: 0 },
  check: { rounds: 31, seconds: 0 },
  memory: { rounds: 1, seconds: 0 },
  growth: { rounds: 5, seconds: 0 },
} satisfies Record<string, Effort>;
type Section = keyof typeof sections;
const all = Object.keys(sections) as Section[];

const usage = `pnpm bench [--only ${all.join('|')}] [--rounds n] [--json] [--write]
pnpm bench --only growth --against <folder of another checkout>
pnpm bench --profile`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    json: { type: 'boolean' },
    write: { type: 'boolean' },
    against: { type: 'string' },
    profile: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const wanted = values.only?.split(',') ?? all;
const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
const wrong = wanted.filter((name) => !all.includes(name as Section));
if (values.help || wrong.length > 0 || (rounds !== undefined && !(Number.isInteger(rounds) && rounds > 0))) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}
// Other sections measure the packages of this checkout only.
if (values.against && wanted.join() !== 'growth') throw new Error('--against compares only growth: add --only growth');
// A page with half of its tables would say less than the one that is there.
if (values.write && values.only) throw new Error('--write wants all sections: leave out --only');

const about = (): About => ({
  date: new Date().toISOString().slice(0, 10),
  node: process.versions.node,
  machine: [
    `${process.platform} ${process.arch}`,
    `${availableParallelism()} cores`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    // What else it had to do: numbers of a busy machine are worth less.
    `load ${loadavg()[0]?.toFixed(1)} at the start`,
  ].join(', '),
  versions: Object.fromEntries(
    [...new Set(contenders.flatMap(({ packages }) => packages))]
      .filter((name) => !name.startsWith('@x/'))
      .map((name) => [name, versionOf(name)]),
  ),
});

const startedAt = performance.now();
const say = (text: string) =>
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`);
const bench = await startBench(say);
try {
  if (values.profile) {
    for (const scenario of ['streams-20', 'balances'] as const)
      console.log(`${render(await profile(bench, scenario))}\n`);
  } else {
    const results: Results = { about: about() };
    const effort = (section: Section): Effort =>
      rounds === undefined ? sections[section] : { rounds, seconds: Number.POSITIVE_INFINITY };
    const measure: Record<Section, () => Promise<void>> = {
      async scenarios() {
        results.scenarios = await measureScenarios(bench, effort('scenarios'));
      },
      async throughput() {
        results.throughput = await measureThroughput(bench, effort('throughput'));
      },
      async walks() {
        results.walks = await measureWalks(bench, effort('walks'));
      },
      async cold() {
        results.cold = await measureCold(bench, effort('cold'));
      },
      async size() {
        results.size = await measureSize(bench);
      },
      async check() {
        results.check = await measureCheck(bench, effort('check').rounds);
      },
      async memory() {
        results.memory = await measureMemory(bench);
      },
      async growth() {
        const against = values.against && resolve(process.env.INIT_CWD ?? '.', values.against);
        results.growth = await measureGrowth(say, effort('growth').rounds, against);
      },
    };
    for (const section of all)
      if (wanted.includes(section))
        await measure[section]().catch((error: Error) => {
          // What was measured until now is worth showing.
          process.exitCode = 1;
          say(`${section} failed: ${error.message}`);
        });
    console.log(values.json ? JSON.stringify(results) : report(results));
    if (values.write && !process.exitCode) {
      const docs = new URL('../../../docs/', import.meta.url);
      writeFileSync(new URL('performance.md', docs), page(results));
      writeFileSync(new URL('performance.svg', docs), chart(results));
    }
  }
} finally {
  bench.close();
}
