import { buildRouteMap, type Command, type RouteMap } from '@stricli/core';
import { apis, type Provider } from '../apis.ts';
import { defineCommand, stub } from '../command.ts';
import { withHelp } from '../help.ts';
import {
  accountFlags,
  callFlags,
  choice,
  onOff,
  outputFlags,
  readCount,
  readNames,
  value,
} from '../operation/flags.ts';
import type { Context } from '../terminal.ts';

const apiNames = Object.keys(apis);
const shells = ['bash', 'zsh', 'fish', 'powershell'];

const openapi = defineCommand({
  brief: 'Prints the OpenAPI description of an API',
  args: [{ placeholder: 'api', values: apiNames }],
  help: () => ({
    examples: ['x openapi food > food.json'],
    text: 'Prints an OpenAPI 3.1 document, from which you can generate clients in other languages.',
    lists: { APIs: Object.entries(apis) },
  }),
  load: async () => (await import('./openapi.ts')).runOpenApi,
});

const doctor = defineCommand({
  brief: 'Checks credentials, hosts and tokens',
  flags: outputFlags,
  args: [{ placeholder: 'api', optional: true, values: apiNames }],
  help: () => ({
    examples: ['x doctor', 'x doctor music -o json'],
    text: 'Shows for each API what is configured, makes one call, and says what to do if it fails.',
  }),
  load: async () => (await import('./doctor.ts')).runDoctor,
});

const loginFlags = {
  account: value('Name for the account. Default: the user name', 'name'),
  scopes: value('Scopes, separated by commas. Default: those that reading needs', 'names', readNames),
  method: choice('Way to sign in. Default: what works here', ['browser', 'device', 'paste']),
  store: choice('Place of the key of new accounts. Default: keychain', ['keychain', 'file']),
  institution: value("Institution to log in to without a page, in Plaid's Sandbox: ins_109508", 'id'),
  repair: onOff('Log in to a bank again'),
  verbose: accountFlags.verbose,
};
const users = [{ placeholder: 'api', values: ['stream', 'music', 'bank'] }];
const login = defineCommand({
  brief: 'Signs in to an account or a bank',
  flags: loginFlags,
  args: users,
  help: () => ({
    examples: ['x login music', 'x login stream --method device', 'x login bank --account checking'],
    text: 'Signs in, and stores the grant encrypted, for all programs of yours. Needs an app of yours: see x doctor.',
  }),
  load: async () => (await import('./login.ts')).runLogin,
});

const accounts = defineCommand({
  brief: 'Lists the accounts that are signed in',
  flags: outputFlags,
  help: () => ({
    examples: ['x accounts'],
    text: 'Lists accounts and bank logins, and where they are stored.',
  }),
  load: async () => (await import('./accounts.ts')).runAccounts,
});

const whoamiFlags = { ...outputFlags, ...accountFlags };
const whoami = defineCommand({
  brief: 'Shows the user or the bank login that calls are made for',
  flags: whoamiFlags,
  args: users,
  help: () => ({
    examples: ['x whoami music'],
    text: 'Makes a call with the token, so it also shows whether the token is valid.',
  }),
  load: async () => (await import('./accounts.ts')).runWhoami,
});

const logoutFlags = { account: accountFlags.account, verbose: accountFlags.verbose };
const logout = defineCommand({
  brief: 'Revokes and deletes an account',
  flags: logoutFlags,
  args: users,
  help: () => ({
    examples: ['x logout music --account ann'],
    text: 'Revokes the grant at the provider if it can, and deletes it here.',
  }),
  load: async () => (await import('./accounts.ts')).runLogout,
});

const completion = defineCommand({
  brief: 'Prints a completion script for your shell',
  args: [{ placeholder: 'shell', values: shells }],
  help: () => ({
    examples: ['source <(x completion bash)', 'x completion fish > ~/.config/fish/completions/x.fish'],
    text: 'Completes commands, flags, documented values and accounts.',
    lists: { Shells: shells.map((shell) => [shell, '']) },
  }),
  load: async () => (await import('./completion.ts')).runCompletion,
});

