import { endpoints as bank, createBankClient } from '@x/bank';
import type { ClientOptions, Grant } from '@x/core';
import { createFoodClient, endpoints as food } from '@x/food';
import { createMusicClient, endpoints as music } from '@x/music';
import { createQuotesClient, endpoints as quotes } from '@x/quotes';
import { createStreamClient, endpoints as stream } from '@x/stream';
import type { PlannedCall } from './plan.ts';
import { type LiveTable, tables } from './table.ts';

/** The declarations of every provider. */
export const trees: Readonly<Record<string, object>> = { stream, music, bank, food, quotes };

/** Makes the calls of one provider. */
export interface Session {
  readonly provider: string;
  /** Values of parameters, by variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Values that must not be shown or recorded. */
  readonly secrets: readonly string[];
  /** `text` without the secrets. */
  redact(text: string): string;
  /**
   * Makes a call with `validation: 'strict'`. Returns the JSON body that arrived, also when the client refuses it, and
   * the error that the call failed with.
   */
  call(call: PlannedCall, params: Record<string, unknown>): Promise<{ body?: unknown; error?: unknown }>;
}

/** Input for a session. */
export interface SessionInput {
  readonly provider: string;
  /** Client options, credentials included. */
  readonly options: Readonly<Record<string, unknown>> & { readonly fetch?: typeof fetch };
  /** Values of parameters and the user's token, by variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Method = (params: object, options?: object) => PromiseLike<unknown>;
type Caller = Readonly<Record<string, unknown>>;
interface AnyClient {
  readonly caller: Caller;
  user?(token: string): Promise<Caller>;
}

const account = 'live';

/** Creates the clients. Their options are checked by the factories themselves. */
const factories: Readonly<Record<string, (options: never) => AnyClient>> = {
  stream: (options) => withUsers(createStreamClient(Object.assign(options, { validateTokens: false }))),
  music: (options) => withUsers(createMusicClient(options)),
  bank: (options) => ({ caller: createBankClient(options) as never }),
  food: (options) => ({ caller: createFoodClient(options) as never }),
  quotes: (options) => ({ caller: createQuotesClient(options) as never }),
};

interface ClientOfUsers {
  readonly accounts: { set(account: string, grant: Grant): Promise<void> };
  withAccount(account: string): object;
}

const withUsers = (client: ClientOfUsers): AnyClient => ({
  caller: client as never,
  async user(accessToken) {
    // Set for each call: a refused call, for want of a scope, makes the client drop the grant.
    await client.accounts.set(account, { accessToken });
    return client.withAccount(account) as Caller;
  },
});

/**
 * The client options that the environment has for a provider, or the variables that are not set.
 *
 * @throws Error when BANK_ENVIRONMENT is neither `sandbox` nor `production`.
 */
export function optionsFrom(
  provider: string,
  env: Readonly<Record<string, string | undefined>>,
): { options: Record<string, string> } | { missing: string[] } {
  const { credentials } = tables[provider] as LiveTable;
  const missing = Object.values(credentials).filter((variable) => !env[variable]);
  if (missing.length > 0) return { missing };
  const options: Record<string, string> = {};
  for (const [option, variable] of Object.entries(credentials)) options[option] = env[variable] ?? '';
  const environment = env.BANK_ENVIRONMENT ?? 'sandbox';
  if (provider !== 'bank') return { options };
  if (environment !== 'sandbox' && environment !== 'production')
    throw new Error(`BANK_ENVIRONMENT must be sandbox or production; got ${JSON.stringify(environment)}`);
  options.environment = environment;
  return { options };
}

/** Shorter values are not treated as secret: they would be found in every other word. */
const shortestSecret = 4;

/** Opens a session of a provider. */
export function openSession({ provider, options, env }: SessionInput): Session {
  const { credentials, userToken } = tables[provider] as LiveTable;
  const ownVariables = Object.keys(env).filter((name) => name.startsWith(`${provider.toUpperCase()}_`));
  const isSecret = (variable: string) => /TOKEN|SECRET|KEY|CLIENT_ID/.test(variable);
  const secrets = [
    ...Object.keys(credentials)
      .filter((option) => option !== 'baseUrl')
      .map((option) => options[option]),
    ...ownVariables.filter(isSecret).map((variable) => env[variable]),
  ].filter((secret): secret is string => typeof secret === 'string' && secret.length >= shortestSecret);
  const redact = (text: string) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '[redacted]'), text);

  // The last response of the endpoint itself: tokens are requested on other paths, and each new attempt discards the
  // response to the one before.
  let last: Response | undefined;
  let path = '';
  const send = options.fetch ?? globalThis.fetch;
  const clientOptions: ClientOptions = {
    ...options,
    validation: 'strict',
    async fetch(input, init) {
      last = undefined;
      const response = await send(input, init);
      if (new URL(input instanceof Request ? input.url : input).pathname.includes(path)) last = response.clone();
      return response;
    },
  };
  const client = factories[provider]?.(clientOptions as never);
  if (!client) throw new Error(`There is no provider ${provider}.`);

  return {
    provider,
    env,
    secrets,
    redact,
    async call({ operation, spec, asUser }, params) {
      last = undefined;
      path = spec.path.split('{')[0] ?? '';
      const token = userToken && env[userToken];
      try {
        const caller = asUser && token && client.user ? await client.user(token) : client.caller;
        const method = operation.split('.').reduce<unknown>((branch, name) => Object(branch)[name], caller) as Method;
        await method(params, 'paging' in spec ? { prefetch: 0 } : {});
        return { body: await jsonOf(last, spec.as) };
      } catch (error) {
        return { error, body: await jsonOf(last, spec.as) };
      }
    },
  };
}

/** The JSON body of a successful response; undefined for every other response. */
async function jsonOf(response: Response | undefined, as = 'json'): Promise<unknown> {
  if (!response?.ok || as !== 'json') return undefined;
  try {
    return JSON.parse(await response.text());
  } catch {
    return undefined;
  }
}
