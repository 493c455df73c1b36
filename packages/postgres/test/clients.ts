import pg from 'pg';
import postgres from 'postgres';
import type { PostgresPool } from '../src/index.ts';

/** A pool from one of the two libraries. */
export interface Connection {
  readonly pool: PostgresPool;
  /** Runs any statement. */
  send(text: string, ...values: string[]): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
}

/** Connects with each library. */
export const libraries: Readonly<Record<'pg' | 'postgres', (url: string, max?: number) => Promise<Connection>>> = {
  async pg(url, max = 10) {
    const pool = new pg.Pool({ connectionString: url, max });
    pool.on('error', () => {}); // failing statements report it
    return { pool, send: async (text, ...values) => (await pool.query(text, values)).rows, close: () => pool.end() };
  },
  async postgres(url, max = 10) {
    const sql = postgres(url, { max, onnotice: () => {} });
    return {
      pool: sql,
      send: async (text, ...values) => [...(await sql.unsafe(text, values))],
      close: () => sql.end({ timeout: 1 }),
    };
  },
};
