import type { SandboxContext } from '../../../context.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import type { FailureReason } from './events.ts';
import type { Ledgers } from './ledgers.ts';
import { centsOf } from './money.ts';
import type { Refund, RefundStatus } from './refund-record.ts';
import type { Transfer, Transfers } from './transfers.ts';

const followers: Readonly<Record<string, readonly RefundStatus[]>> = {
  pending: ['posted', 'failed'],
  posted: ['settled', 'returned'],
};

const maxAge = 180 * 86_400_000;

/** Every refund. */
export function createRefunds({ random }: SandboxContext, ledgers: Ledgers, transfers: Transfers) {
  const draw = random('transfer-refunds');
  const byKey = new Map<string, Refund>();
  const refunds = new Map<string, { refund: Refund; transfer: Transfer }>();

  const find = (id: string) => refunds.get(id) ?? refuse('INVALID_FIELD', 'refund_id must be that of a refund');

  function move(
    refund: Refund,
    transfer: Transfer,
    next: RefundStatus,
    at: number,
    failure: FailureReason | null,
  ): void {
    const source = { refund_id: refund.id };
    const isOver = next === 'cancelled' || next === 'failed' || next === 'returned';
    if (refund.ledger && (next === 'pending' || isOver)) {
      const cents = isOver ? refund.cents : -refund.cents;
      ledgers.change(refund.ledger, 'available', cents, { at, source, description: `Refund ${next}` });
    }
    refund.status = next;
    refund.failure = failure;
    transfers.note(transfer, `refund.${next}`, at, { refund_id: refund.id, failure_reason: failure });
  }

  function checkAmount(
    { authorization, createdAt, cents, refunds: earlier, ledger }: Transfer,
    wanted: number,
    at: number,
  ) {
    if (authorization.wish.type !== 'debit') refuse('INVALID_FIELD', 'transfer_id must be that of a debit');
    if (at > createdAt + maxAge) refuse('INVALID_FIELD', 'transfer_id must be that of a transfer of the last 180 days');
    const paid = earlier
      .filter(({ status }) => status === 'pending' || status === 'posted' || status === 'settled')
      .reduce((sum, refund) => sum + refund.cents, 0);
    if (paid + wanted > cents) refuse('INVALID_FIELD', 'amount must be at most what is left of the transfer');
    if (ledger && ledger.available < wanted)
      refuse('INVALID_FIELD', 'amount must be at most the available balance of the ledger');
  }

  return {
    create(transfer: Transfer, amount: string, key: string, at: number): Refund {
      const earlier = byKey.get(key);
      if (earlier) return earlier;
      const cents = centsOf(amount);
      checkAmount(transfer, cents, at);
      const refund: Refund = {
        id: uuid(draw),
        createdAt: at,
        transferId: transfer.id,
        cents,
        ledger: transfer.ledger,
        status: 'pending',
        failure: null,
      };
      refunds.set(refund.id, { refund, transfer });
      byKey.set(key, refund);
      transfer.refunds.push(refund);
      move(refund, transfer, 'pending', at, null);
      return refund;
    },
    find: (id: string): Refund => find(id).refund,
    cancel(id: string, at: number): void {
      const { refund, transfer } = find(id);
      if (refund.status !== 'pending') refuse('INVALID_FIELD', 'refund_id must be that of a refund that is pending');
      move(refund, transfer, 'cancelled', at, null);
    },
    /** Makes the next thing happen. A refund is posted only after its transfer has settled. */
    simulate(id: string, next: RefundStatus, at: number, failure: FailureReason | undefined): void {
      const { refund, transfer } = find(id);
      const isEarly = next === 'posted' && transfer.settledAt === undefined;
      if (isEarly || !followers[refund.status]?.includes(next)) refuse('SANDBOX_TRANSFER_EVENT_TRANSITION_INVALID');
      move(refund, transfer, next, at, next === 'failed' || next === 'returned' ? (failure ?? {}) : null);
    },
  };
}
