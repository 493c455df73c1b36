import type { Clock } from '../../clock.ts';
import { fixedWindow, type Limiter } from '../../limiter.ts';
import type { BankErrorCode } from './errors.ts';
import type { BankRateLimit, Settings } from './options.ts';
import { refuse } from './refusal.ts';

type Limits = Readonly<Record<string, BankRateLimit & { readonly code?: BankErrorCode }>>;

// Per minute, in the test environment. What has no code of its own answers RATE_LIMIT.
const documented: Limits = {
  '/accounts/balance/get': { item: 25, client: 100, code: 'ACCOUNTS_BALANCE_GET_LIMIT' },
  '/accounts/get': { item: 100, client: 5_000, code: 'ACCOUNTS_LIMIT' },
  '/asset_report/create': { client: 100 },
  '/auth/get': { item: 100, client: 500, code: 'AUTH_LIMIT' },
  '/identity/get': { item: 100, client: 1_000, code: 'IDENTITY_LIMIT' },
  '/institutions/get': { client: 10, code: 'INSTITUTIONS_GET_LIMIT' },
  '/institutions/get_by_id': { client: 400, code: 'INSTITUTIONS_GET_BY_ID_LIMIT' },
  '/investments/holdings/get': { item: 100, client: 1_000, code: 'INVESTMENT_HOLDINGS_GET_LIMIT' },
  '/investments/refresh': { item: 1, client: 100 },
  '/investments/transactions/get': { item: 100, client: 1_000, code: 'INVESTMENT_TRANSACTIONS_LIMIT' },
  '/item/get': { item: 40, client: 5_000, code: 'ITEM_GET_LIMIT' },
  '/item/remove': { item: 100, client: 500 },
  '/liabilities/get': { item: 10, client: 1_000 },
  '/processor/token/create': { client: 500 },
  '/transactions/get': { item: 80, client: 1_000, code: 'TRANSACTIONS_LIMIT' },
  '/transactions/recurring/get': { item: 20, client: 1_000 },
  '/transactions/refresh': { item: 2, client: 100, code: 'TRANSACTIONS_REFRESH_LIMIT' },
  '/transactions/sync': { item: 50, client: 1_000, code: 'TRANSACTIONS_SYNC_LIMIT' },
  '/sandbox/transactions/create': { item: 2, client: 50 },
};

/** Counts a request; refuses it when its Item or the client has had enough this minute. */
export type RateGate = (path: string, itemId: string | undefined) => void;

/** The limits of all `paths`; throws `RangeError` when the options limit a path that is not there. */
export function createRateGate(clock: Clock, { limits }: Settings, paths: readonly string[]): RateGate {
  if (!limits) return () => {};
  const strange = Object.keys(limits).find((path) => !paths.includes(path));
  if (strange !== undefined) throw new RangeError(`limits.bank: there is no endpoint ${strange}`);
  const limiter = (limit: number | undefined): Limiter | undefined =>
    limit === undefined ? undefined : fixedWindow(clock, limit, 60_000);
  const gates = new Map(
    paths.map((path) => {
      const { item, client } = limits[path] ?? documented[path] ?? {};
      const code = documented[path]?.code ?? 'RATE_LIMIT';
      return [path, { item: limiter(item), client: limiter(client), code }];
    }),
  );
  return (path, itemId) => {
    const gate = gates.get(path);
    if (!gate) return;
    const check = (limiter: Limiter | undefined, key: string, whom: string) => {
      if (limiter && !limiter.take(key).allowed)
        refuse(gate.code, `rate limit exceeded for attempts to access this ${whom}. please try again later`);
    };
    if (itemId !== undefined) check(gate.item, itemId, 'item');
    check(gate.client, '', 'client');
  };
}
