import type { ClientOptions } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import {
  checkClientOptions,
  clientOptionRules,
  type Provider,
  readCount,
  retryAfterMs,
  withoutTrailingSlash,
} from '@x/core/provider';
import { preferGet } from './declarations.ts';
import { errorRules, readError } from './errors.ts';
import { refusalPauseMs, signUp } from './gateway.ts';
import { nameNutrients } from './nutrient-names.ts';

/** Options of {@link foodProvider} and `createFoodClient`. */
export interface FoodOptions extends ClientOptions {
  /** API key: 1,000 requests per hour. `DEMO_KEY` is enough for a first try: 10 requests per hour. */
  apiKey: string;
  /**
   * Place in which the key is sent: `headers` (`X-Api-Key`) or `query` (`api_key`). In the query, the key ends up in
   * proxies' access logs and in tracing tools that record URLs. Default `headers`.
   */
  credentialsIn?: 'query' | 'headers' | undefined;
  /** Address of the API. Default `https://api.nal.usda.gov`. */
  baseUrl?: string | undefined;
}

const foodOptionRules = {
  ...clientOptionRules,
  apiKey: optionKind.string,
  credentialsIn: optionKind.choice(['query', 'headers']),
  baseUrl: optionKind.string,
} satisfies RulesOf<FoodOptions>;

const hourMs = 3_600_000;

/**
 * Describes the API to core: the key, limits and errors.
 *
 * @see https://fdc.nal.usda.gov/api-guide
 * @see https://api.data.gov/docs/developer-manual/
 */
export function foodProvider(options: FoodOptions): Provider {
  const owner = { provider: 'food', factory: 'createFoodClient', needs: 'apiKey', below: foodProvider };
  checkClientOptions(owner, options, foodOptionRules);
  const { apiKey, credentialsIn = 'headers', baseUrl = 'https://api.nal.usda.gov' } = options;
  return {
    name: 'food',
    options,
    baseUrl: withoutTrailingSlash(baseUrl),
    lists: 'repeat',
    credentials: { apiKey },
    signUp,
    adapt: preferGet,
    around: (sending) => ('namesNutrients' in sending.endpoint ? nameNutrients(sending) : sending.send()),
    sign({ endpoint, query, headers }) {
      if (endpoint.as === 'text') headers.accept = '*/*'; // for YAML, which would be ruled out by accepting only JSON
      if (credentialsIn === 'headers') headers['x-api-key'] = apiKey;
      else query.api_key = apiKey;
    },
    readError,
    errorRules: errorRules(credentialsIn),
    // Every response reports the key's real limit.
    rate: () => ({
      key: 'key',
      per: 'key',
      limit: apiKey === 'DEMO_KEY' ? 10 : 1000,
      intervalMs: hourMs,
      refill: 'window',
    }),
    rateState(headers, now, status) {
      const remaining = readCount(headers, 'x-ratelimit-remaining');
      if (remaining === undefined) return undefined;
      // The window slides, and no header reports its end. After a refusal, the pause is known; before one, the client
      // relies on its own count.
      const resetAt = status === 429 ? now + (retryAfterMs(headers, now) ?? refusalPauseMs) : undefined;
      return { limit: readCount(headers, 'x-ratelimit-limit'), remaining, resetAt };
    },
  };
}
