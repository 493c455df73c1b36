import { addBankingDays, type Day, parseDay } from '../data/days.ts';
import type { Authorization } from './authorizations.ts';
import type { TransferLedger } from './ledgers.ts';
import { type FailureReason, formatCents, formatTime } from './money.ts';

export type TransferStatus = 'pending' | 'posted' | 'settled' | 'funds_available' | 'cancelled' | 'failed' | 'returned';
export type RefundStatus = Exclude<TransferStatus, 'funds_available'>;

/** Request that creates a transfer, besides its authorization. */
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
  /** Undefined if the client's bank account is used directly. */
  readonly ledger: TransferLedger | undefined;
  readonly recurringId: string | null;
  readonly refunds: Refund[];
  /** Amounts the client recovered after a return, in cents, by idempotency key. */
  readonly recovered: Map<string, number>;
  status: TransferStatus;
  sweepStatus: 'unswept' | 'swept' | 'swept_settled' | 'return_swept' | null;
  /** IDs of the sweeps that it is part of. */
  readonly sweepIds: string[];
  failure: FailureReason | null;
  settledAt: number | undefined;
}

/** Refund of a debit. */
export interface Refund {
  readonly id: string;
  readonly createdAt: number;
  readonly transfer: Transfer;
  readonly cents: number;
  status: RefundStatus;
  failure: FailureReason | null;
}

/** Event that a test triggers. */
export interface Simulation {
  readonly event_type: string;
  readonly test_clock_id?: string;
  readonly webhook?: string;
  readonly failure_reason?: FailureReason;
}

/** Statuses that may follow each status. */
export const followers: Readonly<Record<string, readonly TransferStatus[]>> = {
  pending: ['posted', 'failed'],
  posted: ['settled', 'returned'],
  settled: ['funds_available'],
};
export const refundFollowers: Readonly<Record<string, readonly RefundStatus[]>> = {
  pending: ['posted', 'failed'],
  posted: ['settled', 'returned'],
};

const eastern = new Intl.DateTimeFormat('sv', { timeZone: 'America/New_York', dateStyle: 'short', timeStyle: 'short' });

/** Returns the date and the time of day at US banks, in Eastern Time. */
const easternTime = (at: number) => eastern.format(at).split(' ') as [date: string, time: string];

/** Returns the day at US banks. */
export const bankDayOf = (at: number): Day => parseDay(easternTime(at)[0]);

const sameDayUntil = '15:00';

/** Returns the network that takes a transfer: after the deadline for the same day, standard ACH. */
export const networkAt = (network: string, at: number) =>
  network === 'same-day-ach' && easternTime(at)[1] >= sameDayUntil ? 'ach' : network;

/** Returns the day on which a transfer or sweep that is created at a time settles. */
export function settlementDay(network: string, at: number): Day {
  const [date, time] = easternTime(at);
  const until = { ach: '20:30', 'same-day-ach': sameDayUntil, wire: '18:30' }[network] ?? '24:00';
  return addBankingDays(parseDay(date) + (time < until ? 0 : 1), network === 'ach' ? 1 : 0);
}

/** Returns a refund as the API shows it. */
export const presentRefund = ({ id, transfer, cents, status, failure, createdAt }: Refund) => ({
  id,
  transfer_id: transfer.id,
  amount: formatCents(cents),
  status,
  failure_reason: failure,
  ledger_id: transfer.ledger?.id ?? null,
  created: formatTime(createdAt),
  network_trace_id: null,
});

/** Returns a trace number of fifteen digits, as in ACH. */
export const traceOf = (id: string): string => String(Number.parseInt(id.slice(0, 8), 16)).padStart(15, '0');
