import { Queue } from 'bullmq';
import type { Pool } from 'pg';

export const queueName = 'fleet-sync';

/** Next steps of `@x/sync` with which an Item is left alone until its user has acted. */
export const needsUser = ['update_mode', 'new_link'];

/** Data of a job that syncs an Item. Without `item`, the job is the schedule's, which adds a job for each Item. */
export interface SyncJob {
  readonly item?: string;
}

/** Opens the queue. A failed job is retried after 1, 2, 4 and 8 seconds, and then left to the schedule. */
export function openQueue(url: string): Queue<SyncJob> {
  const retries = { attempts: 5, backoff: { type: 'exponential', delay: 1_000 } };
  const defaultJobOptions = { ...retries, removeOnComplete: true, removeOnFail: 1_000 };
  return new Queue(queueName, { connection: { url }, defaultJobOptions });
}

/**
 * Adds a job for each Item that has none waiting. If an Item's job is running, another one follows, because the running
 * job may have read the transactions before they changed.
 */
export async function enqueue(queue: Queue<SyncJob>, items: readonly string[]): Promise<void> {
  const optionsOf = (id: string) => ({ deduplication: { id, keepLastIfActive: true } });
  await queue.addBulk(items.map((item) => ({ name: 'item', data: { item }, opts: optionsOf(item) })));
}

/** Adds a job for every Item, except those whose user has to act first. */
export async function enqueueAll(queue: Queue<SyncJob>, pool: Pool): Promise<void> {
  const page = `SELECT id FROM items LEFT JOIN bank_items USING (id) WHERE id > $1 AND replaced_by IS NULL
    AND (next_step IS NULL OR next_step <> ALL ($2)) ORDER BY id LIMIT 1000`;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: { id: string }[] } = await pool.query(page, [last, needsUser]);
    const items = rows.map(({ id }) => id);
    await enqueue(queue, items);
    last = items.at(-1);
  }
}
