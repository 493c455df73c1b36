import { createHash } from 'node:crypto';
import type { EntryStorage } from '@x/stores';
import type { RunStatement } from './client.ts';
import { expiredRowsRemover, isExpired, timeIn } from './table.ts';

/**
 * SQL: microseconds of the server's clock, from which fences are derived, so that a row that was lost does not start
 * lower.
 */
const micros = `floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint`;
/** SQL: a fence larger than the fence of the row `t`. */
const nextFence = `greatest(t.fence + 1, ${micros})`;
const inOneDay = timeIn('86400000');

/** SQL: whether the owner $2, who has seen version $4, must not take the lock of the row `t`. */
const isRefused = `(
  t.lock_owner IS DISTINCT FROM $2 AND (
    coalesce(t.locked_until > clock_timestamp(), false)
    OR ($4::text IS NOT NULL AND t.value IS NOT NULL AND NOT coalesce(${isExpired('t')}, false) AND t.version::text <> $4)
  )
)`;

/** Statements, each of which changes one row in one atomic step. */
const statementsOf = (table: string) => ({
  // $1: the key.
  read: `SELECT value, version::text FROM ${table} AS t WHERE key = $1 AND NOT coalesce(${isExpired('t')}, false)`,

  // $1: the key. $2: the writer's fence; null without a lock. $3: the grant; null to delete it. $4: the milliseconds
  // for which it is stored; null for forever. $5: the owner of the lock, if this write releases it. A deletion is
  // remembered for a day, because an earlier holder of the lock must not bring the grant back.
  write: `INSERT INTO ${table} AS t (key, value, version, fence, expires_at)
VALUES ($1, $3, coalesce($2::bigint, ${micros}), coalesce($2::bigint, ${micros}),
  CASE WHEN $3::text IS NULL THEN ${inOneDay} WHEN $4::text IS NOT NULL THEN ${timeIn('$4')} END)
ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN coalesce($2::bigint >= t.version, true) THEN excluded.value ELSE t.value END,
  version = CASE WHEN $2 IS NULL THEN ${nextFence} ELSE greatest(t.version, $2::bigint) END,
  fence = CASE WHEN $2 IS NULL THEN ${nextFence} ELSE t.fence END,
  expires_at = CASE WHEN coalesce($2::bigint >= t.version, true) THEN excluded.expires_at ELSE t.expires_at END,
  lock_owner = nullif(t.lock_owner, $5),
  locked_until = CASE WHEN t.lock_owner = $5 THEN NULL ELSE t.locked_until END
RETURNING version::text, (version = coalesce($2::bigint, version))::text AS written`,

  // $1: the key. $2: the owner. $3: the duration of the lock in milliseconds. $4: the version that the owner has seen,
  // or null. A refused row is not locked, so waiting callers write nothing.
  acquire: `WITH taken AS (
  INSERT INTO ${table} AS t (key, fence, lock_owner, locked_until, expires_at)
  SELECT $1, ${micros}, $2, ${timeIn('$3')}, ${inOneDay}
  WHERE NOT EXISTS (SELECT FROM ${table} AS t WHERE key = $1 AND ${isRefused})
  ON CONFLICT (key) DO UPDATE SET
    fence = ${nextFence},
    lock_owner = $2,
    locked_until = ${timeIn('$3')},
    value = CASE WHEN ${isExpired('t')} THEN NULL ELSE t.value END,
    expires_at = CASE WHEN t.value IS NULL OR ${isExpired('t')} THEN ${inOneDay} ELSE t.expires_at END
  WHERE NOT ${isRefused}
  RETURNING fence, version, value
)
SELECT fence::text, version::text, value FROM taken
UNION ALL
SELECT NULL, version::text, value FROM ${table} AS t
WHERE key = $1 AND NOT coalesce(${isExpired('t')}, false) AND NOT EXISTS (SELECT FROM taken)`,

  // $1: the key. $2: the owner. $3: the duration of the lock from now, in milliseconds.
  extend: `UPDATE ${table} SET locked_until = ${timeIn('$3')} WHERE key = $1 AND lock_owner = $2`,

  // $1: the key. $2: the owner.
  release: `UPDATE ${table} SET lock_owner = NULL, locked_until = NULL WHERE key = $1 AND lock_owner = $2`,
});

/** Returns the entries of a table. */
export function postgresEntries(run: RunStatement, table: string): EntryStorage {
  const { read, write, acquire, extend, release } = statementsOf(table);
  const removeExpired = expiredRowsRemover(run, table);
  const nameOf = (key: string) => createHash('sha256').update(key).digest('hex');

  return {
    async read(key) {
      const [row] = await run(read, nameOf(key));
      return { text: row?.value ?? null, version: row?.version ?? '' };
    },
    async write(key, { fence = null, text, storedMs, release: owner = null }) {
      const [row] = await run(write, nameOf(key), fence, text, storedMs === undefined ? null : String(storedMs), owner);
      await removeExpired();
      return { isWritten: row?.written === 'true', version: row?.version ?? '' };
    },
    async acquire(key, owner, ttlMs, seen = undefined) {
      const [row] = await run(acquire, nameOf(key), owner, String(ttlMs), seen ?? null);
      const { fence = null, version, value: text = null } = row ?? {};
      const entry = { version: version ?? '', text };
      if (fence !== null) return { outcome: 'acquired', fence, ...entry };
      // A row that has just changed may be reported in its old state, in which case its lock is requested again.
      const isChanged = text !== null && seen !== undefined && entry.version !== seen;
      return { outcome: isChanged ? 'changed' : 'held', ...entry };
    },
    extend: (key, owner, ttlMs) => run(extend, nameOf(key), owner, String(ttlMs)),
    release: (key, owner) => run(release, nameOf(key), owner),
  };
}
