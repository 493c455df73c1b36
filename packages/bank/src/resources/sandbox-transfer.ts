import { endpoint, list, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { docs, idempotentWrite, read, write } from '../declarations.ts';
import { transferPageParams, transferPages } from '../paging.ts';
import { sweep } from '../records/transfer-events.ts';
import { originatorParam, testClockParam } from '../records/transfer-parts.ts';
import { httpUrl, isoDateTime, nonEmptyString, optionalNullableString, optionalString, requestId } from '../schema.ts';

export const testClockSchema = v.object({
  /** ID of the test clock, a UUID. */
  test_clock_id: v.string(),
  /** Time that the clock shows, ISO 8601, UTC. */
  virtual_time: v.string(),
});

/** A clock of its own, for tests of recurring transfers. */
export interface TransferTestClock extends v.InferOutput<typeof testClockSchema> {}

const testClock = named<TransferTestClock>(testClockSchema);

const testClockAnswer = v.object({ test_clock: testClock, ...requestId });

const testClockId = {
  /** ID of the test clock, from `sandbox.transfer.testClock.create`. */
  test_clock_id: nonEmptyString,
};

const failure = {
  /** Reason why the payment fails or is returned. For failures and returns only. */
  failure_reason: v.nullish(
    v.strictObject({
      /** Code of the return, such as `R01`. For returns only. */
      failure_code: optionalNullableString,
      /**
       * Code of an ACH return, such as `R01`.
       *
       * @deprecated Use `failure_code`.
       */
      ach_return_code: optionalNullableString,
      /** Readable reason. */
      description: optionalString,
    }),
  ),
};

const webhook = {
  /** URL for a webhook `TRANSFER_EVENTS_UPDATE`. Default: none is sent. */
  webhook: v.optional(httpUrl),
};

const ledgerSweep = v.object({
  /** ID of the sweep, from `transfer.ledger.deposit` or `withdraw`. */
  sweep_id: nonEmptyString,
  /**
   * Event to simulate. A `pending` sweep can be posted or fail; a `posted` one can settle or be returned; a `settled`
   * one can be returned.
   */
  event_type: oneOf(['sweep.posted', 'sweep.settled', 'sweep.returned', 'sweep.failed']),
  ...failure,
});

/** Simulation of transfers, whose state Plaid's sandbox never changes on its own. No money moves. */
export const sandboxTransfer = {
  /**
   * Simulates the next event of a transfer. Fails with `conflict` if the event cannot follow the transfer's status.
   * Never retried.
   */
  simulate: endpoint({
    ...write,
    path: '/sandbox/transfer/simulate',
    body: v.object({
      /** ID of the transfer, from `transfer.create`. */
      transfer_id: nonEmptyString,
      ...testClockParam,
      /**
       * Event to simulate. A `pending` transfer can be posted or fail; a `posted` one can settle or be returned; a
       * `settled` ACH debit's funds can become available.
       */
      event_type: oneOf(['posted', 'settled', 'failed', 'funds_available', 'returned']),
      ...failure,
      ...webhook,
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxtransfersimulate'),
  }),

  /** Sends a webhook `TRANSFER_EVENTS_UPDATE`. */
  fireWebhook: endpoint({
    ...idempotentWrite,
    path: '/sandbox/transfer/fire_webhook',
    body: v.object({
      /** URL for the webhook. */
      webhook: httpUrl,
    }),
    response: v.object(requestId),
    docs: docs('sandbox/#sandboxtransferfire_webhook'),
  }),

  /** Sweeps between Plaid and your bank account, for integrations without Plaid Ledger. */
  sweep: {
    /**
     * Creates a sweep of all transfers that wait for one: `unswept` ones become `swept`, `swept` ones `swept_settled`,
     * and returned ones `return_swept`. Never retried.
     */
    simulate: endpoint({
      ...write,
      path: '/sandbox/transfer/sweep/simulate',
      body: v.object({ ...testClockParam, ...webhook }),
      response: v.object({
        /** The new sweep. Null or absent if there is nothing to sweep. */
        sweep: v.nullish(sweep),
        ...requestId,
      }),
      docs: docs('sandbox/#sandboxtransfersweepsimulate'),
    }),
  },

  /** Refunds of the test environment: simulate their progress. */
  refund: {
    /**
     * Simulates the next event of a refund. Fails with `conflict` if the event cannot follow the refund's status. Never
     * retried.
     */
    simulate: endpoint({
      ...write,
      path: '/sandbox/transfer/refund/simulate',
      body: v.object({
        /** ID of the refund, from `transfer.refund.create`. */
        refund_id: nonEmptyString,
        ...testClockParam,
        /**
         * Event to simulate. A `pending` refund can fail, or be posted once its transfer has settled; a `posted` one
         * can settle or be returned.
         */
        event_type: oneOf(['refund.posted', 'refund.settled', 'refund.failed', 'refund.returned']),
        ...failure,
        ...webhook,
      }),
      response: v.object(requestId),
      docs: docs('sandbox/#sandboxtransferrefundsimulate'),
    }),
  },

  /** Repayments of guaranteed transfers. */
  repayment: {
    /**
     * Creates a repayment for all returned transfers that are guaranteed and not repaid. Fails with `rejected` if there
     * are none. Never retried.
     */
    simulate: endpoint({
      ...write,
      path: '/sandbox/transfer/repayment/simulate',
      body: v.object({}),
      response: v.object(requestId),
      docs: docs('sandbox/#sandboxtransferrepaymentsimulate'),
    }),
  },

  /** Ledgers of the test environment: simulate deposits, withdrawals and their settlement. */
  ledger: {
    /** Makes the pending money of a ledger available. Never retried. */
    simulateAvailable: endpoint({
      ...write,
      path: '/sandbox/transfer/ledger/simulate_available',
      body: v.object({
        /** ID of the ledger. Default: your default ledger. */
        ledger_id: optionalNullableString,
        ...originatorParam,
        ...testClockParam,
        ...webhook,
      }),
      response: v.object(requestId),
      docs: docs('sandbox/#sandboxtransferledgersimulate_available'),
    }),

    /** Deposits into a ledger. */
    deposit: {
      /**
       * Simulates the next event of a deposit. Fails with `conflict` if the event cannot follow its status. Never
       * retried.
       */
      simulate: endpoint({
        ...write,
        path: '/sandbox/transfer/ledger/deposit/simulate',
        body: ledgerSweep,
        response: v.object(requestId),
        docs: docs('sandbox/#sandboxtransferledgerdepositsimulate'),
      }),
    },

    /** Withdrawals from a ledger. */
    withdraw: {
      /**
       * Simulates the next event of a withdrawal. Fails with `conflict` if the event cannot follow its status. Never
       * retried.
       */
      simulate: endpoint({
        ...write,
        path: '/sandbox/transfer/ledger/withdraw/simulate',
        body: ledgerSweep,
        response: v.object(requestId),
        docs: docs('sandbox/#sandboxtransferledgerwithdrawsimulate'),
      }),
    },
  },

  /** Test clocks: recurring transfers follow them, so that months pass in one call. */
  testClock: {
    /** Creates a test clock, which up to 5 recurring transfers can follow. Never retried. */
    create: endpoint({
      ...write,
      path: '/sandbox/transfer/test_clock/create',
      body: v.object({
        /** Time that the clock shows at first, ISO 8601. Default: now. */
        virtual_time: v.nullish(isoDateTime),
      }),
      response: testClockAnswer,
      unwrap: 'test_clock',
      docs: docs('sandbox/#sandboxtransfertest_clockcreate'),
    }),

    /**
     * Moves a test clock forward. The recurring transfers that follow it are made for the time that has passed, at most
     * 20 each in one call.
     */
    advance: endpoint({
      ...idempotentWrite,
      path: '/sandbox/transfer/test_clock/advance',
      body: v.object({
        ...testClockId,
        /** Time that the clock shows then, ISO 8601; not before its current one. */
        new_virtual_time: isoDateTime,
      }),
      response: v.object(requestId),
      docs: docs('sandbox/#sandboxtransfertest_clockadvance'),
    }),

    /** Returns a test clock. */
    get: endpoint({
      ...read,
      path: '/sandbox/transfer/test_clock/get',
      body: v.object(testClockId),
      response: testClockAnswer,
      unwrap: 'test_clock',
      docs: docs('sandbox/#sandboxtransfertest_clockget'),
    }),

    /** Lists test clocks by the time that they show, earliest first. */
    list: list({
      ...read,
      path: '/sandbox/transfer/test_clock/list',
      body: v.object({
        /** Earliest time that the clocks show, ISO 8601, included. Default: no limit. */
        start_virtual_time: v.nullish(isoDateTime),
        /** Latest time that the clocks show, ISO 8601, included. Default: no limit. */
        end_virtual_time: v.nullish(isoDateTime),
        ...transferPageParams,
      }),
      item: testClock,
      paging: { ...transferPages, items: 'test_clocks' },
      docs: docs('sandbox/#sandboxtransfertest_clocklist'),
    }),
  },
};
