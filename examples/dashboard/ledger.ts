import type { BankClient, TransactionsDelta } from '@x/bank';
import type { Redis } from './clients.ts';

/**
 * Applies a delta and stores its cursor in one step, if the stored cursor is still the one that the delta starts at. No
 * change is lost or applied twice, even if processes sync at the same time or one of them is killed.
 *
 * KEYS: the ledger; its amounts by transaction. ARGV: cursor before, cursor after, number of added transactions; then
 * pairs of a transaction ID and its amount in cents, which is empty if the transaction was removed.
 */
const commit = `
if (redis.call('HGET', KEYS[1], 'cursor') or '') ~= ARGV[1] then return 0 end
for i = 4, #ARGV, 2 do
  local change = (tonumber(ARGV[i + 1]) or 0) - (redis.call('HGET', KEYS[2], ARGV[i]) or 0)
  redis.call('HINCRBY', KEYS[1], 'cents', change)
  if ARGV[i + 1] == '' then redis.call('HDEL', KEYS[2], ARGV[i])
  else redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1]) end
end
redis.call('HINCRBY', KEYS[1], 'added', ARGV[3])
return redis.call('HSET', KEYS[1], 'cursor', ARGV[2]) + 1`;

const keysOf = (item: string): [string, string] => [`ledger:{${item}}`, `ledger:{${item}}:amounts`];

/** Brings a bank login's ledger up to date. */
export async function syncItem(bank: BankClient, redis: Redis, item: string): Promise<void> {
  const keys = keysOf(item);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const cursor = (await redis.hGet(keys[0], 'cursor')) ?? '';
    const delta = await bank.withItem(item).transactions.syncAll({ cursor });
    const values = [cursor, delta.nextCursor, String(delta.added.length), ...amountsOf(delta)];
    if (await redis.eval(commit, { keys, arguments: values })) return;
  }
  throw new Error(
    `Item ${item} was not synced, because other processes synced it first ten times in a row. Sync it again`,
  );
}

/** Reads a bank login's ledger: the number of its transactions, of those ever added, and the spending in cents. */
export async function readLedger(redis: Redis, item: string) {
  const [ledger, amounts] = keysOf(item);
  const [{ added = 0, cents = 0 }, transactions] = await Promise.all([redis.hGetAll(ledger), redis.hLen(amounts)]);
  return { transactions, added: Number(added), cents: Number(cents) };
}

function amountsOf({ added, modified, removed }: TransactionsDelta): string[] {
  const changed = [...added, ...modified].map((each) => [each.transaction_id, String(Math.round(each.amount * 100))]);
  return [...changed, ...removed.map((each) => [each.transaction_id, ''])].flat();
}
