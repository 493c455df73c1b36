import type { RateRule } from '@x/core';

/**
 * Calls a minute in the sandbox and in production: per Item where a call is about one and nothing else is said, else per
 * client.
 *
 * @see https://plaid.com/docs/errors/rate-limit-exceeded/
 */
const limits: Readonly<Record<string, readonly [sandbox: number, production: number, per?: 'client']>> = {
  '/accounts/balance/get': [25, 5],
  '/accounts/get': [100, 15],
  '/asset_report/create': [100, 50],
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
  '/processor/token/create': [500, 500, 'client'],
  '/sandbox/transactions/create': [2, 2],
  '/transactions/get': [80, 30],
  '/transactions/recurring/get': [20, 20],
  '/transactions/refresh': [2, 2],
  '/transactions/sync': [50, 50],
};

/** The bucket of a call: one per endpoint, and per Item or account where it has an access or a processor token. */
export function rateRule(path: string, token: unknown, production: boolean): RateRule {
  const [sandboxLimit, productionLimit, per] = limits[path] ?? [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const perItem = typeof token === 'string' && per !== 'client';
  return {
    key: perItem ? `${path}#${fingerprint(token)}` : path,
    per: perItem ? 'item' : 'app',
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
