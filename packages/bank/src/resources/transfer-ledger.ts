import { endpoint, list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentMoney, read } from '../declarations.ts';
import { transferPageParams, transferPages } from '../paging.ts';
import { ledgerEvent, sweep, sweepStatuses, sweepTriggers } from '../records/transfer-events.ts';
import {
  achNetworkParam,
  fundingAccountParam,
  idempotencyKey,
  networkParam,
  originatorParam,
} from '../records/transfer-parts.ts';
import {
  decimalAmount,
  isoDateTime,
  nonEmptyString,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

export const ledgerSchema = v.object({
  /** Unique ID of the ledger, from the Plaid dashboard. */
  ledger_id: v.string(),
  /** Balances of the ledger. */
  balance: v.object({
    /** Amount that can be used now, a string with two decimals. */
    available: v.string(),
    /** Amount that is still in processing, a string with two decimals. */
    pending: v.string(),
  }),
  /** Name of the ledger. */
  name: v.string(),
  /** Whether calls without a `ledger_id` use this ledger. */
  is_default: v.boolean(),
  ...requestId,
});

/** A balance that you have at Plaid. Debits pay into it; credits and refunds are paid from it. */
export interface TransferLedger extends v.InferOutput<typeof ledgerSchema> {}

const ledgerParam = {
  /** ID of the ledger. Default: your default ledger. */
  ledger_id: optionalNullableString,
};

/** Params shared by deposits and withdrawals. */
const moveParams = {
  ...originatorParam,
  ...fundingAccountParam,
  ...ledgerParam,
  /** Amount, a positive string with two decimals (`12.34`). */
  amount: decimalAmount,
  /** Text of the payment on your statement, up to 10 characters. */
  description: v.nullish(v.pipe(v.string(), v.maxLength(10))),
  /** Your own random key of the payment, 1 to 50 characters. */
  idempotency_key: idempotencyKey,
};

const sweepAnswer = v.object({ sweep, ...requestId });

/** Your ledgers at Plaid, and the sweeps between them and your bank account. */
export const transferLedger = {
  /** Your ledgers: the balances that you have at Plaid. */
  ledger: {
    /** Returns a ledger and its balances. */
    get: endpoint({
      ...read,
      path: '/transfer/ledger/get',
      body: v.object({ ...ledgerParam, ...originatorParam }),
      response: named<TransferLedger>(ledgerSchema),
      docs: docs('products/transfer/ledger/#transferledgerget'),
    }),

    /**
     * Moves money from your bank account into a ledger. Calls with the same `idempotency_key` move it once, so a failed
     * call can be repeated.
     */
    deposit: endpoint({
      ...idempotentMoney,
      path: '/transfer/ledger/deposit',
      costs: costs.payment,
      body: v.object({
        ...moveParams,
        /** Network that moves the money. */
        network: achNetworkParam,
      }),
      response: sweepAnswer,
      unwrap: 'sweep',
      docs: docs('products/transfer/ledger/#transferledgerdeposit'),
    }),

    /**
     * Moves available money from a ledger to your bank account. Calls with the same `idempotency_key` move it once, so
     * a failed call can be repeated.
     */
    withdraw: endpoint({
      ...idempotentMoney,
      path: '/transfer/ledger/withdraw',
      costs: costs.payment,
      body: v.object({
        ...moveParams,
        /** Network that moves the money. */
        network: networkParam,
      }),
      response: sweepAnswer,
      unwrap: 'sweep',
      docs: docs('products/transfer/ledger/#transferledgerwithdraw'),
    }),

    /**
     * Moves available money from one ledger to another immediately. Calls with the same `idempotency_key` move it once,
     * so a failed call can be repeated.
     */
    distribute: endpoint({
      ...idempotentMoney,
      path: '/transfer/ledger/distribute',
      body: v.object({
        /** ID of the ledger that pays. */
        from_ledger_id: nonEmptyString,
        /** ID of the ledger that is paid. */
        to_ledger_id: nonEmptyString,
        /** Amount, a positive string with two decimals (`12.34`). */
        amount: decimalAmount,
        /** Your own random key of the payment, 1 to 50 characters. */
        idempotency_key: idempotencyKey,
        /** Your own description. */
        description: optionalString,
      }),
      response: v.object(requestId),
      docs: docs('products/transfer/ledger/#transferledgerdistribute'),
    }),

    /** Changes of the balances of ledgers. */
    event: {
      /** Lists changes of the balances of a ledger, newest first. */
      list: list({
        ...read,
        path: '/transfer/ledger/event/list',
        body: v.object({
          ...originatorParam,
          /** Earliest time of events, ISO 8601, included. Default: no limit. */
          start_date: v.nullish(isoDateTime),
          /** Latest time of events, ISO 8601, included. Default: no limit. */
          end_date: v.nullish(isoDateTime),
          ...ledgerParam,
          /** ID of one event. Default: all. */
          ledger_event_id: optionalNullableString,
          /** Source of the events. Default: any source. */
          source_type: v.nullish(oneOf(['TRANSFER', 'SWEEP', 'REFUND'])),
          /** ID of the transfer, sweep or refund that caused the events. Default: any. */
          source_id: optionalNullableString,
          ...transferPageParams,
        }),
        item: ledgerEvent,
        paging: { ...transferPages, items: 'ledger_events' },
        docs: docs('products/transfer/ledger/#transferledgereventlist'),
      }),
    },
  },

  /** Sweeps: money that moves between a ledger and your own bank account. */
  sweep: {
    /** Returns a sweep. */
    get: endpoint({
      ...read,
      path: '/transfer/sweep/get',
      body: v.object({
        /** ID of the sweep, or its first 8 characters, as your statement shows them. */
        sweep_id: nonEmptyString,
      }),
      response: sweepAnswer,
      unwrap: 'sweep',
      docs: docs('products/transfer/reading-transfers/#transfersweepget'),
    }),

    /** Lists sweeps, newest first. */
    list: list({
      ...read,
      path: '/transfer/sweep/list',
      body: v.object({
        /** Earliest creation time, ISO 8601, included. Default: no limit. */
        start_date: v.nullish(isoDateTime),
        /** Latest creation time, ISO 8601, included. Default: no limit. */
        end_date: v.nullish(isoDateTime),
        ...transferPageParams,
        /** Signed amount of the sweeps, such as `-10.00`. Default: any. */
        amount: optionalNullableString,
        /** State of the sweeps. Default: any. */
        status: v.nullish(oneOf(sweepStatuses)),
        ...originatorParam,
        ...fundingAccountParam,
        /** ID of a transfer that the sweeps include. Default: any. */
        transfer_id: optionalNullableString,
        /** Trigger of the sweeps. Default: any. */
        trigger: v.nullish(oneOf(sweepTriggers)),
      }),
      item: sweep,
      paging: { ...transferPages, items: 'sweeps' },
      docs: docs('products/transfer/reading-transfers/#transfersweeplist'),
    }),
  },
};