const agentFlags = { yes: callFlags.yes, apis: value('APIs to serve, separated by commas. Default: all', 'names') };
const agent = defineCommand({
  brief: 'Adds the MCP server to the agents on this machine',
  flags: agentFlags,
  args: [{ placeholder: 'setup', values: ['setup'] }],
  help: () => ({
    examples: ['x agent setup', 'x agent setup --apis music,food --yes'],
    text: 'Finds Claude, Cursor, VS Code, Codex and Zed, and adds the server to their configuration after asking. The server only reads, unless you add options such as --allow-write.',
  }),
  load: async () => (await import('./agent.ts')).runAgent,
});

const database = (brief: string, placeholder = 'database') => ({ ...value(brief, placeholder), optional: false });
const databases = 'sqlite:FILE, duckdb:FILE or postgres://HOST/DATABASE';
const days = value('Days of history that the first read of a login requests. Default 730', 'n', readCount);
const syncedFrom = { from: database(`Database that x sync bank has filled: ${databases}`) };

const bankFlags = { ...accountFlags, account: { ...accountFlags.account, brief: 'Bank login. Default: all' } };
const syncBankFlags = {
  to: database(databases),
  days,
  refresh: onOff('Make the bank send new data first. Plaid bills it'),
  ...outputFlags,
  ...bankFlags,
};
const syncBank = defineCommand({
  brief: 'Writes bank data into a database, each change once',
  flags: syncBankFlags,
  help: () => ({
    examples: ['x sync bank --to sqlite:money.db', 'x sync bank --account checking --to postgres://localhost/money'],
    text: 'Writes accounts, balances, transactions and more of all bank logins into tables. Run it again to write what has changed. Put the password of PostgreSQL into PGPASSWORD, and install @duckdb/node-api for DuckDB.',
  }),
  load: async () => (await import('./sync-bank.ts')).runSyncBank,
});

const syncStatusFlags = { to: syncedFrom.from, ...outputFlags };
const syncStatus = defineCommand({
  brief: 'Shows the bank logins in a database',
  flags: syncStatusFlags,
  help: () => ({
    examples: ['x sync status --to sqlite:money.db'],
    text: 'Shows when each bank login was last synced, its error, and what you have to do.',
  }),
  load: async () => (await import('./bank-data.ts')).runSyncStatus,
});

const syncFoodFlags = {
  from: database('Folder with unzipped downloads, in CSV or JSON', 'folder'),
  to: database('Database to import into: sqlite:FILE'),
};
const syncFood = defineCommand({
  brief: 'Imports the downloads of FoodData Central',
  flags: syncFoodFlags,
  help: () => ({
    examples: ['x sync food --from downloads --to sqlite:foods.db'],
    text: 'Imports downloads from https://fdc.nal.usda.gov/download-datasets for createLocalFoods from @x/food/local. Run it again to continue an import that was interrupted.',
  }),
  load: async () => (await import('./sync-food.ts')).runSyncFood,
});

const exportFormats = ['ledger', 'hledger', 'beancount', 'csv', 'jsonl'];
const exportTransactions = defineCommand({
  brief: 'Prints the transactions of a database as a journal or a table',
  flags: syncedFrom,
  args: [{ placeholder: 'format', values: exportFormats }],
  help: () => ({
    examples: ['x export hledger --from sqlite:money.db > money.journal'],
    text: `Formats: ${exportFormats.join(', ')}. Each account of a journal ends at the balance that the bank reports.`,
  }),
  load: async () => (await import('./bank-data.ts')).runExport,
});

