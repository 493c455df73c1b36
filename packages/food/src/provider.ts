import {
  type ClientOptions,
  checkClientOptions,
  clientOptionRules,
  optionKind,
  type Provider,
  type RulesOf,
  readCount,
  retryAfterMs,
  withoutTrailingSlash,
} from '@x/core';
import { errorRules, readError } from './errors.ts';
import { refusalPauseMs, signUp } from './gateway.ts';

/** What {@link foodProvider} and `createFoodClient` take. */
export interface FoodOptions extends ClientOptions {
  /** API key; `DEMO_KEY` works for a first try, 30 requests an hour. */
  apiKey: string;
  /**
   * Where the key travels: `header` as `X-Api-Key`, or `query` as `api_key`, where access logs of proxies and tracing
   * tools that record addresses get to see it. Default `header`.
   */
  keyIn?: 'query' | 'header' | undefined;
  /** Address of the API. Default `https://api.nal.usda.gov`. */
  baseUrl?: string | undefined;
}

const foodOptionRules = {
  ...clientOptionRules,
  apiKey: optionKind.secret,
  keyIn: optionKind.choice(['query', 'header']),
  baseUrl: optionKind.string,
} satisfies RulesOf<FoodOptions>;

const hourMs = 3_600_000;

/**
 * The API as core sees it: the key, limits and errors.
 *
 * @see https://fdc.nal.usda.gov/api-guide
 * @see https://api.data.gov/docs/developer-manual/
 */
export function foodProvider(options: FoodOptions): Provider {
  const owner = { provider: 'food', factory: 'createFoodClient', needs: 'apiKey', below: foodProvider };
  checkClientOptions(owner, options, foodOptionRules);
  const { apiKey, keyIn = 'header', baseUrl = 'https://api.nal.usda.gov' } = options;
  return {
    name: 'food',
    options,
    baseUrl: withoutTrailingSlash(baseUrl),
    lists: 'repeat',
    credentials: { apiKey },
    signUp,
    sign({ endpoint, query, headers }) {
      if (endpoint.as === 'text') headers.accept = '*/*'; // YAML: asking for JSON alone would rule it out
      if (keyIn === 'header') headers['x-api-key'] = apiKey;
      else query.api_key = apiKey;
    },
    readError,
    errorRules: errorRules(keyIn),
    // The real limit of the key is in every answer.
    rate: () => ({
      key: 'key',
      per: 'key',
      limit: apiKey === 'DEMO_KEY' ? 30 : 1000,
      intervalMs: hourMs,
      refill: 'window',
    }),
    rateState(headers, now, status) {
      const remaining = readCount(headers, 'x-ratelimit-remaining');
      if (remaining === undefined) return undefined;
      // The window slides and no header tells its end: after a refusal, the pause is all that is known; before one, the
      // client's own count is.
      const resetAt = status === 429 ? now + (retryAfterMs(headers, now) ?? refusalPauseMs) : undefined;
      return { limit: readCount(headers, 'x-ratelimit-limit'), remaining, resetAt };
    },
  };
}
