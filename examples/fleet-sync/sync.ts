import { createTableStatement } from '@x/postgres';
import { migrate, syncItems } from '@x/sync';
import { needsUser } from './queue.ts';
import type { Services } from './services.ts';

/** Creates all tables: those of `@x/sync`, access tokens, and the app's own list of Items. */
export async function createTables({ pool, database }: Pick<Services, 'pool' | 'database'>): Promise<void> {
  await pool.query(`${createTableStatement()};
    CREATE TABLE IF NOT EXISTS items (id text PRIMARY KEY, person text NOT NULL)`);
  await migrate(database);
}

/** Brings an Item's accounts and transactions up to date. */
export async function syncItem({ bank, pool, database, settings }: Services, id: string): Promise<void> {
  const [linked] = (await pool.query('SELECT person AS user FROM items WHERE id = $1', [id])).rows;
  if (!linked) return; // the Item was never linked here
  const items = [{ id, ...linked }];
  const {
    items: [summary],
  } = await syncItems({ bank, items, database, transactionsOnly: true, leaseMs: settings.lockMs });
  if (summary?.status === 'busy') throw new Error(`another worker is syncing Item ${id}. Sync it again`);
  if (summary?.status === 'failed' && !needsUser.includes(summary.next.step)) throw summary.error;
}
