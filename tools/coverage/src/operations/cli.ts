import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { generateOperations } from './generate.ts';
import { documentOfClient, readClientSource } from './official.ts';
import { operationsFile } from './read-types.ts';

const [file] = process.argv.slice(2);
if (file?.startsWith('-')) {
  console.error(`Usage: pnpm --filter @x/coverage run operations [FILE]

FILE: the OpenAPI file of the bank API, YAML or JSON. Default: what the installed official client, npm plaid, has.`);
  process.exit(2);
}
const document = file ? parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 }) : documentOfClient(readClientSource());
writeFileSync(operationsFile, await generateOperations(document));
console.log(`Wrote ${operationsFile}`);
