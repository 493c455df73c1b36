import type {
  Account,
  Holding,
  InvestmentTransaction,
  Liabilities,
  Security,
  Transaction,
  TransactionStream,
} from '@x/bank';
import { currencyOf, toMinor } from './money.ts';

/** A linked bank login, in `bank_items`. */
export interface ItemRow {
  /** ID of the Item. */
  readonly id: string;
  /** The person it belongs to, as passed to `syncItems`; `item:<id>` if none was passed. */
  readonly owner: string;
  /** ID of the institution. Null if there is none. */
  readonly institution_id: string | null;
  /** Name of the institution. Null if there is none. */
  readonly institution_name: string | null;
  /** Cursor of the last delta whose changes are in the tables. Empty before the first one. */
  readonly cursor: string;
  /** Status of the history: `NOT_READY`, `INITIAL_UPDATE_COMPLETE` (the last 30 days) or `HISTORICAL_UPDATE_COMPLETE`. */
  readonly history: string;
  /** Plaid's code of the error that ended the last sync. Null if it succeeded. */
  readonly error_code: string | null;
  /** Next step of the person; see `nextStep` of `@x/bank`. */
  readonly next_step: string;
  /** Time at which the person's consent ends, ISO 8601. Null if it does not. */
  readonly consent_expires_at: string | null;
  /** Time of the last complete sync, ISO 8601. */
  readonly synced_at: string | null;
  /** ID of the Item that took over all of its accounts, because the person linked the bank again. Null otherwise. */
  readonly replaced_by: string | null;
  /** Plaid IDs of its accounts that another Item took over, as a JSON array. */
  readonly dropped_accounts: string;
  /** Process that is syncing the Item. */
  readonly locked_by: string | null;
  /** Time at which another process may take over, in Unix milliseconds. */
  readonly locked_until: number | null;
}

/** An account, in `bank_accounts`. */
export interface AccountRow {
  /** Stable ID, which survives a relink. */
  readonly id: string;
  /** Plaid's ID, which a relink changes. */
  readonly plaid_id: string;
  /** Plaid's ID that survives relinks, which few banks have. */
  readonly persistent_id: string | null;
  /** ID of the Item that reports it. */
  readonly item_id: string;
  /** Item from which the account was taken over when the person linked the bank again. */
  readonly previous_item_id: string | null;
  /** The person it belongs to, as in `bank_items`. */
  readonly owner: string;
  /** ID of the institution. Null if there is none. */
  readonly institution_id: string | null;
  /** Name, as the bank reports it. */
  readonly name: string;
  /** Official name. Null if there is none. */
  readonly official_name: string | null;
  /** Last characters of the account number. Null if unknown. */
  readonly mask: string | null;
  /** Type, such as `depository` or `credit`. */
  readonly type: string;
  /** Subtype, such as `checking`. Null if there is none. */
  readonly subtype: string | null;
  /** ISO 4217, or `~` before an unofficial code. */
  readonly currency: string;
  /** Balance in minor units; debt is negative. */
  readonly balance: number | null;
  /** Available balance in minor units. Null if unknown. */
  readonly available: number | null;
  /** Credit limit in minor units. Null if there is none. */
  readonly credit_limit: number | null;
  /** Time of the sync that added the row, ISO 8601. */
  readonly first_seen_at: string;
  /** Time at which the bank no longer reported the account. */
  readonly removed_at: string | null;
}

/** Columns that `bank_transactions` and `bank_investment_transactions` share. */
export interface MovementRow {
  /** Stable ID, which survives posting and a relink. */
  readonly id: string;
  /** Plaid's current ID. */
  readonly plaid_id: string;
  /** ID of the Item that reports it. */
  readonly item_id: string;
  /** ID of the row in `bank_accounts`. */
  readonly account_id: string;
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** Amount in minor units; money out of the account is negative. */
  readonly amount: number;
  /** ISO 4217, or `~` before an unofficial code. */
  readonly currency: string;
  /** Amount as Plaid reports it; money out of the account is positive. */
  readonly plaid_amount: number;
  /** Name, as the bank reports it. */
  readonly name: string;
  /** Time of the sync that added the row, ISO 8601. */
  readonly first_seen_at: string;
  /** Time at which Plaid no longer reported the transaction. */
  readonly removed_at: string | null;
}

/** A transaction, in `bank_transactions`. */
export interface TransactionRow extends MovementRow {
  /** Day of the authorization, `YYYY-MM-DD`. Null if unknown. */
  readonly authorized_date: string | null;
  /** Time of posting, ISO 8601. Null if unknown. */
  readonly datetime: string | null;
  /** Name of the merchant. Null if unknown. */
  readonly merchant_name: string | null;
  /** Primary category, such as `FOOD_AND_DRINK`. */
  readonly category: string | null;
  /** Detailed category, such as `FOOD_AND_DRINK_COFFEE`. Null if unknown. */
  readonly category_detailed: string | null;
  /** `online`, `in store` or `other`. */
  readonly payment_channel: string | null;
  /** Number of the check. Null for other transactions. */
  readonly check_number: string | null;
  /** Whether it has not posted yet. */
  readonly pending: boolean;
  /** ID of the transaction that is the other side of a transfer between the person's own accounts. */
  readonly transfer_id: string | null;
}

const orNull = (minor: number | null | undefined, currency: string) =>
  minor === null || minor === undefined ? null : toMinor(minor, currency);

/** Balance of a debt, which is negative here and positive at Plaid. */
const debtOf = (minor: number | null) => minor && -minor;

