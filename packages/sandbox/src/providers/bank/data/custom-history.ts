import type { Random } from '../../../shared/random.ts';
import { opaqueId } from '../ids.ts';
import { type AccountOverride, type CustomUser, overrideOf } from '../own-data.ts';
import type { Account } from './accounts.ts';
import { type Day, monthly, parseDay } from './days.ts';
import { createHistory, type Fact, type History, type HistoryPlan, initialDays, makeFact } from './history.ts';
import { bankData, merchantOf, type RecurringPayment } from './source.ts';

interface CustomHistoryPlan extends HistoryPlan {
  readonly custom: CustomUser;
  readonly today: Day;
  /** Last day whose configured transactions are included. */
  readonly until: Day;
  /** Returns random values that do not depend on the Item. */
  seeded(label: string): Random;
}

/** A transaction before it gets its ID, which is specific to the Item. */
type Draft = Omit<Fact, 'id'>;

/**
 * Creates the history of your own user: configured transactions, and generated ones for accounts that configure none.
 */
export function createCustomHistory(plan: CustomHistoryPlan): History {
  const { accounts, custom } = plan;
  const random =
    custom.seed === undefined ? plan.random : (label: string) => plan.seeded(`seeds/${custom.seed}/${label}`);
  if (!accounts.some(overrideOf)) return withIds(createHistory({ ...plan, random }), plan);
  const paid = accounts.flatMap((account) => inflowOf(account, plan));
  const generated = accounts
    .filter((account) => overrideOf(account)?.transactions === undefined)
    .filter(hasTransactions);
  const drafts = [
    ...accounts.flatMap((account) => configured(account, plan)),
    ...paid.flatMap((each) => each.drafts),
    ...generated.flatMap((account, index) => invent(account, random(`custom/${index}`), plan, generated.length)),
  ].sort((one, other) => one.day - other.day);
  const isRecent = ({ day, isPending }: Draft) => isPending || day > plan.lastDay - initialDays;
  const ordered = [...drafts.filter(isRecent), ...drafts.filter((draft) => !isRecent(draft))];
  const ids = plan.random('transaction-ids');
  const facts = ordered.map((draft): Fact => ({ ...draft, id: opaqueId(ids) }));
  const fact = (index: number) => facts[index] as Fact;
  return {
    count: facts.length,
    recent: drafts.filter(isRecent).length,
    pending: new Set(facts.flatMap(({ isPending }, index) => (isPending ? [index] : []))),
    day: (index) => fact(index).day,
    account: (index) => fact(index).account,
    fact,
    recurring: () => [
      ...paid.map(({ payment, account, drafts: own }) => ({
        payment,
        account,
        indexes: own.map((draft) => ordered.indexOf(draft)),
      })),
      ...findRecurring(facts),
    ],
  };
}

/** Minimum and maximum number of days between two payments, by frequency. */
const gaps = { WEEKLY: [6, 8], BIWEEKLY: [13, 15], MONTHLY: [27, 32], ANNUALLY: [360, 370] } as const;
const fewestPayments = 3;

/** Finds an account's configured transactions with the same description at regular intervals. */
function findRecurring(facts: readonly Fact[]): ReturnType<History['recurring']> {
  const own = [...facts.keys()].filter((index) => facts[index]?.transacted !== undefined);
  const keyOf = ({ account, description, amount }: Fact) => `${account.account_id} ${amount < 0} ${description}`;
  return [...Map.groupBy(own, (index) => keyOf(facts[index] as Fact)).values()].flatMap((unsorted) => {
    const indexes = unsorted.sort((one, other) => (facts[one] as Fact).day - (facts[other] as Fact).day);
    const payments = indexes.map((index) => facts[index] as Fact);
    const [first] = payments;
    const between = payments.slice(1).map(({ day }, place) => day - (payments[place] as Fact).day);
    const [frequency] = (Object.keys(gaps) as (keyof typeof gaps)[]).filter((each) =>
      between.every((days) => days >= gaps[each][0] && days <= gaps[each][1]),
    );
    if (!first?.merchant || !frequency || payments.length < fewestPayments) return [];
    const cents = payments.map(({ amount }) => Math.round(amount * 100));
    const payment = { ...first.merchant, low: Math.min(...cents), high: Math.max(...cents), frequency };
    return [{ payment, account: first.account, indexes }];
  });
}

