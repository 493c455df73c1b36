import type { Clock } from '../../clock.ts';
import { dayOf, formatDay, parseDay } from './days.ts';
import type { Fact } from './history.ts';
import { uuid } from './ids.ts';
import type { Item } from './items.ts';

/** Percent of a cent must not stay: amounts have two decimals. */
const cents = (amount: number) => Math.round(amount * 100) / 100;

const isIncome = ({ amount, merchant, isPending }: Fact) =>
  amount < 0 && !isPending && (merchant === undefined || merchant.category.startsWith('INCOME'));

/** The income that an Item received in the last `days`, the oldest first. */
export function incomeOf(item: Item, days: number, now: number): Fact[] {
  const ledger = item.feed.ledger();
  return ledger
    .live(ledger.end())
    .map((index) => ledger.fact(index))
    .filter((fact) => isIncome(fact) && fact.day > dayOf(now) - days)
    .sort((a, b) => a.day - b.day);
}

/** An amount as the API shows it, with the fields of its earlier releases. */
function totalsOf(facts: readonly Fact[]) {
  const total_amount = cents(-facts.reduce((sum, { amount }) => sum + amount, 0));
  const currency = {
    iso_currency_code: facts[0]?.account.balances.iso_currency_code ?? 'USD',
    unofficial_currency_code: null,
  };
  return { total_amount, ...currency, total_amounts: [{ amount: total_amount, ...currency }] };
}

/** Income month by month; the first and last month are as long as the report covers them. */
function monthsOf(facts: readonly Fact[], first: string, last: string): object[] {
  const months = Map.groupBy(facts, ({ day }) => formatDay(day).slice(0, 7));
  return [...months].map(([month, inMonth]) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    const start = `${month}-01`;
    const end = formatDay(dayOf(Date.UTC(year, number, 1)) - 1);
    return {
      ...totalsOf(inMonth),
      start_date: start < first ? first : start,
      end_date: end > last ? last : end,
      transactions: inMonth.map(({ id, amount, day, description, account }) => ({
        transaction_id: id,
        amount: cents(amount),
        date: formatDay(day),
        name: description,
        original_description: description,
        pending: false,
        check_number: null,
        iso_currency_code: account.balances.iso_currency_code,
        unofficial_currency_code: null,
      })),
    };
  });
}

const categories: readonly [start: string, category: string][] = [
  ['INCOME_WAGES', 'SALARY'],
  ['INCOME_INTEREST', 'BANK_INTEREST'],
  ['INCOME_TAX_REFUND', 'TAX_REFUND'],
  ['INCOME_UNEMPLOYMENT', 'UNEMPLOYMENT'],
  ['INCOME_RETIREMENT', 'RETIREMENT'],
];
const categoryOf = ({ merchant }: Fact): string =>
  categories.find(([start]) => merchant?.category.startsWith(start))?.[1] ?? 'OTHER';

/** How often something is paid, by the days between two payments. */
function frequencyOf(facts: readonly Fact[]): string {
  const [first, last] = [facts[0], facts.at(-1)];
  if (!first || !last || facts.length < 2) return 'UNKNOWN';
  const period = (last.day - first.day) / (facts.length - 1);
  const known: readonly [number, string][] = [
    [7, 'WEEKLY'],
    [14, 'BIWEEKLY'],
    [15.2, 'SEMI_MONTHLY'],
    [30.4, 'MONTHLY'],
  ];
  return known.find(([days]) => Math.abs(period - days) < 0.7)?.[1] ?? 'UNKNOWN';
}

function presentItem(item: Item, facts: readonly Fact[], first: string, now: number): object {
  const today = formatDay(dayOf(now));
  const sources = Map.groupBy(facts, (fact) => `${fact.merchant?.name ?? fact.description}/${fact.account.account_id}`);
  const accounts = new Set(facts.map(({ account }) => account));
  return {
    item_id: item.id,
    institution_id: item.institution.id,
    institution_name: item.institution.name,
    last_updated_time: new Date(now).toISOString(),
    bank_income_accounts: [...accounts].map(({ account_id, mask, name, official_name, subtype, type }) => {
      return { account_id, mask, name, official_name, subtype, type, owners: [item.holder.owner()] };
    }),
    bank_income_sources: [...sources].map(([key, own]) => ({
      income_source_id: uuid(item.random(`income/${key}`)),
      income_description: own[0]?.merchant?.name ?? own[0]?.description,
      income_category: own[0] ? categoryOf(own[0]) : 'OTHER',
      account_id: own[0]?.account.account_id,
      start_date: formatDay(own[0]?.day ?? 0),
      end_date: formatDay(own.at(-1)?.day ?? 0),
      pay_frequency: frequencyOf(own),
      total_amount: totalsOf(own).total_amount,
      transaction_count: own.length,
      historical_summary: monthsOf(own, first, today),
    })),
  };
}

/** A report about the income of Items of one user, as of now. */
export function makeIncomeReport(items: readonly Item[], days: number, clock: Clock, id: string) {
  const now = clock.now();
  const today = formatDay(dayOf(now));
  const first = formatDay(parseDay(today) - days + 1);
  const usable = items.filter((item) => !item.error);
  const byItem = usable.map((item) => [item, incomeOf(item, days, now)] as const);
  const all = byItem.flatMap(([, facts]) => facts).sort((a, b) => a.day - b.day);
  const shown = byItem.map(([item, facts]) => presentItem(item, facts, first, now));
  const warnings = items.flatMap(({ id: item_id, error }) => {
    if (!error) return [];
    const { error_code, error_message, display_message } = error;
    const cause = {
      error_type: error_code,
      error_code,
      error_message,
      display_message: display_message ?? '',
      item_id,
    };
    return [{ warning_type: 'BANK_INCOME_WARNING', warning_code: 'TRANSACTIONS_UNAVAILABLE', cause }];
  });
  return {
    bank_income_id: id,
    generated_time: new Date(now).toISOString(),
    days_requested: days,
    items: shown,
    bank_income_summary: {
      ...totalsOf(all),
      start_date: all[0] ? formatDay(all[0].day) : first,
      end_date: formatDay(all.at(-1)?.day ?? dayOf(now)),
      income_sources_count: new Set(all.map((fact) => `${fact.merchant?.name}/${fact.account.account_id}`)).size,
      income_categories_count: new Set(all.map(categoryOf)).size,
      income_transactions_count: all.length,
      historical_summary: monthsOf(all, first, today),
    },
    warnings,
  };
}
