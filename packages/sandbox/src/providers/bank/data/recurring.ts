import { addMonths, type Day, dayOf, formatDay } from './days.ts';
import type { Fact } from './history.ts';
import type { Item } from './item.ts';
import { primaryOf } from './source.ts';

const periodDays = { WEEKLY: 7, BIWEEKLY: 14, MONTHLY: 30, ANNUALLY: 365 };

/** Returns the day after `facts` on which the next payment is expected. */
function nextAfter(facts: readonly Fact[], frequency: keyof typeof periodDays): Day {
  const last = facts.at(-1)?.day ?? 0;
  if (frequency === 'ANNUALLY') return addMonths(last, 12);
  // A payment on the 31st is made on the last day of a shorter month.
  const dayOfMonth = Math.max(...facts.map(({ day }) => Number(formatDay(day).slice(8))));
  return frequency === 'MONTHLY' ? addMonths(last, 1, dayOfMonth) : last + periodDays[frequency];
}

/** Returns an Item's recurring payments up to position `head` of its change log. */
export function recurringStreams(
  item: Item,
  head: number,
  { now, accountIds, version }: { now: number; accountIds: readonly string[]; version: 'v1' | 'v2' },
) {
  const ledger = item.feed.ledger();
  const streams = ledger.history.recurring().flatMap(({ payment, account, indexes }) => {
    const facts = indexes.filter((index) => index < head && ledger.isLive(index)).map((index) => ledger.fact(index));
    const [first, last] = [facts[0], facts.at(-1)];
    if (!first || !last || facts.length < 2 || !accountIds.includes(account.account_id)) return [];
    const period = periodDays[payment.frequency];
    const isActive = last.day + period * 1.5 > dayOf(now);
    const mean = facts.reduce((sum, { amount }) => sum + amount, 0) / facts.length;
    const amount = (value: number) => ({
      amount: value,
      iso_currency_code: account.balances.iso_currency_code,
      unofficial_currency_code: null,
    });
    return {
      account_id: account.account_id,
      stream_id: streamId(first),
      category: null,
      category_id: null,
      description: payment.name,
      merchant_name: payment.channel === 'online' ? payment.name : null,
      first_date: formatDay(first.day),
      last_date: formatDay(last.day),
      predicted_next_date: isActive ? formatDay(nextAfter(facts, payment.frequency)) : null,
      frequency: payment.frequency,
      transaction_ids: facts.map(({ id }) => id),
      average_amount: amount(Math.round(mean * 100) / 100),
      last_amount: amount(last.amount),
      is_active: isActive,
      status: isActive ? (facts.length < 3 ? 'EARLY_DETECTION' : 'MATURE') : 'TOMBSTONED',
      personal_finance_category: {
        primary: primaryOf(payment.category),
        detailed: payment.category,
        confidence_level: 'UNKNOWN',
        version,
      },
      is_user_modified: false,
    };
  });
  return {
    inflow_streams: streams.filter(({ last_amount }) => last_amount.amount < 0),
    outflow_streams: streams.filter(({ last_amount }) => last_amount.amount >= 0),
    personal_finance_category_version: version,
    updated_datetime: new Date(item.feed.lastUpdate() ?? now).toISOString(),
  };
}

// A stream's ID never changes, so it is derived from the first transaction.
const streamId = ({ id }: Fact) => [...id].reverse().join('');
