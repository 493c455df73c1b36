import { createBankClient } from '@x/bank';
import type { ClientOptions, DriftEvent, Page } from '@x/core';
import { callOperation } from '@x/core/catalog';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { type Environment, type PlannedCall, userTokenOf } from './plan.ts';
import { type LiveTable, tables } from './table.ts';

/** Result of a call. */
export interface Made {
  /** The records that the call returned: the items of a list or the one result. */
  readonly records: readonly unknown[];
  /** The error that it failed with. */
  readonly error?: unknown;
  /** Differences from the declaration, as the client reports them. */
  readonly drift: readonly DriftEvent[];
}

/** Makes a call of a provider. */
export type Call = (call: PlannedCall, params: Record<string, unknown>) => Promise<Made>;

/** Input for the calls of a provider. */
export interface CallerInput {
  readonly provider: string;
  /** Client options, credentials included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Environment;
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
 * The client options that the environment has for a provider.
 *
 * @throws Error when credentials are missing.
 */
export function optionsFrom(provider: string, env: Environment): Record<string, string> {
  const { credentials, from } = tables[provider] as LiveTable;
  const missing = Object.values(credentials).filter((variable) => !env[variable]);
  if (missing.length > 0)
    throw new Error(
      `${provider} needs ${missing.join(' and ')} in the environment, from ${from}.\n` +
        'Pass --sandbox to run without an account.',
    );
  const options = Object.fromEntries(
    Object.entries(credentials).map(([option, variable]) => [option, env[variable] ?? '']),
  );
  return provider === 'bank' ? { ...options, environment: env.BANK_ENVIRONMENT ?? 'sandbox' } : options;
}

/** Creates the function that makes the calls of a provider. */
export function createCaller({ provider, options, env }: CallerInput): Call {
  let drift: DriftEvent[] = [];
  const clientOptions: ClientOptions = {
    ...options,
    validation: 'report',
    onEvent(event) {
      if (event.type === 'drift' && event.about !== 'deprecation') drift.push(event);
    },
  };
  const client = factories[provider]?.(clientOptions as never) as { withToken?(accessToken: string): object };
  const userToken = env[userTokenOf(provider)];
  const user = userToken === undefined ? client : client.withToken?.(userToken);

  return async ({ operation, spec, asUser }, params) => {
    drift = [];
    try {
      const caller = (asUser ? user : client) ?? client;
      const result = await callOperation(caller, operation, params, 'paging' in spec ? { prefetch: 0 } : {});
      return { records: 'response' in spec ? [result] : (result as Page<unknown>).items, drift };
    } catch (error) {
      return { records: [], error, drift };
    }
  };
}
