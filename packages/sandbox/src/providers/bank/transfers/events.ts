import type { Webhooks } from '../webhooks.ts';
import { formatTime } from './money.ts';

/** Why a payment failed or came back. */
export interface FailureReason {
  readonly failure_code?: string;
  readonly ach_return_code?: string;
  readonly description?: string;
}

/** An event as the API shows it. */
export interface TransferEvent {
  readonly event_id: number;
  readonly timestamp: string;
  readonly event_type: string;
  readonly transfer_id: string;
  readonly account_id?: string;
  readonly transfer_type?: string;
  readonly sweep_id: string | null;
  readonly funding_account_id: string | null;
  readonly originator_client_id: string | null;
}

/** Every event of transfers, refunds and sweeps, oldest first. */
export function createTransferEvents(webhooks: Webhooks) {
  const events: TransferEvent[] = [];
  return {
    all: events as readonly TransferEvent[],
    add(event_type: string, at: number, about: object): void {
      events.push({
        event_id: events.length + 1,
        timestamp: formatTime(at),
        event_type,
        transfer_id: '',
        origination_account_id: '',
        failure_reason: null,
        sweep_id: null,
        sweep_amount: null,
        refund_id: null,
        originator_client_id: null,
        ...about,
      } as unknown as TransferEvent);
    },
    /** Reports that there are new ones, to an address if there is one. */
    announce: (url: string | undefined) =>
      void webhooks.send(url, { webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE' }),
  };
}

export type TransferEvents = ReturnType<typeof createTransferEvents>;
