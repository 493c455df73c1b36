import { parseArgs } from 'node:util';
import { report } from './compare.ts';
import { comparePackage, packages } from './packages.ts';
import { readSpec } from './spec.ts';

const usage = `Usage: pnpm --filter @x/coverage run coverage --package ${Object.keys(packages).join('|')} --spec FILE

Counts how much of an OpenAPI file the package declares and lists what is missing. Run it on a newer file to see drift.`;

const { values } = parseArgs({
  options: {
    spec: { type: 'string' },
    package: { type: 'string', default: '' },
  },
});
const own = packages[values.package];
if (!own || !values.spec) {
  console.error(usage);
  process.exit(2);
}
// pnpm runs scripts in their package's folder, but paths are relative to where the command was typed.
process.chdir(process.env.INIT_CWD ?? '.');
console.log(report(comparePackage(readSpec(values.spec), own)));
