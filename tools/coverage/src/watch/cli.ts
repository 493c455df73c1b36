import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runWatch } from './run.ts';
import { sources } from './sources.ts';

const usage = `Usage: pnpm --filter @x/coverage run watch [--provider ${Object.keys(sources).join('|')}] [--out FOLDER] [--update]

Compares what the providers publish about their APIs with the stored fingerprints and reports the differences.
  --provider NAME  one provider only
  --out FOLDER     writes a report for each provider with differences, NAME.md
  --update         stores the new fingerprints and regenerates the files that are made from the specifications
It exits with 1 if a source could not be read, or has no stored fingerprints.`;

const { values } = parseArgs({
  options: { provider: { type: 'string' }, out: { type: 'string' }, update: { type: 'boolean', default: false } },
});
const providers = values.provider === undefined ? Object.keys(sources) : [values.provider];
if (!providers.every((provider) => sources[provider])) {
  console.error(usage);
  process.exit(2);
}

const timeoutMs = 60_000;

process.exitCode = await runWatch({
  providers,
  // Public pages: no credentials are sent.
  async readUrl(url) {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
    return response.text();
  },
  root: fileURLToPath(new URL('../../../../', import.meta.url)),
  // pnpm runs scripts in their package's folder, but paths are relative to where the command was typed.
  out: values.out === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', values.out),
  update: values.update,
  print: console.log,
});
