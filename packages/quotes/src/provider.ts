import type { ClientOptions } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { checkClientOptions, clientOptionRules, type Provider, readCount, readSecondsAsMs } from '@x/core/provider';
import { errorRules, readError } from './errors.ts';

/** Options of {@link quotesProvider} and `createQuotesClient`. */
export interface QuotesOptions extends ClientOptions {
  /** Address of your own server. There is no default: the hosted instance is down. */
  baseUrl: string;
  /** Path between the address and the routes. Default `/api`; `''` for a server that serves the routes at its root. */
  basePath?: string | undefined;
}

const quotesOptionRules = {
  ...clientOptionRules,
  baseUrl: optionKind.string,
  basePath: optionKind.string,
} satisfies RulesOf<QuotesOptions>;

/** Whether an address is the project's own instance, which is down. */
const isHosted = (address: unknown): boolean =>
  URL.canParse(String(address)) && /(^|\.)quotable\.io$/.test(new URL(String(address)).hostname);

/**
 * Describes the API to core: no credentials, 180 requests a minute per address.
 *
 * @see https://github.com/lukePeavey/quotable
 */
export function quotesProvider(options: QuotesOptions): Provider {
  const owner = { provider: 'quotes', factory: 'createQuotesClient', needs: 'baseUrl', below: quotesProvider };
  checkClientOptions(owner, options, quotesOptionRules);
  const { baseUrl, basePath = '/api' } = options;
  const trim = (part: string) => part.replace(/^\/+|\/+$/g, '');
  return {
    name: 'quotes',
    options,
    baseUrl: baseUrl && [baseUrl, basePath].map(trim).filter(Boolean).join('/'),
    lists: 'comma',
    credentials: {},
    signUp: 'https://github.com/lukePeavey/quotable: host it yourself and give its address',
    ...(isHosted(baseUrl) && {
      networkRemedy: 'The hosted instance is known to be down: host the server yourself and set baseUrl',
    }),
    readError,
    errorRules,
    rate: () => ({ key: 'address', per: 'address', limit: 180, intervalMs: 60_000, refill: 'window' }),
    rateState(headers, now) {
      const remaining = readCount(headers, 'ratelimit-remaining');
      if (remaining === undefined) return undefined;
      const resetMs = readSecondsAsMs(headers, 'ratelimit-reset');
      const resetAt = resetMs === undefined ? undefined : now + resetMs;
      return { limit: readCount(headers, 'ratelimit-limit'), remaining, resetAt };
    },
  };
}
