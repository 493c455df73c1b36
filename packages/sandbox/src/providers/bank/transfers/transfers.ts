import type { SandboxContext } from '../../../context.ts';
import { addBankingDays } from '../banking-days.ts';
import { dayOf, formatDay } from '../days.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { type Authorization, type Direction, isExpired, presentUser } from './authorizations.ts';
import type { FailureReason, TransferEvents } from './events.ts';
import type { Ledgers, TransferLedger } from './ledgers.ts';
import { centsOf, formatCents, formatTime } from './money.ts';
import { presentRefund, type Refund } from './refund-record.ts';

export type TransferStatus = 'pending' | 'posted' | 'settled' | 'funds_available' | 'cancelled' | 'failed' | 'returned';

/** What a transfer is created with, besides its authorization. */
export interface TransferRequest {
  readonly amount?: string;
  readonly description: string;
  readonly metadata?: object;
  readonly facilitator_fee?: string;
}

/** Money that moves between a ledger, or the client's bank account, and a user. */
export interface Transfer {
  readonly id: string;
  readonly createdAt: number;
  readonly authorization: Authorization;
  readonly request: TransferRequest;
  readonly cents: number;
  readonly network: string;
  /** None where the client's bank account is used directly. */
  readonly ledger: TransferLedger | undefined;
  readonly recurringId: string | undefined;
  readonly refunds: Refund[];
  status: TransferStatus;
  sweepStatus: 'unswept' | 'swept' | 'swept_settled' | 'return_swept' | null;
  /** Sweeps that it is part of. */
  readonly sweepIds: string[];
  failure: FailureReason | null;
  settledAt: number | undefined;
}

/** Which events may follow a status. */
const followers: Readonly<Record<string, readonly TransferStatus[]>> = {
  pending: ['posted', 'failed'],
  posted: ['settled', 'returned'],
  settled: ['funds_available'],
};

const easternHour = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: 'numeric',
  hourCycle: 'h23',
});
const isLate = (at: number) => Number(easternHour.format(at)) >= 15;

/** Banking days until money that was taken from a user can be used. */
export const holdDays = 5;

