import type { ParseArgsConfig } from 'node:util';
import { openAccounts } from './accounts.ts';
import { login, signInApis } from './login.ts';
import { openApis, variablesOf } from './open-apis.ts';
import type { Secrets } from './secrets.ts';

/** Flags of `mcp login`. */
export const loginFlags = {
  'allow-write': { type: 'string', multiple: true },
  account: { type: 'string', multiple: true },
  item: { type: 'string', multiple: true },
  scopes: { type: 'string' },
  method: { type: 'string' },
  store: { type: 'string' },
  institution: { type: 'string' },
  repair: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/** Values of the flags. */
export interface LoginValues {
  readonly 'allow-write'?: string[];
  readonly account?: string[];
  readonly item?: string[];
  readonly scopes?: string;
  readonly method?: string;
  readonly store?: string;
  readonly institution?: string;
  readonly repair?: boolean;
}

/** Returns the value of a flag, which must be one of several. */
function choose<Value extends string>(flag: string, value: string | undefined, values: readonly Value[]) {
  const found = values.find((each) => each === value);
  if (value !== undefined && found === undefined)
    throw new Error(`--${flag} must be ${values.join(' or ')}; got ${JSON.stringify(value)}`);
  return found;
}

/** Runs `mcp login`: signs in to each of the named accounts or bank logins. */
export async function runLogin(names: readonly string[], values: LoginValues, secrets: Secrets): Promise<void> {
  const [name = '', ...others] = names;
  if (!signInApis.includes(name) || others.length > 0)
    throw new Error(`login takes one API, ${signInApis.join(', ')}; got ${names.join(' ') || 'none'}`);
  const method = choose('method', values.method, ['browser', 'device', 'paste']);
  const keyIn = choose('store', values.store, ['keychain', 'file']);
  const { scopes, 'allow-write': allowWrite, institution, repair } = values;
  const { env } = process;
  const { apis, close } = openApis({ names: [name], env, secrets, store: () => openAccounts(env, keyIn) });
  try {
    const [api] = apis;
    if (!api || api.runsOn)
      throw new Error(
        `sign-in needs an app of yours. Set ${Object.values(variablesOf(name, api?.catalog.credentials ?? [])).join(' and ')}`,
      );
    const store = await openAccounts(env, keyIn);
    const client = await api.client();
    const accounts = [...(values.account ?? []), ...(values.item ?? [])];
    for (const account of accounts.length > 0 ? accounts : [undefined]) {
      const how = { scopes: scopes?.split(','), allowWrite, method, institution, repair };
      console.error(`mcp: ${await login({ client, catalog: api.catalog, store, account, ...how })}`);
    }
  } finally {
    await close();
  }
}
