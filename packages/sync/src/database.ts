/** A value in a statement or a row. Dates and times are text, and all tables store JSON as text. */
export type SqlValue = string | number | boolean | null;

/** A row, by column. */
export type Row = Readonly<Record<string, SqlValue>>;

/** Statements in a transaction. */
export interface Statements {
  /**
   * Runs a query and returns its rows: integers as numbers, booleans as booleans.
   *
   * @param sql Statement in the SQL that SQLite, PostgreSQL and DuckDB share, with the parameters `$1`, `$2` and so on.
   */
  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** Runs a statement that changes rows or tables, and returns the number of rows that it changed. */
  run(sql: string, values?: readonly SqlValue[]): Promise<number>;
}

/** A database that can hold the tables: implement these five methods to use another one. */
export interface SyncDatabase extends Statements {
  /**
   * Runs statements in one transaction: commits when `work` resolves, and rolls back when it rejects. Transactions that
   * change the same rows must not overlap: the later one waits, or fails with an error that `isConflict` recognizes.
   */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>;
  /** Returns whether an error means that another transaction was in the way, so that repeating this one may succeed. */
  isConflict(error: unknown): boolean;
  /** Closes the connections that the database opened itself. */
  close(): Promise<void>;
}

/** Number of times that a transaction is tried when others are in its way. */
const maxTries = 10;

/** Repeats a statement or a transaction after conflicts. */
export async function retry<T>(database: SyncDatabase, run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1)
    try {
      return await run();
    } catch (error) {
      if (tries === maxTries || !database.isConflict(error)) throw error;
    }
}

/** Runs a transaction, and repeats it after conflicts. */
export const transact = <T>(database: SyncDatabase, work: (statements: Statements) => Promise<T>): Promise<T> =>
  retry(database, () => database.transaction(work));

/** Number of rows or values per statement. All three databases accept far more parameters. */
const chunkSize = 200;

function* chunksOf<T>(values: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < values.length; start += chunkSize) yield values.slice(start, start + chunkSize);
}

const places = (count: number, from = 1) => Array.from({ length: count }, (_, index) => `$${from + index}`).join(', ');

/**
 * Runs a statement once per few hundred values, and returns its rows.
 *
 * @param sql Statement that contains `IN (?)` for the values, and `$1`, `$2` and so on for `others`.
 */
export async function queryIn(
  statements: Statements,
  sql: string,
  values: Iterable<SqlValue>,
  ...others: SqlValue[]
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const chunk of chunksOf([...new Set(values)])) {
    const text = sql.replace('IN (?)', () => `IN (${places(chunk.length, others.length + 1)})`);
    rows.push(...(await statements.query(text, [...others, ...chunk])));
  }
  return rows;
}

/** Inserts rows, or updates the columns of the rows that have the same key. All rows must have the same columns. */
export async function upsert(
  statements: Statements,
  table: string,
  key: readonly string[],
  rows: readonly object[],
): Promise<void> {
  for (const chunk of chunksOf(rows)) {
    const columns = Object.keys(chunk[0] as object);
    const updates = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
    const values = chunk.map((_, index) => `(${places(columns.length, index * columns.length + 1)})`);
    await statements.run(
      `INSERT INTO ${table} (${columns.join(', ')}) VALUES ${values.join(', ')} ` +
        `ON CONFLICT (${key.join(', ')}) DO ${updates.length > 0 ? `UPDATE SET ${updates.join(', ')}` : 'NOTHING'}`,
      chunk.flatMap((row) => columns.map((column) => (row as Row)[column] ?? null)),
    );
  }
}

/** Returns a function that runs one piece of work at a time. */
function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work, work);
    last = result.catch(() => {});
    return result;
  };
}

/** The only connection to a database. */
interface Connection extends Statements {
  close(): void;
}

/** Makes a database of a single connection, whose transactions run one after the other. */
export function singleConnection(
  open: () => Promise<Connection>,
  begin: string,
  isConflict: (error: unknown) => boolean,
): SyncDatabase {
  const enqueue = createQueue();
  let opened: Promise<Connection> | undefined;
  const connect = () =>
    (opened ??= open().catch((error) => {
      opened = undefined; // there is nothing to close
      throw error;
    }));
  return {
    query: (sql, values) => enqueue(async () => (await connect()).query(sql, values)),
    run: (sql, values) => enqueue(async () => (await connect()).run(sql, values)),
    transaction: (work) =>
      enqueue(async () => {
        const connection = await connect();
        await connection.run(begin);
        try {
          const result = await work(connection);
          await connection.run('COMMIT');
          return result;
        } catch (error) {
          await connection.run('ROLLBACK').catch(() => {}); // the database may have ended it already
          throw error;
        }
      }),
    isConflict,
    close: () => enqueue(async () => (await opened)?.close()),
  };
}