/** Every transfer. */
export function createTransfers(
  { random }: SandboxContext,
  fundingAccountId: string,
  { ledgers, events }: { ledgers: Ledgers; events: TransferEvents },
) {
  const draw = random('transfers');
  const transfers: Transfer[] = [];

  function note(transfer: Transfer, type: string, at: number, extra: object = {}): void {
    const { id, authorization, ledger, failure } = transfer;
    events.add(type, at, {
      transfer_id: id,
      account_id: authorization.account.account_id,
      funding_account_id: fundingAccountId,
      ledger_id: ledger?.id ?? null,
      transfer_type: authorization.wish.type,
      transfer_amount: formatCents(transfer.cents),
      failure_reason: failure,
      originator_client_id: authorization.wish.originator_client_id ?? null,
      ...extra,
    });
  }

  /** What a change of the status does to the ledger. */
  function book({ id, authorization, ledger, cents, status }: Transfer, next: TransferStatus, at: number): void {
    if (!ledger) return;
    const about = (description: string) => ({ at, source: { transfer_id: id }, description });
    if (authorization.wish.type === 'credit') {
      if (next === 'pending') ledgers.change(ledger, 'available', -cents, about('Credit created'));
      if (next === 'cancelled' || next === 'failed' || next === 'returned')
        ledgers.change(ledger, 'available', cents, about(`Credit ${next}`));
      return;
    }
    if (next === 'posted') ledgers.change(ledger, 'pending', cents, about('Debit posted'));
    if (next === 'funds_available') ledgers.release(ledger, cents, at, { transfer_id: id });
    if (next === 'returned' && status === 'posted') ledgers.change(ledger, 'pending', -cents, about('Debit returned'));
  }

  function move(transfer: Transfer, next: TransferStatus, at: number, failure: FailureReason | null = null): void {
    book(transfer, next, at);
    transfer.status = next;
    transfer.failure = failure;
    if (next === 'settled') transfer.settledAt = at;
    const isOver = next === 'cancelled' || next === 'failed' || next === 'returned';
    if (isOver && transfer.sweepStatus === 'unswept') transfer.sweepStatus = null;
    note(transfer, next, at);
  }

  return {
    all: transfers as readonly Transfer[],
    note,
    /** Cents that were moved in a direction since a time. */
    moved: (type: Direction, since: number): number =>
      transfers
        .filter(({ authorization, createdAt }) => authorization.wish.type === type && createdAt >= since)
        .filter(({ status }) => status !== 'cancelled' && status !== 'failed')
        .reduce((sum, { cents }) => sum + cents, 0),
    create(authorization: Authorization, request: TransferRequest, at: number, recurringId?: string): Transfer {
      const earlier = transfers.find((each) => each.authorization === authorization);
      if (earlier) return earlier;
      if (authorization.decision !== 'approved' || authorization.isCancelled)
        refuse('INVALID_FIELD', 'authorization_id must be that of an approved authorization');
      if (isExpired(authorization, at))
        refuse('INVALID_FIELD', 'authorization_id must be that of an authorization of the last hour');
      const { wish } = authorization;
      const cents = request.amount === undefined ? authorization.cents : centsOf(request.amount);
      if (cents > authorization.cents) refuse('INVALID_FIELD', 'amount must be at most that of the authorization');
      if (wish.network.endsWith('ach') && request.description.length > 10)
        refuse('INVALID_FIELD', 'description must be no longer than 10 characters on ACH networks');
      if (request.facilitator_fee !== undefined && centsOf(request.facilitator_fee, 'facilitator_fee') > cents)
        refuse('INVALID_FIELD', 'facilitator_fee must be at most the amount');
      const isDirect = wish.funding_account_id !== undefined;
      const transfer: Transfer = {
        id: uuid(draw),
        createdAt: at,
        authorization,
        request,
        cents,
        network: wish.network === 'same-day-ach' && isLate(at) ? 'ach' : wish.network,
        ledger: isDirect ? undefined : ledgers.find(wish.ledger_id),
        recurringId,
        refunds: [],
        status: 'pending',
        sweepStatus: isDirect ? 'unswept' : null,
        sweepIds: [],
        failure: null,
        settledAt: undefined,
      };
      transfers.push(transfer);
      move(transfer, 'pending', at);
      return transfer;
    },
    find: (id: string): Transfer =>
      transfers.find((each) => each.id === id) ?? refuse('INVALID_FIELD', 'transfer_id must be that of a transfer'),
    cancel(transfer: Transfer, at: number): void {
      if (transfer.status !== 'pending') refuse('TRANSFER_NOT_CANCELLABLE');
      move(transfer, 'cancelled', at);
    },
    /** Makes the next thing happen. */
    simulate(transfer: Transfer, next: TransferStatus, at: number, failure: FailureReason | undefined): void {
      const isHeld = transfer.authorization.wish.type === 'debit';
      if (!followers[transfer.status]?.includes(next) || (next === 'funds_available' && !isHeld))
        refuse('SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID');
      move(transfer, next, at, next === 'failed' || next === 'returned' ? (failure ?? {}) : null);
    },
    /** The API's shape of a transfer. */
    present(transfer: Transfer) {
      const { authorization, request, status, createdAt, settledAt, ledger } = transfer;
      const { wish, account } = authorization;
      const settles = dayOf(settledAt ?? createdAt) + (settledAt === undefined ? 1 : 0);
      const isOver = status === 'cancelled' || status === 'failed' || status === 'returned';
      const later = (count: number) => (isOver ? null : formatDay(addBankingDays(settles, count)));
      return {
        id: transfer.id,
        authorization_id: authorization.id,
        ...(wish.ach_class !== undefined && { ach_class: wish.ach_class }),
        account_id: account.account_id,
        funding_account_id: fundingAccountId,
        ledger_id: ledger?.id ?? null,
        type: wish.type,
        user: presentUser(wish.user),
        amount: formatCents(transfer.cents),
        description: request.description,
        created: formatTime(createdAt),
        status,
        sweep_status: transfer.sweepStatus,
        network: transfer.network,
        wire_details: wish.wire_details ?? null,
        cancellable: status === 'pending',
        failure_reason: transfer.failure,
        metadata: request.metadata ?? null,
        origination_account_id: '',
        guarantee_decision: null,
        guarantee_decision_rationale: null,
        iso_currency_code: 'USD',
        standard_return_window: later(3),
        unauthorized_return_window: later(61),
        expected_settlement_date: later(0),
        expected_funds_available_date: wish.type === 'debit' ? later(holdDays) : null,
        originator_client_id: wish.originator_client_id ?? null,
        refunds: transfer.refunds.map(presentRefund),
        recurring_transfer_id: transfer.recurringId ?? null,
        credit_funds_source: null,
        ...(request.facilitator_fee !== undefined && { facilitator_fee: request.facilitator_fee }),
        network_trace_id: status === 'pending' || status === 'cancelled' ? null : traceOf(transfer.id),
      };
    },
  };
}

export type Transfers = ReturnType<typeof createTransfers>;

/** Fifteen digits, as ACH has them. */
export const traceOf = (id: string): string => String(Number.parseInt(id.slice(0, 8), 16)).padStart(15, '0');
