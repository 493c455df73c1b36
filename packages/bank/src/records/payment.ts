import { known, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { itemError } from '../resources/item.ts';
import {
  idempotencyKeyUpTo,
  isoDate,
  isoDateTime,
  nonEmptyString,
  nullableString,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
} from '../schema.ts';

const currencies = ['GBP', 'EUR', 'PLN', 'SEK', 'DKK', 'NOK'] as const;
const schemes = ['LOCAL_DEFAULT', 'LOCAL_INSTANT', 'SEPA_CREDIT_TRANSFER', 'SEPA_CREDIT_TRANSFER_INSTANT'] as const;

/** Whether a number has at most two decimals, within floating-point precision. */
const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

/** An amount of at least `minimum`. */
const amountFrom = (minimum: number) =>
  v.strictObject({
    /** Currency, ISO 4217. Standing orders and consents are in `GBP`. */
    currency: oneOf(currencies),
    /** Amount in units of the currency, with at most two decimals (`1.23`). */
    value: v.pipe(
      v.number(),
      v.minValue(minimum),
      v.check(hasTwoDecimals, 'must have at most two decimals, such as 12.50'),
    ),
  });

export const paymentAmountParam = amountFrom(1);
export const refundAmountParam = v.nullish(amountFrom(0.01));

export const amountSchema = v.object({
  /** Currency, ISO 4217. */
  currency: known(...currencies),
  /** Amount in units of the currency, with at most two decimals. */
  value: v.number(),
});

/** An amount of money in a European currency. */
export interface PaymentAmount extends v.InferOutput<typeof amountSchema> {}

const amount = named<PaymentAmount>(amountSchema);

/** A reference that banks pass on. */
export const reference = v.pipe(nonEmptyString, v.maxLength(18));

/** A key with which a repeated request takes effect once. */
export const paymentKey = idempotencyKeyUpTo(128);

export const bacsParam = v.nullish(
  v.strictObject({
    /** Account number, up to 10 characters. */
    account: v.optional(v.pipe(nonEmptyString, v.maxLength(10))),
    /** Sort code of the bank, 6 digits. */
    sort_code: v.optional(v.pipe(v.string(), v.length(6))),
  }),
);

export const ibanParam = v.nullish(v.pipe(v.string(), v.minLength(15), v.maxLength(34)));

export const addressParam = v.nullish(
  v.strictObject({
    /** Street and number, in one or two lines of up to 70 characters. */
    street: v.pipe(v.array(nonEmptyString), v.minLength(1), v.maxLength(2)),
    /** Name of the city, up to 35 characters. */
    city: v.pipe(nonEmptyString, v.maxLength(35)),
    /** Postal code, up to 16 characters. */
    postal_code: v.pipe(nonEmptyString, v.maxLength(16)),
    /** Country, ISO 3166-1 alpha-2. */
    country: v.pipe(v.string(), v.length(2)),
  }),
);

/** Account of the payer that may be used. */
export const payerOptions = {
  /** Whether to ask the payer's bank for the account that a refund can go to. Not all banks report it. */
  request_refund_details: optionalNullableBoolean,
  /** IBAN of the only account that the payer may use. */
  iban: ibanParam,
  /** The only account in the UK that the payer may use. */
  bacs: bacsParam,
};

export const scheduleParam = v.nullish(
  v.strictObject({
    /** Unit of the interval. */
    interval: oneOf(['WEEKLY', 'MONTHLY']),
    /**
     * Day of the interval: 1 (Monday) to 7 (Sunday) of a week; 1 to 28 of a month, or -1 (last day) to -5 from its end.
     */
    interval_execution_day: v.pipe(v.number(), v.integer(), v.minValue(-5), v.maxValue(28)),
    /** First day on which a payment can be made, `YYYY-MM-DD`. */
    start_date: isoDate,
    /** Last day on which a payment can be made, `YYYY-MM-DD`. Default: no end. */
    end_date: v.nullish(isoDate),
    /** First day, moved off weekends and holidays, `YYYY-MM-DD`. Plaid sets it. */
    adjusted_start_date: v.nullish(isoDate),
  }),
);

export const schemeParam = v.nullish(oneOf(schemes));

export const bacsSchema = v.object({
  /** Account number. */
  account: optionalString,
  /** Sort code of the bank, 6 digits. */
  sort_code: optionalString,
});

/** An account in the UK. */
export interface PaymentBacs extends v.InferOutput<typeof bacsSchema> {}

const bacs = named<PaymentBacs>(bacsSchema);

export const addressSchema = v.object({
  /** Street and number, in one or two lines. */
  street: v.array(v.string()),
  /** Name of the city. */
  city: v.string(),
  /** Postal code as the country writes it. */
  postal_code: v.string(),
  /** Country, ISO 3166-1 alpha-2. */
  country: v.string(),
});

/** An address in Europe. */
export interface PaymentAddress extends v.InferOutput<typeof addressSchema> {}

export const recipientFields = {
  /** ID of the recipient that is paid, `recipient-id-…`. */
  recipient_id: v.string(),
  /** Name of the recipient. */
  name: v.string(),
  /** Address of the recipient. Null or absent if none was given. */
  address: v.nullish(named<PaymentAddress>(addressSchema)),
  /** IBAN of the recipient. Null or absent if none was given. */
  iban: optionalNullableString,
  /** Account of the recipient in the UK. Null or absent if none was given. */
  bacs: v.nullish(bacs),
};

export const recipientSchema = v.object(recipientFields);

/** An account that payments are made to. */
export interface PaymentRecipient extends v.InferOutput<typeof recipientSchema> {}

export const recipient = named<PaymentRecipient>(recipientSchema);

export const paymentStatus = known(
  'PAYMENT_STATUS_INPUT_NEEDED',
  'PAYMENT_STATUS_PROCESSING',
  'PAYMENT_STATUS_INITIATED',
  'PAYMENT_STATUS_COMPLETED',
  'PAYMENT_STATUS_INSUFFICIENT_FUNDS',
  'PAYMENT_STATUS_FAILED',
  'PAYMENT_STATUS_BLOCKED',
  'PAYMENT_STATUS_UNKNOWN',
  'PAYMENT_STATUS_EXECUTED',
  'PAYMENT_STATUS_SETTLED',
  'PAYMENT_STATUS_AUTHORISING',
  'PAYMENT_STATUS_CANCELLED',
  'PAYMENT_STATUS_ESTABLISHED',
  'PAYMENT_STATUS_REJECTED',
);

const accountHolder = v.nullish(
  v.object({
    /** Name of the account's holder. */
    name: v.string(),
    /** IBAN of the account. Null if unknown. */
    iban: nullableString,
    /** The account in the UK. Null if unknown. */
    bacs: v.nullable(bacs),
  }),
);

const scheme = v.nullish(known(...schemes));

export const paymentFields = {
  /** ID of the payment. Case-sensitive. */
  payment_id: v.string(),
  /** Amount of the payment. */
  amount,
  /**
   * State of the payment. `INPUT_NEEDED` and `AUTHORISING` wait for the user and the bank. `INITIATED` was accepted by
   * the bank, and is the last state of many payments in the EU; `EXECUTED` has left the payer's account; `SETTLED` has
   * arrived in your virtual account. `ESTABLISHED` is a standing order. `INSUFFICIENT_FUNDS`, `FAILED`, `BLOCKED`,
   * `REJECTED` and `CANCELLED` moved no money.
   */
  status: paymentStatus,
  /** ID of the recipient that is paid, `recipient-id-…`. */
  recipient_id: v.string(),
  /** Reference of the payment, as it was passed. */
  reference: v.string(),
  /** Reference as it was sent to the bank. Null or absent if it was not changed. */
  adjusted_reference: optionalNullableString,
  /** Time at which the status last changed, ISO 8601, UTC. */
  last_status_update: v.string(),
  /** Schedule of a standing order. Null or absent for single payments. */
  schedule: v.nullish(
    v.object({
      /** Unit of the interval. */
      interval: known('WEEKLY', 'MONTHLY'),
      /** Day of the interval: 1 (Monday) to 7 of a week; 1 to 28 of a month, or -1 to -5 from its end. */
      interval_execution_day: v.number(),
      /** First day on which a payment can be made, `YYYY-MM-DD`. */
      start_date: v.string(),
      /** Last day on which a payment can be made, `YYYY-MM-DD`. Null if it has no end. */
      end_date: nullableString,
      /** First day as it was sent to the bank, `YYYY-MM-DD`. Null if it was not changed. */
      adjusted_start_date: nullableString,
    }),
  ),
  /** Account that a refund can go to. Null or absent unless asked for and reported by the bank. */
  refund_details: accountHolder,
  /** Account in the UK that the payer had to use. Null if any could be used. */
  bacs: v.nullable(bacs),
  /** IBAN of the account that the payer had to use. Null if any could be used. */
  iban: nullableString,
  /** IDs of the refunds of the payment. Null or absent if there are none. */
  refund_ids: v.nullish(v.array(v.string())),
  /** Sum of the refunds. Null or absent if there are none. */
  amount_refunded: v.nullish(amount),
  /** ID of your virtual account that was paid. Null or absent without one. */
  wallet_id: optionalNullableString,
  /** Scheme that was asked for. Null or absent if none was. */
  scheme,
  /** Scheme that was used instead. Null or absent if none was. */
  adjusted_scheme: scheme,
  /** ID of the consent that the payment was made with. Null or absent without one. */
  consent_id: optionalNullableString,
  /** ID of the transaction of your virtual account. Null or absent without one. */
  transaction_id: optionalNullableString,
  /** ID by which the banks know the payment; some change its case. Null or absent if unknown. */
  end_to_end_id: optionalNullableString,
  /** Reason why the payment failed. Null or absent otherwise. */
  error: v.optional(itemError),
};

export const paymentSchema = v.object(paymentFields);

/** A payment, or a standing order. Its status does not prove that money has arrived at the recipient. */
export interface Payment extends v.InferOutput<typeof paymentSchema> {}

export const payment = named<Payment>(paymentSchema);

export const consentStatus = known('UNAUTHORISED', 'AUTHORISED', 'REVOKED', 'REJECTED', 'EXPIRED');

const scopes = ['ME_TO_ME', 'EXTERNAL'] as const;
const consentTypes = ['SWEEPING', 'COMMERCIAL'] as const;

export const scopeParam = oneOf(scopes);
export const consentTypeParam = v.optional(oneOf(consentTypes));

export const constraintsParam = v.strictObject({
  /** Period in which the consent is valid. Default: from now on, without end. */
  valid_date_time: v.nullish(
    v.strictObject({
      /** Time from which the consent is valid, ISO 8601. Default: now. */
      from: v.nullish(isoDateTime),
      /** Time at which the consent expires, ISO 8601. Default: never. */
      to: v.nullish(isoDateTime),
    }),
  ),
  /** Largest amount of one payment. */
  max_payment_amount: paymentAmountParam,
  /** Limits of all payments in a period. At least one. */
  periodic_amounts: v.pipe(
    v.array(
      v.strictObject({
        /** Largest sum of the payments in the period. */
        amount: paymentAmountParam,
        /** Length of the period. */
        interval: oneOf(['DAY', 'WEEK', 'MONTH', 'YEAR']),
        /** Start of the period: as in the `CALENDAR`, or on the day of the `CONSENT`, which all banks accept. */
        alignment: oneOf(['CALENDAR', 'CONSENT']),
      }),
    ),
    v.minLength(1),
  ),
});

export const consentFields = {
  /** ID of the consent, which starts with `consent-id-`. */
  consent_id: v.string(),
  /** State of the consent. It allows payments only while `AUTHORISED`. */
  status: consentStatus,
  /** Time at which the consent was created, ISO 8601, UTC. */
  created_at: v.string(),
  /** ID of the recipient that is paid, `recipient-id-…`. */
  recipient_id: v.string(),
  /** Reference of the consent, and of payments without one. */
  reference: v.string(),
  /** Limits of the payments. */
  constraints: v.object({
    /** Period in which the consent is valid. Null or absent if it always is. */
    valid_date_time: v.nullish(
      v.object({
        /** Time from which the consent is valid, ISO 8601. Null or absent if from the start. */
        from: optionalNullableString,
        /** Time at which the consent expires, ISO 8601. Null or absent if never. */
        to: optionalNullableString,
      }),
    ),
    /** Largest amount of one payment. */
    max_payment_amount: amount,
    /** Limits of all payments in a period. */
    periodic_amounts: v.array(
      v.object({
        /** Largest sum of the payments in the period. */
        amount,
        /** Length of the period. */
        interval: known('DAY', 'WEEK', 'MONTH', 'YEAR'),
        /** Start of the period: as in the `CALENDAR`, or on the day of the `CONSENT`. */
        alignment: known('CALENDAR', 'CONSENT'),
      }),
    ),
  }),
  /**
   * Directions of the payments.
   *
   * @deprecated Use `type`.
   */
  scopes: v.optional(v.array(known(...scopes))),
  /** `SWEEPING`: between accounts of the same user; `COMMERCIAL`: to others. */
  type: v.optional(known(...consentTypes)),
  /** Account that the user must pay from. Null or absent if any may be used. */
  payer_details: accountHolder,
};

export const consentSchema = v.object(consentFields);

/** A user's consent to payments to one recipient, within limits. */
export interface PaymentConsent extends v.InferOutput<typeof consentSchema> {}
