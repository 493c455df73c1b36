import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { routesOf, writeRoutes } from './routes.ts';

// `cli.ts PROVIDER FILE` stores what tests need of a provider's OpenAPI file: its routes and the names of their params.

const [provider = '', file = ''] = process.argv.slice(2);
const path = new URL('./routes.json', import.meta.url);
const stored = JSON.parse(readFileSync(path, 'utf8'));
stored[provider] = writeRoutes(routesOf(parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 })));
writeFileSync(path, `${JSON.stringify(stored, undefined, 2)}\n`);
