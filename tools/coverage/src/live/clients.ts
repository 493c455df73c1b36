import { createBankClient } from '@x/bank';
import { callOperation } from '@x/catalog';
import type { ClientOptions, DriftEvent, Page } from '@x/core';
import { createFoodClient } from '@x/food';
import { createMusicClient } from '@x/music';
import { createQuotesClient } from '@x/quotes';
import { createStreamClient, type StreamOptions } from '@x/stream';
import { type Environment, type PlannedCall, userTokenOf } from './plan.ts';
import { type LiveTable, tables } from './table.ts';

/** Input for the calls of a provider. */
export interface CallerInput {
  readonly provider: string;
  /** Client options, credentials included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Environment;
}

/** Client factories, which check their options themselves. */
const factories: Readonly<Record<string, (options: never) => object>> = {
  stream: (options: StreamOptions) => createStreamClient({ ...options, validateTokens: false }),
  music: createMusicClient,
  bank: createBankClient,
  food: createFoodClient,
  quotes: createQuotesClient,
};

/**
 * Returns a provider's client options from the environment.
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

/**
 * Creates the function that makes the calls of a provider. It returns the records of the response: the items of a list
 * or the one result. `onDrift` gets differences from the declaration, as the client reports them.
 */
export function createCaller({ provider, options, env }: CallerInput, onDrift: (event: DriftEvent) => void) {
  const clientOptions: ClientOptions = {
    ...options,
    validation: 'report',
    onEvent(event) {
      if (event.type === 'drift' && (event.about === 'params' || event.about === 'response')) onDrift(event);
    },
  };
  const client = factories[provider]?.(clientOptions as never) as { withToken?(accessToken: string): object };
  const userToken = env[userTokenOf(provider)];
  const user = userToken === undefined ? client : (client.withToken?.(userToken) ?? client);

  return async ({ operation, spec, asUser }: PlannedCall, params: object): Promise<readonly unknown[]> => {
    const isList = 'paging' in spec;
    const result = await callOperation(asUser ? user : client, operation, params, isList ? { prefetch: 0 } : {});
    return 'response' in spec ? [result] : (result as Page<unknown>).items;
  };
}
