import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../../../packages/postgres/test/postgres-server.ts';

/** The databases that a sync is measured with. */
export const kinds = ['SQLite', 'PostgreSQL', 'DuckDB'] as const;

export type Kind = (typeof kinds)[number];

/** Creates empty databases, each with its address, and measures their size. */
export async function openPlaces() {
  const folder = mkdtempSync(join(tmpdir(), 'x-bench-'));
  const server = await startPostgres();
  const ask = async (sql: string, url = server.url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows[0];
  };
  let last = 0;
  return {
    async create(kind: Kind): Promise<string> {
      last += 1;
      if (kind !== 'PostgreSQL') return join(folder, `${last}.${kind}`);
      await ask(`CREATE DATABASE bench_${last}`);
      const url = new URL(server.url);
      url.pathname = `/bench_${last}`;
      return url.href;
    },
    /** Returns the bytes of a closed database's tables and indexes. */
    async sizeOf(kind: Kind, place: string): Promise<number> {
      if (kind !== 'PostgreSQL') return statSync(place).size;
      const tables = 'SELECT sum(pg_total_relation_size(relid)) AS bytes FROM pg_stat_user_tables';
      return Number((await ask(tables, place)).bytes);
    },
    async close(): Promise<void> {
      rmSync(folder, { recursive: true });
      await server.stop();
    },
  };
}
