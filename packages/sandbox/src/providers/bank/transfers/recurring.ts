import type { Clock } from '../../../shared/clock.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import type { Account } from '../data/accounts.ts';
import { type Day, formatDay, monthly, nextBankingDay, parseDay } from '../data/days.ts';
import type { Item } from '../data/item.ts';
import type { Items } from '../data/items.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
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

/** Schedule of a recurring transfer. */
export interface TransferSchedule {
  readonly interval_unit: 'week' | 'month';
  readonly interval_count: number;
  readonly interval_execution_day: number;
  readonly start_date: string;
  readonly end_date?: string;
}

interface RecurringRequest extends TransferWish, OfAccount {
  readonly description: string;
  readonly schedule: TransferSchedule;
  readonly idempotency_key: string;
}

/** A transfer that repeats on a schedule. */
interface RecurringTransfer {
  readonly id: string;
  readonly createdAt: number;
  readonly item: Item;
  readonly account: Account;
  readonly request: RecurringRequest;
  readonly testClock: TestClock | undefined;
  readonly transferIds: string[];
  readonly days: Iterator<Day, undefined>;
  /** Planned day of the next transfer, before it is moved to a banking day. */
  next: Day | undefined;
  status: 'active' | 'cancelled' | 'expired';
}

const dayMs = 86_400_000;
const mostAtOnce = 20;
const mostFollowers = 5;

/** Returns when the transfer of a planned day is created: at 5:00 UTC, when the day has begun in New York. */
const createdOn = (planned: Day) => nextBankingDay(planned) * dayMs + 5 * 3_600_000;

const weekdayOf = (day: Day) => new Date(day * dayMs).getUTCDay() || 7;

/** Yields the days of a schedule, before they are moved to banking days. */
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

export class RecurringTransfers {
  private readonly clock: Clock;
  private readonly fundingAccountId: string;
  private readonly items: Items;
  private readonly webhooks: Webhooks;
  private readonly authorizations: Authorizations;
  private readonly transfers: Transfers;
  private readonly testClocks: TestClocks;
  private readonly draw: Random;
  private readonly recurring: RecurringTransfer[] = [];
  private readonly byKey: Map<string, { decision: Authorization; made: RecurringTransfer | undefined }>;
  readonly endpoints: Endpoints;

  constructor(
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
    this.clock = clock;
    this.fundingAccountId = fundingAccountId;
    const { items, webhooks, authorizations, transfers, testClocks } = parts;
    this.items = items;
    this.webhooks = webhooks;
    this.authorizations = authorizations;
    this.transfers = transfers;
    this.testClocks = testClocks;
    this.draw = random('recurring-transfers');
    this.byKey = new Map<string, { decision: Authorization; made: RecurringTransfer | undefined }>();
    this.endpoints = this.makeEndpoints();
  }

  private find(id: string): RecurringTransfer {
    return (
      this.recurring.find((each) => each.id === id) ??
      refuse('INVALID_FIELD', 'recurring_transfer_id must be the ID of a recurring transfer')
    );
  }

  private tell({ id }: RecurringTransfer, webhook_code: string, extra: object = {}) {
    return this.webhooks.sendToDashboard({
      webhook_type: 'TRANSFER',
      webhook_code,
      ...extra,
      recurring_transfer_id: id,
    });
  }

  private stepOn(made: RecurringTransfer): void {
    made.next = made.days.next().value;
    if (made.next === undefined) made.status = 'expired';
  }

  /** Creates the transfer that is due. */
  private originate(made: RecurringTransfer, at: number): void {
    const { item, account, request, next = 0 } = made;
    if (this.items.isRemoved(item)) {
      made.status = 'cancelled';
      this.tell(made, 'RECURRING_CANCELLED');
      return;
    }
    const decided = this.authorizations.create(item, account, request, at);
    if (decided.decision === 'approved') {
      const transfer = this.transfers.create(decided, { description: request.description }, at, made.id);
      made.transferIds.push(transfer.id);
      this.tell(made, 'RECURRING_NEW_TRANSFER', { transfer_id: transfer.id });
    } else {
      this.tell(made, 'RECURRING_TRANSFER_SKIPPED', {
        authorization_decision: decided.decision,
        authorization_decision_rationale_code: decided.code,
        skipped_origination_date: formatDay(nextBankingDay(next)),
      });
    }
    this.stepOn(made);
  }

  /** Returns when the next transfer is due, in Unix milliseconds. */
  private dueAt({ next, status }: RecurringTransfer) {
    return next === undefined || status !== 'active' ? Number.POSITIVE_INFINITY : createdOn(next);
  }

