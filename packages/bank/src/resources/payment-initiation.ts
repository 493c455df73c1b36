import { byCursor, endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentMoney, idempotentWrite, money, readPersonal } from '../declarations.ts';
import {
  addressParam,
  bacsParam,
  consentFields,
  consentStatus,
  consentTypeParam,
  constraintsParam,
  ibanParam,
  type Payment,
  type PaymentConsent,
  type PaymentRecipient,
  payerOptions,
  payment,
  paymentAmountParam,
  paymentFields,
  paymentKey,
  paymentStatus,
  recipient,
  recipientFields,
  reference,
  refundAmountParam,
  scheduleParam,
  schemeParam,
  scopeParam,
} from '../records/payment.ts';
import {
  isoDate,
  isoDateTime,
  nonEmptyString,
  optionalNullableString,
  optionalRequestId,
  requestId,
} from '../schema.ts';
import { itemError } from './item.ts';

const recipientId = {
  /** ID of the recipient, from `paymentInitiation.recipient.create`. */
  recipient_id: nonEmptyString,
};

const paymentId = {
  /** ID of the payment, from `paymentInitiation.payment.create`. */
  payment_id: nonEmptyString,
};

const consentId = {
  /** ID of the consent, from `paymentInitiation.consent.create`. */
  consent_id: nonEmptyString,
};

export const createdPaymentSchema = v.object({
  /** ID of the new payment, `payment-id-…`. */
  payment_id: v.string(),
  /** State of the payment: it waits for the user. */
  status: known('PAYMENT_STATUS_INPUT_NEEDED'),
  ...requestId,
});

/** A payment that waits for the user. */
export interface CreatedPayment extends v.InferOutput<typeof createdPaymentSchema> {}

export const reversalSchema = v.object({
  /** ID of the new refund. */
  refund_id: v.string(),
  /** State of the refund; `EXECUTED` is its end. */
  status: known('AUTHORISING', 'INITIATED', 'EXECUTED', 'SETTLED', 'BLOCKED', 'FAILED'),
  ...requestId,
});

/** A refund of a payment. */
export interface PaymentReversal extends v.InferOutput<typeof reversalSchema> {}

export const createdConsentSchema = v.object({
  /** ID of the new consent, `consent-id-…`. */
  consent_id: v.string(),
  /** State of the consent: it waits for the user. */
  status: consentStatus,
  ...requestId,
});

/** A consent that waits for the user. */
export interface CreatedPaymentConsent extends v.InferOutput<typeof createdConsentSchema> {}

export const executedSchema = v.object({
  /** ID of the new payment, `payment-id-…`. */
  payment_id: v.string(),
  /** State of the payment. */
  status: paymentStatus,
  /** Reason why the payment failed. Null or absent otherwise. */
  error: v.optional(itemError),
  ...requestId,
});

/** A payment that was made with a consent. */
export interface ExecutedPayment extends v.InferOutput<typeof executedSchema> {}

const size = (max: number) => v.nullish(whole(1, max));

/** Accounts that payments are made to. */
const recipients = {
  /** Creates a recipient in Europe. The same details return the same recipient, so a failed call can be repeated. */
  create: endpoint({
    ...idempotentWrite,
    path: '/payment_initiation/recipient/create',
    body: v.pipe(
      v.object({
        /** Name of the recipient. All banks accept 18 characters without special ones. */
        name: nonEmptyString,
        /** IBAN of the recipient, 15 to 34 characters. Required unless `bacs` is passed. */
        iban: ibanParam,
        /** Account of the recipient in the UK. Required for payments in GBP within the UK. */
        bacs: bacsParam,
        /** Address of the recipient. Most banks outside of the UK require it. */
        address: addressParam,
      }),
      v.check(({ iban, bacs }) => Boolean(iban ?? bacs), 'pass at least one of iban, bacs'),
    ),
    response: v.object({
      /** ID of the new recipient, or of the one that has these details. */
      recipient_id: v.string(),
      ...requestId,
    }),
    docs: docs('products/payment-initiation/#payment_initiationrecipientcreate'),
  }),

  /** Returns a recipient. */
  get: endpoint({
    ...readPersonal,
    path: '/payment_initiation/recipient/get',
    body: v.object(recipientId),
    response: named<PaymentRecipient>(v.object({ ...recipientFields, ...optionalRequestId })),
    docs: docs('products/payment-initiation/#payment_initiationrecipientget'),
  }),

  /** Lists recipients, newest first. */
  list: list({
    ...readPersonal,
    path: '/payment_initiation/recipient/list',
    body: v.object({
      /** Page size, 1 to 100. Default 100. */
      count: size(100),
      /** Position to start from, up to 256 characters, from `next_cursor` of a response. Default: the newest. */
      cursor: v.optional(v.pipe(v.string(), v.maxLength(256))),
    }),
    item: recipient,
    paging: { ...byCursor, items: 'recipients', param: 'cursor', size: 'count', cursor: 'next_cursor' },
    docs: docs('products/payment-initiation/#payment_initiationrecipientlist'),
  }),
};

