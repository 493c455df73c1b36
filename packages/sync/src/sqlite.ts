import { type SyncDatabase, singleConnection } from './database.ts';

/**
 * Opens an SQLite database with `node:sqlite`, so nothing has to be installed. Several processes may open the same
 * file. Needs Node 22.16 or later.
 *
 * @param path Path of the file, which is created if it does not exist, or `:memory:`.
 * @example
 * const database = sqliteDatabase('money.db');
 */
export function sqliteDatabase(path: string): SyncDatabase {
  const open = async () => {
    const sqlite = process.getBuiltinModule?.('node:sqlite');
    if (!sqlite?.StatementSync.prototype.columns)
      throw new Error(`sqliteDatabase: Node ${process.versions.node} is too old. Use Node 22.16 or later`);
    const connection = new sqlite.DatabaseSync(path);
    // With a write-ahead log, readers do not wait for writers. Writers wait for each other, up to 10 s.
    connection.exec('PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON');
    const bind = (sql: string) => {
      // Numbered parameters take SQLite quadratic time. Without them, a first sync writes 1.4 times as many rows a second.
      let last = 0;
      const isInOrder = [...sql.matchAll(/\$(\d+)/g)].every(([, number]) => Number(number) === ++last);
      return connection.prepare(sql.replace(/\$(\d+)/g, isInOrder ? '?' : '?$1'));
    };
    const allRows = (statement: ReturnType<typeof bind>, values: (string | number | null)[]) => {
      type Rows = Record<string, string | number | null>[];
      try {
        return statement.all(...values) as Rows;
      } catch (error) {
        if ((error as { code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error;
        // 100 million units of a coin have more than 53 bits, as a number with the precision that Plaid's own has.
        statement.setReadBigInts(true);
        const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
        return statement
          .all(...values)
          .map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]))) as Rows;
      }
    };
    const toSqlite = (values: readonly unknown[]) =>
      values.map((value) => (typeof value === 'boolean' ? Number(value) : value)) as (string | number | null)[];
    return {
      async query(sql: string, values: readonly unknown[] = []) {
        const statement = bind(sql);
        const rows = allRows(statement, toSqlite(values));
        const flags = statement.columns().filter(({ type }) => type === 'BOOLEAN');
        if (flags.length === 0) return rows;
        const flagOf = (value: string | number | null | undefined) => (value === null ? null : value === 1);
        return rows.map((row) => ({
          ...row,
          ...Object.fromEntries(flags.map(({ name }) => [name, flagOf(row[name])])),
        }));
      },
      run: async (sql: string, values: readonly unknown[] = []) => Number(bind(sql).run(...toSqlite(values)).changes),
      close: () => connection.close(),
    };
  };
  return singleConnection(open, 'BEGIN IMMEDIATE', (error) => [5, 6].includes(Object(error).errcode)); // busy, locked
}