/** Columns of an account that Plaid reports. */
export function accountColumns({ balances, ...account }: Account) {
  const currency = currencyOf(balances);
  const balance = orNull(balances.current, currency);
  const isDebt = account.type === 'credit' || account.type === 'loan';
  return {
    plaid_id: account.account_id,
    persistent_id: account.persistent_account_id ?? null,
    name: account.name,
    official_name: account.official_name,
    mask: account.mask,
    type: account.type,
    subtype: account.subtype,
    currency,
    balance: isDebt ? debtOf(balance) : balance,
    available: orNull(balances.available, currency),
    credit_limit: orNull(balances.limit, currency),
  };
}

const movementColumns = (record: Transaction | InvestmentTransaction) => {
  const currency = currencyOf(record);
  return {
    date: record.date,
    amount: toMinor(-record.amount, currency),
    currency,
    plaid_amount: record.amount,
  };
};

/** Columns of a transaction that Plaid reports. */
export const transactionColumns = (record: Transaction) => ({
  plaid_id: record.transaction_id,
  ...movementColumns(record),
  name: record.name ?? record.original_description ?? record.merchant_name ?? '',
  authorized_date: record.authorized_date,
  datetime: record.datetime,
  merchant_name: record.merchant_name ?? null,
  category: record.personal_finance_category?.primary ?? null,
  category_detailed: record.personal_finance_category?.detailed ?? null,
  payment_channel: record.payment_channel,
  check_number: record.check_number ?? null,
  pending: record.pending,
});

/** Columns of an investment transaction that Plaid reports. */
export const investmentColumns = (record: InvestmentTransaction) => {
  const columns = movementColumns(record);
  return {
    plaid_id: record.investment_transaction_id,
    ...columns,
    name: record.name,
    security_id: record.security_id,
    quantity: record.quantity,
    price: record.price,
    fees: orNull(record.fees, columns.currency),
    type: record.type,
    subtype: record.subtype,
  };
};

/** Row of a security. */
export const securityRow = (security: Security) => ({
  id: security.security_id,
  name: security.name,
  ticker: security.ticker_symbol,
  type: security.type,
  isin: security.isin,
  cusip: security.cusip,
  currency: currencyOf(security),
  close_price: security.close_price,
  close_price_date: security.close_price_as_of,
  is_cash: security.is_cash_equivalent,
});

/** Row of a holding. */
export const holdingRow = (holding: Holding, account_id: string, now: string) => {
  const currency = currencyOf(holding);
  return {
    account_id,
    security_id: holding.security_id,
    quantity: holding.quantity,
    price: holding.institution_price,
    value: toMinor(holding.institution_value, currency),
    cost_basis: orNull(holding.cost_basis, currency),
    currency,
    updated_at: now,
    removed_at: null,
  };
};

/** A liability of any kind: each has some of these fields. */
interface AnyLiability {
  /** ID of the row in `bank_accounts`. */
  readonly account_id: string | null;
  readonly aprs?: readonly { readonly apr_percentage: number; readonly apr_type: string }[];
  readonly interest_rate?: { readonly percentage: number | null } | null;
  readonly interest_rate_percentage?: number;
  readonly minimum_payment_amount?: number | null;
  readonly next_monthly_payment?: number | null;
  readonly next_payment_amount?: number | null;
  readonly next_payment_due_date?: string | null;
  readonly last_payment_amount?: number | null;
  readonly last_payment_date?: string | null;
  readonly last_statement_balance?: number | null;
  readonly is_overdue?: boolean | null;
}

/** All liabilities, with their kinds. */
export const liabilityList = (liabilities: Liabilities['liabilities']): [kind: string, record: AnyLiability][] =>
  Object.entries(liabilities as Readonly<Record<string, AnyLiability[] | null>>).flatMap(([kind, records]) =>
    (records ?? []).map((record): [string, AnyLiability] => [kind, record]),
  );

/** Row of a liability. `details` has all that Plaid reports of it. */
export const liabilityRow = (kind: string, record: AnyLiability, account: AccountRow, now: string) => {
  const { currency } = account;
  const purchase = record.aprs?.find(({ apr_type }) => apr_type === 'purchase_apr') ?? record.aprs?.[0];
  const payment = record.minimum_payment_amount ?? record.next_monthly_payment ?? record.next_payment_amount;
  return {
    account_id: account.id,
    kind,
    currency,
    interest_rate:
      record.interest_rate_percentage ?? record.interest_rate?.percentage ?? purchase?.apr_percentage ?? null,
    minimum_payment: orNull(payment, currency),
    next_payment_date: record.next_payment_due_date ?? null,
    last_payment: orNull(record.last_payment_amount, currency),
    last_payment_date: record.last_payment_date ?? null,
    last_statement_balance: debtOf(orNull(record.last_statement_balance, currency)),
    is_overdue: record.is_overdue ?? null,
    details: JSON.stringify(record),
    updated_at: now,
    removed_at: null,
  };
};

/** Row of a recurring stream. */
export const streamRow = (
  stream: TransactionStream,
  direction: 'inflow' | 'outflow',
  account: AccountRow,
  now: string,
) => {
  const currency = currencyOf({ iso_currency_code: account.currency, ...stream.last_amount });
  const signed = (amount: number | undefined) => orNull(amount === undefined ? undefined : -amount, currency);
  return {
    id: stream.stream_id,
    account_id: account.id,
    direction,
    description: stream.description,
    merchant_name: stream.merchant_name,
    category: stream.personal_finance_category?.primary ?? null,
    frequency: stream.frequency,
    status: stream.status,
    is_active: stream.is_active,
    average_amount: signed(stream.average_amount.amount),
    last_amount: signed(stream.last_amount.amount),
    currency,
    first_date: stream.first_date,
    last_date: stream.last_date,
    next_date: stream.predicted_next_date ?? null,
    updated_at: now,
    removed_at: null,
  };
};
