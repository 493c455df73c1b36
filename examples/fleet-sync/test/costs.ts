import type { Services } from '../services.ts';

export type Costs = Awaited<ReturnType<typeof readCosts>>;

/** Reads the work that Redis and PostgreSQL have done since they were started, and the size of their data. */
export async function readCosts({ redis, pool }: Pick<Services, 'redis' | 'pool'>) {
  const info = await redis.info('everything');
  const numberOf = (field: RegExp) => Number(field.exec(info)?.[1] ?? 0);
  const { rows } = await pool.query(
    `SELECT pg_current_wal_lsn() - '0/0' AS wal, (SELECT count(*) FROM bank_transactions) AS count,
     (SELECT xact_commit FROM pg_stat_database WHERE datname = current_database()) AS commits,
     (SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest($1::text[]) AS name) AS items,
     pg_total_relation_size('bank_balances') AS balances, (SELECT count(*) FROM bank_balances) AS days,
     pg_total_relation_size('bank_transactions') AS transactions`,
    [['items', 'x_store', 'bank_items', 'bank_accounts', 'bank_balances']],
  );
  const [{ wal, count, commits, items, balances, days, transactions }] = rows;
  return {
    redisCpuMs: 1_000 * (numberOf(/^used_cpu_user:(.*)/m) + numberOf(/^used_cpu_sys:(.*)/m)),
    redisScripts: numberOf(/^cmdstat_evalsha:calls=(\d+)/m),
    redisBytes: numberOf(/^used_memory:(.*)/m),
    walBytes: Number(wal),
    commits: Number(commits),
    transactionCount: Number(count),
    itemBytes: Number(items),
    balanceBytes: Number(balances) / Number(days),
    transactionBytes: Number(transactions),
  };
}
