import type { Row, SqlValue, Statements, SyncDatabase } from './database.ts';

/** Result of a statement of `pg`. */
interface PgResult {
  /** Rows. */
  readonly rows: unknown[];
  /** Number of rows that were changed or returned. */
  readonly rowCount: number | null;
  /** Columns of the rows. */
  readonly fields: readonly {
    /** Name of the column. */
    readonly name: string;
    /** PostgreSQL's ID of its type. */
    readonly dataTypeID: number;
  }[];
}

/** Method of a pool or a client of `pg` (node-postgres) that the database uses. */
interface PgClient {
  /** Runs a statement with values for its parameters. */
  query(text: string, values: SqlValue[]): Promise<PgResult>;
}

/** Methods of a reserved connection of `pg` that the database uses. */
interface PgConnection {
  /** Listens for a broken connection. */
  on(event: 'error', listener: () => void): unknown;
  /** Stops listening. */
  off(event: 'error', listener: () => void): unknown;
  /** Gives the connection back; closes it if it is broken. */
  release(isBroken?: boolean): void;
}

/** Methods of a pool of `pg` (node-postgres) that the database uses. */
export interface PgPool extends PgClient {
  /** Reserves a connection for a transaction. */
  connect(): Promise<PgClient & PgConnection>;
}

/** Rows of a statement of Postgres.js. */
type PostgresRows = readonly unknown[] & {
  /** Number of rows that were changed or returned. */
  readonly count: number | null;
  /** Columns of the rows. */
  readonly columns?: readonly {
    /** Name of the column. */
    readonly name: string;
    /** PostgreSQL's ID of its type. */
    readonly type: number;
  }[];
};

/** Method of Postgres.js that statements use. */
interface PostgresClient {
  /** Runs a statement with values for its parameters. */
  unsafe(text: string, values: SqlValue[]): PromiseLike<PostgresRows>;
}

/** Methods of Postgres.js, on the result of `postgres()`, that the database uses. */
export interface PostgresSql extends PostgresClient {
  /** Runs a transaction. */
  begin(work: (sql: PostgresClient) => Promise<unknown>): Promise<unknown>;
}

/** Type of 8-byte integers, which both libraries return as text. */
const bigintType = 20;

/**
 * Returns a database for a pool of `pg` or the result of `postgres()` from Postgres.js. The pool stays yours: `close`
 * does not end it.
 *
 * @example
 * const database = postgresDatabase(new pg.Pool({ connectionString }));
 */
export function postgresDatabase(pool: PgPool | PostgresSql): SyncDatabase {
  const isPostgresJs = 'unsafe' in pool;
  const database = isPostgresJs ? fromPostgresJs(pool) : fromPg(pool);
  return { ...database, isConflict, close: async () => {} };
}

/** Serialization failures and deadlocks, and two processes that create the same table at the same time. */
function isConflict(error: unknown): boolean {
  const { code, table_name, table = table_name } = Object(error) as Record<string, unknown>;
  return /^(40001|40P01|42P07)$/.test(String(code)) || (code === '23505' && String(table).startsWith('pg_'));
}

/** Converts 8-byte integers to numbers, because all of ours are safe integers. */
function withNumbers(rows: readonly unknown[], integers: readonly string[]): Row[] {
  if (integers.length === 0) return rows as Row[];
  const numberOf = (value: SqlValue | undefined) => (typeof value === 'string' ? Number(value) : (value ?? null));
  return (rows as Row[]).map((row) => ({
    ...row,
    ...Object.fromEntries(integers.map((name) => [name, numberOf(row[name])])),
  }));
}

function pgStatements(client: PgClient): Statements {
  return {
    async query(sql, values = []) {
      const { rows, fields } = await client.query(sql, [...values]);
      return withNumbers(
        rows,
        fields.filter(({ dataTypeID }) => dataTypeID === bigintType).map(({ name }) => name),
      );
    },
    run: async (sql, values = []) => (await client.query(sql, [...values])).rowCount ?? 0,
  };
}

function fromPg(pool: PgPool): Pick<SyncDatabase, 'query' | 'run' | 'transaction'> {
  return {
    ...pgStatements(pool),
    async transaction(work) {
      const client = await pool.connect();
      const ignore = () => {}; // the next statement reports a broken connection; without a listener, the process would end
      client.on('error', ignore);
      let isBroken = true;
      try {
        await client.query('BEGIN', []);
        const result = await work(pgStatements(client));
        await client.query('COMMIT', []);
        isBroken = false;
        return result;
      } catch (error) {
        await client.query('ROLLBACK', []).then(
          () => {
            isBroken = false;
          },
          () => {},
        );
        throw error;
      } finally {
        if (!isBroken) client.off('error', ignore);
        client.release(isBroken); // a broken connection does not return to the pool
      }
    },
  };
}

function postgresJsStatements(sql: PostgresClient): Statements {
  return {
    async query(text, values = []) {
      const rows = await sql.unsafe(text, [...values]);
      return withNumbers(
        [...rows],
        (rows.columns ?? []).filter(({ type }) => type === bigintType).map(({ name }) => name),
      );
    },
    run: async (text, values = []) => (await sql.unsafe(text, [...values])).count ?? 0,
  };
}

const fromPostgresJs = (sql: PostgresSql): Pick<SyncDatabase, 'query' | 'run' | 'transaction'> => ({
  ...postgresJsStatements(sql),
  transaction: async <T>(work: (statements: Statements) => Promise<T>) =>
    (await sql.begin((each) => work(postgresJsStatements(each)))) as T,
});
