import { existsSync } from 'node:fs';
import { codedError } from '@x/core/provider';
import type { SyncDatabase } from '@x/sync';
import type { Secrets } from './secrets.ts';

/**
 * Opens a database by its address: `sqlite:FILE`, `duckdb:FILE` or `postgres://HOST/DATABASE`.
 *
 * @param isOld Whether `x sync bank` must have filled it already.
 * @throws Error with the code `invalid_params`, `not_found` or `unavailable`.
 */
export async function openDatabase(
  address: string,
  secrets: Secrets,
  { isOld = false }: { isOld?: boolean } = {},
): Promise<SyncDatabase> {
  const [, kind, place = ''] = /^(sqlite|duckdb|postgres(?:ql)?):(.+)$/.exec(address) ?? [];
  const isFile = kind === 'sqlite' || kind === 'duckdb';
  if (isFile && isOld && !existsSync(place))
    throw codedError('not_found', `there is no file ${place}. Create it with x sync bank --to ${address}`);
  const database = await (kind === 'sqlite'
    ? import('@x/sync/sqlite').then(({ sqliteDatabase }) => sqliteDatabase(place))
    : kind === 'duckdb'
      ? import('@x/sync/duckdb').then(({ duckdbDatabase }) => duckdbDatabase(place))
      : openPostgres(address, secrets));
  try {
    await database.query(isOld ? 'SELECT count(*) FROM bank_items' : 'SELECT 1');
  } catch (error) {
    await database.close();
    const { message } = error as Error;
    if (isOld && /no such table|does not exist/.test(message))
      throw codedError('not_found', `${address} has no bank data. Run x sync bank --to ${address}`);
    throw codedError('unavailable', `${address} cannot be opened: ${message || (error as { code?: string }).code}`);
  }
  return database;
}

async function openPostgres(address: string, secrets: Secrets): Promise<SyncDatabase> {
  if (!URL.canParse(address) || !/^postgres(ql)?:\/\//.test(address))
    throw codedError(
      'invalid_params',
      `a database must be sqlite:FILE, duckdb:FILE or postgres://HOST/DATABASE; got ${JSON.stringify(address)}`,
    );
  const { password } = new URL(address);
  secrets.add(password, decodeURIComponent(password));
  const [{ default: postgres }, { postgresDatabase }] = await Promise.all([
    import('postgres'),
    import('@x/sync/postgres'),
  ]);
  const sql = postgres(address, { onnotice: () => {} });
  return { ...postgresDatabase(sql as never), close: () => sql.end({ timeout: 1 }) };
}
