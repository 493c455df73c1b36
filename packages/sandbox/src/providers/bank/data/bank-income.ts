import { uuid } from '../ids.ts';
import { roundToCents as cents } from './accounts.ts';
import { dayOf, formatDay } from './days.ts';
import type { Fact } from './history.ts';
import type { Item } from './item.ts';

const isIncome = ({ amount, merchant, isPending }: Fact) =>
  amount < 0 && !isPending && (merchant === undefined || merchant.category.startsWith('INCOME'));

/** Returns the income that an Item received in the last `days`, oldest first. */
export function incomeOf(item: Item, days: number, now: number): Fact[] {
  const ledger = item.feed.ledger();
  return ledger
    .live(ledger.end())
    .map((index) => ledger.fact(index))
    .filter((fact) => isIncome(fact) && fact.day > dayOf(now) - days)
    .sort((a, b) => a.day - b.day);
}

/** Returns the total of `facts` as the API shows it, including the fields of earlier releases. */
function totalsOf(facts: readonly Fact[]) {
  const total_amount = cents(-facts.reduce((sum, { amount }) => sum + amount, 0));
  const iso_currency_code = facts[0]?.account.balances.iso_currency_code ?? 'USD';
  const currency = { iso_currency_code, unofficial_currency_code: null };
  return { total_amount, ...currency, total_amounts: [{ amount: total_amount, ...currency }] };
}

/** Returns the income of each month. The first and last month include only the days that the report covers. */
function monthsOf(facts: readonly Fact[], first: string, last: string) {
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

const categories = {
  INCOME_WAGES: 'SALARY',
  INCOME_INTEREST: 'BANK_INTEREST',
  INCOME_TAX_REFUND: 'TAX_REFUND',
  INCOME_UNEMPLOYMENT: 'UNEMPLOYMENT',
  INCOME_RETIREMENT: 'RETIREMENT',
};
const categoryOf = ({ merchant }: Fact): string =>
  Object.entries(categories).find(([start]) => merchant?.category.startsWith(start))?.[1] ?? 'OTHER';

/** Returns the pay frequency, derived from the days between payments. */
function frequencyOf(facts: readonly Fact[]): string {
  const period = ((facts.at(-1)?.day ?? 0) - (facts[0]?.day ?? 0)) / (facts.length - 1);
  const known = { WEEKLY: 7, BIWEEKLY: 14, SEMI_MONTHLY: 15.2, MONTHLY: 30.4 };
  return Object.entries(known).find(([, days]) => Math.abs(period - days) < 0.7)?.[0] ?? 'UNKNOWN';
}

/** Creates a report about an Item's income as of `now`. */
export function makeIncomeReport(item: Item, days: number, now: number, bank_income_id: string) {
  const [first, today] = [formatDay(dayOf(now) - days + 1), formatDay(dayOf(now))];
  const facts = incomeOf(item, days, now);
  const sources = [
    ...Map.groupBy(facts, (fact) => `${fact.merchant?.name ?? fact.description}/${fact.account.account_id}`),
  ].map(([key, own]) => {
    const [oldest, newest] = [own[0], own.at(-1)] as [Fact, Fact];
    return {
      income_source_id: uuid(item.random(`income/${key}`)),
      income_description: oldest.merchant?.name ?? oldest.description,
      income_category: categoryOf(oldest),
      account_id: oldest.account.account_id,
      start_date: formatDay(oldest.day),
      end_date: formatDay(newest.day),
      pay_frequency: frequencyOf(own),
      total_amount: totalsOf(own).total_amount,
      transaction_count: own.length,
      historical_summary: monthsOf(own, first, today),
    };
  });
  const accounts = new Set(facts.map(({ account }) => account));
  return {
    bank_income_id,
    generated_time: new Date(now).toISOString(),
    days_requested: days,
    items: [
      {
        item_id: item.id,
        institution_id: item.institution.id,
        institution_name: item.institution.name,
        last_updated_time: new Date(now).toISOString(),
        bank_income_accounts: [...accounts].map(({ account_id, mask, name, official_name, subtype, type }) => {
          return { account_id, mask, name, official_name, subtype, type, owners: [item.holder.owner()] };
        }),
        bank_income_sources: sources,
      },
    ],
    bank_income_summary: {
      ...totalsOf(facts),
      start_date: facts[0] ? formatDay(facts[0].day) : first,
      end_date: formatDay(facts.at(-1)?.day ?? dayOf(now)),
      income_sources_count: sources.length,
      income_categories_count: new Set(facts.map(categoryOf)).size,
      income_transactions_count: facts.length,
      historical_summary: monthsOf(facts, first, today),
    },
    warnings: [],
  };
}