const tapFlags = {
  state: value('File with the last state that the target printed. Default: everything is read', 'file'),
  days,
  ...bankFlags,
};
const tapBank = defineCommand({
  brief: 'Prints bank data as Singer messages',
  flags: tapFlags,
  help: () => ({
    examples: ['x tap bank --state state.json | target-jsonl'],
    text: 'Prints SCHEMA, RECORD and STATE messages for any Singer target.',
  }),
  load: async () => (await import('./tap-bank.ts')).runTapBank,
});

/** A command with commands below it. */
const group = (name: string, brief: string, routes: Readonly<Record<string, Command<Context>>>): RouteMap<Context> =>
  withHelp(
    buildRouteMap<string, Context>({ routes, docs: { brief } }),
    () => ({
      examples: Object.keys(routes).map((each) => `x ${name} ${each} --help`),
      text: `${brief}.`,
      lists: { Commands: Object.entries(routes).map(([each, command]) => [each, command.brief]) },
    }),
    undefined,
  );

/** Commands besides the APIs. */
export const commands: Readonly<Record<string, Command<Context> | RouteMap<Context>>> = {
  login,
  accounts,
  whoami,
  logout,
  doctor,
  sync: group('sync', 'Writes data into a database of yours', { bank: syncBank, status: syncStatus, food: syncFood }),
  export: exportTransactions,
  tap: group('tap', 'Prints data for a pipeline', { bank: tapBank }),
  // Programs with command lines of their own, to which `cli.ts` passes the arguments on.
  sandbox: stub('Serves all five APIs on this machine'),
  mcp: stub('Serves the operations to agents'),
  agent,
  openapi,
  completion,
};

/** Example of a request to each API. */
const requests: Readonly<Partial<Record<Provider, string>>> = {
  stream: 'GET /streams',
  music: 'GET /v1/markets',
  bank: 'POST /accounts/get',
  food: 'GET /fdc/v1/foods/list',
  quotes: 'GET /random',
};

