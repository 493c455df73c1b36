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
import { compareTypes, reportTypes } from './second-reference.ts';
import { readSpec } from './spec.ts';
import { readMethods } from './type-reader.ts';

/** The packages, and what their paths have in front of the paths of their specification. */
const packages: Record<string, { endpoints: object; prefix?: string }> = {
  bank: { endpoints: bank },
  food: { endpoints: food, prefix: '/fdc' },
  music: { endpoints: music, prefix: '/v1' },
  quotes: { endpoints: quotes },
  stream: { endpoints: stream },
};

const usage = `Usage: pnpm coverage --package ${Object.keys(packages).join('|')} [--spec FILE] [--types FILE.d.ts [--pair OPERATION=METHOD]]

--spec FILE   counts how much of an OpenAPI file the package declares and lists what is missing; run it on a newer file to
              see drift
--types FILE  lists fields and params that the types of another client have and the package has not, by name: a second
              reference beside the OpenAPI file
--pair        a method of the other client for an operation, where their names do not match: tracks.get=songs.byId`;

const { values } = parseArgs({
  options: {
    spec: { type: 'string' },
    types: { type: 'string' },
    pair: { type: 'string', multiple: true, default: [] },
    package: { type: 'string', default: '' },
  },
});
const chosen = packages[values.package];
if (!chosen || (!values.spec && !values.types)) {
  console.error(usage);
  process.exit(2);
}
if (values.spec) {
  const { spec, moved } = correct(readSpec(values.spec), corrections[values.package]);
  const declared = readDeclared(chosen.endpoints, chosen.prefix);
  console.log(report(compare(spec, declared, exceptions[values.package]), moved));
}
if (values.types) {
  const pairs = values.pair.map((pair): [string, string] => {
    const [operation = '', method = ''] = pair.split('=');
    return [operation, method];
  });
  console.log(reportTypes(compareTypes(chosen.endpoints, readMethods(values.types), new Map(pairs))));
}
