import { parseArgs } from 'node:util';
import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as quotes } from '@x/quotes';
import { endpoints as stream } from '@x/stream';
import { compare, report } from './compare.ts';
import { correct } from './correct.ts';
import { corrections } from './corrections.ts';
import { readDeclared } from './declared.ts';
import { exceptions } from './exceptions.ts';
import { readSpec } from './spec.ts';

/** The packages, and what their paths have in front of the paths of their specification. */
const packages: Record<string, { endpoints: object; prefix?: string }> = {
  bank: { endpoints: bank },
  food: { endpoints: food, prefix: '/fdc' },
  music: { endpoints: music, prefix: '/v1' },
  quotes: { endpoints: quotes },
  stream: { endpoints: stream },
};

const usage = `Usage: pnpm --filter @x/coverage run coverage --package ${Object.keys(packages).join('|')} --spec FILE

Counts how much of an OpenAPI file the package declares and lists what is missing. Run it on a newer file to see drift.`;

const { values } = parseArgs({
  options: {
    spec: { type: 'string' },
    package: { type: 'string', default: '' },
  },
});
const chosen = packages[values.package];
if (!chosen || !values.spec) {
  console.error(usage);
  process.exit(2);
}
// pnpm runs scripts in the folder of their package; files are named from where the command was typed.
process.chdir(process.env.INIT_CWD ?? '.');
const { spec, moved } = correct(readSpec(values.spec), corrections[values.package]);
const declared = readDeclared(chosen.endpoints, chosen.prefix);
console.log(report(compare(spec, declared, exceptions[values.package]), moved));
