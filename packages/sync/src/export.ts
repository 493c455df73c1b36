import type { SyncDatabase } from './database.ts';
import { addDays, groupBy } from './match.ts';
import { formatMinor } from './money.ts';
import type { AccountRow, TransactionRow } from './rows.ts';

/** Options of the exports. */
export interface ExportOptions {
  /** Only this person's data, as passed to `syncItems`. Default: everybody's. */
  readonly user?: string | undefined;
}

type Account = AccountRow & { readonly institution_name: string | null; readonly last_date: string | null };

/** Reads a person's accounts and transactions. */
async function readAll(database: SyncDatabase, { user }: ExportOptions) {
  const [where, values] = user === undefined ? ['', []] : ['AND a.owner = $1', [user]];
  const read = async <T>(sql: string) => (await database.query(sql, values)) as readonly object[] as readonly T[];
  const accounts = await read<Account>(
    'SELECT a.*, i.institution_name, (SELECT max(date) FROM bank_balances b WHERE b.account_id = a.id) AS last_date ' +
      `FROM bank_accounts a JOIN bank_items i ON i.id = a.item_id ${where} ` +
      'ORDER BY a.first_seen_at, a.name, a.id',
  );
  const transactions = await read<TransactionRow>(
    'SELECT t.* FROM bank_transactions t JOIN bank_accounts a ON a.id = t.account_id ' +
      `WHERE t.removed_at IS NULL ${where} ORDER BY t.date, t.name, t.id`,
  );
  return { accounts, transactions };
}

/** Returns a text as a part of an account's name, which Beancount wants to begin with a capital letter or a digit. */
function titled(text: string): string {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('-') || 'Unnamed';
  return /^[\p{Lu}\p{Nd}]/u.test(name) ? name : `X${name}`;
}

/** Name of an account in a journal, from letters that all programs accept. */
function accountNames(accounts: readonly Account[]): Map<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, type, name, mask, institution_name } of accounts) {
    const kind = type === 'credit' || type === 'loan' ? 'Liabilities' : 'Assets';
    const base = `${kind}:${titled(institution_name ?? 'Bank')}:${titled(`${name} ${mask ?? ''}`)}`;
    let unique = base;
    for (let count = 2; taken.has(unique); count += 1) unique = `${base}-${count}`;
    taken.add(unique);
    names.set(id, unique);
  }
  return names;
}

/** A currency as a commodity: letters only, so that no program needs quotes. */
const commodityOf = (currency: string) => currency.toUpperCase().replace(/[^A-Z]/g, '') || 'XXX';

/** An entry of a journal, with amounts that add up to zero. */
interface Entry {
  readonly id: string;
  readonly date: string;
  readonly name: string;
  readonly postings: readonly (readonly [account: string, minor: number])[];
  readonly currency: string;
}

/**
 * Returns the posted transactions as entries. An opening balance makes each account end at the balance that the bank
 * reports, and a transfer between own accounts is one entry.
 */
function entriesOf({ accounts, transactions }: Awaited<ReturnType<typeof readAll>>, names: Map<string, string>) {
  const posted = transactions.filter(({ pending }) => !pending);
  const byId = new Map(posted.map((row) => [row.id, row]));
  const byAccount = groupBy(posted, ({ account_id }) => account_id);
  const first = posted[0]?.date ?? accounts.map(({ last_date }) => last_date ?? '').sort()[0] ?? '';
  const opening = accounts.flatMap(({ id, balance, currency }): Entry[] => {
    if (balance === null) return [];
    const sum = (byAccount.get(id) ?? []).reduce(
      (total, row) => total + (row.currency === currency ? row.amount : 0),
      0,
    );
    const missing = balance - sum;
    if (missing === 0) return [];
    const postings = [[names.get(id) ?? '', missing] as const, ['Equity:Opening-Balances', -missing] as const];
    return [{ id: `opening-${id}`, date: addDays(first, -1), name: 'Opening balance', postings, currency }];
  });
  const entries = posted.flatMap((row): Entry[] => {
    const { id, date, amount, currency, transfer_id, category } = row;
    const name = row.merchant_name ?? row.name;
    const other = transfer_id === null ? undefined : byId.get(transfer_id);
    const own = [names.get(row.account_id) ?? '', amount] as const;
    if (other) {
      if (other.date < date || (other.date === date && other.id < id)) return []; // its entry has both sides
      return [{ id, date, name, currency, postings: [own, [names.get(other.account_id) ?? '', other.amount]] }];
    }
    const counter = `${amount > 0 ? 'Income' : 'Expenses'}:${titled((category ?? 'uncategorized').toLowerCase())}`;
    return [{ id, date, name, currency, postings: [own, [counter, -amount]] }];
  });
  return [...opening, ...entries];
}

