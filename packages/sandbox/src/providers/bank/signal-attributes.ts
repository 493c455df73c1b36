import type { Clock } from '../../clock.ts';
import type { Account } from './accounts.ts';
import { dayOf } from './days.ts';
import type { Item } from './items.ts';
import { type Debits, insufficient, unauthorized } from './signal.ts';

const dayMs = 86_400_000;
const cents = (amount: number) => Math.round(amount * 100) / 100;

/** One member for each number of days, as `name_7d`. */
const each = <T>(name: string, days: readonly number[], make: (days: number) => T): Record<string, T> =>
  Object.fromEntries(days.map((count) => [`${name}_${count}d`, make(count)]));

/** The value below which `share` percent of `values` are; null when there are none. */
function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? null;
}

/** What is known of an account that is to be debited. */
export function signalAttributes(clock: Clock, debits: Debits, item: Item, account: Account, amount: number) {
  const today = dayOf(clock.now());
  const age = today - dayOf(item.createdAt);
  const { available, current } = account.balances;
  const balance = available ?? current;
  const flows = flowsOf(item, account, today);
  // From today's balance back: what left an account after a day was still there at its end.
  const endOfDay = Array.from({ length: 90 }, (_, day) =>
    cents(flows.filter((flow) => flow.age < day).reduce((sum, flow) => sum + flow.amount, balance ?? 0)),
  );
  const within = (days: number, sign: 1 | -1) =>
    flows.filter((flow) => flow.age < days && flow.amount * sign > 0).map((flow) => Math.abs(flow.amount));
  const sum = (values: readonly number[]) => cents(values.reduce((total, value) => total + value, 0));
  const [debit, credit] = [1, -1] as const;
  const balances = (share: number) => ({
    ...each(`p${share}_eod_balance`, [30, 60, 90], (days) => percentile(endOfDay.slice(0, days), share)),
    [`p${share}_eod_balance_31d_to_60d`]: percentile(endOfDay.slice(30, 60), share),
    [`p${share}_eod_balance_61d_to_90d`]: percentile(endOfDay.slice(60, 90), share),
  });
  const wasLinkedWithin = (days: number) => (age < days ? 1 : 0);
  const wasTypedWithin = (days: number) => (item.institution.oauth ? 0 : wasLinkedWithin(days));
  const lastUpdate = item.feed.lastUpdate();

  return {
    ...each('unauthorized_transactions_count', [7, 30, 60, 90], (days) => debits.returns(account, unauthorized, days)),
    ...each('nsf_overdraft_transactions_count', [7, 30, 60, 90], (days) => debits.returns(account, insufficient, days)),
    days_since_first_plaid_connection: age,
    ...each('plaid_connections_count', [7, 30], wasLinkedWithin),
    total_plaid_connections_count: 1,
    is_savings_or_money_market_account: account.subtype === 'savings' || account.subtype === 'money market',
    ...each('total_credit_transactions_amount', [10, 30, 60, 90], (days) => sum(within(days, credit))),
    ...each('total_debit_transactions_amount', [10, 30, 60, 90], (days) => sum(within(days, debit))),
    p50_credit_transactions_amount_28d: percentile(within(28, credit), 50),
    p50_debit_transactions_amount_28d: percentile(within(28, debit), 50),
    p95_credit_transactions_amount_28d: percentile(within(28, credit), 95),
    p95_debit_transactions_amount_28d: percentile(within(28, debit), 95),
    days_with_negative_balance_count_90d: endOfDay.filter((value) => value < 0).length,
    ...balances(90),
    ...balances(50),
    ...balances(10),
    available_balance: available,
    current_balance: current,
    balance_last_updated: new Date(clock.now()).toISOString(),
    ...each('phone_change_count', [28, 90], (days) => item.holder.phoneChanges(days * dayMs)),
    ...each('email_change_count', [28, 90], () => 0),
    ...each('address_change_count', [28, 90], () => 0),
    ...each('plaid_non_oauth_authentication_attempts_count', [3, 7, 30], wasTypedWithin),
    ...each('failed_plaid_non_oauth_authentication_attempts_count', [3, 7, 30], () => 0),
    ...each('debit_transactions_count', [10, 30, 60, 90], (days) => within(days, debit).length),
    ...each('credit_transactions_count', [10, 30, 60, 90], (days) => within(days, credit).length),
    transactions_last_updated: lastUpdate === undefined ? null : new Date(lastUpdate).toISOString(),
    is_account_closed: false,
    is_account_frozen_or_restricted: false,
    ...each('distinct_ip_addresses_count', [3, 7, 30, 90], wasLinkedWithin),
    ...each('distinct_user_agents_count', [3, 7, 30, 90], wasLinkedWithin),
    ...each('distinct_ssl_tls_connection_sessions_count', [3, 7, 30, 90], wasLinkedWithin),
    days_since_account_opening: item.random(`opened/${account.account_id}`).int(400, 4_000) + age,
    balance_to_transaction_amount_ratio: balance === null ? null : cents(balance / amount),
  };
}

/** What moved on an account, each with its age in days; positive when money left. */
function flowsOf(item: Item, account: Account, today: number) {
  const ledger = item.feed.ledger();
  return ledger
    .live(ledger.end())
    .filter((index) => ledger.account(index).account_id === account.account_id)
    .map((index) => ({ age: today - ledger.day(index), amount: ledger.fact(index).amount }))
    .filter(({ age }) => age >= 0 && age < 90);
}
