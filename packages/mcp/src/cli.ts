#!/usr/bin/env node
import { randomBytes } from 'node:crypto';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { openExistingAccounts } from './accounts.ts';
import { signInApis } from './login.ts';
import { catalogOfPackage, openApis, providers, variablesOf } from './open-apis.ts';
import { Secrets } from './secrets.ts';
import { createMcpServers, type McpServerOptions } from './server.ts';

const usage = () => `Usage: mcp [api…] [options]
       mcp login <api> [options]

Serves operations of APIs to agents, over standard input and output. The APIs
are ${providers.join(', ')} (default: all). An API without
credentials in the environment runs on a sandbox, with invented data.

  --allow-write <pattern>  allow these writes, such as music.playlists.*; may be
                           given several times (default: none)
  --allow-money            allow moving money, after the user confirms it
  --allow-personal         allow personal data in results
  --allow-costs            allow reads that the provider bills
  --account <name>         account to act for; give several, and the agent can
                           choose (default: the only one that is signed in)
  --item <name>            bank login to read, likewise; only operations that
                           take its access token are then allowed
  --money <database>       offer tools that read the database that x sync bank
                           fills: sqlite:FILE, duckdb:FILE or
                           postgres://HOST/DATABASE; without an api, only these
  --tools <names>          operations that get their own tool, separated by
                           commas: music.search,food.foods.search
  --max-tokens <number>    maximum tokens per result (default 10000)
  --http <port>            serve streamable HTTP on this port of this machine
                           (0: any free port), to programs that send the token
                           in MCP_TOKEN (default: a new one, which is printed)
  --help                   print this text

mcp login signs in to ${signInApis.join(', ')}, and stores the grant encrypted:

  --account <name>         name for the account (default: the user name)
  --item <name>            name for the bank login (default: bank)
  --allow-write <pattern>  request what these writes need, besides reading
  --scopes <names>         scopes to request instead, separated by commas
  --method <name>          browser, device or paste (default: what works here)
  --store <place>          place of the key of new accounts: keychain or file
                           (default: keychain)
  --institution <id>       institution to log in to without a page, in Plaid's
                           Sandbox: ins_109508
  --repair                 log in to the bank again

Credentials:
${providers.map((name) => `  ${Object.values(variablesOf(name, catalogOfPackage(name).credentials)).join(', ')}`).join('\n')}`;

const flags = {
  'allow-write': { type: 'string', multiple: true },
  'allow-money': { type: 'boolean' },
  'allow-personal': { type: 'boolean' },
  'allow-costs': { type: 'boolean' },
  account: { type: 'string', multiple: true },
  item: { type: 'string', multiple: true },
  money: { type: 'string' },
  tools: { type: 'string' },
  'max-tokens': { type: 'string' },
  http: { type: 'string' },
} as const;

function stop(reason: string): never {
  console.error(`mcp: ${reason}. See mcp --help`);
  process.exit(2);
}

function read<Flags extends NonNullable<ParseArgsConfig['options']>>(options: Flags, args = process.argv.slice(2)) {
  try {
    return parseArgs({ options, args, allowPositionals: true });
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

const secrets = new Secrets();
/** Text of an error, as the program's last words. */
const wordsOf = (error: unknown) => secrets.hide((error as Error).message).replace(/\.$/, '');

if (process.argv.some((word) => word === '--help' || word === '-h')) {
  console.log(usage());
  process.exit(0);
}
if (process.argv[2] === 'login') {
  const { loginFlags, runLogin } = await import('./login-command.ts');
  const { values, positionals } = read(loginFlags, process.argv.slice(3));
  await runLogin(positionals, values, secrets).catch((error) => stop(wordsOf(error)));
  process.exit();
}
const { values, positionals } = read(flags);
const unknown = positionals.find((name) => !providers.includes(name));
if (unknown !== undefined) stop(`there is no API ${unknown}; the APIs are ${providers.join(', ')}`);
const port = wholeNumber('http', values.http, 0);
const maxTokens = wholeNumber('max-tokens', values['max-tokens'], 100);

const { apis, close } = open();
const onSandbox = apis.filter(({ runsOn }) => runsOn === 'sandbox').map(({ catalog }) => catalog.provider);
// Standard output belongs to the protocol.
if (onSandbox.length > 0)
  console.error(`mcp: no credentials for ${onSandbox.join(', ')}: using a sandbox with invented data`);

function open() {
  const { account: accounts, item: items, 'allow-write': allowWrite } = values;
  const names = positionals.length > 0 || values.money !== undefined ? positionals : providers;
  try {
    const { env } = process;
    return openApis({ names, env, accounts, items, allowWrite, secrets, store: () => openExistingAccounts(env) });
  } catch (error) {
    return stop(wordsOf(error));
  }
}

const { money } = values;
const options: McpServerOptions = {
  apis,
  secrets,
  money:
    money === undefined
      ? undefined
      : async () => (await import('./database.ts')).openDatabase(money, secrets, { isOld: true }),
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
  stop(wordsOf(error));
}
