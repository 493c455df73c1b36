import { endpoint, exactlyOne, list, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentMoney, money, readPersonal } from '../declarations.ts';
import { transferPageParams, transferPages } from '../paging.ts';
import { authorization, refund, transferRecord } from '../records/transfer.ts';
import {
  achClassParam,
  directionParam,
  fundingAccountParam,
  idempotencyKey,
  metadataParam,
  networkParam,
  originatorParam,
  testClockParam,
  transferAccountParams,
  transferUserParam,
} from '../records/transfer-parts.ts';
import {
  decimalAmount,
  isoDateTime,
  itemParams,
  nonEmptyString,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

const transferId = {
  /** ID of the transfer, from `transfer.create`. */
  transfer_id: nonEmptyString,
};

const refundId = {
  /** ID of the refund, from `transfer.refund.create`. */
  refund_id: nonEmptyString,
};

const transferAnswer = v.object({ transfer: transferRecord, ...requestId });
const refundAnswer = v.object({ refund, ...requestId });

/** Transfers, their authorizations, and their refunds. */
export const transferPayments = {
  /** Decisions about planned transfers. */
  authorization: {
    /**
     * Checks the risk of a planned transfer and decides whether it may be made. A decision is not an error: read
     * `decision`. Calls with the same `idempotency_key` create one authorization, so a failed call can be repeated.
     */
    create: endpoint({
      ...idempotentMoney,
      path: '/transfer/authorization/create',
      costs: costs.authorization,
      personal: true,
      body: v.object({
        ...itemParams,
        ...transferAccountParams,
        ...fundingAccountParam,
        /** ID of the ledger whose balance is used. Default: your default ledger. */
        ledger_id: optionalNullableString,
        /** Token of a payment profile, in place of the access token. */
        payment_profile_token: optionalString,
        /** Direction of the transfer: `debit` takes money from the account, `credit` pays into it. */
        type: directionParam,
        /**
         * Network that moves the money. A `same-day-ach` transfer after 3 p.m. Eastern Time goes as `ach`, and has at
         * most 1,000,000.00; `rtp` needs an eligible account, see `capabilities.get`; `wire` is for credits only, up to
         * 999,999.99.
         */
        network: networkParam,
        /** Largest amount that the transfer may have, a string with two decimals (`12.34`). */
        amount: decimalAmount,
        /**
         * Class of the ACH entry, required on ACH networks: `ccd` between companies; with a consumer, `ppd` agreed in
         * writing, `tel` by phone, `web` online. A credit is `ccd` or `ppd`.
         */
        ach_class: achClassParam,
        /** Details that only wires have. */
        wire_details: v.nullish(
          v.strictObject({
            /** Message to the receiver, up to 140 characters. */
            message_to_beneficiary: v.nullish(v.pipe(v.string(), v.maxLength(140))),
            /** Fee that is deducted when the wire is returned, a string with two decimals. */
            wire_return_fee: optionalNullableString,
          }),
        ),
        /** The user that money moves from or to. */
        user: transferUserParam,
        /** The device that the user started the transfer with. */
        device: v.optional(
          v.object({
            /** IP address of the device. */
            ip_address: optionalString,
            /** User agent of the browser. */
            user_agent: optionalString,
          }),
        ),
        /** Currency of the amount, ISO 4217. Default `USD`. */
        iso_currency_code: optionalString,
        /**
         * Your own random key of the authorization, 1 to 50 characters. Plaid forgets it after 48 hours. Required here,
         * because a call that is repeated without it may debit the user twice.
         */
        idempotency_key: idempotencyKey,
        /** Whether the user starts this transfer themselves. Currently has no effect. */
        user_present: optionalNullableBoolean,
        /** Whether Plaid decides about a guarantee. For customers with Guarantee. */
        request_guarantee: optionalNullableBoolean,
        /** ID of the session that Plaid's beacon reported on your page. For customers with Guarantee. */
        beacon_session_id: optionalNullableString,
        ...originatorParam,
        ...testClockParam,
        /** Key of the ruleset that decides. Default `default`. */
        ruleset_key: optionalNullableString,
        /**
         * Your own values about the risk, by name: up to 50, names of up to 40 letters, digits, `_`, `.` and `-`,
         * values of up to 500 characters. No personal data.
         */
        custom_attributes: v.nullish(v.record(v.string(), v.pipe(v.string(), v.maxLength(500)))),
      }),
      response: v.object({ authorization, ...requestId }),
      unwrap: 'authorization',
      docs: docs('products/transfer/initiating-transfers/#transferauthorizationcreate'),
    }),

    /** Cancels an authorization that no transfer was created with. Never retried. */
    cancel: endpoint({
      ...money,
      path: '/transfer/authorization/cancel',
      body: v.object({
        /** ID of the authorization, from `transfer.authorization.create`. */
        authorization_id: nonEmptyString,
      }),
      response: v.object(requestId),
      docs: docs('products/transfer/initiating-transfers/#transferauthorizationcancel'),
    }),
  },

  /**
   * Creates the transfer that was authorized. An authorization creates one transfer, so a failed call can be repeated.
   *
   * @keywords send money, pay
   */
  create: endpoint({
    ...idempotentMoney,
    path: '/transfer/create',
    personal: true,
    costs: costs.payment,
    body: v.object({
      ...itemParams,
      ...transferAccountParams,
      /** ID of the approved authorization. */
      authorization_id: nonEmptyString,
      /** Amount, a string with two decimals. At most the authorized amount, which is the default. */
      amount: v.optional(decimalAmount),
      /**
       * Text of the transfer on the user's statement, 1 to 15 characters; 10 on ACH networks. `Retry 1` and `Retry 2`
       * repeat a transfer that was returned with R01 or R09.
       */
      description: v.pipe(nonEmptyString, v.maxLength(15)),
      /**
       * Your own values by name, stored with the transfer: up to 50 ASCII strings. Names have up to 40 characters,
       * values up to 500.
       */
      metadata: metadataParam,
      ...testClockParam,
      /** Part of the amount that goes to the ledger of the platform, a string with two decimals. For platforms only. */
      facilitator_fee: v.optional(decimalAmount),
    }),
    response: transferAnswer,
    unwrap: 'transfer',
    docs: docs('products/transfer/initiating-transfers/#transfercreate'),
  }),

  /** Returns a transfer. */
  get: endpoint({
    ...readPersonal,
    path: '/transfer/get',
    body: v.pipe(
      v.object({
        /** ID of the transfer. Required unless `authorization_id` is passed. */
        transfer_id: v.optional(nonEmptyString),
        /** ID of the authorization that the transfer was created with. Required unless `transfer_id` is passed. */
        authorization_id: v.optional(nonEmptyString),
      }),
      exactlyOne('transfer_id', 'authorization_id'),
    ),
    response: transferAnswer,
    unwrap: 'transfer',
    docs: docs('products/transfer/reading-transfers/#transferget'),
  }),

  /** Lists transfers, newest first. */
  list: list({
    ...readPersonal,
    path: '/transfer/list',
    body: v.object({
      /** Earliest creation time, ISO 8601, included. Default: no limit. */
      start_date: v.nullish(isoDateTime),
      /** Latest creation time, ISO 8601, included. Default: no limit. */
      end_date: v.nullish(isoDateTime),
      ...transferPageParams,
      ...originatorParam,
      ...fundingAccountParam,
    }),
    item: transferRecord,
    paging: { ...transferPages, items: 'transfers' },
    docs: docs('products/transfer/reading-transfers/#transferlist'),
  }),

  /** Cancels a transfer that is `cancellable`. Fails with `conflict` later. Never retried. */
  cancel: endpoint({
    ...money,
    path: '/transfer/cancel',
    body: v.object({
      ...transferId,
      /** Reason, an ISO 20022 code such as `DUPL`. Required for payments by RfP; has no effect on others. */
      reason_code: v.optional(
        oneOf([
          'AC03',
          'AM09',
          'CUST',
          'DUPL',
          'FRAD',
          'TECH',
          'UPAY',
          'AC14',
          'AM06',
          'BE05',
          'FOCR',
          'MS02',
          'MS03',
          'RR04',
          'RUTA',
        ]),
      ),
    }),
    response: v.object(requestId),
    docs: docs('products/transfer/initiating-transfers/#transfercancel'),
  }),

  /** Returned transfers that Plaid had guaranteed. */
  return: {
    /**
     * Reports that you recovered the loss of a returned guaranteed transfer, in whole or in part. Plaid takes the
     * amount from your ledger. Calls with the same `idempotency_key` count once, so a failed call can be repeated.
     */
    recover: endpoint({
      ...idempotentMoney,
      path: '/transfer/return/recover',
      body: v.object({
        ...transferId,
        /**
         * Recovered amount, a string with two decimals. All of them together have at most the amount of the transfer.
         */
        amount: decimalAmount,
        /** Your own random key of the recovery, 1 to 50 characters. */
        idempotency_key: idempotencyKey,
      }),
      response: v.object(requestId),
      docs: docs('products/transfer/'),
    }),
  },

  /** Debits that are paid back. */
  refund: {
    /**
     * Pays back a debit of the last 180 days, in whole or in part, from the available balance of its ledger. Calls with
     * the same `idempotency_key` pay once, so a failed call can be repeated.
     */
    create: endpoint({
      ...idempotentMoney,
      path: '/transfer/refund/create',
      body: v.object({
        ...transferId,
        /** Amount, a string with two decimals. All refunds together have at most the amount of the transfer. */
        amount: decimalAmount,
        /** Your own random key of the refund, 1 to 50 characters. */
        idempotency_key: idempotencyKey,
      }),
      response: refundAnswer,
      unwrap: 'refund',
      docs: docs('products/transfer/refunds/#transferrefundcreate'),
    }),

    /** Returns a refund. */
    get: endpoint({
      ...readPersonal,
      path: '/transfer/refund/get',
      body: v.object(refundId),
      response: refundAnswer,
      unwrap: 'refund',
      docs: docs('products/transfer/refunds/#transferrefundget'),
    }),

    /** Cancels a refund that is still `pending`. Later calls fail. Never retried. */
    cancel: endpoint({
      ...money,
      path: '/transfer/refund/cancel',
      body: v.object(refundId),
      response: v.object(requestId),
      docs: docs('products/transfer/refunds/#transferrefundcancel'),
    }),
  },
};
