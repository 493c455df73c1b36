import { type SyncDatabase, transact } from './database.ts';

/** Columns that an investment transaction shares with a transaction. */
const movement = `
  id TEXT PRIMARY KEY,
  plaid_id TEXT NOT NULL,
  item_id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  date TEXT NOT NULL,
  amount BIGINT NOT NULL,
  currency TEXT NOT NULL,
  plaid_amount DOUBLE PRECISION NOT NULL,
  name TEXT NOT NULL,
  first_seen_at TEXT NOT NULL,
  removed_at TEXT`;

/** Statements of each version of the tables. Never change one that was released; add another. */
const versions: readonly (readonly string[])[] = [
  [
    `CREATE TABLE bank_items (
  id TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  institution_id TEXT,
  institution_name TEXT,
  cursor TEXT NOT NULL,
  history TEXT NOT NULL,
  error_code TEXT,
  next_step TEXT NOT NULL,
  consent_expires_at TEXT,
  synced_at TEXT,
  replaced_by TEXT,
  dropped_accounts TEXT NOT NULL,
  locked_by TEXT,
  locked_until BIGINT
)`,
    'CREATE INDEX bank_items_owner ON bank_items (owner)',
    `CREATE TABLE bank_accounts (
  id TEXT PRIMARY KEY,
  plaid_id TEXT NOT NULL,
  persistent_id TEXT,
  item_id TEXT NOT NULL,
  previous_item_id TEXT,
  owner TEXT NOT NULL,
  institution_id TEXT,
  name TEXT NOT NULL,
  official_name TEXT,
  mask TEXT,
  type TEXT NOT NULL,
  subtype TEXT,
  currency TEXT NOT NULL,
  balance BIGINT,
  available BIGINT,
  credit_limit BIGINT,
  first_seen_at TEXT NOT NULL,
  removed_at TEXT
)`,
    'CREATE INDEX bank_accounts_item ON bank_accounts (item_id)',
    'CREATE INDEX bank_accounts_owner ON bank_accounts (owner)',
    `CREATE TABLE bank_balances (
  account_id TEXT NOT NULL,
  date TEXT NOT NULL,
  balance BIGINT,
  available BIGINT,
  currency TEXT NOT NULL,
  PRIMARY KEY (account_id, date)
)`,
    `CREATE TABLE bank_transactions (${movement},
  authorized_date TEXT,
  datetime TEXT,
  merchant_name TEXT,
  category TEXT,
  category_detailed TEXT,
  payment_channel TEXT,
  check_number TEXT,
  pending BOOLEAN NOT NULL,
  transfer_id TEXT
)`,
    'CREATE INDEX bank_transactions_plaid ON bank_transactions (plaid_id)',
    'CREATE INDEX bank_transactions_account ON bank_transactions (account_id, date)',
    `CREATE TABLE bank_securities (
  id TEXT PRIMARY KEY,
  name TEXT,
  ticker TEXT,
  type TEXT,
  isin TEXT,
  cusip TEXT,
  currency TEXT NOT NULL,
  close_price DOUBLE PRECISION,
  close_price_date TEXT,
  is_cash BOOLEAN
)`,
    `CREATE TABLE bank_holdings (
  account_id TEXT NOT NULL,
  security_id TEXT NOT NULL,
  quantity DOUBLE PRECISION NOT NULL,
  price DOUBLE PRECISION NOT NULL,
  value BIGINT NOT NULL,
  cost_basis BIGINT,
  currency TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  removed_at TEXT,
  PRIMARY KEY (account_id, security_id)
)`,
    `CREATE TABLE bank_investment_transactions (${movement},
  security_id TEXT,
  quantity DOUBLE PRECISION NOT NULL,
  price DOUBLE PRECISION NOT NULL,
  fees BIGINT,
  type TEXT NOT NULL,
  subtype TEXT NOT NULL
)`,
    'CREATE INDEX bank_investment_transactions_account ON bank_investment_transactions (account_id, date)',
    `CREATE TABLE bank_liabilities (
  account_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  currency TEXT NOT NULL,
  interest_rate DOUBLE PRECISION,
  minimum_payment BIGINT,
  next_payment_date TEXT,
  last_payment BIGINT,
  last_payment_date TEXT,
  last_statement_balance BIGINT,
  is_overdue BOOLEAN,
  details TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  removed_at TEXT
)`,
    `CREATE TABLE bank_streams (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  direction TEXT NOT NULL,
  description TEXT NOT NULL,
  merchant_name TEXT,
  category TEXT,
  frequency TEXT NOT NULL,
  status TEXT NOT NULL,
  is_active BOOLEAN NOT NULL,
  average_amount BIGINT,
  last_amount BIGINT,
  currency TEXT NOT NULL,
  first_date TEXT NOT NULL,
  last_date TEXT NOT NULL,
  next_date TEXT,
  updated_at TEXT NOT NULL,
  removed_at TEXT
)`,
    'CREATE INDEX bank_streams_account ON bank_streams (account_id)',
  ],
];

/**
 * Creates the tables, or brings tables of an earlier release up to date. `syncItems` calls it first.
 *
 * @throws Error when a later release of this package wrote the tables.
 */
export async function migrate(database: SyncDatabase): Promise<void> {
  const readVersion = async ({ query }: Pick<SyncDatabase, 'query'>) =>
    Number((await query('SELECT max(version) AS version FROM bank_migrations'))[0]?.version ?? 0);
  // Without the table, the query fails, in every database with another error.
  const version = await readVersion(database).catch(() => 0);
  if (version > versions.length)
    throw new Error(
      `migrate: the tables have version ${version}, and this release knows ${versions.length}. Install the @x/sync that wrote them`,
    );
  if (version === versions.length) return;
  await transact(database, async (statements) => {
    await statements.run('CREATE TABLE IF NOT EXISTS bank_migrations (version BIGINT PRIMARY KEY)');
    for (const [index, each] of versions.entries()) {
      if (index < (await readVersion(statements))) continue; // another process was faster
      for (const statement of each) await statements.run(statement);
      await statements.run('INSERT INTO bank_migrations (version) VALUES ($1)', [index + 1]);
    }
  });
}
