import type { Command } from '@stricli/core';
import { apis, type Provider } from '../apis.ts';
import { defineCommand } from '../command.ts';
import { accountFlags, callFlags, choice, onOff, outputFlags, readNames, value } from '../operation/flags.ts';
import type { Context } from '../terminal.ts';

const apiNames = Object.keys(apis);
const shells = ['bash', 'zsh', 'fish', 'powershell'];
const repeated = (brief: string, placeholder: string) => ({ ...value(brief, placeholder), variadic: true });

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
    text: 'Finds Claude, Cursor, VS Code and Codex, and adds the server to their configuration after asking. The server only reads, unless you add options such as --allow-write.',
  }),
  load: async () => (await import('./agent.ts')).runAgent,
});

/** A program with a command line of its own. `cli.ts` passes its arguments on. */
const program = (brief: string): Command<Context> =>
  defineCommand({ brief, help: () => ({ examples: [], text: brief }), load: async () => async () => {} });

/** Commands besides the APIs. */
export const commands: Readonly<Record<string, Command<Context>>> = {
  login,
  accounts,
  whoami,
  logout,
  doctor,
  sandbox: program('Serves all five APIs on this machine'),
  mcp: program('Serves the operations to agents'),
  agent,
  openapi,
  completion,
};

/** Creates the command that sends any request to an API. */
const request = (api: Provider, method: string, path: string): Command<Context> =>
  defineCommand({
    brief: 'Sends any request, with credentials, limits and retries',
    flags: callFlags,
    args: [{ placeholder: 'method', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }, { placeholder: 'path' }],
    help: () => ({
      examples: [`x ${api} request ${method} ${path}`],
      text: 'For what no operation covers. Params go into the query of GET and DELETE, else into the body.',
    }),
    load: async () => {
      const { runRequest } = await import('./request.ts');
      return (terminal, flags, args, secrets) => runRequest(terminal, api, flags, args, secrets);
    },
  });

const forward = { 'forward-to': value('Address of your webhook', 'url'), ...accountFlags };

const streamListenFlags = {
  ...forward,
  condition: repeated(
    'Field of the condition, such as broadcaster_user_id=123. Default: the user of the token',
    'field=id',
  ),
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

/** Commands of each API besides its operations. */
export const ownCommands: Readonly<Record<Provider, Readonly<Record<string, Command<Context>>>>> = {
  stream: { request: request('stream', 'GET', '/streams'), listen: streamListen },
  music: { request: request('music', 'GET', '/v1/markets') },
  bank: { request: request('bank', 'POST', '/accounts/get'), listen: bankListen, fire: bankFire },
  food: { request: request('food', 'GET', '/fdc/v1/foods/list') },
  quotes: { request: request('quotes', 'GET', '/random') },
};
