import { createRequire } from 'node:module';
import type { Catalog } from '@x/catalog';
import { memoryStore, type TokenStore } from '@x/core';
import type { ClientAccounts } from '@x/oauth';
import type { Sandbox } from '@x/sandbox';
import { secretStore } from '@x/stores';
import type { McpApi } from './api.ts';
import type { Secrets } from './secrets.ts';

/** APIs that the program supports. */
export const providers = ['stream', 'music', 'bank', 'food', 'quotes'] as const;

/** Name of an API. */
export type Provider = (typeof providers)[number];

/** APIs that a program opens, and the credentials for them. */
export interface OpenOptions {
  readonly names: readonly Provider[];
  /** Environment with the credentials. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Account whose grant is in the store. Default: calls are made as the app. */
  readonly account?: string | undefined;
  /** ID under which the access token of a bank login is in the store. Default: none. */
  readonly item?: string | undefined;
  /** Store that holds grants and access tokens. Default: an empty one in memory. */
  readonly store?: TokenStore | undefined;
  /** Records every secret that clients are created with, and every token that they use. */
  readonly secrets: Secrets;
  /** Reads a provider's catalog. Default: from its package. */
  readonly catalogOf?: ((name: Provider) => Catalog) | undefined;
}

/** Opened APIs, and a function that closes them. */
export interface OpenedApis {
  readonly apis: readonly McpApi[];
  close(): Promise<void>;
}

const require = createRequire(import.meta.url);

/** Environment variables for a provider's credentials, by option. */
const credentials: Readonly<Record<Provider, Readonly<Record<string, string>>>> = {
  stream: { clientId: 'STREAM_CLIENT_ID', clientSecret: 'STREAM_CLIENT_SECRET' },
  music: { clientId: 'MUSIC_CLIENT_ID', clientSecret: 'MUSIC_CLIENT_SECRET' },
  bank: { clientId: 'BANK_CLIENT_ID', clientSecret: 'BANK_CLIENT_SECRET' },
  food: { apiKey: 'FOOD_API_KEY' },
  quotes: { baseUrl: 'QUOTES_URL' },
};

/** Further provider settings that the environment may hold. */
const settings: Readonly<Partial<Record<Provider, Readonly<Record<string, string>>>>> = {
  stream: { baseUrl: 'STREAM_URL', authUrl: 'STREAM_AUTH_URL' },
  music: { baseUrl: 'MUSIC_URL', authUrl: 'MUSIC_AUTH_URL' },
  bank: { baseUrl: 'BANK_URL', environment: 'BANK_ENVIRONMENT' },
  food: { baseUrl: 'FOOD_URL' },
};

type Values = Readonly<Record<string, string>>;

const valuesOf = (names: Values | undefined, env: OpenOptions['env']): Values =>
  Object.fromEntries(
    Object.entries(names ?? {}).flatMap(([option, variable]) => (env[variable] ? [[option, env[variable]]] : [])),
  );

/** Creates the client of each provider. Only the packages of the offered APIs are loaded. */
const createClient: Readonly<Record<Provider, (options: object) => Promise<AnyClient>>> = {
  stream: async (options) => (await import('@x/stream')).createStreamClient(options as never) as AnyClient,
  music: async (options) => (await import('@x/music')).createMusicClient(options as never) as AnyClient,
  bank: async (options) => (await import('@x/bank')).createBankClient(options as never) as AnyClient,
  food: async (options) => (await import('@x/food')).createFoodClient(options as never) as AnyClient,
  quotes: async (options) => (await import('@x/quotes')).createQuotesClient(options as never) as AnyClient,
};

/** Members of the clients that are used here. */
interface AnyClient {
  close(): Promise<void>;
  withAccount?(account: string): object;
  withItem?(id: string): object;
  readonly accounts?: Partial<Pick<ClientAccounts, 'set'>>;
}

/** Opens the APIs, each with credentials from the environment, or on a sandbox if there are none. */
export async function openApis(options: OpenOptions): Promise<OpenedApis> {
  const { names, env, secrets } = options;
  const isConfigured = (name: Provider) =>
    Object.keys(valuesOf(credentials[name], env)).length === Object.keys(credentials[name]).length;
  const sandbox = names.every(isConfigured) ? undefined : await (await import('@x/sandbox')).createSandbox();
  const opened: { api: McpApi; client: AnyClient }[] = [];
  for (const name of names) {
    const own = isConfigured(name)
      ? { ...valuesOf(credentials[name], env), ...valuesOf(settings[name], env) }
      : undefined;
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
  { account, item, store = memoryStore(), secrets, catalogOf = catalogOfPackage }: OpenOptions,
  name: Provider,
  own: Values | undefined,
  sandbox: Sandbox | undefined,
): Promise<{ api: McpApi; client: AnyClient }> {
  const tokens = secrets.watch(sandbox ? memoryStore() : store);
  const items = secretStore(tokens);
  const given = sandbox ? sandbox.options[name] : own;
  const takesTokens = name === 'stream' || name === 'music';
  const client = await createClient[name]({
    ...given,
    ...(takesTokens && { tokens }),
    ...(name === 'bank' && { items }),
  });
  const user = account ?? (sandbox && 'sandbox');
  const login = item ?? (sandbox && 'sandbox');
  if (sandbox) {
    const { clientSecret, secret, apiKey } = given as Partial<Values>;
    secrets.add(clientSecret, secret, apiKey);
    if (takesTokens && user !== undefined) await signIn(sandbox, name, client, user, catalogOf(name));
    const [token] = sandbox.controls.bank.accessTokens;
    if (name === 'bank' && login !== undefined && token !== undefined) await items.set(login, token);
  }
  const hasItem = name === 'bank' && login !== undefined;
  const caller =
    takesTokens && user !== undefined ? client.withAccount?.(user) : hasItem ? client.withItem?.(login) : client;
  const api = {
    catalog: catalogOf(name),
    client: caller ?? client,
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

const catalogOfPackage = (name: Provider): Catalog => require(`@x/${name}/catalog.json`);
