import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Sandbox } from '@x/sandbox';
import { openSession, optionsFrom, type SessionInput, trees } from './clients.ts';
import { describeDrift } from './drift.ts';
import { describePlan, planCalls } from './plan.ts';
import { replayRecordings } from './recordings.ts';
import { describeResults, runPlan } from './run.ts';
import { createLiveSandbox, sandboxInput } from './sandbox.ts';
import { type LiveTable, tables } from './table.ts';

const names = Object.keys(tables);

const usage = `Usage: pnpm --filter @x/coverage run live --provider ${names.join('|')} [options]
       pnpm --filter @x/coverage run live --replay FOLDER

Makes one read-only call of every endpoint that it has parameters for, and prints where responses differ from the schemas.
It prints the calls first and asks before it makes them. Exits with 1 if there is drift, with 2 if nothing was called.

  --sandbox        call a sandbox in this process, with the quirks of the real hosts: no account, no internet
  --yes            do not ask; required where there is no terminal
  --out FOLDER     write scrubbed recordings of the responses, for example to recordings/
  --samples N      calls of each endpoint that takes one ID at a time, each with another ID; default 1
  --pause-ms N     milliseconds between calls, beside the client's own rate limiter; default 200, with --sandbox 0
  --replay FOLDER  make no calls: check the recordings in the folder against the schemas of today

Credentials and parameters come from the environment: ${names
  .flatMap((name) => Object.values((tables[name] as LiveTable).credentials))
  .join(', ')};
for users MUSIC_USER_TOKEN and STREAM_USER_TOKEN, for bank data BANK_ACCESS_TOKEN and BANK_ENVIRONMENT (default sandbox).`;

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

function readOptions() {
  try {
    return parseArgs({
      options: {
        provider: { type: 'string', default: '' },
        sandbox: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
        out: { type: 'string' },
        samples: { type: 'string', default: '1' },
        'pause-ms': { type: 'string' },
        replay: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
}

const options = readOptions();
if (options.help) {
  console.log(usage);
  process.exit();
}
// pnpm runs scripts in the folder of their package; files are named from where the command was typed.
process.chdir(process.env.INIT_CWD ?? '.');
try {
  if (options.replay !== undefined) replay(options.replay);
  else await live(options.provider);
} catch (error) {
  stop(error instanceof Error ? error.message : 'The run failed for an unknown reason.');
}

/** Prints where recordings differ from the schemas. */
function replay(folder: string): void {
  const replayed = replayRecordings(folder, trees);
  for (const { file, drift } of replayed)
    for (const each of drift) console.log(`${file}  ${each.place}  ${describeDrift(each)}  ${each.count}×`);
  const drifted = replayed.filter(({ drift }) => drift.length > 0).length;
  console.log(`${replayed.length} recordings, ${drifted} with drift.`);
  if (drifted > 0) process.exitCode = 1;
}

async function live(provider: string): Promise<void> {
  const table = tables[provider];
  if (!table) stop(usage);
  const pauseMs = Number(options['pause-ms'] ?? (options.sandbox ? 0 : 200));
  if (!Number.isInteger(pauseMs) || pauseMs < 0)
    stop(`--pause-ms must be a whole number of milliseconds, 0 or more; got ${options['pause-ms']}`);

  const samples = Number(options.samples);
  if (!Number.isInteger(samples) || samples < 1)
    stop(`--samples must be a whole number, 1 or more; got ${options.samples}`);

  const sandbox = options.sandbox ? await createLiveSandbox() : undefined;
  const input = sandbox ? await sandboxInput(sandbox, provider as keyof Sandbox['options']) : fromEnvironment(provider);
  const plan = planCalls({ provider, endpoints: trees[provider] ?? {}, table, env: input.env });
  const session = openSession(input);
  console.log(session.redact(describePlan(provider, plan)));
  if (!sandbox) await confirm(plan.calls.length);

  const results = await runPlan(plan, {
    session,
    out: options.out,
    samples,
    pauseMs,
    onResult: ({ name, outcome }) => process.stderr.isTTY && process.stderr.write(`  ${outcome.padEnd(10)} ${name}\n`),
  });
  console.log(`\n${session.redact(describeResults(provider, results))}`);
  if (options.out) console.log(`\nScrubbed recordings are in ${options.out}.`);
  if (results.some(({ outcome }) => outcome === 'drift')) process.exitCode = 1;
  else if (!results.some(({ outcome }) => outcome === 'documented')) process.exitCode = 2;
  await sandbox?.close();
}

function fromEnvironment(provider: string): SessionInput {
  const found = optionsFrom(provider, process.env);
  if ('missing' in found)
    return stop(
      `${provider} needs ${found.missing.join(' and ')} in the environment, from ${tables[provider]?.from}.\n` +
        'Pass --sandbox to run without an account.',
    );
  return { provider, options: found.options, env: process.env };
}

/** Asks whether to make the calls. */
async function confirm(calls: number): Promise<void> {
  if (options.yes) return;
  if (!process.stdin.isTTY)
    stop('\nNothing was called: there is no terminal to confirm the plan in. Pass --yes to make these calls.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`\nMake these ${calls} calls on the real host? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) stop('Nothing was called.');
}
