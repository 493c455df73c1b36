import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { generateOperations } from './generate.ts';

const [file] = process.argv.slice(2);
if (!file) {
  console.error(
    'Usage: pnpm --filter @x/coverage run operations FILE    FILE: the OpenAPI file of the bank API, YAML or JSON',
  );
  process.exit(2);
}
const target = fileURLToPath(new URL('../../../../packages/bank/src/operations.ts', import.meta.url));
writeFileSync(target, await generateOperations(parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 })));
console.log(`Wrote ${target}`);
