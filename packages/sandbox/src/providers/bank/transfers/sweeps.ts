import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { addBankingDays, type Day, formatDay, nextBankingDay } from '../data/days.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { TransferEvents } from './events.ts';
import type { Ledgers, TransferLedger } from './ledgers.ts';
import {
  between,
  centsOf,
  type FailureReason,
  fits,
  formatCents,
  formatTime,
  isUndone,
  type PageRequest,
  pageOf,
  reasonOf,
} from './money.ts';
import type { TestClocks } from './test-clocks.ts';
import type { Simulation } from './transfer-states.ts';
import { bankDayOf, settlementDay, traceOf } from './transfer-states.ts';
import { holdDays, type Transfers } from './transfers.ts';

type SweepStatus = 'pending' | 'posted' | 'settled' | 'funds_available' | 'returned' | 'failed';

/** Money that moves between a ledger, or transfers, and the client's bank account. */
interface Sweep {
  readonly id: string;
  readonly createdAt: number;
  /** As the bank account shows it: negative when money leaves that account. */
  readonly cents: number;
  readonly ledger: TransferLedger | undefined;
  readonly trigger: 'manual' | 'automatic_aggregate';
  readonly description?: string | undefined;
  /** Transfers that it includes. */
  readonly transferIds: readonly string[];
  status: SweepStatus;
  settledOn: Day | null;
  failure: FailureReason | null;
}

/** Request that moves money into or out of a ledger. */
interface SweepRequest {
  readonly ledger_id?: string;
  readonly amount: string;
  readonly description?: string;
  readonly idempotency_key: string;
}

const followers: Readonly<Record<string, readonly SweepStatus[]>> = {
  pending: ['posted', 'failed'],
  posted: ['settled', 'returned'],
  settled: ['returned'],
};

export class Sweeps {
  private readonly fundingAccountId: string;
  private readonly ledgers: Ledgers;
  private readonly transfers: Transfers;
  private readonly events: TransferEvents;
  private readonly testClocks: TestClocks;
  private readonly draw: Random;
  private readonly sweeps: Sweep[] = [];
  private readonly byKey = new Map<string, Sweep>();
  private readonly filters: string[];
  readonly endpoints: Endpoints;

  constructor(
    { random }: SandboxContext,
    fundingAccountId: string,
    parts: { ledgers: Ledgers; transfers: Transfers; events: TransferEvents; testClocks: TestClocks },
  ) {
    this.fundingAccountId = fundingAccountId;
    const { ledgers, transfers, events, testClocks } = parts;
    this.ledgers = ledgers;
    this.transfers = transfers;
    this.events = events;
    this.testClocks = testClocks;
    this.draw = random('transfer-sweeps');
    this.filters = ['amount', 'status', 'trigger', 'originator_client_id', 'funding_account_id'];
    this.endpoints = this.makeEndpoints();
  }

  /** Finds a sweep by its ID or the first eight characters of the ID. */
  private find(id: string): Sweep {
    return (
      this.sweeps.find((each) => each.id === id || (id.length === 8 && each.id.startsWith(id))) ??
      refuse('INVALID_FIELD', 'sweep_id must be the ID of a sweep')
    );
  }

  private add(sweep: Omit<Sweep, 'id' | 'failure'>): Sweep {
    const made = { ...sweep, id: uuid(this.draw), failure: null };
    this.sweeps.push(made);
    return made;
  }

  private move(sweep: Sweep, next: SweepStatus, at: number, failure: FailureReason | null = null): void {
    const { ledger, id } = sweep;
    const isDeposit = sweep.cents < 0;
    const cents = Math.abs(sweep.cents);
    const cause = { at, source: { sweep_id: id }, description: `${isDeposit ? 'Deposit' : 'Withdrawal'} ${next}` };
    if (ledger && isDeposit) {
      if (next === 'posted') this.ledgers.change(ledger, 'pending', cents, cause);
      if (next === 'funds_available') this.ledgers.release(ledger, cents, at, cause.source);
      if (next === 'returned') this.ledgers.change(ledger, 'pending', -cents, cause);
    } else if (ledger && (next === 'pending' || isUndone(next))) {
      this.ledgers.change(ledger, 'available', isUndone(next) ? cents : -cents, cause);
    }
    sweep.status = next;
    sweep.failure = failure;
    if (next === 'settled') sweep.settledOn = nextBankingDay(bankDayOf(at));
    this.events.add(`sweep.${next}`, at, {
      funding_account_id: this.fundingAccountId,
      ledger_id: ledger?.id ?? null,
      sweep_id: id,
      sweep_amount: formatCents(sweep.cents),
      failure_reason: failure,
    });
  }

  /** Moves money into or out of a ledger, once per idempotency key. */
  private create(kind: 'deposit' | 'withdraw', { ledger_id, amount, description, idempotency_key }: SweepRequest) {
    const key = `${kind} ${idempotency_key}`;
    const earlier = this.byKey.get(key);
    if (earlier) return earlier;
    const ledger = this.ledgers.find(ledger_id);
    const cents = centsOf(amount);
    if (kind === 'withdraw' && ledger.available < cents)
      refuse('INVALID_FIELD', 'amount must be at most the available balance of the ledger');
    const createdAt = this.testClocks.now();
    const about = { createdAt, cents: kind === 'deposit' ? -cents : cents, ledger, description, transferIds: [] };
    const sweep = this.add({ ...about, trigger: 'manual', status: 'pending', settledOn: null });
    this.byKey.set(key, sweep);
    this.move(sweep, 'pending', createdAt);
    return sweep;
  }

