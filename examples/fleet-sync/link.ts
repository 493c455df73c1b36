import { enqueue } from './queue.ts';
import type { Services } from './services.ts';

/**
 * Links a bank login, and adds a job that syncs it.
 *
 * @param person Your ID of the user.
 * @param public_token Public token that Link, Plaid's dialog in the browser, passes to your page.
 * @returns ID of the Item.
 */
export async function linkItem(
  { bank, items, pool, queue }: Services,
  person: string,
  public_token: string,
): Promise<string> {
  const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
  await items.set(item_id, access_token);
  await pool.query('INSERT INTO items (id, person) VALUES ($1, $2)', [item_id, person]);
  await enqueue(queue, [item_id]);
  return item_id;
}
