import type { Call, Endpoints, Of } from '../endpoint.ts';
import { withNulls } from '../request.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { between, fits, formatTime, type PageRequest, pageOf } from './money.ts';

interface EventFilter extends PageRequest {
  readonly event_types?: readonly string[];
}

/** Creates the list of all events of transfers, refunds and sweeps, oldest first. */
export function createTransferEvents(webhooks: Webhooks) {
  const events: Of<'timestamp' | 'event_type'>[] = [];
  /** Reports new events to `url`, if there is one. */
  const announce = (url: string | undefined) =>
    void webhooks.send(url, { webhook_type: 'TRANSFER', webhook_code: 'TRANSFER_EVENTS_UPDATE' });

  const filters = [
    'transfer_id',
    'account_id',
    'transfer_type',
    'sweep_id',
    'originator_client_id',
    'funding_account_id',
  ];
  const endpoints: Endpoints = {
    'POST /transfer/event/list': ({ body }: Call<EventFilter>) => {
      const wanted = events
        .filter(({ timestamp }) => between(Date.parse(timestamp), body.start_date, body.end_date))
        .filter((event) => fits(event, body, ...filters))
        .filter(({ event_type }) => (body.event_types ?? [event_type]).includes(event_type))
        .reverse();
      return { transfer_events: pageOf(wanted, body), has_more: body.offset + body.count < wanted.length };
    },
    'POST /transfer/event/sync': ({ body: { after_id, count } }: Call<{ after_id: number; count: number }>) => ({
      transfer_events: events.slice(after_id, after_id + count),
      has_more: after_id + count < events.length,
    }),
    'POST /sandbox/transfer/fire_webhook': ({ body: { webhook } }: Call<Of<'webhook'>>) => announce(webhook),
  };

  return {
    endpoints,
    announce,
    add(event_type: string, at: number, about: object): void {
      const event = withNulls('TransferEvent', {
        event_id: events.length + 1,
        timestamp: formatTime(at),
        event_type,
        transfer_id: '',
        origination_account_id: '',
        ...about,
      });
      events.push(event);
    },
  };
}

export type TransferEvents = ReturnType<typeof createTransferEvents>;
