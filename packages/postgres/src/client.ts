import { runWithin } from '@x/core/provider';

/** Method of a pool, or a client, of `pg` (node-postgres) that this package uses. */
export interface PgPool {
  /** Runs a statement with values for its parameters. */
  query(text: string, values: (string | null)[]): Promise<{ rows: unknown[] }>;
}

/** Method of `postgres` (Postgres.js) that this package uses, on the result of `postgres()`. */
export interface PostgresSql {
  /** Runs a statement with values for its parameters. */
  unsafe(text: string, values: (string | null)[]): PromiseLike<readonly unknown[]>;
}

/** Your own pool. This package never opens or closes its connections. */
export type PostgresPool = PgPool | PostgresSql;

/** Describes the problem with the passed pool; undefined if there is none. */
export function problemOfPool(pool: unknown): string | undefined {
  const { query, unsafe } = Object(pool) as Record<string, unknown>;
  if (typeof query === 'function' || typeof unsafe === 'function') return undefined;
  return 'pool must be a Pool of pg, or the result of postgres() from Postgres.js. Pass it as the first argument, options as the second';
}

/** Runs a statement and returns its rows, whose columns are strings or null. */
export type RunStatement = (
  text: string,
  ...values: (string | null)[]
) => Promise<readonly Readonly<Record<string, string | null>>[]>;

/**
 * Number of times that a statement is tried if it fails because of a concurrent one, which only happens above `read
 * committed`.
 */
const maxTries = 20;
/** Whether an error has the code of such a failure: serialization_failure or deadlock_detected. */
const isConcurrent = (error: unknown) => /^40(001|P01)$/.test(String((error as { code?: unknown } | null)?.code));

/**
 * Runs statements with either library. Each is a separate transaction, and is not prepared by name, so any connection
 * can run any of them.
 *
 * @param timeoutMs Longest wait for a result, in milliseconds. Pools may wait for a connection endlessly, and no call
 * should wait that long.
 */
export function statementRunner(pool: PostgresPool, timeoutMs: number): RunStatement {
  const ask = async (text: string, values: (string | null)[]) => {
    for (let tries = 1; ; tries += 1)
      try {
        return 'unsafe' in pool ? await pool.unsafe(text, values) : (await pool.query(text, values)).rows;
      } catch (error) {
        if (!isConcurrent(error) || tries === maxTries) throw error;
      }
  };
  return async (text, ...values) => {
    const limit = { limitMs: timeoutMs, tooLate: `no response within ${timeoutMs} ms` };
    try {
      return (await runWithin(limit, () => ask(text, values))) as readonly Record<string, string | null>[];
    } catch (error) {
      throw withoutValues(error);
    }
  };
}

/** Removes the statement and its values, which are grants, from the libraries' errors. */
function withoutValues(error: unknown): Error {
  const { message, code } = Object(error) as { message?: string; code?: string };
  const text = message || code || String(error);
  const advice = code === '42P01' ? '. Create the table with the statement that createTableStatement() returns' : '';
  return Object.assign(new Error(`PostgreSQL: ${text}${advice}`), code && { code });
}
