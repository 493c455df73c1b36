import type { EntryStorage } from '@x/stores';
import { nameOf } from './digest.ts';

/** Value of a statement parameter. */
type Value = string | number | null;

/** The parts of a D1 statement that are used here. */
export interface D1Statement {
  /** Returns the statement with values for its parameters. */
  bind(...values: Value[]): D1Statement;
}

/** The parts of a D1 database that are used here: the binding, `env.DB`. */
export interface D1Like {
  /** Prepares a statement. */
  prepare(statement: string): D1Statement;
  /** Runs statements one after the other in one transaction, in a single round trip. */
  batch(statements: D1Statement[]): Promise<readonly { readonly results: readonly unknown[] }[]>;
}

type Row = Readonly<Record<string, string | null>>;

/** SQL: the database's time, in Unix milliseconds. It is the same throughout a statement. */
const now = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
const inOneDay = `${now} + 86400000`;
/**
 * SQL: a fence larger than earlier ones of the row. It is derived from the clock, so that a row that was lost does not
 * start lower.
 */
const firstFence = `${now} * 1000`;
const nextFence = `max(fence + 1, ${firstFence})`;
const isExpired = `coalesce(expires_at <= ${now}, FALSE)`;

/** SQL: whether the owner ?2, who has seen version ?4, must not take the lock of the row. */
const isRefused = `(lock_owner IS NOT ?2 AND (
    coalesce(locked_until > ${now}, FALSE)
    OR (?4 IS NOT NULL AND value IS NOT NULL AND NOT ${isExpired} AND version || '' <> ?4)
  ))`;

/** Number of expired rows that are removed at a time. */
const removedAtOnce = 1000;
/** Number of writes after which a store removes expired rows again; its first write also does. */
const writesPerRemoval = 100;

/** Statements, each of which changes one row. */
const statementsOf = (table: string) => ({
  // ?1: the key.
  read: `SELECT value, version || '' AS version FROM ${table} WHERE key = ?1 AND NOT ${isExpired}`,

  // ?1: the key. ?2: the writer's fence; null without a lock. ?3: the grant; null to delete it. ?4: the milliseconds
  // for which it is stored; null for forever. ?5: the owner of the lock, if this write releases it. A deletion is
  // remembered for a day, because an earlier holder of the lock must not bring the grant back.
  write: `INSERT INTO ${table} (key, value, version, fence, expires_at)
VALUES (?1, ?3, coalesce(CAST(?2 AS INTEGER), ${firstFence}), coalesce(CAST(?2 AS INTEGER), ${firstFence}),
  CASE WHEN ?3 IS NULL THEN ${inOneDay} WHEN ?4 IS NOT NULL THEN ${now} + CAST(?4 AS INTEGER) END)
ON CONFLICT (key) DO UPDATE SET
  value = CASE WHEN coalesce(CAST(?2 AS INTEGER) >= version, TRUE) THEN excluded.value ELSE value END,
  version = CASE WHEN ?2 IS NULL THEN ${nextFence} ELSE max(version, CAST(?2 AS INTEGER)) END,
  fence = CASE WHEN ?2 IS NULL THEN ${nextFence} ELSE fence END,
  expires_at = CASE WHEN coalesce(CAST(?2 AS INTEGER) >= version, TRUE) THEN excluded.expires_at ELSE expires_at END,
  lock_owner = nullif(lock_owner, ?5),
  locked_until = CASE WHEN lock_owner = ?5 THEN NULL ELSE locked_until END
RETURNING version || '' AS version, (version = coalesce(CAST(?2 AS INTEGER), version)) || '' AS written`,

  // ?1: the key. ?2: the owner. ?3: the duration of the lock in milliseconds. ?4: the version that the owner has seen,
  // or null.
  acquire: `INSERT INTO ${table} (key, fence, lock_owner, locked_until, expires_at)
VALUES (?1, ${firstFence}, ?2, ${now} + ?3, ${inOneDay})
ON CONFLICT (key) DO UPDATE SET
  fence = ${nextFence},
  lock_owner = ?2,
  locked_until = ${now} + ?3,
  value = CASE WHEN ${isExpired} THEN NULL ELSE value END,
  expires_at = CASE WHEN value IS NULL OR ${isExpired} THEN ${inOneDay} ELSE expires_at END
WHERE NOT ${isRefused}
RETURNING fence || '' AS fence, version || '' AS version, value`,

  // ?1: the key. ?2: the owner. ?3: the duration of the lock from now, in milliseconds.
  extend: `UPDATE ${table} SET locked_until = ${now} + ?3 WHERE key = ?1 AND lock_owner = ?2`,

  // ?1: the key. ?2: the owner.
  release: `UPDATE ${table} SET lock_owner = NULL, locked_until = NULL WHERE key = ?1 AND lock_owner = ?2`,

  // Removes expired rows, because SQLite does not expire rows itself.
  clean: `DELETE FROM ${table} WHERE key IN (
  SELECT key FROM ${table} WHERE expires_at <= ${now} AND coalesce(locked_until <= ${now}, TRUE)
  ORDER BY expires_at LIMIT ${removedAtOnce}
)`,
});

/** Returns the entries of a D1 table. */
export function d1Entries(database: D1Like, table: string): EntryStorage {
  const sql = statementsOf(table);
  let writes = 0;

  /** Runs statements as one transaction; returns the first row of each. */
  async function run(...statements: readonly (readonly [sql: string, ...values: Value[]])[]) {
    try {
      const prepared = statements.map(([text, ...values]) => database.prepare(text).bind(...values));
      const outcomes = await database.batch(prepared);
      return outcomes.map(({ results: [row] }) => row as Row | undefined);
    } catch (error) {
      throw readableError(error);
    }
  }

  return {
    async read(key) {
      const [row] = await run([sql.read, await nameOf(key)]);
      return { text: row?.value ?? null, version: row?.version ?? '' };
    },
    async write(key, { fence = null, text, storedMs = null, release = null }) {
      const name = await nameOf(key);
      const [row] = await run([sql.write, name, fence, text, storedMs, release]);
      writes += 1;
      if (writes % writesPerRemoval === 1) await run([sql.clean]).catch(() => {}); // the next removal tries again
      return { isWritten: row?.written === '1', version: row?.version ?? '' };
    },
    async acquire(key, owner, ttlMs, seen) {
      const name = await nameOf(key);
      const [taken, found] = await run(
        [sql.acquire, name, owner, Math.ceil(ttlMs), seen ?? null],
        [sql.read, name], // in the same transaction, so that it sees why the lock was refused
      );
      if (taken)
        return {
          outcome: 'acquired',
          fence: taken.fence ?? '',
          version: taken.version ?? '',
          text: taken.value ?? null,
        };
      const [version, text] = [found?.version ?? '', found?.value ?? null];
      const isChanged = text !== null && seen !== undefined && version !== seen;
      return { outcome: isChanged ? 'changed' : 'held', version, text };
    },
    extend: async (key, owner, ttlMs) => run([sql.extend, await nameOf(key), owner, Math.ceil(ttlMs)]),
    release: async (key, owner) => run([sql.release, await nameOf(key), owner]),
  };
}

/** Copies only the message of D1's error, because its cause may hold values, which are grants. */
function readableError(error: unknown): Error {
  const { message } = Object(error) as { message?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : 'the database failed';
  const advice = /no such table/.test(text)
    ? '. Create the table with the statements that createTableStatements() returns'
    : '';
  return new Error(`D1: ${text.replace(/^D1_ERROR: /, '')}${advice}`);
}