const amountOf = (minor: number, currency: string) => `${formatMinor(minor, currency)} ${commodityOf(currency)}`;

/**
 * Returns the posted transactions as a journal for Ledger and hledger. Each account ends at the balance that the bank
 * reports.
 */
export async function* ledger(database: SyncDatabase, options: ExportOptions = {}): AsyncGenerator<string, void> {
  const all = await readAll(database, options);
  const names = accountNames(all.accounts);
  for (const name of names.values()) yield `account ${name}\n`;
  for (const { id, date, name, postings, currency } of entriesOf(all, names)) {
    const payee = name.replace(/[;|\s]+/g, ' ').replace(/^[*!(\s]+/, '');
    const lines = postings.map(([account, minor]) => `    ${account}  ${amountOf(minor, currency)}\n`);
    yield `\n${date} * ${payee || 'Unnamed'}\n    ; id: ${id}\n${lines.join('')}`;
  }
}

/** Returns the same journal as `ledger`, which hledger reads too. */
export const hledger = (database: SyncDatabase, options?: ExportOptions): AsyncGenerator<string, void> =>
  ledger(database, options);

/**
 * Returns the posted transactions as a file for Beancount, with an assertion of each account's balance.
 */
export async function* beancount(database: SyncDatabase, options: ExportOptions = {}): AsyncGenerator<string, void> {
  const all = await readAll(database, options);
  const names = accountNames(all.accounts);
  const entries = entriesOf(all, names).sort((one, other) => (one.date < other.date ? -1 : 1));
  const used = new Set([...names.values(), ...entries.flatMap(({ postings }) => postings.map(([account]) => account))]);
  for (const name of used) yield `${entries[0]?.date ?? '1970-01-01'} open ${name}\n`;
  for (const { id, date, name, postings, currency } of entries) {
    const text = name.replace(/\s+/g, ' ').replace(/["\\]/g, '\\$&');
    const lines = postings.map(([account, minor]) => `  ${account}  ${amountOf(minor, currency)}\n`);
    yield `\n${date} * "${text}"\n  id: "${id}"\n${lines.join('')}`;
  }
  const last = entries.at(-1)?.date ?? '';
  for (const { id, balance, currency, last_date } of all.accounts) {
    const date = (last_date ?? '') > last ? last_date : last;
    if (balance !== null && date)
      yield `\n${addDays(date, 1)} balance ${names.get(id)}  ${amountOf(balance, currency)}\n`;
  }
}

const csvColumns = [
  'id',
  'date',
  'account',
  'name',
  'merchant_name',
  'category',
  'amount',
  'currency',
  'pending',
] as const;

/**
 * Returns all transactions as CSV (RFC 4180), with amounts in the main unit of their currency. Text that a spreadsheet
 * would run as a formula begins with `'`.
 */
export async function* csv(database: SyncDatabase, options: ExportOptions = {}): AsyncGenerator<string, void> {
  const { accounts, transactions } = await readAll(database, options);
  const names = new Map(accounts.map(({ id, name, mask }) => [id, [name, mask].filter(Boolean).join(' ')]));
  const quoted = (cell: unknown, column: string) => {
    const value = String(cell ?? '');
    // Others choose the names of their payments, and spreadsheets run some texts as formulas.
    const text = column !== 'amount' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  yield `${csvColumns.join(',')}\r\n`;
  for (const row of transactions) {
    const shown = { ...row, account: names.get(row.account_id), amount: formatMinor(row.amount, row.currency) };
    yield `${csvColumns.map((column) => quoted(shown[column], column)).join(',')}\r\n`;
  }
}

/** Returns all transactions as JSON, one per line, with all columns of `bank_transactions`. */
export async function* jsonl(database: SyncDatabase, options: ExportOptions = {}): AsyncGenerator<string, void> {
  for (const row of (await readAll(database, options)).transactions) yield `${JSON.stringify(row)}\n`;
}
