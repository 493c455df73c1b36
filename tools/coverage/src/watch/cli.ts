import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { eventSubTypes } from '@x/stream';
import { exceptions } from '../exceptions.ts';
import { trees } from '../live/clients.ts';
import { prefixes } from '../prefixes.ts';
import { regenerate } from './regenerate.ts';
import { sources } from './sources.ts';
import { look, methodsOf, report, type Stored, type Watched } from './watch.ts';

const usage = `Usage: pnpm --filter @x/coverage run watch [--provider ${Object.keys(sources).join('|')}] [--out FOLDER] [--update]

Compares what the providers publish about their APIs with the stored fingerprints and reports the differences.
  --provider NAME  one provider only
  --out FOLDER     writes a report for each provider with differences, NAME.md
  --update         stores the new fingerprints and regenerates what is made from the specifications
It exits with 1 if a source could not be read.`;

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const storedFile = (provider: string) => fileURLToPath(new URL(`stored/${provider}.json`, import.meta.url));
const timeoutMs = 60_000;

/** Reads a public page. No credentials are sent. */
async function readUrl(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.text();
}

function watchedOf(provider: string): Watched {
  const names = globSync(`packages/${provider}/src/**/*.ts`, { cwd: root }).filter((name) => !name.endsWith('.test.ts'));
  return {
    endpoints: trees[provider] ?? {},
    prefix: prefixes[provider],
    exceptions: exceptions[provider],
    files: new Map(names.sort().map((name) => [name, readFileSync(root + name, 'utf8')])),
    ...(provider === 'stream' && { others: events() }),
  };
}

/** The types of events that are declared, as operations. */
const events = () =>
  new Map(
    Object.entries(eventSubTypes).flatMap(([type, versions]) =>
      Object.keys(versions).map((version): [string, string] => [
        `POST /eventsub/${type}/${version}`,
        `\`${type}\` in packages/stream/src/eventsub-types.ts`,
      ]),
    ),
  );

const titles: Readonly<Record<string, string>> = {
  stream: 'Twitch',
  music: 'Spotify',
  bank: 'Plaid',
  food: 'FoodData Central',
  quotes: 'Quotable',
};

const { values } = parseArgs({
  options: { provider: { type: 'string' }, out: { type: 'string' }, update: { type: 'boolean', default: false } },
});
const wanted = values.provider === undefined ? Object.keys(sources) : [values.provider];
if (!wanted.every((provider) => sources[provider])) {
  console.error(usage);
  process.exit(2);
}
const out = values.out === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.out);
if (out) mkdirSync(out, { recursive: true });

for (const provider of wanted) {
  const stored: Stored = JSON.parse(readFileSync(storedFile(provider), 'utf8'));
  const watched = watchedOf(provider);
  const declared = new Set(methodsOf(watched).keys());
  const findings = await look(sources[provider] ?? [], stored, readUrl, declared);
  const text = report(`${titles[provider]}: the API changed`, findings, watched);
  console.log(text);
  if (findings.failed.size > 0) process.exitCode = 1;
  if (findings.changes.length > 0 && out) writeFileSync(`${out}/${provider}.md`, text);
  if (!values.update) continue;
  writeFileSync(storedFile(provider), `${JSON.stringify(findings.next, null, 1)}\n`);
  for (const file of await regenerate(provider, findings.changes, root)) console.log(`Wrote ${file}`);
}
