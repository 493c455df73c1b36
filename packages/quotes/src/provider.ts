import type { ClientOptions } from '@x/core';
import type { RulesOf } from '@x/core/options';
import * as optionKind from '@x/core/options';
import { checkClientOptions, clientOptionRules, type Provider, readCount, stringAt } from '@x/core/provider';
import { errorRules, notHere, readError } from './errors.ts';

/** Options of {@link quotesProvider} and `createQuotesClient`. */
export interface QuotesOptions extends ClientOptions {
  /** Address of your own server. There is no default: the hosted instance is down. */
  baseUrl: string;
  /**
   * Path between the address and the routes; `''` for a server that serves its routes at its root. Default `/api`, or
   * the root if the server has no routes below `/api`, which the client finds out with its first call and then reports.
   */
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
  const { baseUrl, basePath } = options;
  const trim = (part: string) => part.replace(/^\/+|\/+$/g, '');
  const addressBelow = (path: string) => baseUrl && [baseUrl, path].map(trim).filter(Boolean).join('/');
  return {
    name: 'quotes',
    options,
    baseUrl: addressBelow(basePath ?? '/api'),
    ...(basePath === undefined && { around: tryRoot(addressBelow('')) }),
    lists: 'comma',
    credentials: {},
    signUp: 'Host https://github.com/lukePeavey/quotable yourself, and pass its address',
    ...(isHosted(baseUrl) && {
      networkRemedy: 'The hosted instance is known to be down: host the server yourself and set baseUrl',
    }),
    readError,
    errorRules,
    rate: () => ({ key: 'address', per: 'address', limit: 180, intervalMs: 60_000, refill: 'window' }),
    rateState(headers, now) {
      const remaining = readCount(headers, 'ratelimit-remaining');
      if (remaining === undefined) return undefined;
      const seconds = readCount(headers, 'ratelimit-reset');
      const resetAt = seconds === undefined ? undefined : now + seconds * 1000;
      return { limit: readCount(headers, 'ratelimit-limit'), remaining, resetAt };
    },
  };
}

/**
 * Sends a request to the server's root as well if the server has no routes below `/api`. The first success decides which
 * of the two all later calls use.
 */
function tryRoot(root: string): NonNullable<Provider['around']> {
  let isDecided = false;
  const isMissing = (error: unknown) => stringAt(Object(error).details, 'statusMessage') === notHere;
  return async ({ send, report }) => {
    if (isDecided) return send();
    try {
      const body = await send();
      isDecided = true;
      return body;
    } catch (error) {
      if (!isMissing(error)) throw error;
      const body = await send(undefined, root).catch((second: unknown) => {
        throw isMissing(second) ? error : second;
      });
      isDecided = true;
      report({
        option: 'basePath',
        message:
          "the server has no routes below /api, but it has them at its root, where all calls go now. Set basePath: ''",
        baseUrl: root,
      });
      return body;
    }
  };
}
