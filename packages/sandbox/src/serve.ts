import { parseArgs } from 'node:util';
import { suggest } from './check-fields.ts';
import { createSandbox } from './create-sandbox.ts';
import { environmentOf, exportCommands } from './environment.ts';
import { isLoopback } from './webhook-sender.ts';

const usage = `Usage: sandbox [options]

Serves five web APIs and their auth servers on this machine until it is stopped.
It prints what to set in the environment so that the examples of the clients
call it. Its address, opened in a browser, shows requests and tokens as they
arrive, programs to run, and switches for faults, time and data sizes.

  --port <number>       port to listen on (default 4010; 0: any free port)
  --host <address>      address to listen on (default 127.0.0.1: this machine
                        only; 0.0.0.0 lets other machines in)
  --allowed-hosts <names>
                        more host names that requests may be addressed to,
                        separated by commas, such as the name of a container
                        (default: localhost, 127.0.0.0/8, [::1] and --host)
  --seed <number>       the data is a function of the seed (default 1)
  --latency <ms>        delays every response (default 0)
  --quirks <off|real>   real: responses include odd forms recorded from the real
                        hosts (default off)
  --limits <off|real>   real: requests are limited as by the real hosts
                        (default off: nothing is limited)
  --json                print the client options as JSON, for scripts
  --help                print this text`;

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allowed-hosts': { type: 'string' },
  seed: { type: 'string' },
  latency: { type: 'string' },
  quirks: { type: 'string' },
  limits: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Ends the program with the reason why its arguments are not valid. */
function fail(reason: string): never {
  console.error(`sandbox: ${reason}. See sandbox --help`);
  return process.exit(2);
}

/** The value of --quirks or --limits, or the end of the program with the reason. */
function offOrReal(name: string, value: string | undefined): 'off' | 'real' {
  if (value === undefined || value === 'off' || value === 'real') return value ?? 'off';
  return fail(`--${name} must be one of off, real; got ${JSON.stringify(value)}`);
}

/** The whole number after an option, or the end of the program with the reason. */
function whole(name: string, value: string | undefined, fallback: number, max: number): number {
  const number = Number(value ?? fallback);
  if (value?.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= max) return number;
  return fail(`--${name} must be a whole number from 0 to ${max}; got ${JSON.stringify(value)}`);
}

/** The values of the flags, or the end of the program with the reason. */
function readArguments() {
  const { tokens } = parseArgs({ options: flags, strict: false, tokens: true });
  const names = Object.keys(flags).map((name) => `--${name}`);
  for (const token of tokens) {
    if (token.kind === 'positional') fail(`there are no arguments without --; got ${JSON.stringify(token.value)}`);
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!Object.hasOwn(flags, name))
      fail(`there is no option ${rawName}${suggest(rawName, names) || '.'} The options are ${names.join(', ')}`);
    const takesValue = flags[name as keyof typeof flags].type === 'string';
    // `--host --json`: without strict reading, the next flag is taken for the value.
    const lacksValue = value === undefined || (!token.inlineValue && value.startsWith('-'));
    if (takesValue && lacksValue) fail(`${rawName} needs a value`);
    if (!takesValue && value !== undefined) fail(`${rawName} takes no value; got ${JSON.stringify(value)}`);
  }
  return parseArgs({ options: flags }).values;
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
  quirks: offOrReal('quirks', values.quirks),
  limits: offOrReal('limits', values.limits),
  ...(values.host && { host: values.host }),
  ...(values['allowed-hosts'] && { allowedHosts: values['allowed-hosts'].split(',').map((name) => name.trim()) }),
}).catch((error: NodeJS.ErrnoException) => {
  const remedy = error.code === 'EADDRINUSE' ? ' Another program uses that port: choose one with --port.' : '';
  console.error(`sandbox: ${error.message}.${remedy}`);
  return process.exit(1);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => sandbox.close().then(() => process.exit(0)));

const { port, hostname } = new URL(sandbox.url);
if (!isLoopback(sandbox.url))
  console.error(`Warning: listening on ${hostname}. Anyone who reaches port ${port} of this machine can call the APIs, read the
start page with its credentials and tokens, and set faults and the time. For this machine only, leave out --host.\n`);
// Without the clock and functions, which are for programs in this process.
const options: Readonly<Record<string, object>> = JSON.parse(JSON.stringify(sandbox.options));
if (values.json) console.log(JSON.stringify({ url: sandbox.url, options }));
else
  console.log(`The sandbox runs at ${sandbox.url}
Open that address in a browser to watch requests. Press Ctrl+C to stop.

To run the examples of the clients against it, paste this into another terminal:

${exportCommands(environmentOf(options, sandbox.controls.bank.accessTokens[0]))}`);
