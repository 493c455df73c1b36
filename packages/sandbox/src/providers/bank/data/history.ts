import type { Random } from '../../../shared/random.ts';
import { opaqueId } from '../ids.ts';
import type { Account } from './accounts.ts';
import { addMonths, type Day, monthly } from './days.ts';
import { bankData, type KnownMerchant, type Merchant, type RecurringPayment } from './source.ts';

/** A transaction, before it is put into the API's shape. */
export interface Fact {
  readonly id: string;
  readonly account: Account;
  readonly day: Day;
  /** Seconds into the day. */
  readonly second: number;
  /** Positive when money leaves the account. */
  readonly amount: number;
  readonly description: string;
  /** Unset for transactions that tests create themselves. */
  readonly merchant?: KnownMerchant;
  /** Day of the transaction, if known. Default: derived from the day it posted. */
  readonly transacted?: Day;
  /** Day on which a pending transaction posts, if known. */
  readonly postsOn?: Day;
  readonly currency?: string;
  /** Whether the currency has no ISO code. */
  readonly isUnofficial: boolean;
  /** Whether optional fields are omitted. */
  readonly isSparse: boolean;
  readonly isPending: boolean;
  /** ID of the pending transaction that this one replaced. */
  readonly pendingId: string | null;
}

/** Input from which a history is generated. */
export interface HistoryPlan {
  readonly accounts: readonly Account[];
  readonly count: number;
  readonly firstDay: Day;
  readonly lastDay: Day;
  readonly pending: number;
  /** Returns a separate random stream for each label. */
  random(label: string): Random;
}

/** Transactions that an Item starts with, in the order in which they are found: the last 30 days, then older ones. */
export interface History {
  readonly count: number;
  /** Number of transactions in the last 30 days. */
  readonly recent: number;
  /** Indexes of the pending transactions. */
  readonly pending: ReadonlySet<number>;
  day(index: number): Day;
  account(index: number): Account;
  fact(index: number): Fact;
  /** Returns the recurring payments, each with its transactions, oldest first. */
  recurring(): { payment: RecurringPayment; account: Account; indexes: number[] }[];
}

interface Slot {
  readonly day: Day;
  readonly account: number;
  readonly merchant: Merchant | RecurringPayment;
}

const { merchants, recurringPayments } = bankData;
const chunkSize = 250;
/** Number of most recent days whose transactions are ready first. */
export const initialDays = 30;

/** Lays out the days, accounts and merchants of a history, the most recent transactions first. */
function layOut(plan: HistoryPlan): { ordered: readonly Slot[]; recent: number } {
  const { accounts, firstDay, lastDay } = plan;
  const place = (wanted: string) => accounts.findIndex(({ subtype }) => subtype === wanted);
  const [checking, savings, card] = [place('checking'), place('savings'), place('credit card')];
  const loan = accounts.findIndex(({ type }) => type === 'loan');
  const random = plan.random('layout');
  const slots: Slot[] = [];

  // Recurring payments make up as much as three quarters of a history, so even a short one has some.
  for (const payment of recurringPayments) {
    const days = [...recurrences(payment, firstDay, lastDay, random)];
    if (slots.length + days.length > plan.count * 0.75) continue;
    const account = payment.channel === 'online' ? card : checking;
    for (const day of days) slots.push({ day, account, merchant: payment });
  }
  const rest = plan.count - slots.length;
  const span = lastDay - firstDay + 1;
  for (let index = 0; index < rest; index += 1) {
    const merchant = random.pick(merchants);
    const spent = merchant.channel === 'other' || random.int(0, 2) === 0 ? checking : card;
    const account = { spending: spent, savings, loan }[merchant.accounts];
    slots.push({ day: firstDay + Math.floor((index * span) / rest), account, merchant });
  }
  slots.sort((a, b) => a.day - b.day);
  const firstRecent = slots.findIndex(({ day }) => day > lastDay - initialDays);
  const recent = firstRecent < 0 ? 0 : slots.length - firstRecent;
  return { ordered: [...slots.slice(slots.length - recent), ...slots.slice(0, slots.length - recent)], recent };
}

/** Lays out the days, accounts and merchants of a history. Everything else is generated when a transaction is read. */
export function createHistory(plan: HistoryPlan): History {
  const { accounts } = plan;
  const { ordered, recent } = layOut(plan);
  const pending = new Set<number>();
  for (let index = recent - 1; index >= 0 && pending.size < plan.pending; index -= 1)
    if (ordered[index]?.merchant.channel === 'in store') pending.add(index);

  const chunks = new Map<number, Fact[]>();
  function chunk(number: number): Fact[] {
    const made = chunks.get(number);
    if (made) return made;
    const draw = plan.random(`transactions/${number}`);
    draw.text(8); // similar seeds give similar first values
    const facts = ordered
      .slice(number * chunkSize, (number + 1) * chunkSize)
      .map((slot, index) =>
        makeFact(draw, slot, accounts[slot.account] as Account, pending.has(number * chunkSize + index)),
      );
    chunks.set(number, facts);
    return facts;
  }
  const slot = (index: number) => ordered[index] as Slot;
  const accountOf = (index: number) => accounts[slot(index).account] as Account;

  return {
    count: ordered.length,
    recent,
    pending,
    day: (index) => slot(index).day,
    account: accountOf,
    fact: (index) => chunk(Math.floor(index / chunkSize))[index % chunkSize] as Fact,
    recurring() {
      const byPayment = Map.groupBy(ordered.keys(), (index) => slot(index).merchant);
      return recurringPayments.flatMap((payment) => {
        const indexes = (byPayment.get(payment) ?? []).sort((a, b) => slot(a).day - slot(b).day);
        return indexes[0] === undefined ? [] : [{ payment, account: accountOf(indexes[0]), indexes }];
      });
    },
  };
}

/** Generates a transaction with `merchant`. */
export function makeFact(
  draw: Random,
  { day, merchant }: Pick<Slot, 'day' | 'merchant'>,
  account: Account,
  isPending: boolean,
): Fact {
  const cents = draw.int(merchant.low, merchant.high);
  const odd = draw.int(0, 199);
  // In the test environment, interest and conversions have more than two decimals.
  const isFine = odd < 2 || merchant.category === 'INCOME_INTEREST_EARNED';
  const amount = isFine ? (cents * 100_000 + draw.int(1, 99_999)) / 10_000_000 : cents / 100;
  const store = merchant.channel === 'in store' ? ` #${draw.int(100, 999)}` : '';
  return {
    id: opaqueId(draw),
    account,
    day,
    second: draw.int(6 * 3600, 23 * 3600),
    amount,
    description: `${merchant.name.toUpperCase()}${store}`,
    merchant,
    isUnofficial: odd === 2,
    isSparse: odd > 190,
    isPending,
    pendingId: null,
  };
}

function* recurrences({ frequency }: RecurringPayment, firstDay: Day, lastDay: Day, random: Random): Generator<Day> {
  if (frequency === 'MONTHLY') {
    for (const day of monthly(firstDay, random.int(1, 28))) {
      if (day > lastDay) return;
      yield day;
    }
    return;
  }
  const step = { WEEKLY: 7, BIWEEKLY: 14, ANNUALLY: 365 }[frequency];
  const next = (day: Day) => (frequency === 'ANNUALLY' ? addMonths(day, 12) : day + step);
  for (let day = firstDay + random.int(0, step - 1); day <= lastDay; day = next(day)) yield day;
}
