import type { SandboxContext } from '../../../context.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { formatCents, formatTime } from './money.ts';

/** A balance at the provider, in cents. */
export interface TransferLedger {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  available: number;
  pending: number;
}

/** What changes a balance. */
export interface LedgerSource {
  readonly transfer_id?: string;
  readonly refund_id?: string;
  readonly sweep_id?: string;
}

/** A change as the API shows it. */
export interface LedgerEvent extends LedgerSource {
  readonly ledger_event_id: string;
  readonly ledger_id: string;
  readonly timestamp: string;
}

/** The client's ledgers, which start empty: the default one and another. */
export function createLedgers({ random }: SandboxContext) {
  const draw = random('transfer-ledgers');
  const ledgers = ['Default', 'Reserve'].map((name, index): TransferLedger => {
    return { id: uuid(draw), name, isDefault: index === 0, available: 0, pending: 0 };
  });
  const events: LedgerEvent[] = [];

  function change(
    ledger: TransferLedger,
    balance: 'available' | 'pending',
    cents: number,
    { at, source, description }: { at: number; source: LedgerSource; description: string },
  ): void {
    ledger[balance] += cents;
    events.push({
      ledger_event_id: uuid(draw),
      ledger_id: ledger.id,
      amount: formatCents(cents),
      description,
      pending_balance: formatCents(ledger.pending),
      available_balance: formatCents(ledger.available),
      type: balance,
      timestamp: formatTime(at),
      ...source,
    } as LedgerEvent);
  }

  return {
    all: ledgers as readonly TransferLedger[],
    /** Changes of balances, oldest first. */
    events: events as readonly LedgerEvent[],
    /** The default one unless an id is given. */
    find: (id: string | undefined, name = 'ledger_id'): TransferLedger =>
      ledgers.find((ledger) => (id === undefined ? ledger.isDefault : ledger.id === id)) ??
      refuse('INVALID_FIELD', `${name} must be that of a ledger`),
    change,
    /** Money that was on its way can be used. */
    release(ledger: TransferLedger, cents: number, at: number, source: LedgerSource): void {
      const description = 'Converted to available';
      change(ledger, 'pending', -cents, { at, source, description });
      change(ledger, 'available', cents, { at, source, description });
    },
  };
}

export type Ledgers = ReturnType<typeof createLedgers>;
