#!/usr/bin/env node
import { parseArgs } from 'node:util';
import { createSandbox } from './sandbox.ts';

const usage = `Usage: sandbox [options]

Serves five web APIs and their auth servers on this machine until it is stopped.

  --port <number>     port to listen on (default 4010; 0: any free one)
  --host <address>    address to listen on (default 127.0.0.1: this machine only)
  --seed <number>     the data is a function of it (default 1)
  --latency <ms>      every answer takes that much longer (default 0)
  --json              print the client options as JSON, for scripts
  --help              this text`;

/** The whole number behind an option, or the end of the program with the reason. */
function whole(name: string, value: string | undefined, fallback: number, max: number): number {
  const number = Number(value ?? fallback);
  if (value !== '' && Number.isInteger(number) && number >= 0 && number <= max) return number;
  console.error(`sandbox: --${name} takes a whole number from 0 to ${max}, got '${value}'. See sandbox --help`);
  process.exit(2);
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        seed: { type: 'string' },
        latency: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    console.error(`sandbox: ${(error as Error).message}\n\n${usage}`);
    return process.exit(2);
  }
}

const values = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const sandbox = await createSandbox({
  port: whole('port', values.port, 4010, 65_535),
  seed: whole('seed', values.seed, 1, 2 ** 31 - 1),
  latencyMs: whole('latency', values.latency, 0, 600_000),
  ...(values.host && { host: values.host }),
}).catch((error: NodeJS.ErrnoException) => {
  const remedy = error.code === 'EADDRINUSE' ? ' Another program uses that port: choose one with --port.' : '';
  console.error(`sandbox: ${error.message}.${remedy}`);
  return process.exit(1);
});

if (values.json) console.log(JSON.stringify({ url: sandbox.url, options: sandbox.options }));
else {
  console.log(`The sandbox runs at ${sandbox.url}. Stop it with Ctrl+C.\n`);
  if (values.host && !['127.0.0.1', '::1', 'localhost'].includes(values.host))
    console.log(`It listens on ${values.host}: other machines may reach it.\n`);
  for (const [name, options] of Object.entries(sandbox.options)) {
    console.log(name);
    for (const [option, value] of Object.entries(options))
      console.log(`  ${option.padEnd(13)}${typeof value === 'string' ? value : JSON.stringify(value)}`);
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => sandbox.close().then(() => process.exit(0)));
