import { endpoints as bank, createBankClient } from '@x/bank';
import type { ClientOptions, Grant } from '@x/core';
import { createFoodClient, endpoints as food } from '@x/food';
import { createMusicClient, endpoints as music } from '@x/music';
import { createQuotesClient, endpoints as quotes } from '@x/quotes';
import { createStreamClient, type StreamOptions, endpoints as stream } from '@x/stream';
import { at } from '../schema-node.ts';
import type { PlannedCall } from './plan.ts';
import { type LiveTable, tables } from './table.ts';

/** The declarations of every provider. */
export const trees: Readonly<Record<string, object>> = { stream, music, bank, food, quotes };

/** Makes the calls of one provider. */
export interface Session {
  /** Values of parameters, by variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `text` without credentials and tokens. */
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

interface ClientOfUsers {
  readonly accounts: { set(account: string, grant: Grant): Promise<void> };
  withAccount(account: string): object;
}

/** Creates the clients. Their options are checked by the factories themselves. */
const factories: Readonly<Record<string, (options: never) => object>> = {
  stream: (options: StreamOptions) => createStreamClient({ ...options, validateTokens: false }),
  music: createMusicClient,
  bank: createBankClient,
  food: createFoodClient,
  quotes: createQuotesClient,
};

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
  const options = Object.fromEntries(
    Object.entries(credentials).map(([option, variable]) => [option, env[variable] ?? '']),
  );
  if (provider !== 'bank') return { options };
  const environment = env.BANK_ENVIRONMENT ?? 'sandbox';
  if (environment !== 'sandbox' && environment !== 'production')
    throw new Error(`BANK_ENVIRONMENT must be sandbox or production; got ${JSON.stringify(environment)}`);
  return { options: { ...options, environment } };
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
  const client = factories[provider]?.(clientOptions as never) ?? {};

  /** The client, or that of the user whose token the environment has. */
  async function callerOf({ asUser }: PlannedCall): Promise<object> {
    const accessToken = userToken && env[userToken];
    if (!asUser || !accessToken) return client;
    // Set for each call: a refused call, for want of a scope, makes the client drop the grant.
    await (client as ClientOfUsers).accounts.set('live', { accessToken });
    return (client as ClientOfUsers).withAccount('live');
  }

  return {
    env,
    redact,
    async call(call, params) {
      const { operation, spec } = call;
      last = undefined;
      path = spec.path.split('{')[0] ?? '';
      try {
        const method = at(await callerOf(call), operation) as Method;
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
