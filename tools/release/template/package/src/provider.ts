import type { ClientOptions } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { checkClientOptions, clientOptionRules, type Provider, withoutTrailingSlash } from '@x/core/provider';
import { errorRules, readError, signUp } from './errors.ts';

/** Options of {@link clocksProvider} and `createClocksClient`. */
export interface ClocksOptions extends ClientOptions {
  /** API key, sent as `X-Api-Key`. */
  apiKey: string;
  /** Address of the API. Default `https://clocks.example`. */
  baseUrl?: string | undefined;
}

const clocksOptionRules = {
  ...clientOptionRules,
  apiKey: optionKind.string,
  baseUrl: optionKind.string,
} satisfies RulesOf<ClocksOptions>;

/** Describes the API to core: the key, limits and errors. */
export function clocksProvider(options: ClocksOptions): Provider {
  const owner = { provider: 'clocks', factory: 'createClocksClient', needs: 'apiKey', below: clocksProvider };
  checkClientOptions(owner, options, clocksOptionRules);
  const { apiKey, baseUrl = 'https://clocks.example' } = options;
  return {
    name: 'clocks',
    options,
    baseUrl: withoutTrailingSlash(baseUrl),
    lists: 'repeat',
    credentials: { apiKey },
    signUp,
    sign({ headers }) {
      headers['x-api-key'] = apiKey;
    },
    readError,
    errorRules,
    rate: () => ({ key: 'key', per: 'key', limit: 60, intervalMs: 60_000, refill: 'window' }),
  };
}
