import { existsSync } from 'node:fs';
import type { BankClient } from '@x/bank';
import { operationsIn } from '@x/catalog';
import type { Secrets } from '@x/mcp/apis';
import type { SyncDatabase, SyncItem } from '@x/sync';
import { openExistingStore } from '../accounts.ts';
import { catalogOf } from '../apis.ts';
import { Problem } from '../failure.ts';
import type { CallFlags } from '../operation/flags.ts';
import { openApi } from '../operation/open.ts';
import type { Terminal } from '../terminal.ts';

/** Bank logins that a command reads, and the client for them. */
interface Banks {
  readonly bank: BankClient;
  readonly items: readonly SyncItem[];
  close(): Promise<void>;
}

/** Opens the bank login that the flags or the environment name; otherwise all that are stored; otherwise a sandbox. */
export async function openBanks(terminal: Terminal, flags: CallFlags, secrets: Secrets): Promise<Banks> {
  const { account, token, sandbox } = flags;
  const isNamed = account !== undefined || token || sandbox || terminal.env.BANK_ACCESS_TOKEN;
  const store = isNamed ? undefined : await openExistingStore(terminal);
  const logins = ((await store?.list()) ?? []).filter(({ provider }) => provider === 'bank');
  const operation = operationsIn(catalogOf('bank')).get('item.get');
  const settings =
    store && logins.length > 1 ? { store } : operation && { operation: { ...operation, auth: 'user' as const } };
  const { api, close } = await openApi(terminal, 'bank', flags, { secrets, ...settings });
  const client = api.client as BankClient;
  // Invented data is another person's, so that no own account adopts its rows.
  const user = api.runsOn === 'sandbox' ? 'sandbox' : 'me';
  if (api.hasItem) {
    const bank = { withItem: () => client } as object as BankClient; // the client has its login already
    return { bank, items: [{ id: account ?? 'bank', user }], close };
  }
  return { bank: client, items: logins.map(({ name }) => ({ id: `bank ${name}`, user })), close };
}

/**
 * Opens a database by its address.
 *
 * @param isOld Whether `x sync bank` must have filled it already.
 * @throws Problem if the address is not valid, or the database cannot be opened.
 */
export async function openDatabase(
  address: string,
  secrets: Secrets,
  { isOld = false }: { isOld?: boolean } = {},
): Promise<SyncDatabase> {
  const [, kind, place = ''] = /^(sqlite|duckdb|postgres(?:ql)?):(.+)$/.exec(address) ?? [];
  const isFile = kind === 'sqlite' || kind === 'duckdb';
  if (isFile && isOld && !existsSync(place))
    throw new Problem(`there is no file ${place}. Create it with x sync bank --to ${address}`, 'not_found');
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
      throw new Problem(`${address} has no bank data. Run x sync bank --to ${address}`, 'not_found');
    throw new Problem(`${address} cannot be opened: ${message || (error as { code?: string }).code}`, 'unavailable');
  }
  return database;
}

async function openPostgres(address: string, secrets: Secrets): Promise<SyncDatabase> {
  if (!URL.canParse(address) || !/^postgres(ql)?:\/\//.test(address))
    throw new Problem(
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
