import { type SyncDatabase, singleConnection } from './database.ts';

/**
 * Opens a DuckDB database with `@duckdb/node-api`, which you install. DuckDB lets one process open a file at a time, so
 * several workers on it must share a process.
 *
 * @param path Path of the file, which is created if it does not exist, or `:memory:`.
 * @example
 * const database = duckdbDatabase('money.duckdb');
 */
export function duckdbDatabase(path: string): SyncDatabase {
  const open = async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api').catch((cause) => {
      throw new Error('duckdbDatabase: @duckdb/node-api is not installed. Run npm install @duckdb/node-api', { cause });
    });
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    // Integers arrive as `bigint`, and all of ours are safe integers.
    const plain = (value: unknown) => (typeof value === 'bigint' ? Number(value) : value);
    type Values = Parameters<typeof connection.run>[1];
    return {
      async query(sql: string, values: readonly unknown[] = []) {
        const rows = (await connection.runAndReadAll(sql, values as Values)).getRowObjectsJS();
        return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)])));
      },
      run: async (sql: string, values: readonly unknown[] = []) =>
        (await connection.run(sql, values as Values)).rowsChanged,
      close() {
        connection.closeSync();
        instance.closeSync();
      },
    };
  };
  return singleConnection(open as never, 'BEGIN TRANSACTION', (error) => /Conflict on/.test(String(error)));
}
