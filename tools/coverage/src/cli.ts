import { parseArgs } from 'node:util';
import { endpoints as bank } from '@x/bank';
import { endpoints as food } from '@x/food';
import { endpoints as music } from '@x/music';
import { endpoints as stream } from '@x/stream';
import { compare, report } from './compare.ts';
import { correct } from './correct.ts';
import { corrections } from './corrections.ts';
import { readDeclared } from './declared.ts';
import { exceptions } from './exceptions.ts';
import { readSpec } from './spec.ts';

/** The packages that have a specification, and what their paths have in front of its paths. */
const packages: Record<string, { endpoints: object; prefix?: string }> = {
  bank: { endpoints: bank },
  food: { endpoints: food, prefix: '/fdc' },
  music: { endpoints: music, prefix: '/v1' },
  stream: { endpoints: stream },
};

const usage = `Usage: pnpm coverage --spec FILE --package ${Object.keys(packages).join('|')}

Counts how much of an OpenAPI file the package declares and lists what is missing. Run it on a newer file to see drift.`;

const { spec: file, package: name = '' } = parseArgs({
  options: { spec: { type: 'string' }, package: { type: 'string' } },
}).values;
const chosen = packages[name];
if (!file || !chosen) {
  console.error(usage);
  process.exit(2);
}
const { spec, moved } = correct(readSpec(file), corrections[name]);
console.log(report(compare(spec, readDeclared(chosen.endpoints, chosen.prefix), exceptions[name]), moved));
