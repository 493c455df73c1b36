import type { Account } from './accounts.ts';
import { type Day, formatDay } from './days.ts';
import { bankError } from './errors.ts';
import type { Fact } from './history.ts';
import type { Item } from './items.ts';
import { presentHoldings, presentTrade } from './present-investments.ts';
import { presentTransaction } from './transaction.ts';

/** How much of an Item a report holds. */
export interface SnapshotPlan {
  readonly days: number;
  /** The day it is made on. */
  readonly today: Day;
  /** Unix milliseconds. */
  readonly now: number;
  readonly hasInvestments: boolean;
  /** Balances and owners only. */
  readonly isFast: boolean;
}

export type AssetSnapshot = ReturnType<typeof takeSnapshot>;
type AccountSnapshot = AssetSnapshot['accounts'][number];

/** What is known of an Item at one moment; nothing that happens later changes it. */
export function takeSnapshot(item: Item, plan: SnapshotPlan) {
  const facts = plan.isFast ? new Map<string, Fact[]>() : factsOf(item, plan.today);
  const firstDay = (newestFirst: readonly Fact[]) => newestFirst.at(-1)?.day ?? plan.today;
  const itemFirst = Math.min(plan.today, ...[...facts.values()].map(firstDay));
  return {
    item_id: item.id,
    institution_name: item.institution.name,
    institution_id: item.institution.id,
    date_last_updated: new Date(item.feed.lastUpdate() ?? plan.now).toISOString(),
    accounts: item.accounts().map((account) => {
      const { holder_category, apy, balances, ...shown } = account;
      const all = facts.get(account.account_id) ?? [];
      const seen = all.filter(({ day }) => day > plan.today - plan.days);
      const daysAvailable = Math.min(plan.days, plan.today - (all.length > 0 ? firstDay(all) : itemFirst));
      return {
        ...shown,
        balances: { ...balances, margin_loan_amount: null },
        days_available: daysAvailable,
        transactions: seen.map((fact) => ({
          ...presentTransaction(fact, { include_original_description: true }),
          date_transacted: formatDay(fact.day),
        })),
        owners: item.consent.allows('identity') ? [item.holder.owner()] : [],
        ownership_type: null,
        historical_balances: historicalBalances(account, seen, plan.today, daysAvailable),
        ...(plan.hasInvestments &&
          account.type === 'investment' && { investments: investmentsOf(item, account, plan) }),
      };
    }),
  };
}

/** Why parts of a snapshot are missing. */
export const warningsOf = (item: Item) =>
  item.consent.allows('identity')
    ? []
    : [
        {
          warning_type: 'ASSET_REPORT_WARNING',
          warning_code: 'OWNERS_UNAVAILABLE',
          cause: { item_id: item.id, ...bankError('ADDITIONAL_CONSENT_REQUIRED') },
        },
      ];

/** The transactions of each account up to `today`, newest first. */
function factsOf(item: Item, today: Day): Map<string, Fact[]> {
  const ledger = item.feed.ledger();
  const facts = ledger.live(ledger.end()).map((index) => ledger.fact(index));
  return Map.groupBy(
    facts.filter(({ day }) => day <= today),
    ({ account }) => account.account_id,
  );
}

/** The balance at the end of each day before today, newest first: today's, with what happened since taken back. */
function historicalBalances({ type, balances }: Account, facts: readonly Fact[], today: Day, days: number) {
  if (type !== 'depository' && type !== 'credit') return [];
  const { iso_currency_code, unofficial_currency_code } = balances;
  // What leaves an account makes less of a deposit and more of a debt.
  const sign = type === 'credit' ? -1 : 1;
  const counted = facts.filter(({ isPending, isUnofficial, currency }) => !isPending && !isUnofficial && !currency);
  let cents = Math.round((balances.current ?? 0) * 100);
  let next = 0;
  return Array.from({ length: days }, (_, index) => {
    const day = today - 1 - index;
    for (let fact = counted[next]; fact && fact.day > day; fact = counted[next]) {
      cents += sign * Math.round(fact.amount * 100);
      next += 1;
    }
    return { date: formatDay(day), current: cents / 100, iso_currency_code, unofficial_currency_code };
  });
}

function investmentsOf(item: Item, account: Account, { days, today }: SnapshotPlan) {
  const portfolio = item.portfolio();
  const { holdings, securities } = presentHoldings(portfolio, [account]);
  const tickers = new Map(securities.map(({ security_id, ticker_symbol }) => [security_id, ticker_symbol]));
  return {
    holdings: holdings.map((holding) => ({
      account_id: holding.account_id,
      security_id: holding.security_id,
      ticker_symbol: tickers.get(holding.security_id) ?? null,
      institution_price: holding.institution_price,
      institution_price_as_of: holding.institution_price_as_of,
      institution_value: holding.institution_value,
      cost_basis: holding.cost_basis,
      quantity: holding.quantity,
      iso_currency_code: holding.iso_currency_code,
      unofficial_currency_code: holding.unofficial_currency_code,
    })),
    securities: securities.map(({ security_id, name, ticker_symbol, type }) => ({
      security_id,
      name,
      ticker_symbol,
      type,
    })),
    transactions: portfolio
      .trades()
      .filter((trade) => trade.account === account && trade.day > today - days)
      .map((trade) => {
        const { cancel_transaction_id, transaction_datetime, ...shown } = presentTrade(trade, portfolio);
        return { ...shown, vested_quantity: shown.quantity, vested_value: shown.amount };
      }),
  };
}

/** An account of a report as an answer shows it: the last `days` before `today`, cleaned up only when asked for. */
export function presentSnapshot(account: AccountSnapshot, { days, today, hasInsights }: PresentedAs) {
  const first = formatDay(today - days);
  const shown = account.transactions.filter(({ date }) => date > first);
  return {
    ...account,
    days_available: Math.min(days, account.days_available),
    transactions: shown.map((transaction) => presentReported(transaction, hasInsights)),
    historical_balances: account.historical_balances.slice(0, days),
  };
}

/** How an answer wants a report. */
export interface PresentedAs {
  readonly days: number;
  /** The day the report was made on. */
  readonly today: Day;
  readonly hasInsights: boolean;
}

function presentReported(transaction: AccountSnapshot['transactions'][number], hasInsights: boolean) {
  const { personal_finance_category: category } = transaction;
  return {
    account_id: transaction.account_id,
    amount: transaction.amount,
    iso_currency_code: transaction.iso_currency_code,
    unofficial_currency_code: transaction.unofficial_currency_code,
    original_description: transaction.original_description,
    date: transaction.date,
    pending: transaction.pending,
    transaction_id: transaction.transaction_id,
    ...(hasInsights && {
      account_owner: transaction.account_owner,
      category: null,
      category_id: null,
      credit_category: category ? { primary: category.primary, detailed: category.detailed } : null,
      check_number: transaction.check_number,
      date_transacted: transaction.date_transacted,
      location: transaction.location,
      merchant_name: transaction.merchant_name ?? null,
      name: transaction.name,
      payment_meta: transaction.payment_meta,
      pending_transaction_id: transaction.pending_transaction_id,
      transaction_type: transaction.transaction_type ?? 'unresolved',
    }),
  };
}
