import type { Services } from '../services.ts';

export type Costs = Awaited<ReturnType<typeof readCosts>>;

/** Reads the work that Redis and PostgreSQL have done since they were started, and the size of their data. */
export async function readCosts({ redis, pool }: Pick<Services, 'redis' | 'pool'>) {
  const info = await redis.info('everything');
  const numberOf = (field: RegExp) => Number(field.exec(info)?.[1] ?? 0);
  const { rows } = await pool.query(
    `SELECT pg_current_wal_lsn() - '0/0' AS wal, (SELECT count(*) FROM transactions) AS count,
     pg_total_relation_size('items') + pg_total_relation_size('x_store') AS items,
     pg_total_relation_size('transactions') AS transactions`,
  );
  const [{ wal, count, items, transactions }] = rows;
  return {
    redisCpuMs: 1_000 * (numberOf(/^used_cpu_user:(.*)/m) + numberOf(/^used_cpu_sys:(.*)/m)),
    redisScripts: numberOf(/^cmdstat_evalsha:calls=(\d+)/m),
    redisBytes: numberOf(/^used_memory:(.*)/m),
    walBytes: Number(wal),
    transactionCount: Number(count),
    itemBytes: Number(items),
    transactionBytes: Number(transactions),
  };
}
