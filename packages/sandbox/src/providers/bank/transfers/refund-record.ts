import type { FailureReason } from './events.ts';
import type { TransferLedger } from './ledgers.ts';
import { formatCents, formatTime } from './money.ts';

export type RefundStatus = 'pending' | 'posted' | 'cancelled' | 'failed' | 'settled' | 'returned';

/** A debit that is paid back. */
export interface Refund {
  readonly id: string;
  readonly createdAt: number;
  readonly transferId: string;
  readonly cents: number;
  readonly ledger: TransferLedger | undefined;
  status: RefundStatus;
  failure: FailureReason | null;
}

/** The API's shape of a refund. */
export const presentRefund = ({ id, transferId, cents, status, failure, ledger, createdAt }: Refund) => ({
  id,
  transfer_id: transferId,
  amount: formatCents(cents),
  status,
  failure_reason: failure,
  ledger_id: ledger?.id ?? null,
  created: formatTime(createdAt),
  network_trace_id: null,
});
