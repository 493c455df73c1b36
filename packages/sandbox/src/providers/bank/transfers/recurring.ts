import type { SandboxContext } from '../../../context.ts';
import type { Account } from '../accounts.ts';
import { nextBankingDay } from '../banking-days.ts';
import { type Day, dayOf, formatDay, parseDay } from '../days.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { Item, Items } from '../items.ts';
import type { Webhooks } from '../webhooks.ts';
import { type Authorization, type Authorizations, presentUser, type TransferWish } from './authorizations.ts';
import { formatTime } from './money.ts';
import type { TestClock } from './test-clocks.ts';
import type { Transfers } from './transfers.ts';

/** When transfers are made. */
export interface TransferSchedule {
  readonly interval_unit: 'week' | 'month';
  readonly interval_count: number;
  readonly interval_execution_day: number;
  readonly start_date: string;
  readonly end_date?: string;
}

/** A transfer that is made by a schedule. */
export interface RecurringTransfer {
  readonly id: string;
  readonly createdAt: number;
  readonly item: Item;
  readonly account: Account;
  readonly wish: TransferWish & { readonly description: string };
  readonly schedule: TransferSchedule;
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

/** The day of a month that a schedule names, from its start or, when negative, its end. */
function dayInMonth(year: number, month: number, executionDay: number): Day {
  return executionDay > 0
    ? dayOf(Date.UTC(year, month, executionDay))
    : dayOf(Date.UTC(year, month + 1, executionDay + 1));
}

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
  const from = new Date(start * dayMs);
  let month = from.getUTCMonth();
  if (dayInMonth(from.getUTCFullYear(), month, interval_execution_day) < start) month += 1;
  for (; ; month += interval_count) {
    const day = dayInMonth(from.getUTCFullYear(), month, interval_execution_day);
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

/** Every recurring transfer. */
export function createRecurring(
  { clock, random }: SandboxContext,
  fundingAccountId: string,
  parts: {
    items: Items;
    webhooks: Webhooks;
    authorizations: Authorizations;
    transfers: Transfers;
  },
) {
  const { items, webhooks, authorizations, transfers } = parts;
  const draw = random('recurring-transfers');
  const recurring: RecurringTransfer[] = [];
  const byKey = new Map<string, { decision: Authorization; made: RecurringTransfer | undefined }>();

  function tell({ id }: RecurringTransfer, webhook_code: string, extra: object = {}): void {
    webhooks.sendToDashboard({ webhook_type: 'TRANSFER', webhook_code, ...extra, recurring_transfer_id: id });
  }

  function stepOn(made: RecurringTransfer): void {
    made.next = made.days.next().value;
    if (made.next === undefined) made.status = 'expired';
  }

  /** Makes the transfer that is due. */
  function originate(made: RecurringTransfer, at: number): void {
    const day = nextBankingDay(made.next ?? 0);
    if (items.isRemoved(made.item)) {
      made.status = 'cancelled';
      tell(made, 'RECURRING_CANCELLED');
      return;
    }
    const decided = authorizations.create(made.item, made.account, made.wish, at);
    if (decided.decision === 'approved') {
      const transfer = transfers.create(decided, { description: made.wish.description }, at, made.id);
      made.transferIds.push(transfer.id);
      tell(made, 'RECURRING_NEW_TRANSFER', { transfer_id: transfer.id });
    } else {
      tell(made, 'RECURRING_TRANSFER_SKIPPED', {
        authorization_decision: decided.decision,
        authorization_decision_rationale_code: decided.code,
        skipped_origination_date: formatDay(day),
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

  return {
    all: recurring as readonly RecurringTransfer[],
    /** Creates one if it is approved; once for each key. */
    create(
      { item, account }: { item: Item; account: Account },
      wish: RecurringTransfer['wish'],
      schedule: TransferSchedule,
      key: string,
      testClock: TestClock | undefined,
    ) {
      const earlier = byKey.get(key);
      if (earlier) return earlier;
      checkSchedule(schedule);
      if (testClock && testClock.followers.size >= mostFollowers)
        refuse(
          'INVALID_FIELD',
          `test_clock_id must be that of a test clock with fewer than ${mostFollowers} followers`,
        );
      const at = testClock?.time ?? clock.now();
      const decision = authorizations.create(item, account, wish, at);
      if (decision.decision !== 'approved') return { decision, made: undefined };
      const days = daysOf(schedule);
      const made: RecurringTransfer = {
        id: uuid(draw),
        createdAt: at,
        item,
        account,
        wish,
        schedule,
        testClock,
        transferIds: [],
        days,
        next: undefined,
        status: 'active',
      };
      stepOn(made);
      recurring.push(made);
      byKey.set(key, { decision, made });
      if (testClock) testClock.followers.add(made);
      else follow(made);
      return { decision, made };
    },
    find: (id: string): RecurringTransfer =>
      recurring.find((each) => each.id === id) ??
      refuse('INVALID_FIELD', 'recurring_transfer_id must be that of a recurring transfer'),
    /** Cancels it and its transfers that are still pending. */
    cancel(made: RecurringTransfer): void {
      if (made.status !== 'active')
        refuse('INVALID_FIELD', 'recurring_transfer_id must be that of a recurring transfer that is active');
      made.status = 'cancelled';
      for (const transfer of transfers.all)
        if (transfer.recurringId === made.id && transfer.status === 'pending')
          transfers.cancel(transfer, made.testClock?.time ?? clock.now());
    },
    /** Moves a test clock on, and makes the transfers of the time that has passed. */
    advance(testClock: TestClock, time: number): void {
      if (time < testClock.time)
        refuse('INVALID_FIELD', 'new_virtual_time must not be before the present virtual_time');
      const followers = recurring.filter((made) => made.testClock === testClock && made.status === 'active');
      for (const { schedule, next } of followers) {
        const due = [...until(daysOf(schedule), dayOf(time))].filter((day) => next !== undefined && day >= next);
        if (due.length > mostAtOnce)
          refuse('INVALID_FIELD', `new_virtual_time must be such that no more than ${mostAtOnce} transfers are made`);
      }
      for (const made of followers)
        while (dueAt(made) <= time) {
          testClock.time = Math.max(testClock.time, dueAt(made));
          originate(made, dueAt(made));
        }
      testClock.time = time;
    },
    /** The API's shape of a recurring transfer. */
    present({ wish, schedule, next, account, status, ...made }: RecurringTransfer) {
      return {
        recurring_transfer_id: made.id,
        created: formatTime(made.createdAt),
        next_origination_date: next === undefined || status !== 'active' ? null : formatDay(nextBankingDay(next)),
        test_clock_id: made.testClock?.id ?? null,
        type: wish.type,
        amount: wish.amount,
        status,
        ...(wish.ach_class !== undefined && { ach_class: wish.ach_class }),
        network: wish.network,
        origination_account_id: '',
        account_id: account.account_id,
        funding_account_id: fundingAccountId,
        iso_currency_code: 'USD',
        description: wish.description,
        transfer_ids: made.transferIds,
        user: presentUser(wish.user),
        schedule: { ...schedule, end_date: schedule.end_date ?? null },
      };
    },
  };
}

function* until(days: Generator<Day, undefined>, last: Day): Generator<Day> {
  for (const day of days) {
    if (nextBankingDay(day) > last) return;
    yield day;
  }
}
