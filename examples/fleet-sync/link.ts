import { enqueue } from './queue.ts';
import type { Services } from './services.ts';

/**
 * Links a bank login, and adds a job that syncs it.
 *
 * @param public_token Public token that Link, Plaid's dialog in the browser, passes to your page.
 * @returns ID of the Item.
 */
export async function linkItem({ bank, items, pool, queue }: Services, public_token: string): Promise<string> {
  const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
  await items.set(item_id, access_token);
  await pool.query('INSERT INTO items (id) VALUES ($1)', [item_id]);
  await enqueue(queue, [item_id]);
  return item_id;
}

/**
 * Resumes an Item whose user has logged in through your app, in Link's update mode. Call it when your page reports
 * Link's `onSuccess`: Plaid sends `LOGIN_REPAIRED` only for logins that were repaired elsewhere.
 */
export async function resumeItem({ pool, queue }: Services, item: string): Promise<void> {
  await pool.query('UPDATE items SET needs_user = false WHERE id = $1', [item]);
  await enqueue(queue, [item]);
}
