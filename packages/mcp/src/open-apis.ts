import { createRequire } from 'node:module';
import type { Catalog } from '@x/catalog';
import { type ClientOptions, memoryStore, type TokenStore } from '@x/core';
import { codedError } from '@x/core/provider';
import type { ClientAccounts } from '@x/oauth';
import type { Sandbox } from '@x/sandbox';
import { secretStore } from '@x/stores';
import type { McpApi } from './api.ts';
import type { Secrets } from './secrets.ts';

const require = createRequire(import.meta.url);

/** Names of the APIs that the program supports. Each is a dependency. */
export const providers: readonly string[] = require('../package.json').apis;

/** APIs that a program opens, and the credentials for them. */
export interface OpenOptions {
  /** APIs to open. */
  readonly names: readonly string[];
  /** Environment with the credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Account whose grant is in the store. Default: calls are made as the app. */
  readonly account?: string | undefined;
  /** ID under which the access token of a bank login is in the store. Default: none. */
  readonly item?: string | undefined;
  /**
   * Access token of a user or a bank login, or the API key of food. Takes the place of `account`, `item` and the
   * credentials that the call does not need then. Default: none.
   */
  readonly token?: string | undefined;
  /** Further options for all clients, such as `onEvent`. Default: none. */
  readonly clientOptions?: ClientOptions | undefined;
  /** Store that holds grants and access tokens. Default: an empty one in memory. */
  readonly store?: TokenStore | undefined;
  /** Records every secret that clients are created with, and every token that they use. */
  readonly secrets: Secrets;
  /** Reads a provider's catalog. Default: from its package. */
  readonly catalogOf?: ((name: string) => Catalog) | undefined;
}

/** Opened APIs, and a function that closes them. */
export interface OpenedApis {
  /** The APIs, in the order of `names`. */
  readonly apis: readonly McpApi[];
  /** Closes the clients and the sandbox. */
  close(): Promise<void>;
}

/** Endings of the environment variables that do not follow from the option's name. */
const endings: Readonly<Record<string, string>> = { baseUrl: 'URL', authUrl: 'AUTH_URL' };

/** Options that the environment may set besides the credentials. */
const settings = ['baseUrl', 'authUrl', 'environment'];

/** Returns the environment variables for options of an API's client, such as `STREAM_CLIENT_ID`, by option. */
export const variablesOf = (name: string, options: readonly string[]): Values =>
  Object.fromEntries(
    options.map((option) => [
      option,
      `${name}_${endings[option] ?? option.replace(/[A-Z]/g, (letter) => `_${letter}`)}`.toUpperCase(),
    ]),
  );

type Values = Readonly<Record<string, string>>;

const valuesOf = (names: Values, env: OpenOptions['env']): Values =>
  Object.fromEntries(
    Object.entries(names).flatMap(([option, variable]) => (env[variable] ? [[option, env[variable]]] : [])),
  );

/** Creates an API's client. Only the packages of the offered APIs are loaded. */
async function createClient(name: string, options: object): Promise<AnyClient> {
  const exported = await import(`@x/${name}`);
  return exported[`create${name.charAt(0).toUpperCase()}${name.slice(1)}Client`](options);
}

/** Members of the clients that are used here. */
interface AnyClient {
  close(): Promise<void>;
  withAccount?(account: string): object;
  withItem?(id: string): object;
  withToken?(token: string): object;
  readonly accounts?: Partial<Pick<ClientAccounts, 'set'>>;
}

/** Credentials that a call with a user's token does not use, by API. The clients require them all the same. */
const unused: Readonly<Record<string, Values>> = {
  stream: { clientSecret: 'unused' },
  music: { clientId: 'unused', clientSecret: 'unused' },
};

/**
 * Returns an API's client options from the environment; undefined if it has no credentials.
 *
 * @throws Error with the code `unauthenticated` that names the missing variables if only some are set.
 */