/** Payments and standing orders. */
const payments = {
  /**
   * Creates a payment, or a standing order, which the user then authorizes in Link: pass the ID as
   * `payment_initiation.payment_id` to `link.createToken`. Never retried.
   */
  create: endpoint({
    ...money,
    path: '/payment_initiation/payment/create',
    costs: costs.payment,
    body: v.object({
      ...recipientId,
      /** ID of the user who pays, from `user.create`, with a name and an email address or phone number. */
      user_id: v.optional(nonEmptyString),
      /** Reference of the payment, 1 to 18 letters and digits. Plaid changes one that is not unique. */
      reference,
      /** Amount of the payment, at least 1. */
      amount: paymentAmountParam,
      /** Schedule of a standing order, in GBP and within the UK. Default: a single payment. */
      schedule: scheduleParam,
      /** Further settings of the payment. */
      options: v.nullish(
        v.strictObject({
          ...payerOptions,
          /**
           * Payment scheme. Default: the region's scheme. The payment fails if the bank does not support the scheme.
           */
          scheme: schemeParam,
        }),
      ),
    }),
    response: named<CreatedPayment>(createdPaymentSchema),
    docs: docs('products/payment-initiation/#payment_initiationpaymentcreate'),
  }),

  /** Returns a payment. Wait for webhooks instead of calling it repeatedly. */
  get: endpoint({
    ...readPersonal,
    path: '/payment_initiation/payment/get',
    body: v.object(paymentId),
    response: named<Payment>(v.object({ ...paymentFields, ...optionalRequestId })),
    docs: docs('products/payment-initiation/#payment_initiationpaymentget'),
  }),

  /** Lists payments, newest first. */
  list: list({
    ...readPersonal,
    path: '/payment_initiation/payment/list',
    body: v.object({
      /** Page size, 1 to 200. Default 10, or 200 when you iterate. */
      count: size(200),
      /** Only payments that were created before this time, ISO 8601. Default: all. */
      cursor: v.nullish(isoDateTime),
      /** ID of the consent that the payments were made with. Default: any, or none. */
      consent_id: optionalNullableString,
    }),
    item: payment,
    paging: { ...byCursor, items: 'payments', param: 'cursor', size: 'count', cursor: 'next_cursor' },
    docs: docs('products/payment-initiation/#payment_initiationpaymentlist'),
  }),

  /**
   * Pays back a settled payment to your virtual account, in whole or in part. Calls with the same `idempotency_key` pay
   * once, so a failed call can be repeated.
   */
  reverse: endpoint({
    ...idempotentMoney,
    path: '/payment_initiation/payment/reverse',
    body: v.object({
      ...paymentId,
      /** Your own random key of the refund, 1 to 128 characters. */
      idempotency_key: paymentKey,
      /** Reference of the refund, 6 to 18 letters and digits. */
      reference: v.pipe(v.string(), v.minLength(6), v.maxLength(18)),
      /** Amount of the refund, at least 0.01. Default: all that is left. */
      amount: refundAmountParam,
      /** Date of birth of the payer, `YYYY-MM-DD`. Helps to pay without a manual check. */
      counterparty_date_of_birth: v.nullish(isoDate),
      /** Address of the payer. Helps to pay without a manual check. */
      counterparty_address: addressParam,
    }),
    response: named<PaymentReversal>(reversalSchema),
    docs: docs('products/payment-initiation/#payment_initiationpaymentreverse'),
  }),
};

