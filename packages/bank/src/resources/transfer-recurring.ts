import { endpoint, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentMoney, money, readPersonal } from '../declarations.ts';
import { transferPageParams, transferPages } from '../paging.ts';
import { recurringTransfer } from '../records/recurring-transfer.ts';
import {
  achClassParam,
  decision,
  decisionRationale,
  directionParam,
  fundingAccountParam,
  idempotencyKey,
  recurringNetworkParam,
  testClockParam,
  transferAccountParams,
  transferUserParam,
} from '../records/transfer-parts.ts';
import {
  decimalAmount,
  isoDate,
  isoDateTime,
  itemParams,
  nonEmptyString,
  optionalNullableBoolean,
  requestId,
} from '../schema.ts';

const recurringId = {
  /** ID of the recurring transfer, from `transfer.recurring.create`. */
  recurring_transfer_id: nonEmptyString,
};

export const createdSchema = v.object({
  /** The recurring transfer. Null or absent unless it was approved. */
  recurring_transfer: v.nullish(recurringTransfer),
  /** `approved`: it was created; `declined`, `user_action_required`: it was not. */
  decision,
  /** Reason of the decision. Always set for `declined`; null or absent after a full check. */
  decision_rationale: v.optional(decisionRationale),
  ...requestId,
});

/** Decision about a recurring transfer, and the transfer if it was approved. */
export interface RecurringTransferDecision extends v.InferOutput<typeof createdSchema> {}

/** Transfers on a schedule. */
export const transferRecurring = {
  /** Transfers on a schedule. A webhook reports each transfer that is made, skipped, or canceled by Plaid. */
  recurring: {
    /**
     * Creates a transfer that is repeated on a schedule, if its risk allows it. A decision is not an error: read
     * `decision`. Calls with the same `idempotency_key` create one, so a failed call can be repeated.
     */
    create: endpoint({
      ...idempotentMoney,
      path: '/transfer/recurring/create',
      personal: true,
      body: v.object({
        ...itemParams,
        /** Your own random key of the recurring transfer, 1 to 50 characters. */
        idempotency_key: idempotencyKey,
        ...transferAccountParams,
        /** Direction: `debit` takes money from the account, `credit` pays into it. */
        type: directionParam,
        /** Network that moves the money. */
        network: recurringNetworkParam,
        /**
         * Class of the ACH entry, required on ACH networks: `ccd` between companies; with a consumer, `ppd` agreed in
         * writing, `tel` by phone, `web` online. A credit is `ccd` or `ppd`.
         */
        ach_class: achClassParam,
        /** Amount of each transfer, a string with two decimals (`12.34`). */
        amount: decimalAmount,
        /** Whether the user starts each transfer themselves. */
        user_present: optionalNullableBoolean,
        /** Text of the transfers on the user's statement. */
        description: nonEmptyString,
        ...testClockParam,
        /** Schedule of the transfers. A day that is not a banking day is replaced by the next one. */
        schedule: v.strictObject({
          /** Unit that the interval is counted in. */
          interval_unit: oneOf(['week', 'month']),
          /** Number of units between two transfers, 1 or more. */
          interval_count: whole(1),
          /**
           * Day of the interval: 1 (Monday) to 5 (Friday) of a week; 1 to 28 of a month, or -1 (last day) to -5 from
           * its end.
           */
          interval_execution_day: whole(-5, 28),
          /** First day on which a transfer can be made, `YYYY-MM-DD`; for `rtp`, a later day than today. */
          start_date: isoDate,
          /** Last day on which a transfer can be made, `YYYY-MM-DD`. Default: no end. */
          end_date: v.nullish(isoDate),
        }),
        /** The user that money moves from or to. */
        user: transferUserParam,
        /** The device that the user started the transfers with. */
        device: v.optional(
          v.object({
            /** IP address of the device. */
            ip_address: nonEmptyString,
            /** User agent of the browser. */
            user_agent: nonEmptyString,
          }),
        ),
      }),
      response: named<RecurringTransferDecision>(createdSchema),
      docs: docs('products/transfer/recurring-transfers/#transferrecurringcreate'),
    }),

    /** Returns a recurring transfer. */
    get: endpoint({
      ...readPersonal,
      path: '/transfer/recurring/get',
      body: v.object(recurringId),
      response: v.object({ recurring_transfer: recurringTransfer, ...requestId }),
      unwrap: 'recurring_transfer',
      docs: docs('products/transfer/recurring-transfers/#transferrecurringget'),
    }),

    /** Lists recurring transfers, newest first. */
    list: list({
      ...readPersonal,
      path: '/transfer/recurring/list',
      body: v.object({
        /** Earliest creation time, ISO 8601, included. Default: no limit. */
        start_time: v.nullish(isoDateTime),
        /** Latest creation time, ISO 8601, included. Default: no limit. */
        end_time: v.nullish(isoDateTime),
        ...transferPageParams,
        ...fundingAccountParam,
      }),
      item: recurringTransfer,
      paging: { ...transferPages, items: 'recurring_transfers' },
      docs: docs('products/transfer/recurring-transfers/#transferrecurringlist'),
    }),

    /** Cancels a recurring transfer, and its transfers that are not with the network yet. Never retried. */
    cancel: endpoint({
      ...money,
      path: '/transfer/recurring/cancel',
      body: v.object(recurringId),
      response: v.object(requestId),
      docs: docs('products/transfer/recurring-transfers/#transferrecurringcancel'),
    }),
  },
};