function configured(name: string, { credentials }: Catalog, { env, token }: OpenOptions): Values | undefined {
  const variables = variablesOf(name, credentials);
  const found = valuesOf(variables, env);
  if (token === undefined && Object.keys(found).length === 0) return undefined;
  const given = credentials.includes('apiKey') && token !== undefined ? { apiKey: token } : unused[name];
  const own: Values = { ...(token !== undefined && given), ...found, ...valuesOf(variablesOf(name, settings), env) };
  // An app without a secret is a public one: it can act for users, but not for itself.
  if (unused[name] && own.clientId && !own.clientSecret) return { ...own, clientType: 'public' };
  const missing = credentials.filter((option) => own[option] === undefined).map((option) => variables[option]);
  if (missing.length > 0)
    throw codedError(
      'unauthenticated',
      `${name}: ${missing.join(' and ')} is not set. Set it, or unset the others to use a sandbox`,
    );
  return own;
}

/** Opens the APIs, each with credentials from the environment, or on a sandbox if there are none. */
export async function openApis(options: OpenOptions): Promise<OpenedApis> {
  const { names, secrets, token, catalogOf = catalogOfPackage } = options;
  const found = new Map(names.map((name) => [name, configured(name, catalogOf(name), options)]));
  if (token !== undefined) secrets.add(token);
  const isSandbox = [...found.values()].includes(undefined);
  const sandbox = isSandbox ? await (await import('@x/sandbox')).createSandbox({ listen: false }) : undefined;
  const opened: { api: McpApi; client: AnyClient }[] = [];
  for (const [name, own] of found) {
    opened.push(await openApi(options, name, own, own ? undefined : sandbox));
    if (own) secrets.add(...['clientSecret', 'secret', 'apiKey'].map((each) => own[each]));
  }
  return {
    apis: opened.map(({ api }) => api),
    async close() {
      await Promise.all(opened.map(({ client }) => client.close()));
      await sandbox?.close();
    },
  };
}

/** Opens one API. */
async function openApi(
  { account, item, token, clientOptions, store = memoryStore(), secrets, catalogOf = catalogOfPackage }: OpenOptions,
  name: string,
  own: Values | undefined,
  sandbox: Sandbox | undefined,
): Promise<{ api: McpApi; client: AnyClient }> {
  const tokens = secrets.watch(sandbox ? memoryStore() : store);
  const items = secretStore(tokens);
  const given = sandbox ? Reflect.get(sandbox.options, name) : own;
  const takesTokens = name === 'stream' || name === 'music';
  const client = await createClient(name, {
    ...given,
    ...clientOptions,
    ...(takesTokens && { tokens }),
    ...(name === 'bank' && { items }),
  });
  const user = account ?? (sandbox && 'sandbox');
  const login = token !== undefined ? 'given' : (item ?? (sandbox && 'sandbox'));
  if (sandbox) {
    const { clientSecret, secret, apiKey } = given as Partial<Values>;
    secrets.add(clientSecret, secret, apiKey);
    if (takesTokens && user !== undefined) await signIn(sandbox, name, client, user, catalogOf(name));
    const [first] = sandbox.controls.bank.accessTokens;
    if (name === 'bank' && login !== undefined && first !== undefined) await items.set(login, first);
  } else if (name === 'bank' && login !== undefined && token !== undefined) await items.set(login, token);
  const hasItem = name === 'bank' && login !== undefined;
  const callerOf = () => {
    if (hasItem) return client.withItem?.(login);
    if (!takesTokens) return client;
    if (token !== undefined && !sandbox) return client.withToken?.(token);
    return user === undefined ? client : client.withAccount?.(user);
  };
  const api = {
    catalog: catalogOf(name),
    client: callerOf() ?? client,
    hasItem,
    // Without --item, the sandbox has an Item only so that all operations can be tried.
    onlyItem: hasItem && item !== undefined,
    ...(sandbox && { runsOn: 'sandbox' as const }),
  };
  return { api, client };
}

/** Signs in the first user of a sandbox. */
async function signIn(
  { controls }: Sandbox,
  name: 'stream' | 'music',
  client: AnyClient,
  account: string,
  { operations }: Catalog,
): Promise<void> {
  const scopes = [...new Set(operations.flatMap((each) => each.scopes ?? []))];
  const [listener] = controls.music.users();
  const { accessToken, refreshToken } =
    name === 'stream'
      ? controls.stream.issueUserToken({ scopes })
      : controls.music.issueUserToken({ userId: listener?.id ?? '', scopes });
  await client.accounts?.set?.(account, { accessToken, refreshToken, scopes });
}

/** Returns the catalog in an API's package. */
export const catalogOfPackage = (name: string): Catalog => require(`@x/${name}/catalog.json`);
