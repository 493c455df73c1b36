import type { CatalogOperation } from '@x/catalog';
import type { ClientEvent, ClientOptions } from '@x/core';
import {
  chosen,
  isSecretName,
  type McpApi,
  needsUser,
  type OpenedApi,
  openApis,
  type Secrets,
  variablesOf,
  withoutHidden,
} from '@x/mcp/apis';
import type { AccountStore } from '@x/stores/accounts';
import { catalogOf, type Provider } from '../apis.ts';
import { Problem } from '../failure.ts';
import { formatFor, type OutputOptions } from '../output/output.ts';
import { readInput, say, type Terminal } from '../terminal.ts';
import type { CallFlags } from './flags.ts';

/** Variables with an access token of a user or a bank login. */
const tokenVariables: Readonly<Partial<Record<Provider, string>>> = {
  stream: 'STREAM_USER_TOKEN',
  music: 'MUSIC_USER_TOKEN',
  bank: 'BANK_ACCESS_TOKEN',
};

/** Returns the environment variables of an API's credentials, by option. */
export const credentialsOf = (name: Provider): Readonly<Record<string, string>> =>
  variablesOf(name, catalogOf(name).credentials);

/** Whether the app has no secret, so that it can act only for users. */
export function isPublicApp(name: Provider, env: Terminal['env']): boolean {
  const { clientSecret } = credentialsOf(name);
  return clientSecret !== undefined && !env[clientSecret];
}

/** An API that a command calls. */
export interface Opened {
  readonly api: McpApi;
  /** Whether calls are made for a user or a bank login. */
  readonly hasUser: boolean;
  close(): Promise<void>;
}

/** Settings of a command that the flags do not have. */
interface OpenSettings {
  readonly secrets: Secrets;
  /** Operation that is called. Default: none that needs a user. */
  readonly operation?: Pick<CatalogOperation, 'name' | 'auth' | 'params'>;
  readonly clientOptions?: ClientOptions;
  /** Store that the client writes to. Default: the stored accounts are only read where a call needs one. */
  readonly store?: AccountStore;
}

/** Opens the API with the credentials that the flags or the environment give, or on a sandbox, and says which. */
export async function openApi(
  terminal: Terminal,
  name: Provider,
  flags: CallFlags,
  { secrets, operation, clientOptions, store }: OpenSettings,
): Promise<Opened> {
  const { account, sandbox = false, verbose = false } = flags;
  const env = sandbox ? {} : terminal.env;
  const given = flags.token ? await readInput(terminal) : undefined;
  const variable = tokenVariables[name];
  const token =
    given ?? (account === undefined && store === undefined && variable ? env[variable] || undefined : undefined);
  if (given === '') throw new Problem('--token: standard input is empty');
  if (sandbox && given !== undefined)
    throw new Problem('--token: the sandbox uses a token of its own. Leave one of them out');
  const isConfigured = Object.values(credentialsOf(name)).some((each) => env[each]);
  const callsForUser = operation !== undefined && (isPublicApp(name, env) || needsUser(operation));
  const wantsAccount = account !== undefined || callsForUser;
  const stored =
    isConfigured && token === undefined && store === undefined && wantsAccount
      ? await (await import('../accounts.ts')).findAccount(terminal, name, account)
      : undefined;
  const { apis, close } = openApis({
    names: [name],
    env,
    token,
    store: async () => store ?? stored?.store,
    secrets,
    clientOptions: {
      validation: 'report',
      onEvent: verbose ? printEvent(terminal) : sayWaits(terminal),
      ...clientOptions,
    },
  });
  const [found] = apis as readonly [OpenedApi];
  const api = { ...found, client: await found.client(stored?.name) };
  if (api.runsOn === 'sandbox' && !sandbox)
    say(terminal, `no credentials for ${name}: using a sandbox with invented data (see x doctor)`);
  const hasUser = api.runsOn === 'sandbox' || stored !== undefined || token !== undefined;
  if (callsForUser && !hasUser)
    throw new Problem(`${operation.name} needs a user. Run x login ${name}, or set ${variable}`, 'unauthenticated');
  return { api, hasUser, close };
}

/** Returns how results are written. */
export const outputOf = (terminal: Terminal, { output, fields }: CallFlags, secrets: Secrets): OutputOptions => {
  const hiding = { text: (text: string) => secrets.hide(text), isHidden: isSecretName };
  return {
    format: formatFor(terminal, output),
    fields,
    shown: (value) => withoutHidden(fields ? chosen(value, fields) : value, hiding),
  };
};

/** Returns an observer that says why a call takes long. */
const sayWaits =
  (terminal: Terminal) =>
  (event: ClientEvent): void => {
    if (event.type !== 'wait') return;
    const reason = event.for === 'rate_limit' ? 'for the rate limit' : 'to try again';
    say(terminal, `waiting ${Math.ceil(event.waitMs / 1000)} s ${reason}. Press Ctrl+C to stop`);
  };

/** Returns an observer that prints each step of a call. */
const printEvent =
  ({ stderr }: Terminal) =>
  ({ type, provider: _, callId: _id, ...fields }: ClientEvent): void => {
    const texts = Object.entries(fields).map(([name, value]) =>
      typeof value === 'object' || value === undefined
        ? ''
        : ` ${name}=${typeof value === 'number' ? Math.round(value) : value}`,
    );
    stderr.write(`${`${type}${texts.join('')}`.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')}\n`);
  };
