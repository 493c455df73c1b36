import type { SandboxContext } from '../../../shared/context.ts';
import type { Call, Endpoints, Of } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { uuid } from '../ids.ts';
import { between, centsOf, formatCents, formatTime, type PageRequest, pageOf } from './money.ts';

/** A balance at the provider, in cents. */
export interface TransferLedger {
  readonly id: string;
  readonly name: string;
  readonly isDefault: boolean;
  available: number;
  pending: number;
}

/** Cause and time of a change to a balance. */
interface Cause {
  readonly at: number;
  readonly source: Partial<Of<'transfer_id' | 'refund_id' | 'sweep_id'>>;
  readonly description: string;
}

/** A change as the API shows it. */
type LedgerEvent = Cause['source'] & Of<'ledger_event_id' | 'ledger_id' | 'timestamp'>;

interface EventFilter extends PageRequest, Partial<Of<'ledger_id' | 'ledger_event_id' | 'source_id'>> {
  readonly source_type?: 'TRANSFER' | 'SWEEP' | 'REFUND';
}

/** Creates the client's ledgers, which start empty: the default one and another one. */
export function createLedgers({ clock, random }: SandboxContext) {
  const draw = random('transfer-ledgers');
  const ledgers = ['Default', 'Reserve'].map((name, index): TransferLedger => {
    return { id: uuid(draw), name, isDefault: index === 0, available: 0, pending: 0 };
  });
  const events: LedgerEvent[] = [];
  const distributed = new Set<string>();

  /** Returns the ledger with an ID, or the default one if no ID is given. */
  const find = (id: string | undefined, name = 'ledger_id'): TransferLedger =>
    ledgers.find((ledger) => (id === undefined ? ledger.isDefault : ledger.id === id)) ??
    refuse('INVALID_FIELD', `${name} must be the ID of a ledger`);

  function change(ledger: TransferLedger, type: 'available' | 'pending', cents: number, cause: Cause): void {
    ledger[type] += cents;
    const shown = {
      ledger_event_id: uuid(draw),
      ledger_id: ledger.id,
      amount: formatCents(cents),
      description: cause.description,
      pending_balance: formatCents(ledger.pending),
      available_balance: formatCents(ledger.available),
      type,
      timestamp: formatTime(cause.at),
      ...cause.source,
    };
    events.unshift(shown);
  }

  const endpoints: Endpoints = {
    'POST /transfer/ledger/get': ({ body: { ledger_id } }: Call<Partial<Of<'ledger_id'>>>) => {
      const { id, name, isDefault, available, pending } = find(ledger_id);
      const balance = { available: formatCents(available), pending: formatCents(pending) };
      return { ledger_id: id, name, is_default: isDefault, balance };
    },
    'POST /transfer/ledger/distribute': ({
      body,
    }: Call<Of<'from_ledger_id' | 'to_ledger_id' | 'amount' | 'idempotency_key'>>) => {
      if (distributed.has(body.idempotency_key)) return;
      const from = find(body.from_ledger_id, 'from_ledger_id');
      const to = find(body.to_ledger_id, 'to_ledger_id');
      const cents = centsOf(body.amount);
      if (from === to) refuse('INVALID_FIELD', 'to_ledger_id must be the ID of another ledger');
      if (from.available < cents)
        refuse('INVALID_FIELD', 'amount must be at most the available balance of from_ledger_id');
      distributed.add(body.idempotency_key);
      const cause = { at: clock.now(), source: {}, description: 'Distribution' };
      change(from, 'available', -cents, cause);
      change(to, 'available', cents, cause);
    },
    'POST /transfer/ledger/event/list': ({ body }: Call<EventFilter>) => {
      const { source_type: type, source_id: source, ledger_event_id } = body;
      const { id } = find(body.ledger_id);
      const wanted = events.filter((event) => {
        const causes = { TRANSFER: event.transfer_id, SWEEP: event.sweep_id, REFUND: event.refund_id };
        return (
          event.ledger_id === id &&
          event.ledger_event_id === (ledger_event_id ?? event.ledger_event_id) &&
          (type === undefined || causes[type] !== undefined) &&
          (source === undefined || Object.values(causes).includes(source)) &&
          between(Date.parse(event.timestamp), body.start_date, body.end_date)
        );
      });
      return { ledger_events: pageOf(wanted, body), has_more: body.offset + body.count < wanted.length };
    },
  };

  return {
    endpoints,
    ids: ledgers.map(({ id }) => id),
    find,
    change,
    /** Makes pending money available. */
    release(ledger: TransferLedger, cents: number, at: number, source: Cause['source']): void {
      const cause = { at, source, description: 'Converted to available' };
      change(ledger, 'pending', -cents, cause);
      change(ledger, 'available', cents, cause);
    },
  };
}

export type Ledgers = ReturnType<typeof createLedgers>;
