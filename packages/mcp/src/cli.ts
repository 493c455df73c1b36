#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { catalogOfPackage, openApis, providers, variablesOf } from './open-apis.ts';
import { Secrets } from './secrets.ts';
import { createMcpServers, type McpServerOptions } from './server.ts';

const usage = () => `Usage: mcp [api…] [options]

Serves operations of APIs to agents, over standard input and output. The APIs
are ${providers.join(', ')} (default: all). An API without
credentials in the environment runs on a sandbox, with invented data.

  --allow-write <pattern>  allow these writes, such as music.playlists.*; may be
                           given several times (default: none)
  --allow-money            allow moving money, after the user confirms it
  --allow-personal         allow personal data in results
  --allow-costs            allow reads that the provider bills
  --account <name>         account whose grant is in the store
  --item <id>              bank login whose access token is in the store; only
                           operations that take this token are then allowed
  --store <folder>         folder of the file store that the app uses
  --tools <names>          operations that get their own tool, separated by
                           commas: music.search,food.foods.search
  --max-tokens <number>    maximum tokens per result (default 10000)
  --http <port>            serve streamable HTTP on this port of this machine
                           (0: any free port), to programs that send the token
                           in MCP_TOKEN (default: a new one, which is printed)
  --help                   print this text

Credentials:
${providers.map((name) => `  ${Object.values(variablesOf(name, catalogOfPackage(name).credentials)).join(', ')}`).join('\n')}`;

const flags = {
  'allow-write': { type: 'string', multiple: true },
  'allow-money': { type: 'boolean' },
  'allow-personal': { type: 'boolean' },
  'allow-costs': { type: 'boolean' },
  account: { type: 'string' },
  item: { type: 'string' },
  store: { type: 'string' },
  tools: { type: 'string' },
  'max-tokens': { type: 'string' },
  http: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

function stop(reason: string): never {
  console.error(`mcp: ${reason}. See mcp --help`);
  process.exit(2);
}

function read() {
  try {
    return parseArgs({ options: flags, allowPositionals: true });
  } catch (error) {
    return stop((error as Error).message.split('. ')[0] ?? 'the options are not valid');
  }
}

function wholeNumber(name: string, text: string | undefined, least: number): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) && value >= least && text.trim() !== ''
    ? value
    : stop(`--${name} must be a whole number of at least ${least}; got ${text}`);
}

const { values, positionals } = read();
if (values.help) {
  console.log(usage());
  process.exit(0);
}
const unknown = positionals.find((name) => !providers.includes(name));
if (unknown !== undefined) stop(`there is no API ${unknown}; the APIs are ${providers.join(', ')}`);
const names = positionals.length > 0 ? positionals : providers;
const port = wholeNumber('http', values.http, 0);
const maxTokens = wholeNumber('max-tokens', values['max-tokens'], 100);

const secrets = new Secrets();
const store = values.store === undefined ? undefined : (await import('@x/stores/file')).fileStore(values.store);
const { account, item } = values;
const { apis, close } = await openApis({ names, env: process.env, account, item, store, secrets }).catch(
  (error: Error) => stop(secrets.hide(error.message).replace(/\.$/, '')),
);
const onSandbox = apis.filter(({ runsOn }) => runsOn === 'sandbox').map(({ catalog }) => catalog.provider);
// Standard output belongs to the protocol.
if (onSandbox.length > 0)
  console.error(`mcp: no credentials for ${onSandbox.join(', ')}: using a sandbox with invented data`);

const options: McpServerOptions = {
  apis,
  secrets,
  allowWrite: values['allow-write'],
  allowMoney: values['allow-money'],
  allowPersonal: values['allow-personal'],
  allowCosts: values['allow-costs'],
  tools: values.tools?.split(',').map((name) => name.trim()),
  maxTokens,
};

async function end(): Promise<void> {
  await close();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);

try {
  const create = createMcpServers(options);
  if (port === undefined) {
    serveStdio(create);
    process.stdin.once('end', end);
  } else {
    const { serveHttp } = await import('./http.ts');
    const given = process.env.MCP_TOKEN;
    if (given && given.length < 16) stop('MCP_TOKEN must have at least 16 characters');
    const token = given || randomBytes(24).toString('base64url');
    secrets.add(token);
    const { url } = await serveHttp(create, port, token);
    console.error(`mcp: serving ${url}`);
    console.error(`mcp: programs send Authorization: Bearer ${given ? '<MCP_TOKEN>' : token}`);
  }
} catch (error) {
  stop(secrets.hide((error as Error).message).replace(/\.$/, ''));
}
