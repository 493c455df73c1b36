import type { Account } from '../data/accounts.ts';
import { type Day, dayOf, formatDay } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import { bankError } from '../errors.ts';
import { presentTransaction } from './transaction.ts';

export interface ReportRequest {
  readonly items: readonly Item[];
  readonly days: number;
  readonly clientReportId?: string | undefined;
  readonly webhook?: string | undefined;
  /** User the report is about, as described by the client. */
  readonly user: Readonly<Record<string, string>>;
  readonly hasInvestments: boolean;
  /** Whether a version with only balances and owners comes first. */
  readonly hasFast: boolean;
  /** Whether the report fails when one Item fails. */
  readonly needsAllItems: boolean;
  /** IDs of accounts that are left out. */
  readonly excluded: ReadonlySet<string>;
}

/** Contents of a report: its Items at one moment. Later changes do not affect it. */
export type Content = ReturnType<typeof takeContent>;
type Reported = Content['items'][number]['accounts'][number];

/** Takes a snapshot of Items. For a fast report, it contains only balances and owners. */
export function takeContent(items: readonly Item[], request: ReportRequest, now: number, isFast: boolean) {
  return {
    /** Unix milliseconds. */
    at: now,
    items: items.map((item) => ({
      item_id: item.id,
      institution_name: item.institution.name,
      institution_id: item.institution.id,
      date_last_updated: new Date(item.feed.lastUpdate() ?? now).toISOString(),
      accounts: item.accounts().map((account) => takeAccount(item, account, request, dayOf(now), isFast)),
    })),
    warnings: items.filter(hidesOwners).map((item) => ({
      warning_type: 'ASSET_REPORT_WARNING',
      warning_code: 'OWNERS_UNAVAILABLE',
      cause: { item_id: item.id, ...bankError('ADDITIONAL_CONSENT_REQUIRED') },
    })),
  };
}

const hidesOwners = ({ consent }: Item) => !consent.allows('identity');

function takeAccount(
  item: Item,
  account: Account,
  { days, hasInvestments }: ReportRequest,
  today: Day,
  isFast: boolean,
) {
  const { holder_category, apy, balances, ...shown } = account;
  const { current, iso_currency_code, unofficial_currency_code } = balances;
  const ledger = item.feed.ledger();
  const indexes = isFast ? [] : ledger.within(ledger.end(), today - days + 1, today, [account.account_id]);
  const hasBalances = !isFast && (account.type === 'depository' || account.type === 'credit');
  return {
    ...shown,
    balances: { ...balances, margin_loan_amount: null },
    days_available: days,
    transactions: indexes.map((index) =>
      presentTransaction(ledger.fact(index), { include_original_description: true }),
    ),
    owners: hidesOwners(item) ? [] : [item.holder.owner(account)],
    ownership_type: null,
    // Balances never change in the test environment.
    historical_balances: Array.from({ length: hasBalances ? days : 0 }, (_, index) => ({
      date: formatDay(today - 1 - index),
      current: current ?? 0,
      iso_currency_code,
      unofficial_currency_code,
    })),
    ...(hasInvestments && account.type === 'investment' && { investments: investmentsOf(item, account, today - days) }),
  };
}

function investmentsOf(item: Item, account: Account, before: Day) {
  const portfolio = item.portfolio();
  const { holdings, securities } = portfolio.holdings([account]);
  const trades = portfolio.trades([account]).filter(({ date }) => date > formatDay(before));
  const tickers = new Map(securities.map(({ security_id, ticker_symbol }) => [security_id, ticker_symbol]));
  return {
    holdings: holdings.map(({ institution_price_datetime, vested_quantity, vested_value, tax_lots, ...holding }) => {
      return { ...holding, ticker_symbol: tickers.get(holding.security_id) ?? null };
    }),
    securities: securities.map(({ security_id, name, ticker_symbol, type }) => {
      return { security_id, name, ticker_symbol, type };
    }),
    transactions: trades.map((trade) => ({ ...trade, vested_quantity: trade.quantity, vested_value: trade.amount })),
  };
}

/** Parts of a report that a response shows. */
interface Shown {
  /** Number of days before the report was created. */
  readonly days: number;
  /** Whether transactions are cleaned up. */
  readonly hasInsights: boolean;
  readonly excluded: ReadonlySet<string>;
}

/** Returns a report's Items as a response shows them. */
export function presentContent({ at, items }: Content, { days, hasInsights, excluded }: Shown) {
  const before = formatDay(dayOf(at) - days);
  const present = (account: Reported) => ({
    ...account,
    days_available: Math.min(days, account.days_available),
    transactions: account.transactions
      .filter(({ date }) => date > before)
      .map((transaction) => presentReported(transaction, hasInsights)),
    historical_balances: account.historical_balances.slice(0, days),
  });
  return items.map((item) => ({
    ...item,
    accounts: item.accounts.filter(({ account_id }) => !excluded.has(account_id)).map(present),
  }));
}

const plainFields =
  'account_id amount iso_currency_code unofficial_currency_code original_description date pending transaction_id';
const cleanFields = 'account_owner check_number location merchant_name name payment_meta pending_transaction_id';

const pick = (record: Readonly<Record<string, unknown>>, fields: string) =>
  Object.fromEntries(fields.split(' ').map((field) => [field, record[field] ?? null]));

function presentReported(transaction: Reported['transactions'][number], hasInsights: boolean) {
  const { date, personal_finance_category: category } = transaction;
  return {
    ...pick(transaction, plainFields),
    ...(hasInsights && {
      ...pick(transaction, cleanFields),
      category: null,
      category_id: null,
      date_transacted: date,
      transaction_type: transaction.transaction_type ?? 'unresolved',
      credit_category: category ? { primary: category.primary, detailed: category.detailed } : null,
    }),
  };
}
