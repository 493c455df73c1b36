import { on } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { createWebhookSigner } from '@x/bank/webhooks';
import { QueueEvents } from 'bullmq';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withoutPostgres } from '../../../packages/postgres/test/postgres-server.ts';
import { withoutRedis } from '../../../packages/redis/test/redis-server.ts';
import { readFigures } from '../figures.ts';
import { enqueue, needsUser, queueName } from '../queue.ts';
import { syncItem } from '../sync.ts';
import { type Fleet, startFleet } from './fleet.ts';

const isExact = { lost: 0, doubled: 0 };

/** Waits without a timer until a condition holds. The test's time limit ends it. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

describe.skipIf(withoutRedis() || withoutPostgres())('the fleet', { timeout: 300_000 }, () => {
  let fleet: Fleet;
  let events: QueueEvents;
  beforeAll(async () => {
    fleet = await startFleet({ syncsPerMinute: 100_000, lockMs: 1_000 });
    events = new QueueEvents(queueName, { connection: { url: fleet.settings.redisUrl } });
    await events.waitUntilReady();
  }, 120_000);
  afterAll(async () => {
    await events?.close();
    await fleet?.stop();
  }, 120_000);

  /** Waits until all webhooks have arrived, and no job is left. */
  async function settled(): Promise<void> {
    const completions = on(events, 'completed');
    for (;;) {
      await until(fleet.isNotified);
      if ((await fleet.isIdle()) && fleet.isNotified()) break;
      await completions.next();
    }
    await completions.return?.();
  }

  /** Locks an Item's row, even before it exists, so that every write to it waits until the returned function is called. */
  async function hold(item: string): Promise<() => Promise<void>> {
    const client = await fleet.pool.connect();
    await client.query('BEGIN');
    await client.query(
      `INSERT INTO bank_items (id, owner, cursor, history, next_step, dropped_accounts) VALUES ($1, '', '', '', '', '')
       ON CONFLICT (id) DO UPDATE SET locked_by = bank_items.locked_by`,
      [item],
    );
    return async () => {
      await client.query('ROLLBACK');
      client.release();
    };
  }
  /** Returns the process IDs of the workers that wait for a locked row. */
  async function waiting(): Promise<number[]> {
    const { rows } = await fleet.pool.query(
      `SELECT application_name AS name FROM pg_stat_activity WHERE wait_event IN ('transactionid', 'tuple') ORDER BY pid`,
    );
    return rows.map(({ name }) => Number(name.replace('fleet-sync ', '')));
  }
  async function isWaitedFor(count = 1): Promise<void> {
    await until(async () => (await waiting()).length >= count);
  }
  const waitsForUser = async (item: string): Promise<boolean> =>
    needsUser.includes(
      (await fleet.pool.query('SELECT next_step FROM bank_items WHERE id = $1', [item])).rows[0].next_step,
    );
  const syncsOf = (token: string) =>
    fleet.sandbox.requests.filter(({ path, body }) => path === '/transactions/sync' && body.includes(token)).length;

  it('applies every delta of 200 Items once, although workers are killed in the middle', async () => {
    const items = await fleet.linkItems(200);
    await enqueue(fleet.queue, items);
    expect(await fleet.queue.getWaitingCount()).toBe(200);
    const release = await hold(items[60] ?? '');
    await Promise.all([fleet.startWorker(), fleet.startWorker()]);
    await isWaitedFor();
    const [writer] = await waiting();
    await fleet.killWorker(fleet.workerOf(writer)); // PostgreSQL may still finish the statement, so a dead worker has the Item
    await release();
    await fleet.startWorker();
    await settled();
    expect(await fleet.differences()).toEqual(isExact);

    const completions = on(events, 'completed');
    await fleet.changeAll(items);
    for (let jobs = 0; jobs < 50; jobs += 1) await completions.next();
    await fleet.killWorker(fleet.workerOf());
    await completions.return?.();
    await fleet.startWorker();
    await settled();
    expect(await fleet.differences()).toEqual(isExact);
    const figures = await readFigures(fleet);
    expect(figures).toMatchObject({ refusals: 0, waiting: 0, active: 0, failed: 0 });
    expect(figures.takeovers).toBeGreaterThan(0);
  });

  it('refuses a forged webhook, and adds no job for it', async () => {
    const [item = ''] = await fleet.linkItems(1);
    await settled();
    const lastJob = () => fleet.redis.get(`bull:${queueName}:id`);
    const before = await lastJob();
    const forger = await createWebhookSigner();
    const forged = await forger.sign({
      webhook_type: 'TRANSACTIONS',
      webhook_code: 'SYNC_UPDATES_AVAILABLE',
      environment: 'sandbox',
      item_id: item,
      initial_update_complete: true,
      historical_update_complete: true,
    });
    const body = await forged.text();
    const send = (headers: HeadersInit) => fetch(fleet.webhook, { method: 'POST', headers, body });
    const responses = [await send(forged.headers), await send({ 'content-type': 'application/json' })];
    expect(responses.map(({ status }) => status)).toEqual([403, 403]);
    expect(await fleet.isIdle()).toBe(true);
    expect(await lastJob()).toBe(before);
  });

  it('syncs an Item again when its transactions change while its job is running', async () => {
    const [item = ''] = await fleet.linkItems(1);
    await settled();
    const token = fleet.tokenOf(item);
    const before = syncsOf(token);
    const release = await hold(item);
    fleet.change(item, { added: 1 });
    await isWaitedFor();
    for (const _ of [1, 2, 3]) fleet.change(item, { added: 1 });
    await until(fleet.isNotified);
    await release();
    await settled();
    expect(syncsOf(token) - before).toBeGreaterThanOrEqual(2);
    expect(await fleet.differences()).toEqual(isExact);
  });

  it('applies a delta once when two workers fetch it at the same time', async () => {
    const [item = ''] = await fleet.linkItems(1, {});
    await settled();
    fleet.change(item); // without a webhook, so that no job syncs it
    const release = await hold(item);
    const syncs = Promise.allSettled([syncItem(fleet, item), syncItem(fleet, item)]);
    await isWaitedFor(2);
    await release();
    const [failed, ...others] = (await syncs).filter(({ status }) => status === 'rejected');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({ reason: { message: expect.stringMatching(/another worker is syncing/) } });
    expect(await fleet.differences()).toEqual(isExact);
  });

  it('finds changes that no webhook reported, by its schedule', async () => {
    const [item = ''] = await fleet.linkItems(1, {});
    await settled();
    fleet.change(item);
    const [next] = await fleet.queue.getDelayed();
    await next?.promote();
    await settled();
    expect(await fleet.differences()).toEqual(isExact);
    expect(await fleet.queue.getDelayed()).toHaveLength(1);
  });

  it.each<[where: string, repair: (item: string, access_token: string) => Promise<void>]>([
    [
      'in update mode',
      async (item, access_token) => {
        const session = { client_name: 'Fleet', language: 'en', country_codes: ['US' as const] };
        const user = { client_user_id: item };
        const { link_token } = await fleet.bank.link.createUpdateToken({ ...session, user, access_token });
        fleet.sandbox.controls.bank.completeLink(link_token);
        await settled();
        expect(await waitsForUser(item)).toBe(true); // because Plaid sends no webhook
        await enqueue(fleet.queue, [item]);
      },
    ],
    ['in another app', async (_, access_token) => fleet.sandbox.controls.bank.repairItem(access_token)],
  ])('stops syncing an Item whose user has to log in again, until that has happened %s', async (_, repair) => {
    const [item = ''] = await fleet.linkItems(1);
    await settled();
    const token = fleet.tokenOf(item);
    fleet.sandbox.controls.bank.failItem(token, 'ITEM_LOGIN_REQUIRED');
    await settled();
    expect(await waitsForUser(item)).toBe(true);
    const before = syncsOf(token);
    const [next] = await fleet.queue.getDelayed();
    await next?.promote();
    await settled();
    expect(syncsOf(token)).toBe(before);
    await repair(item, token);
    await settled();
    expect(await waitsForUser(item)).toBe(false);
    expect(syncsOf(token)).toBeGreaterThan(before);
  });

  it('prints its figures on the dashboard', async () => {
    const { line } = await fleet.startDashboard();
    expect(line).toMatch(
      /^\d+ jobs\/s, \d+ jobs, 0 waits, \d+ retries, 0 refusals, \d+ takeovers, 0 waiting, 0 active/,
    );
  });

  it('keeps access tokens out of Redis, and encrypted in PostgreSQL', async () => {
    const [item = ''] = await fleet.linkItems(1);
    await settled();
    const token = fleet.tokenOf(item);
    expect(token).toMatch(/^access-/);
    const { rows } = await fleet.pool.query('SELECT value FROM x_store');
    expect(rows.length).toBeGreaterThan(200);
    expect(JSON.stringify(rows)).not.toContain('access-');
    const keys = await fleet.redis.keys('*');
    const dumps = await Promise.all(keys.map((key) => fleet.redis.dumpBuffer(key)));
    expect(dumps.some((dump) => dump?.includes(token))).toBe(false);
  });
});

it('the fleet sync has fewer than 190 lines of code, not counting comments, blank lines and tests', () => {
  const files = globSync('*.ts', { cwd: new URL('..', import.meta.url) });
  const lines = files.flatMap((file) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').split('\n'));
  const code = lines.filter((line) => !/^\s*($|\/\/|\/\*\*|\*)/.test(line));
  expect(code.length).toBeGreaterThan(100);
  expect(code.length).toBeLessThan(190);
});
