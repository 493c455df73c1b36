import { createSandbox } from '../create-sandbox.ts';
import type { SandboxOptions } from '../options.ts';
import type { Sandbox } from '../sandbox.ts';
import { isLoopback } from '../server/webhook-sender.ts';
import { problemOf } from '../shared/check-fields.ts';
import { createArguments } from './arguments.ts';
import { readConfig } from './config.ts';
import { environmentCommands, environmentOf, shells } from './environment.ts';
import { FileError, readJsonFile, writeJsonFile } from './json-file.ts';

const usage = `Usage: sandbox [options]
       sandbox quotes [options]
       sandbox mcp [options]

Serves five web APIs and their auth servers on this machine until it is stopped.
Prints environment variables with which the clients' examples call them, the
link to a page that shows requests and tokens as they arrive, and the address
and token of a control API for programs in any language. The control API covers
faults, time, data, users and tokens, webhooks and the request log.

"sandbox quotes" serves only quotations. "sandbox mcp" lets an agent control the
sandbox. See sandbox quotes --help and sandbox mcp --help.

  --config <file>       file with options of createSandbox as JSON; the options
                        below override it
  --port <number>       port to listen on (default 4010; 0: any free port)
  --host <address>      address to listen on (default 127.0.0.1: this machine
                        only; 0.0.0.0 lets other machines in)
  --allowed-hosts <names>
                        additional host names that requests may use, separated
                        by commas, such as the name of a container
                        (default: localhost, 127.0.0.0/8, [::1] and --host)
  --control-token <token>
                        token of the control API and the page, at least 16
                        characters (default: SANDBOX_TOKEN, else a random one)
  --seed <number>       seed of the generated data (default 1)
  --latency <ms>        delay of every response (default 0)
  --quirks <off|real>   real: responses include quirks recorded from the real
                        hosts (default off)
  --limits <off|real>   real: requests are limited as on the real hosts
                        (default off: no limits)
  --state <file>        restores the state from the file if it exists, and saves
                        it there when the command stops
  --shell <posix|powershell>
                        the shell that the printed commands are for (default
                        powershell on Windows, else posix)
  --json                print addresses, token and client options as JSON
  --help                print this text`;

const flags = {
  port: { type: 'string' },
  host: { type: 'string' },
  'allowed-hosts': { type: 'string' },
  config: { type: 'string' },
  'control-token': { type: 'string' },
  seed: { type: 'string' },
  latency: { type: 'string' },
  quirks: { type: 'string' },
  limits: { type: 'string' },
  state: { type: 'string' },
  shell: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { read, oneOf, whole, stop } = createArguments('sandbox');
const values = read(flags, process.argv.slice(2));
if (values.help) {
  console.log(usage);
  process.exit(0);
}

const shell = oneOf('shell', values.shell, shells) ?? (process.platform === 'win32' ? 'powershell' : 'posix');

/** Returns the options that are given on the command line or in the environment. */
function readOptions(): SandboxOptions {
  const { host, config: _, 'allowed-hosts': allowedHosts, 'control-token': token } = values;
  const controlToken = token ?? (process.env.SANDBOX_TOKEN || undefined);
  const options: SandboxOptions = {
    port: whole('port', values.port, 65_535),
    seed: whole('seed', values.seed, 2 ** 31 - 1),
    latencyMs: whole('latency', values.latency, 600_000),
    quirks: oneOf('quirks', values.quirks, ['off', 'real']),
    limits: oneOf('limits', values.limits, ['off', 'real']),
    ...(host && { host }),
    ...(allowedHosts && { allowedHosts: allowedHosts.split(',').map((name) => name.trim()) }),
    controlToken,
  };
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

/** Restores the state from a file, if there is one. */
async function restore(sandbox: Sandbox, file: string): Promise<void> {
  const state = readJsonFile(file);
  if (state === undefined) return;
  await sandbox.load(state as never).catch((error: Error) => {
    throw new FileError(`${file}: ${problemOf(error)}`);
  });
}

async function start(): Promise<Sandbox> {
  const own = readOptions();
  const config = values.config ? await readConfig(values.config) : {};
  const sandbox = await createSandbox({ port: 4010, ...config, ...own, listen: true });
  if (values.state) await restore(sandbox, values.state);
  return sandbox;
}

const sandbox = await start().catch(stop);

/** Saves the state if `--state` is given, and ends the program. */
async function end(): Promise<never> {
  try {
    if (values.state) writeJsonFile(values.state, sandbox.save());
  } catch (error) {
    console.error(`sandbox: the state was not saved: ${(error as Error).message}`);
    process.exitCode = 1;
  }
  await sandbox.close();
  return process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);

const { port, hostname } = new URL(sandbox.url);
if (!isLoopback(sandbox.url))
  console.error(`Warning: listening on ${hostname}. Anyone who can reach port ${port} of this machine can
call the APIs. The page and the control API need the token, which is sent
without encryption. To allow only this machine, omit --host.\n`);
// Without the clock and functions, which work only in this process.
const options: Readonly<Record<string, object>> = JSON.parse(JSON.stringify(sandbox.options));
const { controlApi, url } = sandbox;
if (values.json) console.log(JSON.stringify({ url, controlApi, options }));
else {
  const variables = environmentOf(options, sandbox.controls.bank.accessTokens[0]);
  console.log(`The sandbox is running at ${url}
Press Ctrl+C to stop it. Open this address in a browser to watch requests:

${controlApi.page}

To run the clients' examples or programs that control the sandbox, paste this
into another terminal:

${environmentCommands({ ...variables, SANDBOX_URL: url, SANDBOX_TOKEN: controlApi.token }, shell)}`);
}
