import { env } from 'cloudflare:workers';
import { bank } from './clients.ts';

const db = env.DB;

/** Stores the changes since the last sync and the new cursor, in one step. */
export async function syncItem(access_token: string): Promise<void> {
  const select = db.prepare('SELECT cursor FROM items WHERE token = ?');
  const item = await select.bind(access_token).first();
  const cursor = item ? String(item.cursor) : '';

  await bank.transactions.syncAll(
    { access_token, ...(cursor && { cursor }) },
    {
      async checkpoint({ added, modified, removed, nextCursor }) {
        const put = db.prepare('INSERT OR REPLACE INTO transactions (id, amount) VALUES (?, ?)');
        const remove = db.prepare('DELETE FROM transactions WHERE id = ?');
        const setCursor = db.prepare('INSERT OR REPLACE INTO items (token, cursor) VALUES (?, ?)');
        await db.batch([
          ...added.map((each) => put.bind(each.transaction_id, each.amount)),
          ...modified.map((each) => put.bind(each.transaction_id, each.amount)),
          ...removed.map((each) => remove.bind(each.transaction_id)),
          setCursor.bind(access_token, nextCursor),
        ]);
      },
    },
  );
}

/** Syncs every Item. */
export async function syncItems(): Promise<void> {
  const { results } = await db.prepare('SELECT token FROM items').all();
  for (const { token } of results) await syncItem(String(token));
}
