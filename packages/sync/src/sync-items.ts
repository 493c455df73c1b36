import { checkOptions } from '@x/core/options';
import { syncItem } from './item-sync.ts';
import { type ItemSummary, type SyncOptions, type SyncSummary, syncOptionRules } from './options.ts';
import { migrate } from './schema.ts';
import type { ChangeCounts } from './work.ts';

/**
 * Writes the accounts, balances, transactions, holdings, liabilities and recurring streams of bank logins into tables of a
 * database, each change exactly once. The rows of a delta and its cursor are one transaction, so a process may end at any
 * point, and several may sync the same Items. One Item's failure does not end the others.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid, and any error of the database before the first
 * Item.
 * @example
 * const database = sqliteDatabase('money.db');
 * const summary = await syncItems({ bank, items: [{ access_token, user: 'me' }], database });
 */
export async function syncItems(options: SyncOptions): Promise<SyncSummary> {
  checkOptions({ provider: 'sync', operation: 'syncItems' }, options, syncOptionRules);
  const { items, database, concurrency = 4, onEvent } = options;
  await migrate(database);
  const results: ItemSummary[] = [];
  const waiting = items.entries();
  let done = 0;
  const work = async () => {
    for (const [index, item] of waiting) {
      const summary = await syncItem(typeof item === 'string' ? { id: item } : item, options);
      results[index] = summary;
      done += 1;
      onEvent?.({ type: 'item-end', summary, done, total: items.length });
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, work));
  options.signal?.throwIfAborted();
  const accounts = results.flatMap((result) => result.accounts);
  const sum = (kind: keyof ChangeCounts) => accounts.reduce((total, account) => total + account[kind], 0);
  return { items: results, added: sum('added'), changed: sum('changed'), removed: sum('removed') };
}
