import { type BankClient, createBankClient, type Transaction } from '@x/bank';
import { createSandbox } from '@x/sandbox/bank';
import { onTestFinished } from 'vitest';
import type { Row, SyncDatabase } from '../src/database.ts';
import { toMinor } from '../src/money.ts';
import type { SyncOptions } from '../src/options.ts';
import { syncItems } from '../src/sync-items.ts';
import { ann } from './ann.ts';
import { createDatabase, type Kind } from './databases.ts';

type SandboxOptions = NonNullable<NonNullable<Parameters<typeof createSandbox>[0]>['bank']>;
type PublicTokenParams = Parameters<BankClient['sandbox']['createPublicToken']>[0];

const products: PublicTokenParams['initial_products'] = ['transactions', 'investments', 'liabilities'];

/** Starts a sandbox and an empty database, until the test ends. */
export async function openStage({ kind = 'sqlite', bank: options = {} }: { kind?: Kind; bank?: SandboxOptions } = {}) {
  const sandbox = await createSandbox({ bank: { readyAtOnce: true, users: { ann }, ...options } });
  const { database, remove, ...rest } = await createDatabase(kind);
  onTestFinished(async () => {
    await remove();
    await sandbox.close();
  });
  const { clock } = sandbox;
  const bank = createBankClient({ ...sandbox.options.bank, clock, retries: 0 });
  return {
    ...rest,
    sandbox,
    bank,
    database,
    /** Links a bank login as a user would, and returns it for `syncItems`. */
    async link({ user = 'ann', options: given, ...params }: Partial<PublicTokenParams> & { user?: string } = {}) {
      const { public_token } = await bank.sandbox.createPublicToken({
        institution_id: 'ins_109508',
        initial_products: products,
        options: {
          override_username: 'user_transactions_dynamic',
          override_password: 'any',
          transactions: { days_requested: 730 },
          ...given,
        },
        ...params,
      });
      const { access_token, item_id } = await bank.item.exchangePublicToken({ public_token });
      return { access_token, id: item_id, user };
    },
    /** Returns a client whose responses are changed. */
    changing: (change: (body: Record<string, object[]>, path: string) => void) =>
      createBankClient({
        ...sandbox.options.bank,
        clock,
        retries: 0,
        async fetch(input, init) {
          const { url } = new Request(input, init);
          const response = await fetch(input, init);
          const body = (await response.json()) as Record<string, object[]>;
          change(body, new URL(url).pathname);
          return Response.json(body, { status: response.status });
        },
      }),
    /** Moves the clock a second at a time, until the work is done. */
    async passTime(work: Promise<unknown>) {
      const later = () => new Promise<false>((resolve) => setImmediate(resolve, false));
      while (!(await Promise.race([work.then(() => true), later()]))) await clock.advance(1000);
    },
    sync: (items: SyncOptions['items'], changes: Partial<SyncOptions> = {}) =>
      syncItems({ bank, items, database, clock, ...changes }),
  };
}

/** Reads all rows of a query. */
export const read = (database: SyncDatabase, sql: string, ...values: string[]): Promise<Row[]> =>
  database.query(sql, values);

const columns = (plaidAccount: string, { transaction_id, ...each }: Transaction) => ({
  plaid_id: transaction_id,
  account: plaidAccount,
  date: each.date,
  amount: toMinor(-each.amount, each.iso_currency_code ?? `~${each.unofficial_currency_code}`),
  name: each.name,
  pending: each.pending,
});

/** Returns an Item's transactions as the API has them, and as the database has them. */
export async function compare(bank: BankClient, database: SyncDatabase, { id = '', access_token = '' }) {
  const { added, modified } = await bank.transactions.syncAll({ access_token });
  const all = new Map([...added, ...modified].map((each) => [each.transaction_id, columns(each.account_id, each)]));
  const rows = await read(
    database,
    'SELECT t.plaid_id, a.plaid_id AS account, t.date, t.amount, t.name, t.pending FROM bank_transactions t ' +
      'JOIN bank_accounts a ON a.id = t.account_id WHERE t.item_id = $1 AND t.removed_at IS NULL ORDER BY t.plaid_id',
    id,
  );
  const expected = [...all.values()].sort((one, other) => (one.plaid_id < other.plaid_id ? -1 : 1));
  return { expected, rows: [...rows].sort((one, other) => (String(one.plaid_id) < String(other.plaid_id) ? -1 : 1)) };
}