/** Creates the command that sends any request to an API. */
const request = (api: Provider): Command<Context> =>
  defineCommand({
    brief: 'Sends any request, with credentials, limits and retries',
    flags: { ...callFlags, account: { ...callFlags.account, brief: 'Account or bank login. Default: the app itself' } },
    args: [{ placeholder: 'method', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, { placeholder: 'path' }],
    help: () => ({
      examples: [`x ${api} request ${requests[api] ?? 'GET /'}`],
      text: 'For what no operation covers. Params go into the query of GET and DELETE, else into the body.',
    }),
    load: async () => {
      const { runRequest } = await import('./request.ts');
      return (terminal, flags, args, secrets) => runRequest(terminal, api, flags, args, secrets);
    },
  });

/** Reads the address of a webhook. */
function readAddress(given: string): string {
  if (/^https?:/.test(given) && URL.canParse(given)) return given;
  throw new Error(`must be an address that starts with http:// or https://; got ${JSON.stringify(given)}`);
}

/** Reads a field of a condition. */
function readField(given: string): string {
  if (/^\w+=/.test(given)) return given;
  throw new Error(`must be a field and its value, such as broadcaster_user_id=123; got ${JSON.stringify(given)}`);
}

const forward = { 'forward-to': value('Address of your webhook', 'url', readAddress), ...accountFlags };

const streamListenFlags = {
  ...forward,
  condition: {
    ...value(
      'Field of the condition, such as broadcaster_user_id=123. Default: the user of the token',
      'field=id',
      readField,
    ),
    variadic: true,
  },
  url: value('Address of the EventSub server. Default: Twitch, or STREAM_EVENTS_URL', 'url'),
};
const streamListen = defineCommand({
  brief: 'Receives events, and sends them to your webhook',
  flags: streamListenFlags,
  args: [{ placeholder: 'type' }],
  help: () => ({
    examples: [
      'x stream listen channel.follow',
      'x stream listen stream.online --forward-to http://localhost:3000/hook',
    ],
    text: 'Listens to EventSub over a WebSocket, so no tunnel is needed. Prints each event as a line of JSON. With --forward-to, signs it as Twitch signs webhooks, with STREAM_WEBHOOK_SECRET, and sends it.',
  }),
  load: async () => (await import('./listen-stream.ts')).listenToStream,
});

const bankListen = defineCommand({
  brief: 'Receives webhooks of the sandbox, and sends them to yours',
  flags: forward,
  help: () => ({
    examples: ['x bank listen --forward-to http://localhost:3000/hook'],
    text: 'Sets the webhook address of a bank login in a sandbox of this machine to a local port, and prints each webhook as a line of JSON. With --forward-to, sends it on unchanged, with its signature.',
  }),
  load: async () => (await import('./listen-bank.ts')).listenToBank,
});

const fireFlags = {
  type: choice('Type of a DEFAULT_UPDATE webhook', [
    'AUTH',
    'HOLDINGS',
    'IDENTITY',
    'INVESTMENTS_TRANSACTIONS',
    'ITEM',
    'LIABILITIES',
    'TRANSACTIONS',
    'ASSETS',
  ]),
  ...accountFlags,
};
const bankFire = defineCommand({
  brief: 'Makes the sandbox send a webhook',
  flags: fireFlags,
  args: [{ placeholder: 'code' }],
  help: () => ({
    examples: ['x bank fire SYNC_UPDATES_AVAILABLE'],
    text: 'Fires a webhook about a bank login, in a sandbox or in the environment sandbox of Plaid.',
  }),
  load: async () => (await import('./fire.ts')).runFire,
});

const reportFlags = {
  ...syncedFrom,
  months: value('Number of months. Default 12', 'n', readCount),
  currency: value('Currency. Default: the one of most transactions', 'code'),
  svg: onOff('Print a chart, as SVG'),
  output: outputFlags.output,
};
const bankReport = defineCommand({
  brief: 'Shows spending, recurring payments and the net worth',
  flags: reportFlags,
  help: () => ({
    examples: ['x bank report --from sqlite:money.db', 'x bank report --from sqlite:money.db --svg > report.svg'],
    text: 'Shows spending by category and month, recurring payments, and the net worth on each day with a sync.',
  }),
  load: async () => (await import('./bank-data.ts')).runReport,
});

const folder = (brief: string) => database(brief, 'folder');
const backupFlags = { to: folder('Folder to write to'), ...outputFlags, ...accountFlags };
const musicBackup = defineCommand({
  brief: "Writes the user's playlists and library to files",
  flags: backupFlags,
  help: () => ({
    examples: ['x music backup --to spotify'],
    text: 'Writes everything to backup.jsonl, and each playlist as CSV with the columns of Exportify and as M3U. Lists the playlists.',
  }),
  load: async () => (await import('./backup.ts')).runBackup,
});

const restoreFlags = {
  from: folder('Folder that x music backup has written'),
  yes: callFlags.yes,
  'no-input': callFlags['no-input'],
  ...accountFlags,
};
const restoreScopes =
  'playlist-read-private,playlist-modify-private,playlist-modify-public,user-library-modify,user-follow-modify';
const musicRestore = defineCommand({
  brief: 'Writes a backup of playlists and library back',
  flags: restoreFlags,
  help: () => ({
    examples: ['x music restore --from spotify', `x login music --scopes ${restoreScopes}`],
    text: 'Writes each playlist to the one with its ID, else with its name, else to a new one, after asking. Saves the saved tracks, albums and podcasts again. Other playlists stay. Run it again after a failure.',
  }),
  load: async () => (await import('./backup.ts')).runRestore,
});

/** Returns the commands of an API besides its operations. */
export const ownCommands = (api: Provider): Readonly<Record<string, Command<Context>>> => ({
  request: request(api),
  ...(api === 'stream' && { listen: streamListen }),
  ...(api === 'music' && { backup: musicBackup, restore: musicRestore }),
  ...(api === 'bank' && { listen: bankListen, fire: bankFire, report: bankReport }),
});
