import type { SandboxContext } from '../../../context.ts';
import { addBankingDays, nextBankingDay } from '../banking-days.ts';
import { type Day, dayOf, formatDay } from '../days.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { FailureReason, TransferEvents } from './events.ts';
import type { Ledgers, TransferLedger } from './ledgers.ts';
import { centsOf, formatCents, formatTime } from './money.ts';
import { holdDays, type Transfers, traceOf } from './transfers.ts';

type SweepStatus = 'pending' | 'posted' | 'settled' | 'funds_available' | 'returned' | 'failed';

/** Money that moves between a ledger, or transfers, and the client's bank account. */
export interface Sweep {
  readonly id: string;
  readonly createdAt: number;
  /** As the bank account shows it: negative when money leaves that account. */
  readonly cents: number;
  readonly ledger: TransferLedger | undefined;
  readonly trigger: 'manual' | 'automatic_aggregate';
  readonly description: string | undefined;
  /** Transfers that it includes. */
  readonly transferIds: readonly string[];
  status: SweepStatus;
  settledOn: Day | null;
  failure: FailureReason | null;
}

/** What is moved into or out of a ledger. */
export interface SweepRequest {
  readonly kind: 'deposit' | 'withdraw';
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

/** Every sweep. */
export function createSweeps(
  { random }: SandboxContext,
  fundingAccountId: string,
  { ledgers, transfers, events }: { ledgers: Ledgers; transfers: Transfers; events: TransferEvents },
) {
  const draw = random('transfer-sweeps');
  const sweeps: Sweep[] = [];
  const byKey = new Map<string, Sweep>();

  function add(sweep: Omit<Sweep, 'id' | 'failure'>): Sweep {
    const made = { ...sweep, id: uuid(draw), failure: null };
    sweeps.push(made);
    return made;
  }

  function move(sweep: Sweep, next: SweepStatus, at: number, failure: FailureReason | null = null): void {
    const { ledger, id } = sweep;
    const isDeposit = sweep.cents < 0;
    const cents = Math.abs(sweep.cents);
    const about = { at, source: { sweep_id: id }, description: `${isDeposit ? 'Deposit' : 'Withdrawal'} ${next}` };
    const isOver = next === 'failed' || next === 'returned';
    if (ledger && isDeposit) {
      if (next === 'posted') ledgers.change(ledger, 'pending', cents, about);
      if (next === 'funds_available') ledgers.release(ledger, cents, at, about.source);
      if (next === 'returned') ledgers.change(ledger, 'pending', -cents, about);
    } else if (ledger && (next === 'pending' || isOver)) {
      ledgers.change(ledger, 'available', isOver ? cents : -cents, about);
    }
    sweep.status = next;
    sweep.failure = failure;
    if (next === 'settled') sweep.settledOn = dayOf(at);
    events.add(`sweep.${next}`, at, {
      funding_account_id: fundingAccountId,
      ledger_id: ledger?.id ?? null,
      sweep_id: id,
      sweep_amount: formatCents(sweep.cents),
      failure_reason: failure,
    });
  }

  return {
    all: sweeps as readonly Sweep[],
    /** By its id, or the first eight characters of it. */
    find: (id: string): Sweep =>
      sweeps.find((each) => each.id === id || (id.length === 8 && each.id.startsWith(id))) ??
      refuse('INVALID_FIELD', 'sweep_id must be that of a sweep'),
    create(request: SweepRequest, at: number): Sweep {
      const { kind, ledger_id, amount, description, idempotency_key } = request;
      const earlier = byKey.get(`${kind} ${idempotency_key}`);
      if (earlier) return earlier;
      const ledger = ledgers.find(ledger_id);
      const cents = centsOf(amount);
      if (kind === 'withdraw' && ledger.available < cents)
        refuse('INVALID_FIELD', 'amount must be at most the available balance of the ledger');
      const sweep = add({
        createdAt: at,
        cents: kind === 'deposit' ? -cents : cents,
        ledger,
        trigger: 'manual',
        description,
        transferIds: [],
        status: 'pending',
        settledOn: null,
      });
      byKey.set(`${kind} ${idempotency_key}`, sweep);
      move(sweep, 'pending', at);
      return sweep;
    },
    /** Makes the next thing happen to a deposit or a withdrawal. */
    simulate(sweep: Sweep, next: SweepStatus, at: number, failure: FailureReason | undefined): void {
      if (!followers[sweep.status]?.includes(next)) refuse('SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID');
      move(sweep, next, at, next === 'failed' || next === 'returned' ? (failure ?? {}) : null);
    },
    /** The money of settled deposits and debits of a ledger can be used, of those that are due `by` a time when given. */
    release(ledger: TransferLedger, at: number, by: number | undefined): void {
      const isDue = (settled: Day) => by === undefined || addBankingDays(settled, holdDays) <= dayOf(by);
      for (const transfer of transfers.all)
        if (transfer.ledger === ledger && transfer.status === 'settled' && transfer.authorization.wish.type === 'debit')
          if (isDue(dayOf(transfer.settledAt ?? at))) transfers.simulate(transfer, 'funds_available', at, undefined);
      for (const sweep of sweeps)
        if (sweep.ledger === ledger && sweep.status === 'settled' && sweep.cents < 0)
          if (isDue(sweep.settledOn ?? dayOf(at))) move(sweep, 'funds_available', at);
    },
    /** Moves on every transfer that is swept without a ledger. None if there is nothing to sweep. */
    collect(at: number): Sweep | undefined {
      const swept = transfers.all.filter(({ sweepStatus }) => sweepStatus === 'swept');
      const returned = swept.filter(({ status }) => status === 'returned');
      const fresh = transfers.all.filter(
        ({ sweepStatus, status }) => sweepStatus === 'unswept' && (status === 'pending' || status === 'posted'),
      );
      const signed = ({ authorization, cents }: (typeof fresh)[number]) =>
        authorization.wish.type === 'debit' ? cents : -cents;
      const moving = [
        ...fresh.map((transfer) => ({ transfer, next: 'swept' as const, cents: signed(transfer) })),
        ...returned.map((transfer) => ({ transfer, next: 'return_swept' as const, cents: -signed(transfer) })),
      ];
      for (const transfer of swept) {
        if (transfer.status === 'returned') continue;
        transfer.sweepStatus = 'swept_settled';
        transfers.note(transfer, 'swept_settled', at, { sweep_id: transfer.sweepIds.at(-1) ?? null });
      }
      if (moving.length === 0) return undefined;
      const sweep = add({
        createdAt: at,
        cents: moving.reduce((sum, { cents }) => sum + cents, 0),
        ledger: undefined,
        trigger: 'automatic_aggregate',
        description: undefined,
        transferIds: moving.map(({ transfer }) => transfer.id),
        status: 'settled',
        settledOn: nextBankingDay(dayOf(at)),
      });
      for (const { transfer, next, cents } of moving) {
        transfer.sweepStatus = next;
        transfer.sweepIds.push(sweep.id);
        transfers.note(transfer, next, at, { sweep_id: sweep.id, sweep_amount: formatCents(cents) });
      }
      return sweep;
    },
    /** The API's shape of a sweep. */
    present({ id, ledger, createdAt, cents, settledOn, status, trigger, description, failure }: Sweep) {
      const isDeposit = ledger !== undefined && cents < 0;
      return {
        id,
        funding_account_id: fundingAccountId,
        ledger_id: ledger?.id ?? null,
        created: formatTime(createdAt),
        amount: formatCents(cents),
        iso_currency_code: 'USD',
        settled: settledOn === null ? null : formatDay(settledOn),
        expected_funds_available_date: isDeposit ? formatDay(addBankingDays(dayOf(createdAt), holdDays)) : null,
        status,
        trigger,
        ...(description !== undefined && { description }),
        network_trace_id: status === 'pending' ? null : traceOf(id),
        failure_reason: failure,
      };
    },
  };
}
