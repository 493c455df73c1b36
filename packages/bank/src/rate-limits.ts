import type { RateRule } from '@x/core';

/**
 * Calls a minute in the sandbox and in production: per Item where a call is about one, else per client.
 *
 * @see https://plaid.com/docs/errors/rate-limit-exceeded/
 */
const limits: Readonly<Record<string, readonly [sandbox: number, production: number]>> = {
  '/accounts/balance/get': [25, 5],
  '/accounts/get': [100, 15],
  '/auth/get': [100, 15],
  '/identity/get': [100, 15],
  '/institutions/get': [10, 50],
  '/institutions/get_by_id': [400, 400],
  '/investments/holdings/get': [100, 15],
  '/investments/refresh': [1, 1],
  '/investments/transactions/get': [100, 30],
  '/item/get': [40, 15],
  '/item/remove': [100, 30],
  '/liabilities/get': [10, 15],
  '/processor/token/create': [500, 500],
  '/sandbox/transactions/create': [2, 2],
  '/transactions/get': [80, 30],
  '/transactions/recurring/get': [20, 20],
  '/transactions/refresh': [2, 2],
  '/transactions/sync': [50, 50],
};

/** The bucket of a call: one per endpoint, and per Item where it has an access token. */
export function rateRule(path: string, accessToken: unknown, production: boolean): RateRule {
  const [sandboxLimit, productionLimit] = limits[path] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  return {
    key: typeof accessToken === 'string' ? `${path}#${fingerprint(accessToken)}` : path,
    limit: production ? productionLimit : sandboxLimit,
    intervalMs: 60_000,
    refill: 'window',
  };
}

/** 32 bits of a text (FNV-1a), so that no key holds a token. Items that share them share a bucket, which does no harm. */
function fingerprint(text: string): string {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return (hash >>> 0).toString(36);
}
