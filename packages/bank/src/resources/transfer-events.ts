import { list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, read, readPersonal } from '../declarations.ts';
import { eventPages, transferPageParams, transferPages } from '../paging.ts';
import { eventTypes, transferEvent } from '../records/transfer-events.ts';
import { directionParam, fundingAccountParam, originatorParam } from '../records/transfer-parts.ts';
import { isoDateTime, nonEmptyString, optionalNullableString, optionalString } from '../schema.ts';

export const repaymentSchema = v.object({
  /** Unique ID of the repayment. */
  repayment_id: v.string(),
  /** Time at which the repayment was made, ISO 8601, UTC. */
  created: v.string(),
  /** Amount that was paid to you, a string with two decimals. */
  amount: v.string(),
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
});

/** Money that Plaid paid you for guaranteed transfers that were returned. */
export interface TransferRepayment extends v.InferOutput<typeof repaymentSchema> {}

export const repaymentReturnSchema = v.object({
  /** ID of the guaranteed transfer that was returned. */
  transfer_id: v.string(),
  /** ID of its `returned` event. */
  event_id: v.number(),
  /** Amount of the transfer, a string with two decimals. */
  amount: v.string(),
  /** Currency of the amount, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
});

/** A returned transfer that a repayment is for. */
export interface TransferRepaymentReturn extends v.InferOutput<typeof repaymentReturnSchema> {}

/** Events of transfers, and repayments. */
export const transferEvents = {
  /** Changes of transfers, refunds and sweeps. */
  event: {
    /**
     * Lists all events after one, oldest first, so that none is missed: store the `event_id` of the last one that you
     * handled, and pass it the next time. The webhook `TRANSFER_EVENTS_UPDATE` reports that there are new ones.
     * @example
     * for await (const event of bank.transfer.event.sync({ after_id: stored })) stored = await handle(event);
     */
    sync: list({
      ...readPersonal,
      path: '/transfer/event/sync',
      body: v.object({
        /** The largest `event_id` that you have handled, 0 at first. */
        after_id: whole(0),
        /** Page size, 1 to 500. Default 100, or 500 when you iterate. */
        count: v.optional(whole(1, 500)),
      }),
      item: transferEvent,
      essential: ['event_id', 'event_type', 'transfer_id'],
      paging: { ...eventPages, items: 'transfer_events' },
      docs: docs('products/transfer/reading-transfers/#transfereventsync'),
    }),

    /** Lists events that match filters, newest first. */
    list: list({
      ...readPersonal,
      path: '/transfer/event/list',
      body: v.object({
        /** Earliest time of events, ISO 8601, included. Default: no limit. */
        start_date: v.nullish(isoDateTime),
        /** Latest time of events, ISO 8601, included. Default: no limit. */
        end_date: v.nullish(isoDateTime),
        /** ID of the transfer that the events are about. Default: all. */
        transfer_id: optionalNullableString,
        /** ID of the account that the events are about. Default: all. */
        account_id: optionalNullableString,
        /** Direction of the transfers that the events are about. Default: both. */
        transfer_type: v.nullish(directionParam),
        /** Types of events, such as `posted` or `sweep.settled`. Default: all. */
        event_types: v.optional(v.array(oneOf(eventTypes))),
        /** ID of the sweep that the events are about. Default: all. */
        sweep_id: optionalString,
        ...transferPageParams,
        ...originatorParam,
        ...fundingAccountParam,
      }),
      item: transferEvent,
      paging: { ...transferPages, items: 'transfer_events' },
      docs: docs('products/transfer/reading-transfers/#transfereventlist'),
    }),
  },

  /** Plaid's payments to you for guaranteed transfers that were returned. For customers with Guarantee. */
  repayment: {
    /** Lists repayments, newest first. */
    list: list({
      ...read,
      path: '/transfer/repayment/list',
      body: v.object({
        /** Earliest creation time, ISO 8601, included. Default: no limit. */
        start_date: v.nullish(isoDateTime),
        /** Latest creation time, ISO 8601, included. Default: no limit. */
        end_date: v.nullish(isoDateTime),
        ...transferPageParams,
      }),
      item: named<TransferRepayment>(repaymentSchema),
      paging: { ...transferPages, items: 'repayments' },
      docs: docs('products/transfer/'),
    }),

    /** Returned transfers that repayments are for. */
    return: {
      /** Lists the returned transfers of a repayment. Their amounts add up to its amount. */
      list: list({
        ...readPersonal,
        path: '/transfer/repayment/return/list',
        body: v.object({
          /** ID of the repayment, from `transfer.repayment.list`. */
          repayment_id: nonEmptyString,
          ...transferPageParams,
        }),
        item: named<TransferRepaymentReturn>(repaymentReturnSchema),
        paging: { ...transferPages, items: 'repayment_returns' },
        docs: docs('products/transfer/'),
      }),
    },
  },
};
