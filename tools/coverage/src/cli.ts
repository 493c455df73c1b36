import { parseArgs } from 'node:util';
import { compare, report } from './compare.ts';
import { correct, corrections } from './corrections.ts';
import { readDeclared } from './declared.ts';
import { exceptions } from './exceptions.ts';
import { trees } from './live/clients.ts';
import { prefixes } from './prefixes.ts';
import { readSpec } from './spec.ts';

const usage = `Usage: pnpm --filter @x/coverage run coverage --package ${Object.keys(trees).join('|')} --spec FILE

Counts how much of an OpenAPI file the package declares and lists what is missing. Run it on a newer file to see drift.`;

const { values } = parseArgs({
  options: {
    spec: { type: 'string' },
    package: { type: 'string', default: '' },
  },
});
const endpoints = trees[values.package];
if (!endpoints || !values.spec) {
  console.error(usage);
  process.exit(2);
}
// pnpm runs scripts in the folder of their package; files are named from where the command was typed.
process.chdir(process.env.INIT_CWD ?? '.');
const spec = correct(readSpec(values.spec), corrections[values.package]);
const declared = readDeclared(endpoints, prefixes[values.package]);
console.log(report(compare(spec, declared, exceptions[values.package])));