/** Gives a generated history IDs that are specific to the Item. */
function withIds(history: History, { random }: HistoryPlan): History {
  const fact = (index: number) => ({ ...history.fact(index), id: opaqueId(random(`transaction-ids/${index}`)) });
  return { ...history, fact };
}

/** Whether the API has transactions for such an account. */
const hasTransactions = ({ type, subtype }: Account) =>
  type === 'depository' || type === 'credit' || (type === 'loan' && subtype === 'student');

const plain = { second: 43_200, isUnofficial: false, isSparse: false, isPending: false, pendingId: null };

function configured(account: Account, { firstDay, until, today }: CustomHistoryPlan): Draft[] {
  return (overrideOf(account)?.transactions ?? [])
    .map((each): Draft => {
      const [transacted, posted] = [parseDay(each.date_transacted), parseDay(each.date_posted)];
      const isPending = posted > today;
      return {
        ...plain,
        account,
        day: isPending ? transacted : posted,
        transacted,
        amount: each.amount,
        description: each.description,
        merchant: merchantOf(each.description, each.amount < 0),
        ...(each.currency !== undefined && { currency: each.currency }),
        isPending,
        ...(isPending && { postsOn: posted }),
      };
    })
    .filter(({ day, isPending }) => day >= firstDay && (day <= until || (isPending && until >= today)));
}

const interestRates = { credit: 21.49, loan: 4.75 };

function rateOf({ type, liability }: AccountOverride): number {
  const rate = liability?.type === 'credit' ? liability.purchase_apr : liability?.nominal_apr;
  return rate ?? interestRates[type === 'credit' ? 'credit' : 'loan'];
}

/** Returns the monthly payment configured for an account, and the payments in the history. */
function inflowOf(account: Account, { firstDay, lastDay }: HistoryPlan) {
  const override = overrideOf(account);
  const model = override?.inflow_model;
  if (!override || !model || model.type === 'none') return [];
  const owed = account.balances.current ?? 0;
  const sum = {
    'monthly-income': model.income_amount ?? 0,
    'monthly-balance-payment': owed,
    'monthly-interest-only-payment': Math.round((owed * rateOf(override)) / 12) / 100,
  }[model.type];
  const category = model.type === 'monthly-income' ? 'INCOME_WAGES' : 'LOAN_PAYMENTS_OTHER_PAYMENT';
  const cents = Math.round(-sum * 100);
  const name = model.transaction_name ?? '';
  const terms = { channel: 'other', low: cents, high: cents, frequency: 'MONTHLY' } as const;
  const payment: RecurringPayment = { name, category, ...terms };
  const dayOfMonth = model.payment_day_of_month;
  const drafts: Draft[] = [];
  for (const day of monthly(firstDay, dayOfMonth === 'last' ? -1 : Number(dayOfMonth))) {
    if (day > lastDay) break;
    drafts.push({ ...plain, account, day, amount: -sum, description: name, merchant: payment });
  }
  return [{ account, payment, drafts }];
}

/** Generates the transactions of an account without configured ones: its share of a generated history. */
function invent(account: Account, draw: Random, { count, firstDay, lastDay }: HistoryPlan, parts: number): Draft[] {
  const kind =
    account.type === 'loan'
      ? 'loan'
      : ['checking', 'credit card', 'paypal'].includes(account.subtype)
        ? 'spending'
        : 'savings';
  const merchants = bankData.merchants.filter(({ accounts }) => accounts === kind);
  const own = Math.round(count / parts);
  const span = lastDay - firstDay + 1;
  return Array.from({ length: own }, (_, index) => {
    const day = firstDay + Math.floor((index * span) / own);
    return makeFact(draw, { day, merchant: draw.pick(merchants) }, account, false);
  });
}
