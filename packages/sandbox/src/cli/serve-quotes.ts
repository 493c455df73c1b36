import { createArguments } from './arguments.ts';
import { startQuotesServer } from './quotes-server.ts';

const usage = `Usage: sandbox quotes [options]

Serves quotations for @x/quotes, without a database, until it is stopped.

  --data <file>         your own quotations as JSON: an array of quotations, or
                        { "quotes": [...], "authors": [...] } (default: 436
                        quotations in the public domain)
  --port <number>       port to listen on (default 4010; 0: any free port)
  --host <address>      address to listen on (default 127.0.0.1: this machine
                        only; 0.0.0.0 for all)
  --limit <number>      requests per minute and client address; 0: no limit
                        (default 180)
  --address-header <name>
                        header with the client address, such as x-forwarded-for,
                        if your own proxy sets it; the last address in it counts
                        (default: the address of the connection)
  --help                print this text`;

const flags = {
  data: { type: 'string' },
  port: { type: 'string' },
  host: { type: 'string' },
  limit: { type: 'string' },
  'address-header': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const { read, whole, fail, stop } = createArguments('sandbox quotes');
const { data, host, help, 'address-header': addressHeader, ...values } = read(flags, process.argv.slice(3));
if (help) {
  console.log(usage);
  process.exit(0);
}
if (addressHeader !== undefined && !/^[\w-]+$/.test(addressHeader))
  fail(`--address-header must be a header name; got ${JSON.stringify(addressHeader)}`);

const server = await startQuotesServer({
  data,
  host,
  addressHeader,
  port: whole('port', values.port, 65_535) ?? 4010,
  limit: whole('limit', values.limit, 1_000_000) ?? 180,
}).catch(stop);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => server.close().then(() => process.exit(0)));

console.log(`${server.count} quotations at ${server.url}`);
