import { callOperation } from '@x/catalog';
import type { ClientOptions, DriftEvent, Page } from '@x/core';
import { importProvider, pascal, providers, variablesOf } from '../../../providers.ts';
import { type Environment, type PlannedCall, userTokenOf } from './plan.ts';

/** Input for the calls of a provider. */
export interface CallerInput {
  readonly provider: string;
  /** Client options, credentials included. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Environment;
}

/** Creates a client, and checks its options. */
type Factory = (options: ClientOptions) => { withToken?(accessToken: string): object };

/**
 * Returns a provider's client options from the environment.
 *
 * @throws Error when credentials are missing.
 */
export function optionsFrom(provider: string, env: Environment): Record<string, string> {
  const variables = variablesOf(provider);
  const missing = Object.values(variables).filter((variable) => !env[variable]);
  if (missing.length > 0)
    throw new Error(
      `${provider} needs ${missing.join(' and ')} in the environment, from ${providers[provider]?.signUp}.\n` +
        'Pass --sandbox to run without an account.',
    );
  const options = Object.fromEntries(
    Object.entries(variables).map(([option, variable]) => [option, env[variable] ?? '']),
  );
  return provider === 'bank' ? { ...options, environment: env.BANK_ENVIRONMENT ?? 'sandbox' } : options;
}

/**
 * Creates the function that makes the calls of a provider. It returns the records of the response: the items of a list
 * or the one result. `onDrift` gets differences from the declaration, as the client reports them.
 */
export async function createCaller({ provider, options, env }: CallerInput, onDrift: (event: DriftEvent) => void) {
  const clientOptions: ClientOptions = {
    ...options,
    ...(provider === 'stream' && { validateTokens: false }),
    validation: 'report',
    onEvent(event) {
      if (event.type === 'drift' && (event.about === 'params' || event.about === 'response')) onDrift(event);
    },
  };
  const create = (await importProvider(provider))[`create${pascal(provider)}Client`] as Factory;
  const client = create(clientOptions);
  const userToken = env[userTokenOf(provider)];
  const user = userToken === undefined ? client : (client.withToken?.(userToken) ?? client);

  return async ({ operation, spec, asUser }: PlannedCall, params: object): Promise<readonly unknown[]> => {
    const isList = 'paging' in spec;
    const result = await callOperation(asUser ? user : client, operation, params, isList ? { prefetch: 0 } : {});
    return 'response' in spec ? [result] : (result as Page<unknown>).items;
  };
}
