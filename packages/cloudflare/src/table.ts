import { optionsError } from '@x/core/options';

/** Name of the table if the `table` option is not set. */
export const defaultTable = 'x_store';

/**
 * Returns the statements that create the table of a `d1Store` and its index, if they do not exist. There is one
 * statement per line. Put them into a migration, or run them with `env.DB.exec(createTableStatements())`.
 *
 * @param table Name of the table. SQLite refuses its own keywords, such as `order`. Default `x_store`.
 * @throws ApiError `invalid_params` when it is not a name of lowercase letters, digits and underscores.
 */
export function createTableStatements(table: string = defaultTable): string {
  checkTable('createTableStatements', table);
  const columns = [
    'key TEXT PRIMARY KEY',
    'value TEXT',
    'version INTEGER NOT NULL DEFAULT 0',
    'fence INTEGER NOT NULL DEFAULT 0',
    'lock_owner TEXT',
    'locked_until INTEGER',
    'expires_at INTEGER',
  ];
  return `CREATE TABLE IF NOT EXISTS ${table} (${columns.join(', ')}) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS ${table}_expires_at ON ${table} (expires_at) WHERE expires_at IS NOT NULL;`;
}

/**
 * Checks a table name, which becomes part of statements.
 *
 * @throws ApiError `invalid_params` when it could be anything but a name.
 */
export function checkTable(where: string, table: string): void {
  if (typeof table === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(table)) return;
  throw optionsError(
    { provider: 'cloudflare', operation: where },
    `table must be a name of lowercase letters, digits and underscores, such as "x_store"; got ${JSON.stringify(table)}`,
  );
}
