import { type Catalog, type CatalogOperation, type JsonSchema, operationsIn } from '@x/catalog';
import { isSecretParam } from '@x/core/provider';
import { foodPanels, panelOperation } from './food.ts';

/** An API that a server offers. */
export interface McpApi {
  /** Catalog from the provider package: `@x/music/catalog.json`. */
  readonly catalog: Catalog;
  /**
   * Client that makes the calls: of the app, or of one account or Item. Or a function that returns the client for an
   * account that the agent chose, undefined for the default, and an operation.
   */
  readonly client: object | ((account: string | undefined, operation: CatalogOperation) => Promise<object>);
  /** Names of the accounts or Items that agents can choose from, with the default first. Default: no choice. */
  readonly accounts?: readonly string[] | undefined;
  /** Whether the client adds the access token of one Item to calls that need it. Default false. */
  readonly hasItem?: boolean | undefined;
  /** Whether agents may call only operations that take an Item's access token. Default: the value of `hasItem`. */
  readonly onlyItem?: boolean | undefined;
  /** Destination of the client's calls, if it is not the provider: `sandbox`. Default: the provider. */
  readonly runsOn?: 'sandbox' | undefined;
}

/** Returns the client for a call. */
export const clientOf = async ({ client }: McpApi, operation: CatalogOperation, account?: string): Promise<object> =>
  typeof client === 'function' ? client(account, operation) : client;

/** An operation of one of a server's APIs. */
export interface Offered {
  readonly api: McpApi;
  readonly operation: CatalogOperation;
  /** Name in tools: `music.albums.get`. */
  readonly name: string;
  /** Makes the call. Default: the client's method of the operation's name does. */
  readonly run?: typeof foodPanels;
}

/** Operations of all APIs, by their names in tools. */
export type AllOffered = () => ReadonlyMap<string, Offered>;

/**
 * Returns a function that returns the operations of all APIs. They are read from the catalogs once, at its first call.
 *
 * @throws Error when an API is listed twice, because a name would not show which client makes the call.
 */
export function offeredBy(apis: readonly McpApi[]): AllOffered {
  const providers = apis.map(({ catalog }) => catalog.provider);
  const twice = providers.find((provider, index) => providers.indexOf(provider) < index);
  if (twice !== undefined) throw new Error(`apis: ${twice} is listed twice. Create one server for each client`);
  let offered: Map<string, Offered> | undefined;
  return () => {
    offered ??= new Map(apis.flatMap((api) => operationsOf(api).map((each) => [each.name, each])));
    return offered;
  };
}

function operationsOf(api: McpApi): Offered[] {
  const { catalog } = api;
  const offer = (operation: CatalogOperation) => ({ api, operation, name: `${catalog.provider}.${operation.name}` });
  const computed = computedOperations(catalog).map(({ operation, run }) => ({ ...offer(operation), run }));
  return [...[...operationsIn(catalog).values()].map(offer), ...computed];
}

/** Returns the operations of an API that are computed from several calls, and that its client does not have. */
export function computedOperations(
  catalog: Catalog,
): { readonly operation: CatalogOperation; readonly run: typeof foodPanels }[] {
  const find = catalog.provider === 'food' ? operationsIn(catalog).get('foods.find') : undefined;
  return find ? [{ operation: panelOperation(find), run: foodPanels }] : [];
}

/** Whether a param or a field of this name holds a token, a key or a secret. */
export const isSecretName = (name: string): boolean => isSecretParam(['stream_key'], [name]);

type Properties = Readonly<Record<string, JsonSchema>>;

/** Copies a schema without the params that hold secrets, at any depth. */
export function withoutSecrets(schema: JsonSchema): JsonSchema {
  const inside = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inside);
    if (typeof value !== 'object' || value === null) return value;
    return withoutSecrets(value as JsonSchema);
  };
  const { properties, required, ...rest } = schema;
  const isSchema = typeof properties === 'object' && properties !== null;
  const shown = isSchema ? Object.entries(properties as Properties).filter(([name]) => !isSecretName(name)) : [];
  const needed = Array.isArray(required) ? required.filter((name) => !isSecretName(String(name))) : [];
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inside(value)])),
    ...(isSchema && { properties: Object.fromEntries(shown.map(([name, value]) => [name, inside(value)])) }),
    ...(needed.length > 0 && { required: needed }),
  };
}

/** Returns the tokens that a call needs and that no agent may pass. */
export function neededSecrets({ api, operation }: Offered): readonly string[] {
  const required = (operation.params.required ?? []) as readonly string[];
  return required.filter((name) => isSecretName(name) && !(api.hasItem && name === 'access_token'));
}

/** Whether an operation is called for a user or a bank login. */
export const needsUser = ({ auth, params }: Pick<CatalogOperation, 'auth' | 'params'>): boolean =>
  auth === 'user' || ((params.required ?? []) as readonly string[]).includes('access_token');

/** Whether a call may return data of other Items than the one that the API is confined to. */
export const leavesItem = ({ api, operation }: Offered): boolean =>
  (api.onlyItem ?? api.hasItem ?? false) && !Object.hasOwn(Object(operation.params.properties), 'access_token');

/** Returns the place of a secret among given params; undefined if there is none. */
export function secretIn(params: unknown, path = ''): string | undefined {
  if (typeof params !== 'object' || params === null) return undefined;
  for (const [name, value] of Object.entries(params)) {
    const place = path === '' ? name : `${path}.${name}`;
    if (isSecretName(name)) return place;
    const inner = secretIn(value, place);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
