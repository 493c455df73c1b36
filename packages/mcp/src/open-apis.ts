import { createRequire } from 'node:module';
import { type Catalog, type CatalogOperation, operationsIn } from '@x/catalog';
import { type ClientOptions, memoryStore, type SecretStore } from '@x/core';
import { codedError } from '@x/core/provider';
import type { ClientAccounts } from '@x/oauth';
import type { Sandbox } from '@x/sandbox';
import { secretStore } from '@x/stores';
import type { AccountStore } from '@x/stores/accounts';
import { openAccounts } from './accounts.ts';
import { type McpApi, needsUser } from './api.ts';
import { login, signInApis } from './login.ts';
import { Refusal } from './refusal.ts';
import type { Secrets } from './secrets.ts';
import { SignInNeeded } from './sign-in-needed.ts';

const require = createRequire(import.meta.url);

/** Names of the APIs that the program supports. Each is a dependency. */
export const providers: readonly string[] = require('../package.json').apis;

/** APIs that a program opens, and the credentials for them. */
export interface OpenOptions {
  /** APIs to open. */
  readonly names: readonly string[];
  /** Environment with the credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Names of the accounts that calls can be made for; the first is the default. Default: the only one in the store. */
  readonly accounts?: readonly string[] | undefined;
  /** Names of the bank logins that calls can be made for, likewise. */
  readonly items?: readonly string[] | undefined;
  /**
   * Access token of a user or a bank login, or the API key of food. Takes the place of `accounts`, `items` and the
   * credentials that the call does not need then. Default: none.
   */
  readonly token?: string | undefined;
  /** Writes whose scopes a sign-in requests, besides those of reading. Default: none. */
  readonly allowWrite?: readonly string[] | undefined;
  /** Further options for all clients, such as `onEvent`. Default: none. */
  readonly clientOptions?: ClientOptions | undefined;
  /** Opens the store of accounts; undefined while nobody has signed in. Default: there is none. */
  readonly store?: (() => Promise<AccountStore | undefined>) | undefined;
  /** Records every secret that clients are created with, and every token that they use. */
  readonly secrets: Secrets;
  /** Reads a provider's catalog. Default: from its package. */
  readonly catalogOf?: ((name: string) => Catalog) | undefined;
}

/** An opened API. Its client is created when it is first used. */
export interface OpenedApi extends McpApi {
  readonly accounts: readonly string[];
  /**
   * Returns the client that makes calls for an account or a bank login.
   *
   * @param account Default: the first of `accounts` or `items`; otherwise the app, if the API has accounts.
   * @param operation Operation to call, with which the client is that of a stored account, or of the app if the
   * operation needs no user. Default: the account is not looked up.
   * @throws SignInNeeded when the operation needs a user, and the account is not in the store.
   */
  readonly client: (account?: string, operation?: CatalogOperation) => Promise<object>;
}

/** Opened APIs, and a function that closes them. */
export interface OpenedApis {
  /** The APIs, in the order of `names`. */
  readonly apis: readonly OpenedApi[];
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
  readonly accounts?: Partial<Pick<ClientAccounts, 'get' | 'set'>>;
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

/**
 * Opens the APIs, each with credentials from the environment, or on a sandbox if there are none. Clients and the sandbox
 * are created when a call needs them, because loading their packages takes most of a server's start.
 */
export function openApis(options: OpenOptions): OpenedApis {
  const { names, secrets, token } = options;
  let sandbox: Promise<Sandbox> | undefined;
  const openSandbox = () => {
    sandbox ??= import('@x/sandbox').then(({ createSandbox }) => createSandbox({ listen: false }));
    return sandbox;
  };
  secrets.add(token);
  const opened = names.map((name) => new Opened(name, options, openSandbox));
  return {
    apis: opened.map((each) => each.api),
    async close() {
      await Promise.all(opened.map((each) => each.close()));
      await (await sandbox)?.close();
    },
  };
}

/** A client, and the store of access tokens that it reads. */
interface Created {
  readonly client: AnyClient;
  readonly items: SecretStore;
}

/** An API and the clients that were created for it. */
class Opened {
  readonly api: OpenedApi;
  readonly #name: string;
  readonly #options: OpenOptions;
  readonly #openSandbox: () => Promise<Sandbox>;
  /** Options of the client. Undefined: the API runs on the sandbox. */
  readonly #own: Values | undefined;
  /** Store of accounts. Undefined until somebody has signed in. */
  #store: AccountStore | undefined;
  /** Clients, by the folder of their store. */
  readonly #created = new Map<string | undefined, Promise<Created>>();

