import { createInterface } from 'node:readline';
import { answerMcp } from '../control/mcp.ts';
import { operationsOf } from '../control/operations.ts';
import { createSandbox } from '../create-sandbox.ts';
import { providers } from '../providers.ts';
import { createArguments } from './arguments.ts';

const usage = `Usage: sandbox mcp [options]

Serves the APIs on this machine, and lets an agent control them over standard
input and output. Each call of the control API is a tool of the Model Context
Protocol. The tool clients_get returns the client options for an app.

  --port <number>       port to listen on (default 0: any free port)
  --seed <number>       seed of the generated data (default 1)
  --help                print this text`;

const flags = {
  port: { type: 'string' },
  seed: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { read, whole, stop } = createArguments('sandbox mcp');
const { help, ...values } = read(flags, process.argv.slice(3));
if (help) {
  console.log(usage);
  process.exit(0);
}
const seed = whole('seed', values.seed, 2 ** 31 - 1);
const port = whole('port', values.port, 65_535) ?? 0;
const sandbox = await createSandbox({ port, ...(seed !== undefined && { seed }), listen: true }).catch(stop);
const operations = operationsOf(Object.values(providers));

// Standard output belongs to the protocol.
console.error(`The sandbox is running at ${sandbox.url}`);
async function end(): Promise<never> {
  await sandbox.close();
  return process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);

const lines = createInterface(process.stdin);
const open = new Set<Promise<void>>();
lines.on('line', (line) => {
  const answered = answerMcp(operations, sandbox.controlApi, line).then((response) => {
    if (response !== undefined) process.stdout.write(`${response}\n`);
    open.delete(answered);
  });
  open.add(answered);
});
lines.once('close', () => Promise.allSettled(open).then(end));
