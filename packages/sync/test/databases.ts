import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import postgres from 'postgres';
import { startPostgres, withoutPostgres } from '../../postgres/test/postgres-server.ts';
import type { SyncDatabase } from '../src/database.ts';
import { duckdbDatabase } from '../src/duckdb.ts';
import { postgresDatabase } from '../src/postgres.ts';
import { sqliteDatabase } from '../src/sqlite.ts';

export type Kind = 'sqlite' | 'duckdb' | 'pg' | 'postgres';

/** Opens a database again, in this or another process. */
export function connect(kind: Kind, place: string): { database: SyncDatabase; close(): Promise<void> } {
  if (kind === 'pg') {
    const pool = new pg.Pool({ connectionString: place });
    pool.on('error', () => {}); // failing statements report it
    return { database: postgresDatabase(pool), close: () => pool.end() };
  }
  if (kind === 'postgres') {
    const sql = postgres(place, { onnotice: () => {} });
    return { database: postgresDatabase(sql as never), close: () => sql.end({ timeout: 1 }) };
  }
  const database = kind === 'sqlite' ? sqliteDatabase(place) : duckdbDatabase(place);
  return { database, close: () => database.close() };
}

/** The databases that this machine can run. */
export const kinds: readonly Kind[] = withoutPostgres() ? ['sqlite', 'duckdb'] : ['sqlite', 'duckdb', 'pg', 'postgres'];

/** Creates an empty database. */
export async function createDatabase(kind: Kind) {
  const isServer = kind === 'pg' || kind === 'postgres';
  const server = isServer ? await startPostgres() : undefined;
  const folder = isServer ? undefined : mkdtempSync(join(tmpdir(), 'x-sync-'));
  const place = server?.url ?? join(folder ?? '', `money.${kind}`);
  const { database, close } = connect(kind, place);
  return {
    database,
    place,
    /** Closes the connection, so that another process can open a DuckDB file. */
    close,
    async remove() {
      await close().catch(() => {});
      await server?.stop();
      if (folder) rmSync(folder, { recursive: true, force: true });
    },
  };
}