  /** Makes the money of a ledger's settled deposits and debits available. If `by` is given, only those due by then. */
  private release(ledger: TransferLedger, at: number, by: number | undefined): void {
    const isDue = (settled: Day) => by === undefined || addBankingDays(settled, holdDays) <= bankDayOf(by);
    for (const transfer of this.transfers.all)
      if (transfer.ledger === ledger && transfer.status === 'settled' && transfer.authorization.wish.type === 'debit')
        if (isDue(bankDayOf(transfer.settledAt ?? at))) this.transfers.simulate(transfer, 'funds_available', at);
    for (const sweep of this.sweeps)
      if (sweep.ledger === ledger && sweep.status === 'settled' && sweep.cents < 0)
        if (isDue(sweep.settledOn ?? bankDayOf(at))) this.move(sweep, 'funds_available', at);
  }

  /** Moves on every transfer that is swept without a ledger. Returns undefined if there is nothing to sweep. */
  private collect(at: number): Sweep | undefined {
    const swept = this.transfers.all.filter(({ sweepStatus }) => sweepStatus === 'swept');
    const fresh = this.transfers.all.filter(
      ({ sweepStatus, status }) => sweepStatus === 'unswept' && (status === 'pending' || status === 'posted'),
    );
    const signed = ({ authorization, cents }: (typeof fresh)[number]) =>
      authorization.wish.type === 'debit' ? cents : -cents;
    const moving = [
      ...fresh.map((transfer) => ({ transfer, next: 'swept' as const, cents: signed(transfer) })),
      ...swept
        .filter(({ status }) => status === 'returned')
        .map((transfer) => ({ transfer, next: 'return_swept' as const, cents: -signed(transfer) })),
    ];
    for (const transfer of swept) {
      if (transfer.status === 'returned') continue;
      transfer.sweepStatus = 'swept_settled';
      this.transfers.note(transfer, 'swept_settled', at, { sweep_id: transfer.sweepIds.at(-1) ?? null });
    }
    if (moving.length === 0) return undefined;
    const sweep = this.add({
      createdAt: at,
      cents: moving.reduce((sum, { cents }) => sum + cents, 0),
      ledger: undefined,
      trigger: 'automatic_aggregate',
      transferIds: moving.map(({ transfer }) => transfer.id),
      status: 'settled',
      settledOn: nextBankingDay(bankDayOf(at)),
    });
    for (const { transfer, next, cents } of moving) {
      transfer.sweepStatus = next;
      transfer.sweepIds.push(sweep.id);
      this.transfers.note(transfer, next, at, { sweep_id: sweep.id, sweep_amount: formatCents(cents) });
    }
    return sweep;
  }

  private present({ id, ledger, createdAt, cents, settledOn, status, trigger, description, failure }: Sweep) {
    const isDeposit = ledger !== undefined && cents < 0;
    return {
      id,
      funding_account_id: this.fundingAccountId,
      ledger_id: ledger?.id ?? null,
      created: formatTime(createdAt),
      amount: formatCents(cents),
      iso_currency_code: 'USD',
      settled: settledOn === null ? null : formatDay(settledOn),
      expected_funds_available_date: isDeposit
        ? formatDay(addBankingDays(settledOn ?? settlementDay('ach', createdAt), holdDays))
        : null,
      status,
      trigger,
      description,
      network_trace_id: status === 'pending' ? null : traceOf(id),
      failure_reason: failure,
    };
  }

  private ledgerEndpoints(kind: 'deposit' | 'withdraw'): Endpoints {
    return {
      [`POST /transfer/ledger/${kind}`]: ({ body }: Call<SweepRequest>) => ({
        sweep: this.present(this.create(kind, body)),
      }),
      [`POST /sandbox/transfer/ledger/${kind}/simulate`]: ({ body }: Call<Simulation & Of<'sweep_id'>>) => {
        const sweep = this.find(body.sweep_id);
        if (sweep.ledger === undefined || sweep.cents < 0 !== (kind === 'deposit'))
          refuse('INVALID_FIELD', `sweep_id must be the ID of a ledger ${kind}`);
        const next = body.event_type.replace('sweep.', '') as SweepStatus;
        this.move(sweep, next, this.testClocks.now(), reasonOf(next, followers[sweep.status], body.failure_reason));
      },
    };
  }

  private makeEndpoints(): Endpoints {
    return {
      ...this.ledgerEndpoints('deposit'),
      ...this.ledgerEndpoints('withdraw'),
      'POST /transfer/sweep/get': ({ body: { sweep_id } }: Call<Of<'sweep_id'>>) => ({
        sweep: this.present(this.find(sweep_id)),
      }),
      'POST /transfer/sweep/list': ({ body }: Call<PageRequest & { transfer_id?: string }>) => {
        const wanted = this.sweeps
          .filter(({ createdAt }) => between(createdAt, body.start_date, body.end_date))
          .filter(({ transferIds }) => body.transfer_id === undefined || transferIds.includes(body.transfer_id))
          .map((given) => this.present(given))
          .filter((sweep) => fits(sweep, body, ...this.filters));
        return { sweeps: pageOf(wanted.reverse(), body) };
      },
      'POST /sandbox/transfer/sweep/simulate': ({ body: { test_clock_id, webhook } }: Call<Simulation>) => {
        const sweep = this.collect(this.testClocks.now(test_clock_id));
        this.events.announce(webhook);
        return { sweep: sweep ? this.present(sweep) : null };
      },
      'POST /sandbox/transfer/ledger/simulate_available': ({
        body: { ledger_id, test_clock_id, webhook },
      }: Call<Simulation & { ledger_id?: string }>) => {
        const at = this.testClocks.now(test_clock_id);
        this.release(this.ledgers.find(ledger_id), at, test_clock_id === undefined ? undefined : at);
        this.events.announce(webhook);
      },
    };
  }
}
