import { optionsError } from '@x/core/options';

/** Name of the table if the `table` option is not set. */
export const defaultTable = 'x_store';

/**
 * Returns the statement that creates the table of stores, if it does not exist. One table serves both the token store
 * and the webhook store. Run it as part of your migrations, or when a process starts: several may run it at once.
 *
 * @param table Name of the table, which may begin with a schema: `app.x_store`. PostgreSQL refuses its own keywords,
 * such as `user`. Default `x_store`.
 * @throws ApiError `invalid_params` when it is not a name of lowercase letters, digits and underscores.
 */
export function createTableStatement(table: string = defaultTable): string {
  checkTable('createTableStatement', table);
  // The lock is needed because processes that create the table at the same time fail, despite `IF NOT EXISTS`. The last
  // column is followed by the index that finds expired rows. If it were not deferrable, two processes that add the same
  // key in the same microsecond would collide in it, where no `ON CONFLICT (key)` helps.
  return `DO $$ BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('${table}'));
  CREATE TABLE IF NOT EXISTS ${table} (
    key text PRIMARY KEY,
    value text,
    version bigint NOT NULL DEFAULT 0,
    fence bigint NOT NULL DEFAULT 0,
    lock_owner text,
    locked_until timestamptz,
    expires_at timestamptz,
    UNIQUE (expires_at, key) DEFERRABLE
  );
END $$`;
}

/**
 * Checks a table name, which becomes part of statements.
 *
 * @throws ApiError `invalid_params` when it could be anything but a name.
 */
export function checkTable(where: string, table: string): void {
  if (typeof table === 'string' && /^([a-z_][a-z0-9_]{0,62}\.)?[a-z_][a-z0-9_]{0,62}$/.test(table)) return;
  throw optionsError(
    { provider: 'postgres', operation: where },
    `table must be a name of lowercase letters, digits and underscores, with or without a schema, such as ` +
      `"app.x_store"; got ${JSON.stringify(table)}`,
  );
}

/** SQL: whether an entry has expired, in a statement that calls its row `each`. */
export const isExpired = (each: string) => `${each}.expires_at <= clock_timestamp()`;

/**
 * SQL: the time some milliseconds from now. The parameter is a string, and limited because PostgreSQL has a last date.
 */
export const timeIn = (ms: string) => `clock_timestamp() + least(${ms}::float8, 1e14) * interval '1 millisecond'`;

/** Number of expired rows that are removed at a time. */
const removedAtOnce = 1000;
/** Number of writes after which a store removes expired rows again; its first write also does. */
const writesPerRemoval = 100;

/**
 * Removes expired rows now and then, so that the table does not grow forever, because PostgreSQL does not expire rows
 * itself.
 *
 * @returns A function to call after each write.
 */
export function expiredRowsRemover(run: (text: string) => Promise<unknown>, table: string): () => Promise<void> {
  let writes = 0;
  const remove = `DELETE FROM ${table} WHERE key IN (
  SELECT key FROM ${table} AS t
  WHERE ${isExpired('t')} AND coalesce(t.locked_until <= clock_timestamp(), true)
  ORDER BY expires_at LIMIT ${removedAtOnce} FOR UPDATE SKIP LOCKED
)`;
  return async () => {
    writes += 1;
    if (writes % writesPerRemoval === 1) await run(remove).catch(() => {}); // the next removal tries again
  };
}
