import type { Clock } from '../../../clock.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { MoneyMovement } from '../transfers/index.ts';
import { centsOf, formatCents } from '../transfers/money.ts';
import type { SweepRequest } from '../transfers/sweeps.ts';
import { between, type PageRequest, pageOf } from './pages.ts';

interface Range {
  readonly start_date?: string;
  readonly end_date?: string;
}

interface EventFilter extends Range, PageRequest {
  readonly transfer_id?: string;
  readonly account_id?: string;
  readonly transfer_type?: string;
  readonly event_types?: readonly string[];
  readonly sweep_id?: string;
  readonly originator_client_id?: string;
  readonly funding_account_id?: string;
}

interface SweepFilter extends Range, PageRequest {
  readonly amount?: string;
  readonly status?: string;
  readonly transfer_id?: string;
  readonly trigger?: string;
  readonly originator_client_id?: string;
  readonly funding_account_id?: string;
}

interface LedgerEventFilter extends Range, PageRequest {
  readonly ledger_id?: string;
  readonly ledger_event_id?: string;
  readonly source_type?: 'TRANSFER' | 'SWEEP' | 'REFUND';
  readonly source_id?: string;
}

/** Ledgers, sweeps, and the events of both and of transfers. */
export function transferLedgerEndpoints(clock: Clock, money: MoneyMovement): Endpoint[] {
  const { ledgers, sweeps, events, fundingAccountId } = money;
  const distributed = new Set<string>();
  const moved = (kind: SweepRequest['kind']) =>
    endpoint(`/transfer/ledger/${kind}`, (body: Omit<SweepRequest, 'kind'>) => ({
      sweep: sweeps.present(sweeps.create({ ...body, kind }, clock.now())),
    }));

  return [
    endpoint('/transfer/ledger/get', ({ ledger_id }: { ledger_id?: string }) => {
      const { id, name, isDefault, available, pending } = ledgers.find(ledger_id);
      const balance = { available: formatCents(available), pending: formatCents(pending) };
      return { ledger_id: id, name, is_default: isDefault, balance };
    }),
    moved('deposit'),
    moved('withdraw'),
    endpoint(
      '/transfer/ledger/distribute',
      (body: Record<'from_ledger_id' | 'to_ledger_id' | 'amount' | 'idempotency_key', string>) => {
        if (distributed.has(body.idempotency_key)) return;
        const from = ledgers.find(body.from_ledger_id, 'from_ledger_id');
        const to = ledgers.find(body.to_ledger_id, 'to_ledger_id');
        const cents = centsOf(body.amount);
        if (from === to) refuse('INVALID_FIELD', 'to_ledger_id must be that of another ledger');
        if (from.available < cents)
          refuse('INVALID_FIELD', 'amount must be at most the available balance of the ledger that pays');
        distributed.add(body.idempotency_key);
        const about = { at: clock.now(), source: {}, description: 'Distribution' };
        ledgers.change(from, 'available', -cents, about);
        ledgers.change(to, 'available', cents, about);
      },
    ),
    endpoint('/transfer/ledger/event/list', (body: LedgerEventFilter) => {
      const { source_type: type, source_id: source } = body;
      const ledger = ledgers.find(body.ledger_id);
      const wanted = [...ledgers.events].reverse().filter((event) => {
        const causes = { TRANSFER: event.transfer_id, SWEEP: event.sweep_id, REFUND: event.refund_id };
        return (
          event.ledger_id === ledger.id &&
          event.ledger_event_id === (body.ledger_event_id ?? event.ledger_event_id) &&
          (type === undefined || causes[type] !== undefined) &&
          (source === undefined || Object.values(causes).includes(source)) &&
          between(Date.parse(event.timestamp), body.start_date, body.end_date)
        );
      });
      return { ledger_events: pageOf(wanted, body), has_more: body.offset + body.count < wanted.length };
    }),
    endpoint('/transfer/sweep/get', ({ sweep_id }: { sweep_id: string }) => ({
      sweep: sweeps.present(sweeps.find(sweep_id)),
    })),
    endpoint('/transfer/sweep/list', (body: SweepFilter) => {
      const wanted = [...sweeps.all]
        .reverse()
        .filter(
          (sweep) =>
            between(sweep.createdAt, body.start_date, body.end_date) &&
            formatCents(sweep.cents) === (body.amount ?? formatCents(sweep.cents)) &&
            sweep.status === (body.status ?? sweep.status) &&
            sweep.trigger === (body.trigger ?? sweep.trigger) &&
            (body.transfer_id === undefined || sweep.transferIds.includes(body.transfer_id)) &&
            body.originator_client_id === undefined &&
            (body.funding_account_id ?? fundingAccountId) === fundingAccountId,
        );
      return { sweeps: pageOf(wanted, body).map(sweeps.present) };
    }),
    endpoint('/transfer/event/list', (body: EventFilter) => {
      const wanted = [...events.all]
        .reverse()
        .filter(
          (event) =>
            between(Date.parse(event.timestamp), body.start_date, body.end_date) &&
            event.transfer_id === (body.transfer_id ?? event.transfer_id) &&
            event.account_id === (body.account_id ?? event.account_id) &&
            event.transfer_type === (body.transfer_type ?? event.transfer_type) &&
            event.sweep_id === (body.sweep_id ?? event.sweep_id) &&
            event.originator_client_id === (body.originator_client_id ?? event.originator_client_id) &&
            event.funding_account_id === (body.funding_account_id ?? event.funding_account_id) &&
            (body.event_types ?? [event.event_type]).includes(event.event_type),
        );
      return { transfer_events: pageOf(wanted, body), has_more: body.offset + body.count < wanted.length };
    }),
    endpoint('/transfer/event/sync', ({ after_id, count }: { after_id: number; count: number }) => ({
      transfer_events: events.all.slice(after_id, after_id + count),
      has_more: after_id + count < events.all.length,
    })),
    // No transfer is guaranteed here, so that nothing is ever repaid.
    endpoint('/transfer/repayment/list', () => ({ repayments: [] })),
    endpoint('/transfer/repayment/return/list', () =>
      refuse('INVALID_FIELD', 'repayment_id must be that of a repayment'),
    ),
  ];
}
