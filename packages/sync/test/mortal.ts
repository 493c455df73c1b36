import type { Statements, SyncDatabase } from '../src/database.ts';

/**
 * Calls `die` at a statement, in or between transactions, and at each later one.
 *
 * @param killAt Number of the statement, from 1; 0 for never.
 * @param statements Receives each statement.
 */
export function mortal(
  database: SyncDatabase,
  killAt: number,
  die: () => void,
  statements: string[] = [],
): SyncDatabase {
  let left = killAt || Number.POSITIVE_INFINITY;
  const step = (sql?: string) => {
    if (sql) statements.push(sql);
    left -= 1;
    if (left <= 0) die();
  };
  const wrap = ({ query, run }: Statements): Statements => ({
    async query(sql, values) {
      step(sql);
      return query(sql, values);
    },
    async run(sql, values) {
      step(sql);
      return run(sql, values);
    },
  });
  return {
    ...database,
    ...wrap(database),
    transaction: (work) =>
      database.transaction(async (statements) => {
        const result = await work(wrap(statements));
        step(); // before the commit
        return result;
      }),
  };
}
