import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import type { Sandbox } from '@x/sandbox';
import { names } from '../../../providers.ts';
import { optionsFrom } from './clients.ts';
import { describePlan, planCalls } from './plan.ts';
import { describeResults, runPlan } from './run.ts';
import { createLiveSandbox, sandboxInput } from './sandbox.ts';

const usage = `Usage: pnpm --filter @x/coverage run live --provider ${names.join('|')} [options]

Makes one read-only call of every endpoint that it has parameters for, and prints where responses differ from the schemas.
It prints the calls first and asks before it makes them. Exits with 1 if there is drift, with 2 if nothing was called.

  --sandbox    call a sandbox in this process, with the quirks of the real hosts: no account, no internet
  --yes        do not ask; required where there is no terminal
  --samples N  calls of each endpoint that takes one ID at a time, each with another ID; default 1

Credentials and parameters come from the environment; docs/maintaining.md lists the variables.`;

function stop(message: string): never {
  console.error(message);
  process.exit(2);
}

try {
  await live();
} catch (error) {
  stop(error instanceof Error ? error.message : 'The run failed for an unknown reason.');
}

async function live(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      provider: { type: 'string', default: '' },
      sandbox: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      samples: { type: 'string', default: '1' },
    },
  });
  const { provider } = options;
  if (!names.includes(provider)) stop(usage);
  const samples = Number(options.samples);
  if (!Number.isInteger(samples) || samples < 1)
    stop(`--samples must be a whole number, 1 or more; got ${options.samples}`);

  const sandbox = options.sandbox ? await createLiveSandbox() : undefined;
  const input = sandbox
    ? await sandboxInput(sandbox, provider as keyof Sandbox['options'])
    : { provider, options: optionsFrom(provider, process.env), env: process.env };
  const plan = planCalls(provider, input.env);
  console.log(describePlan(provider, plan));
  if (!sandbox && !options.yes) await confirm(plan.calls.length);

  const results = await runPlan(plan.calls, input, {
    samples,
    onResult: ({ name, outcome }) => process.stderr.isTTY && process.stderr.write(`  ${outcome.padEnd(10)} ${name}\n`),
  });
  console.log(`\n${describeResults(provider, results)}`);
  if (results.some(({ outcome }) => outcome === 'drift')) process.exitCode = 1;
  else if (!results.some(({ outcome }) => outcome === 'documented')) process.exitCode = 2;
  await sandbox?.close();
}

/** Asks whether to make the calls. */
async function confirm(calls: number): Promise<void> {
  if (!process.stdin.isTTY)
    stop('\nNothing was called: there is no terminal to confirm the plan in. Pass --yes to make these calls.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`\nMake these ${calls} calls on the real host? [y/N] `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) stop('Nothing was called.');
}
