import type { RateLimitRule } from '@x/core';

/** Calls per minute in the sandbox and in production. */
type Limit = readonly [sandbox: number, production: number];

/**
 * Calls per minute for each Item, and for all Items of a client together. Calls without a limit per Item count for the
 * client only.
 *
 * @see https://plaid.com/docs/errors/rate-limit-exceeded/
 */
const limits: Readonly<Record<string, { readonly item?: Limit; readonly client: Limit }>> = {
  '/accounts/balance/get': { item: [25, 5], client: [100, 1200] },
  '/accounts/get': { item: [100, 15], client: [5000, 15_000] },
  '/asset_report/create': { client: [100, 50] },
  '/auth/get': { item: [100, 15], client: [500, 12_000] },
  '/identity/get': { item: [100, 15], client: [1000, 2000] },
  '/institutions/get': { client: [10, 50] },
  '/institutions/get_by_id': { client: [400, 400] },
  '/investments/holdings/get': { item: [100, 15], client: [1000, 2000] },
  '/investments/refresh': { item: [1, 1], client: [100, 100] },
  '/investments/transactions/get': { item: [100, 30], client: [1000, 20_000] },
  '/item/get': { item: [40, 15], client: [5000, 5000] },
  '/item/remove': { item: [100, 30], client: [500, 2000] },
  '/liabilities/get': { item: [10, 15], client: [1000, 1000] },
  '/processor/token/create': { client: [500, 500] },
  '/sandbox/transactions/create': { item: [2, 2], client: [50, 50] },
  '/transactions/get': { item: [80, 30], client: [1000, 20_000] },
  '/transactions/recurring/get': { item: [20, 20], client: [1000, 1000] },
  '/transactions/refresh': { item: [2, 2], client: [100, 100] },
  '/transactions/sync': { item: [50, 50], client: [1000, 2500] },
};

const unpublished: Limit = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
const minute = { intervalMs: 60_000, refill: 'window' } as const;

/**
 * Returns the rules for the buckets of a call: one per endpoint for the client and, if the call has an access or
 * processor token, one per endpoint for the Item or account of the token.
 */
export function rateRules(path: string, token: unknown, production: boolean): RateLimitRule[] {
  const { item, client } = limits[path] ?? { item: unpublished, client: unpublished };
  const environment = production ? 1 : 0;
  const rules: RateLimitRule[] = [{ ...minute, key: path, per: 'app', limit: client[environment] }];
  if (item && typeof token === 'string')
    rules.push({ ...minute, key: `${path}#${fingerprint(token)}`, per: 'item', limit: item[environment] });
  return rules;
}

/**
 * Returns a 32-bit hash of a token (FNV-1a), so that no key contains the token. Tokens with the same hash share a
 * bucket, which is harmless.
 */
function fingerprint(text: string): string {
  let hash = 2166136261;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 16777619);
  return (hash >>> 0).toString(36);
}