  constructor(name: string, options: OpenOptions, openSandbox: () => Promise<Sandbox>) {
    const { catalogOf = catalogOfPackage, items = [] } = options;
    const catalog = catalogOf(name);
    const isBank = name === 'bank';
    this.#name = name;
    this.#options = options;
    this.#openSandbox = openSandbox;
    this.#own = configured(name, catalog, options);
    this.api = {
      catalog,
      client: (account, operation) => this.#client(account, operation),
      accounts: isBank ? items : signInApis.includes(name) ? (options.accounts ?? []) : [],
      hasItem: isBank,
      onlyItem: isBank && items.length > 0,
      ...(!this.#own && { runsOn: 'sandbox' as const }),
    };
  }

  async close(): Promise<void> {
    // A client that could not be created has nothing to close.
    await Promise.allSettled([...this.#created.values()].map(async (created) => (await created).client.close()));
  }

  async #client(account = this.api.accounts[0], operation?: CatalogOperation): Promise<object> {
    const hasUsers = signInApis.includes(this.#name);
    if (this.#own && hasUsers) this.#store ??= await this.#options.store?.();
    const store = this.#store;
    const created = await this.#open(store);
    const { client, items } = created;
    const { token } = this.#options;
    if (!hasUsers) return client;
    if (this.#own && token !== undefined && client.withToken) return client.withToken(token);
    let user = account;
    if (!this.#own) {
      user ??= 'sandbox';
      await this.#signInOnSandbox(created, user);
    } else if (token !== undefined) {
      user = 'given';
      await items.set(user, token);
    } else if (operation) user = await this.#findAccount(store, account, operation);
    return user === undefined ? client : (client.withItem?.(user) ?? client.withAccount?.(user) ?? client);
  }

  /** Creates the client for a store, once. */
  #open(store: AccountStore | undefined): Promise<Created> {
    const created = this.#created.get(store?.directory) ?? this.#create(store);
    this.#created.set(store?.directory, created);
    return created;
  }

  async #create(store: AccountStore | undefined): Promise<Created> {
    const { clientOptions, secrets } = this.#options;
    const given = this.#own ?? (Reflect.get((await this.#openSandbox()).options, this.#name) as Values);
    secrets.add(given.clientSecret, given.secret, given.apiKey);
    const tokens = secrets.watch(store?.tokens ?? memoryStore());
    const all = secretStore(tokens);
    const key = (name: string) => `bank ${name}`; // as `secrets('bank')` of the store writes them
    const items: SecretStore = {
      get: (name) => all.get(key(name)),
      set: (name, secret) => all.set(key(name), secret),
      delete: (name) => all.delete(key(name)),
    };
    const stores = { stream: { tokens }, music: { tokens }, bank: { items } }[this.#name];
    return { client: await createClient(this.#name, { ...given, ...clientOptions, ...stores }), items };
  }

  /** Finds the account in the store that a call is made for; undefined for the app. */
  async #findAccount(
    store: AccountStore | undefined,
    account: string | undefined,
    operation: CatalogOperation,
  ): Promise<string | undefined> {
    const stored = ((await store?.list()) ?? []).flatMap(({ provider, name }) => (provider === this.#name ? name : []));
    const found = account ?? (stored.length === 1 ? stored[0] : undefined);
    if (found !== undefined && stored.includes(found)) return found;
    if (!needsUser(operation) && this.#own?.clientType !== 'public') return undefined;
    if (account === undefined && stored.length > 1) throw severalAccounts(this.#name, stored);
    const { env, allowWrite } = this.#options;
    throw new SignInNeeded(this.#name, operation.name, account, allowWrite, async (how) => {
      const opened = await openAccounts(env);
      const { client } = await this.#open(opened);
      return login({ ...how, client, catalog: this.api.catalog, store: opened, account, allowWrite });
    });
  }

  /** Signs in a user, or logs in to a bank, on the sandbox: another for each account. */
  async #signInOnSandbox({ client, items }: Created, account: string): Promise<void> {
    const { controls } = await this.#openSandbox();
    const index = Math.max(0, this.api.accounts.indexOf(account));
    if (this.#name === 'bank') {
      const { accessTokens } = controls.bank;
      const accessToken = accessTokens[index % accessTokens.length];
      if (accessToken !== undefined) await items.set(account, accessToken);
      return;
    }
    if (await client.accounts?.get?.(account)) return;
    const { users, issueUserToken } = controls[this.#name as 'stream' | 'music'];
    const everyone = users();
    const scopes = [...new Set([...operationsIn(this.api.catalog).values()].flatMap((each) => each.scopes ?? []))];
    const { accessToken, refreshToken } = issueUserToken({
      userId: everyone[index % everyone.length]?.id ?? '',
      scopes,
    });
    await client.accounts?.set?.(account, { accessToken, refreshToken, scopes });
  }
}

/** Refuses a call that several accounts could make. */
const severalAccounts = (name: string, stored: readonly string[]): Refusal =>
  new Refusal(
    'unauthenticated',
    `${name} has several ${name === 'bank' ? 'logins' : 'accounts'}: ${stored.join(', ')}`,
    `Ask the user to start the server with ${name === 'bank' ? '--item' : '--account'} and the names to use`,
  );

/** Returns the catalog in an API's package. */
export const catalogOfPackage = (name: string): Catalog => require(`@x/${name}/catalog.json`);