  /** Creates transfers as they become due in the sandbox's time. */
  private follow(made: RecurringTransfer): void {
    const due = this.dueAt(made);
    if (!Number.isFinite(due)) return;
    this.clock.schedule(Math.max(0, due - this.clock.now()), () => {
      if (made.status !== 'active') return;
      this.originate(made, due);
      this.follow(made);
    });
  }

  /** Creates a recurring transfer if it is approved, once per idempotency key. */
  private create(item: Item, request: RecurringRequest) {
    const { account_id, schedule, idempotency_key: key, test_clock_id } = request;
    const account = accountOf(item, account_id);
    const testClock = test_clock_id === undefined ? undefined : this.testClocks.find(test_clock_id);
    const earlier = this.byKey.get(key);
    if (earlier) return earlier;
    checkSchedule(schedule);
    if (testClock && this.recurring.filter((each) => each.testClock === testClock).length >= mostFollowers)
      refuse(
        'INVALID_FIELD',
        `test_clock_id must be the ID of a test clock with fewer than ${mostFollowers} followers`,
      );
    const createdAt = testClock?.time ?? this.clock.now();
    const decision = this.authorizations.create(item, account, request, createdAt);
    if (decision.decision !== 'approved') return { decision, made: undefined };
    const made: RecurringTransfer = {
      id: uuid(this.draw),
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
    this.stepOn(made);
    this.recurring.push(made);
    this.byKey.set(key, { decision, made });
    if (!testClock) this.follow(made);
    return { decision, made };
  }

  /** Cancels a recurring transfer and its pending transfers. */
  private cancel(made: RecurringTransfer): void {
    if (made.status !== 'active')
      refuse('INVALID_FIELD', 'recurring_transfer_id must be the ID of an active recurring transfer');
    made.status = 'cancelled';
    for (const transfer of this.transfers.all)
      if (transfer.recurringId === made.id && transfer.status === 'pending')
        this.transfers.cancel(transfer, made.testClock?.time ?? this.clock.now());
  }

  /** Advances a test clock, and creates the transfers that became due. */
  private advance(testClock: TestClock, time: number): void {
    if (time < testClock.time) refuse('INVALID_FIELD', 'new_virtual_time must not be before the current virtual_time');
    const followers = this.recurring.filter((made) => made.testClock === testClock && made.status === 'active');
    for (const { request, next = Number.POSITIVE_INFINITY } of followers) {
      let count = 0;
      for (const day of daysOf(request.schedule)) {
        if (createdOn(day) > time) break;
        if (day >= next) count += 1;
        if (count > mostAtOnce)
          refuse(
            'INVALID_FIELD',
            `new_virtual_time must not be so late that more than ${mostAtOnce} transfers are created`,
          );
      }
    }
    for (const made of followers)
      while (this.dueAt(made) <= time) {
        testClock.time = Math.max(testClock.time, this.dueAt(made));
        this.originate(made, this.dueAt(made));
      }
    testClock.time = time;
  }

  private present({ request, next, account, status, ...made }: RecurringTransfer) {
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
      funding_account_id: this.fundingAccountId,
      iso_currency_code: 'USD',
      description: request.description,
      transfer_ids: made.transferIds,
      user: presentUser(request.user),
      schedule: { end_date: null, ...request.schedule },
    };
  }

  private makeEndpoints(): Endpoints {
    return {
      'POST /transfer/recurring/create': {
        product: 'transfer',
        anyState: true,
        answer: ({ body, item }: Call<RecurringRequest>) => {
          const { decision, made } = this.create(item, body);
          return {
            recurring_transfer: made ? this.present(made) : null,
            decision: decision.decision,
            decision_rationale: rationaleOf(decision),
          };
        },
      },
      'POST /transfer/recurring/get': ({ body: { recurring_transfer_id } }: Call<Of<'recurring_transfer_id'>>) => ({
        recurring_transfer: this.present(this.find(recurring_transfer_id)),
      }),
      'POST /transfer/recurring/list': ({
        body,
      }: Call<PageRequest & Partial<Of<'start_time' | 'end_time' | 'funding_account_id'>>>) => {
        const wanted = this.recurring
          .filter(({ createdAt }) => between(createdAt, body.start_time, body.end_time))
          .filter(() => (body.funding_account_id ?? this.fundingAccountId) === this.fundingAccountId);
        return { recurring_transfers: pageOf(wanted.reverse(), body).map((given) => this.present(given)) };
      },
      'POST /transfer/recurring/cancel': ({ body: { recurring_transfer_id } }: Call<Of<'recurring_transfer_id'>>) =>
        this.cancel(this.find(recurring_transfer_id)),
      'POST /sandbox/transfer/test_clock/advance': ({
        body: { test_clock_id, new_virtual_time },
      }: Call<Of<'test_clock_id' | 'new_virtual_time'>>) =>
        this.advance(this.testClocks.find(test_clock_id), Date.parse(new_virtual_time)),
    };
  }
}