/** Consents, with which payments are made without the user. */
const consents = {
  /**
   * Creates a consent, which the user then authorizes in Link: pass the ID as `payment_initiation.consent_id` to
   * `link.createToken`. Never retried.
   */
  create: endpoint({
    ...money,
    path: '/payment_initiation/consent/create',
    body: v.object({
      ...recipientId,
      /** ID of the user who pays, from `user.create`, with a name and an email address or phone number. */
      user_id: v.optional(nonEmptyString),
      /** Reference of the consent, 1 to 18 letters and digits. */
      reference,
      /**
       * Directions of the payments. At least one.
       *
       * @deprecated Use `type`.
       */
      scopes: v.optional(v.pipe(v.array(scopeParam), v.minLength(1))),
      /** `SWEEPING`: between accounts of the same user; `COMMERCIAL`: to others. */
      type: consentTypeParam,
      /** Limits of the payments. */
      constraints: constraintsParam,
      /**
       * Account that the user must pay from.
       *
       * @deprecated Use `payer_details`.
       */
      options: v.nullish(v.strictObject(payerOptions)),
      /** The user, and the account that they must pay from. Default: any account. */
      payer_details: v.nullish(
        v.strictObject({
          /** Name of the account's holder, as the bank has it. */
          name: nonEmptyString,
          /** The account: exactly one of the two. */
          numbers: v.strictObject({
            /** The account in the UK. */
            bacs: bacsParam,
            /** IBAN of the account. */
            iban: ibanParam,
          }),
          /** Address of the user. */
          address: addressParam,
          /** Date of birth of the user, `YYYY-MM-DD`. */
          date_of_birth: v.nullish(isoDate),
          /** Phone numbers of the user, E.164. */
          phone_numbers: v.optional(v.array(v.string())),
          /** Email addresses of the user. */
          emails: v.optional(v.array(v.string())),
        }),
      ),
    }),
    response: named<CreatedPaymentConsent>(createdConsentSchema),
    docs: docs('products/payment-initiation/#payment_initiationconsentcreate'),
  }),

  /** Returns a consent. */
  get: endpoint({
    ...readPersonal,
    path: '/payment_initiation/consent/get',
    body: v.object(consentId),
    response: named<PaymentConsent>(v.object({ ...consentFields, ...optionalRequestId })),
    docs: docs('products/payment-initiation/#payment_initiationconsentget'),
  }),

  /** Revokes a consent, so that no payment can be made with it. Never retried. */
  revoke: endpoint({
    ...money,
    path: '/payment_initiation/consent/revoke',
    body: v.object(consentId),
    response: v.object(optionalRequestId),
    docs: docs('products/payment-initiation/#payment_initiationconsentrevoke'),
  }),

  /** Payments with a consent. */
  payment: {
    /**
     * Makes a payment with a consent, without the user. Calls with the same `idempotency_key` pay once, so a failed
     * call can be repeated.
     */
    execute: endpoint({
      ...idempotentMoney,
      path: '/payment_initiation/consent/payment/execute',
      costs: costs.payment,
      body: v.object({
        ...consentId,
        /** Amount of the payment, at least 1, within the limits of the consent. */
        amount: paymentAmountParam,
        /** Your own random key of the payment, 1 to 128 characters. */
        idempotency_key: paymentKey,
        /** Payment reference, 1 to 18 letters and digits. Default: the consent's reference. */
        reference: v.nullish(reference),
        /**
         * Direction of the payment.
         *
         * @deprecated The `type` of the consent decides.
         */
        scope: v.nullish(scopeParam),
        /**
         * `IMMEDIATE`: waits for the bank; `ASYNC`: returns immediately, and webhooks report the rest. Default
         * `IMMEDIATE`.
         */
        processing_mode: v.optional(oneOf(['ASYNC', 'IMMEDIATE'])),
      }),
      response: named<ExecutedPayment>(executedSchema),
      docs: docs('products/payment-initiation/#payment_initiationconsentpaymentexecute'),
    }),
  },
};

/** Payments from the accounts of users in the UK and the EU (Payment Initiation). */
export const paymentInitiation = {
  /** Accounts that payments are made to. */
  recipient: recipients,
  /** Payments and standing orders. */
  payment: payments,
  /** Consents, with which payments are made without the user. */
  consent: consents,
};
