import type { SandboxContext } from '../../../shared/context.ts';
import type { Account } from '../data/accounts.ts';
import { type Day, dayOf, formatDay, monthly, nextBankingDay, parseDay } from '../data/days.ts';
import { uuid } from '../data/ids.ts';
import type { Item, Items } from '../data/items.ts';
import { type Endpoint, endpoint, type Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import {
  type Authorization,
  type Authorizations,
  accountOf,
  type OfAccount,
  presentUser,
  rationaleOf,
  type TransferWish,
} from './authorizations.ts';
import { between, formatTime, type PageRequest, pageOf } from './money.ts';
import type { TestClock, TestClocks } from './test-clocks.ts';
import type { Transfers } from './transfers.ts';

/** When transfers are made. */
export interface TransferSchedule {
  readonly interval_unit: 'week' | 'month';
  readonly interval_count: number;
  readonly interval_execution_day: number;
  readonly start_date: string;
  readonly end_date?: string;
}

/** What a recurring transfer is made with. */
interface RecurringRequest extends TransferWish, OfAccount {
  readonly description: string;
  readonly schedule: TransferSchedule;
  readonly idempotency_key: string;
}

/** A transfer that is made by a schedule. */
interface RecurringTransfer {
  readonly id: string;
  readonly createdAt: number;
  readonly item: Item;
  readonly account: Account;
  readonly request: RecurringRequest;
  readonly testClock: TestClock | undefined;
  readonly transferIds: string[];
  readonly days: Iterator<Day, undefined>;
  /** The day that the next transfer is planned for, before it is moved to a banking day. */
  next: Day | undefined;
  status: 'active' | 'cancelled' | 'expired';
}

const dayMs = 86_400_000;
const mostAtOnce = 20;
const mostFollowers = 5;

const weekdayOf = (day: Day) => new Date(day * dayMs).getUTCDay() || 7;

/** The days of a schedule, before they are moved to banking days. */
export function* daysOf(schedule: TransferSchedule): Generator<Day, undefined> {
  const { interval_unit, interval_count, interval_execution_day } = schedule;
  const start = parseDay(schedule.start_date);
  const end = schedule.end_date === undefined ? Number.POSITIVE_INFINITY : parseDay(schedule.end_date);
  if (interval_unit === 'week') {
    const first = start + ((interval_execution_day - weekdayOf(start) + 7) % 7);
    for (let day = first; day <= end; day += 7 * interval_count) yield day;
    return undefined;
  }
  for (const day of monthly(start, interval_execution_day, interval_count)) {
    if (day > end) return undefined;
    yield day;
  }
}

function checkSchedule({ interval_unit, interval_count, interval_execution_day: day }: TransferSchedule): void {
  if (interval_count < 1) refuse('INVALID_FIELD', 'schedule.interval_count must be at least 1');
  const isDay = interval_unit === 'week' ? day >= 1 && day <= 5 : day >= -5 && day <= 28 && day !== 0;
  if (!isDay)
    refuse(
      'INVALID_FIELD',
      `schedule.interval_execution_day must be a day of a ${interval_unit} on which banks can pay`,
    );
}

/** Recurring transfers. */
export function createRecurring(
  { clock, random }: SandboxContext,
  fundingAccountId: string,
  parts: {
    items: Items;
    webhooks: Webhooks;
    authorizations: Authorizations;
    transfers: Transfers;
    testClocks: TestClocks;
  },
) {
  const { items, webhooks, authorizations, transfers, testClocks } = parts;
  const draw = random('recurring-transfers');
  const recurring: RecurringTransfer[] = [];
  const byKey = new Map<string, { decision: Authorization; made: RecurringTransfer | undefined }>();

  const find = (id: string): RecurringTransfer =>
    recurring.find((each) => each.id === id) ??
    refuse('INVALID_FIELD', 'recurring_transfer_id must be that of a recurring transfer');

  const tell = ({ id }: RecurringTransfer, webhook_code: string, extra: object = {}) =>
    webhooks.sendToDashboard({ webhook_type: 'TRANSFER', webhook_code, ...extra, recurring_transfer_id: id });

  function stepOn(made: RecurringTransfer): void {
    made.next = made.days.next().value;
    if (made.next === undefined) made.status = 'expired';
  }

  /** Makes the transfer that is due. */
  function originate(made: RecurringTransfer, at: number): void {
    const { item, account, request, next = 0 } = made;
    if (items.isRemoved(item)) {
      made.status = 'cancelled';
      tell(made, 'RECURRING_CANCELLED');
      return;
    }
    const decided = authorizations.create(item, account, request, at);
    if (decided.decision === 'approved') {
      const transfer = transfers.create(decided, { description: request.description }, at, made.id);
      made.transferIds.push(transfer.id);
      tell(made, 'RECURRING_NEW_TRANSFER', { transfer_id: transfer.id });
    } else {
      tell(made, 'RECURRING_TRANSFER_SKIPPED', {
        authorization_decision: decided.decision,
        authorization_decision_rationale_code: decided.code,
        skipped_origination_date: formatDay(nextBankingDay(next)),
      });
    }
    stepOn(made);
  }

  /** When the next transfer is due, Unix milliseconds. */
  const dueAt = ({ next, status }: RecurringTransfer) =>
    next === undefined || status !== 'active' ? Number.POSITIVE_INFINITY : nextBankingDay(next) * dayMs;

  /** Makes the transfers that are due as the time of the sandbox passes. */
  function follow(made: RecurringTransfer): void {
    const due = dueAt(made);
    if (!Number.isFinite(due)) return;
    clock.schedule(Math.max(0, due - clock.now()), () => {
      if (made.status !== 'active') return;
      originate(made, due);
      follow(made);
    });
  }

  /** Creates one if it is approved; once for each key. */
  function create(item: Item, request: RecurringRequest) {
    const { account_id, schedule, idempotency_key: key, test_clock_id } = request;
    const account = accountOf(item, account_id);
    const testClock = test_clock_id === undefined ? undefined : testClocks.find(test_clock_id);
    const earlier = byKey.get(key);
    if (earlier) return earlier;
    checkSchedule(schedule);
    if (testClock && recurring.filter((each) => each.testClock === testClock).length >= mostFollowers)
      refuse('INVALID_FIELD', `test_clock_id must be that of a test clock with fewer than ${mostFollowers} followers`);
    const createdAt = testClock?.time ?? clock.now();
    const decision = authorizations.create(item, account, request, createdAt);
    if (decision.decision !== 'approved') return { decision, made: undefined };
    const made: RecurringTransfer = {
      id: uuid(draw),
      createdAt,
      item,
      account,
      request,
      testClock,
      transferIds: [],
      days: daysOf(schedule),
      next: undefined,
      status: 'active',
    };
    stepOn(made);
    recurring.push(made);
    byKey.set(key, { decision, made });
    if (!testClock) follow(made);
    return { decision, made };
  }

  /** Cancels it and its transfers that are still pending. */
  function cancel(made: RecurringTransfer): void {
    if (made.status !== 'active')
      refuse('INVALID_FIELD', 'recurring_transfer_id must be that of a recurring transfer that is active');
    made.status = 'cancelled';
    for (const transfer of transfers.all)
      if (transfer.recurringId === made.id && transfer.status === 'pending')
        transfers.cancel(transfer, made.testClock?.time ?? clock.now());
  }

  /** Moves a test clock on, and makes the transfers of the time that has passed. */
  function advance(testClock: TestClock, time: number): void {
    if (time < testClock.time) refuse('INVALID_FIELD', 'new_virtual_time must not be before the present virtual_time');
    const followers = recurring.filter((made) => made.testClock === testClock && made.status === 'active');
    for (const { request, next = Number.POSITIVE_INFINITY } of followers) {
      let count = 0;
      for (const day of daysOf(request.schedule)) {
        if (nextBankingDay(day) > dayOf(time)) break;
        if (day >= next) count += 1;
        if (count > mostAtOnce)
          refuse('INVALID_FIELD', `new_virtual_time must be such that no more than ${mostAtOnce} transfers are made`);
      }
    }
    for (const made of followers)
      while (dueAt(made) <= time) {
        testClock.time = Math.max(testClock.time, dueAt(made));
        originate(made, dueAt(made));
      }
    testClock.time = time;
  }

  function present({ request, next, account, status, ...made }: RecurringTransfer) {
    return {
      recurring_transfer_id: made.id,
      created: formatTime(made.createdAt),
      next_origination_date: next === undefined || status !== 'active' ? null : formatDay(nextBankingDay(next)),
      test_clock_id: made.testClock?.id ?? null,
      type: request.type,
      amount: request.amount,
      status,
      ach_class: request.ach_class,
      network: request.network,
      origination_account_id: '',
      account_id: account.account_id,
      funding_account_id: fundingAccountId,
      iso_currency_code: 'USD',
      description: request.description,
      transfer_ids: made.transferIds,
      user: presentUser(request.user),
      schedule: { end_date: null, ...request.schedule },
    };
  }

  const endpoints: Endpoint[] = [
    endpoint(
      '/transfer/recurring/create',
      (body: RecurringRequest, item) => {
        const { decision, made } = create(item, body);
        return {
          recurring_transfer: made ? present(made) : null,
          decision: decision.decision,
          decision_rationale: rationaleOf(decision),
        };
      },
      { product: 'transfer', anyState: true },
    ),
    endpoint('/transfer/recurring/get', ({ recurring_transfer_id }: Of<'recurring_transfer_id'>) => ({
      recurring_transfer: present(find(recurring_transfer_id)),
    })),
    endpoint(
      '/transfer/recurring/list',
      (body: PageRequest & Partial<Of<'start_time' | 'end_time' | 'funding_account_id'>>) => {
        const wanted = recurring
          .filter(({ createdAt }) => between(createdAt, body.start_time, body.end_time))
          .filter(() => (body.funding_account_id ?? fundingAccountId) === fundingAccountId);
        return { recurring_transfers: pageOf(wanted.reverse(), body).map(present) };
      },
    ),
    endpoint('/transfer/recurring/cancel', ({ recurring_transfer_id }: Of<'recurring_transfer_id'>) =>
      cancel(find(recurring_transfer_id)),
    ),
    endpoint(
      '/sandbox/transfer/test_clock/advance',
      ({ test_clock_id, new_virtual_time }: Of<'test_clock_id' | 'new_virtual_time'>) =>
        advance(testClocks.find(test_clock_id), Date.parse(new_virtual_time)),
    ),
  ];
  return { endpoints };
}
