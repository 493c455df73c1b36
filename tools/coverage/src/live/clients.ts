import { endpoints as bank, createBankClient } from '@x/bank';
import type { ClientOptions, Grant, Page } from '@x/core';
import { createFoodClient, endpoints as food } from '@x/food';
import { createMusicClient, endpoints as music } from '@x/music';
import { createQuotesClient, endpoints as quotes } from '@x/quotes';
import { createStreamClient, type StreamOptions, endpoints as stream } from '@x/stream';
import { at } from '../schema-node.ts';
import type { PlannedCall } from './plan.ts';
import { type LiveTable, tables } from './table.ts';

/** The declarations of every provider. */
export const trees: Readonly<Record<string, object>> = { stream, music, bank, food, quotes };

/** A place in which the params or the response of a call are not as declared. */
export interface Drift {
  /** Path of the place, with `[]` for every index: `artists[].name`. */
  readonly place: string;
  /** What was expected and what kind of value was received, as the client reports it; never a value. */
  readonly message: string;
  /** How many responses or items have it. */
  readonly count: number;
}

/** Result of a call. */
export interface Made {
  /** The records that the call returned: the items of a list or the one result. */
  readonly records: readonly unknown[];
  /** The error that it failed with. */
  readonly error?: unknown;
  readonly drift: readonly Drift[];
}

/** Makes the calls of one provider. */
export interface Session {
  /** Values of parameters, by variable. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `text` without credentials and tokens. */
  redact(text: string): string;
  /** Makes a call. */
  call(call: PlannedCall, params: Record<string, unknown>): Promise<Made>;
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

  let drift = new Map<string, Drift>();
  const clientOptions: ClientOptions = {
    ...options,
    validation: 'report',
    onEvent(event) {
      if (event.type !== 'drift' || event.about === 'deprecation') return;
      const { place } = event;
      const { message, count } = drift.get(place) ?? {
        message: event.message.replace(/^.*? documented: /, ''),
        count: 0,
      };
      drift.set(place, { place, message, count: count + 1 });
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
      drift = new Map();
      try {
        const method = at(await callerOf(call), operation) as Method;
        const result = await method(params, 'paging' in spec ? { prefetch: 0 } : {});
        return { records: 'response' in spec ? [result] : (result as Page<unknown>).items, drift: [...drift.values()] };
      } catch (error) {
        return { records: [], error, drift: [...drift.values()] };
      }
    },
  };
}
