import { endpoint, named, oneOf } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, money, read, readPersonal, write } from '../declarations.ts';
import { createdIntent, intentOutcome } from '../records/transfer.ts';
import {
  achClassParam,
  fundingAccountParam,
  metadataParam,
  originatorParam,
  recurringNetworkParam,
  transferAccountParams,
  transferUserParam,
} from '../records/transfer-parts.ts';
import {
  decimalAmount,
  itemParams,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

export const capabilitiesSchema = v.object({
  /** Networks that the institution of the account supports. */
  institution_supported_networks: v.object({
    /** Real-time payments. */
    rtp: v.object({
      /** Whether credits can be sent by `rtp`. */
      credit: optionalBoolean,
    }),
    /** Requests for payment. */
    rfp: v.object({
      /** Whether debits can be requested by RfP. */
      debit: optionalBoolean,
      /** Largest amount of a request, a string with two decimals. Null or absent if unknown. */
      max_amount: optionalNullableString,
      /** Currency of `max_amount`, ISO 4217. Null or absent if unknown. */
      iso_currency_code: optionalNullableString,
    }),
  }),
  ...requestId,
});

/** Fast networks that an account can be reached by. */
export interface TransferCapabilities extends v.InferOutput<typeof capabilitiesSchema> {}

const currency = {
  /** Currency of the amounts, ISO 4217: `USD`. */
  iso_currency_code: v.string(),
};

export const metricsSchema = v.object({
  /** Sum of all debits of the last 24 hours, a string with two decimals. */
  daily_debit_transfer_volume: v.string(),
  /** Sum of all credits of the last 24 hours, a string with two decimals. */
  daily_credit_transfer_volume: v.string(),
  /**
   * Sum of all transfers of the calendar month, a string with two decimals.
   *
   * @deprecated Use `monthly_debit_transfer_volume` and `monthly_credit_transfer_volume`.
   */
  monthly_transfer_volume: v.string(),
  /** Sum of all debits of the calendar month, a string with two decimals. */
  monthly_debit_transfer_volume: v.string(),
  /** Sum of all credits of the calendar month, a string with two decimals. */
  monthly_credit_transfer_volume: v.string(),
  ...currency,
  /** Shares of transfers that are returned. Null or absent if unknown. */
  return_rates: v.nullish(
    v.object({
      /** Rates of the last 60 days. Null or absent if unknown. */
      last_60d: v.nullish(
        v.object({
          /** Share of transfers that were returned, a decimal string (`0.01`). */
          overall_return_rate: optionalString,
          /** Share that was returned as unauthorized. */
          unauthorized_return_rate: optionalString,
          /** Share that was returned for administrative reasons, such as a closed account. */
          administrative_return_rate: optionalString,
        }),
      ),
    }),
  ),
  /** Used shares of your limits. Null or absent if unknown. */
  authorization_usage: v.nullish(
    v.object({
      /** Used share of the daily limit for credits, a decimal string (`0.05`). */
      daily_credit_utilization: optionalString,
      /** Used share of the daily limit for debits. */
      daily_debit_utilization: optionalString,
      /** Used share of the monthly limit for credits. */
      monthly_credit_utilization: optionalString,
      /** Used share of the monthly limit for debits. */
      monthly_debit_utilization: optionalString,
    }),
  ),
  ...requestId,
});

/** Amounts of money that you have moved, and the shares that were returned. */
export interface TransferMetrics extends v.InferOutput<typeof metricsSchema> {}

export const configurationSchema = v.object({
  /**
   * Largest amount of a transfer, a string with two decimals.
   *
   * @deprecated Use `max_single_transfer_credit_amount` and `max_single_transfer_debit_amount`.
   */
  max_single_transfer_amount: v.string(),
  /** Largest amount of a credit, a string with two decimals. */
  max_single_transfer_credit_amount: v.string(),
  /** Largest amount of a debit, a string with two decimals. */
  max_single_transfer_debit_amount: v.string(),
  /** Limit of all credits in 24 hours, a string with two decimals. */
  max_daily_credit_amount: v.string(),
  /** Limit of all debits in 24 hours, a string with two decimals. */
  max_daily_debit_amount: v.string(),
  /**
   * Limit of all transfers in a calendar month, a string with two decimals.
   *
   * @deprecated Use `max_monthly_credit_amount` and `max_monthly_debit_amount`.
   */
  max_monthly_amount: v.string(),
  /** Limit of all credits in a calendar month, a string with two decimals. */
  max_monthly_credit_amount: v.string(),
  /** Limit of all debits in a calendar month, a string with two decimals. */
  max_monthly_debit_amount: v.string(),
  ...currency,
  ...requestId,
});

/** Limits of your transfers. */
export interface TransferConfiguration extends v.InferOutput<typeof configurationSchema> {}

/** Transfer capabilities, and ways to set up Transfer besides Link. */
export const transferSetup = {
  /** Networks that accounts can be reached by. */
  capabilities: {
    /** Returns whether an account can be paid in real time. */
    get: endpoint({
      ...read,
      path: '/transfer/capabilities/get',
      body: v.object({
        ...itemParams,
        ...transferAccountParams,
        /** Token of a payment profile, in place of the access token. */
        payment_profile_token: optionalString,
      }),
      response: named<TransferCapabilities>(capabilitiesSchema),
      docs: docs('products/transfer/account-linking/#transfercapabilitiesget'),
    }),
  },

  /** Amounts of money that you have moved. */
  metrics: {
    /**
     * Returns the amounts of money that you have moved, and the shares that were returned. Plaid's sandbox returns
     * fixed values.
     */
    get: endpoint({
      ...read,
      path: '/transfer/metrics/get',
      body: v.object(originatorParam),
      response: named<TransferMetrics>(metricsSchema),
      docs: docs('products/transfer/metrics/#transfermetricsget'),
    }),
  },

  /** Your limits. */
  configuration: {
    /** Returns the limits of your transfers. */
    get: endpoint({
      ...read,
      path: '/transfer/configuration/get',
      body: v.object(originatorParam),
      response: named<TransferConfiguration>(configurationSchema),
      docs: docs('products/transfer/metrics/#transferconfigurationget'),
    }),
  },

  /** Transfers that users confirm in Link (Transfer UI). */
  intent: {
    /** Creates an intent; pass its `id` as `transfer.intent_id` to `link.createToken`. Never retried. */
    create: endpoint({
      ...money,
      path: '/transfer/intent/create',
      costs: costs.authorization,
      personal: true,
      body: v.object({
        /** ID of the account that is debited or credited. Default: the user chooses one. */
        account_id: optionalNullableString,
        ...fundingAccountParam,
        /** `PAYMENT`: from the user to you; `DISBURSEMENT`: from you to the user. */
        mode: oneOf(['PAYMENT', 'DISBURSEMENT']),
        /** Network that moves the money. Default `same-day-ach`. */
        network: v.optional(recurringNetworkParam),
        /** Amount, a string with two decimals (`12.34`). */
        amount: decimalAmount,
        /** Text of the transfer on the user's statement, 1 to 15 characters. */
        description: v.pipe(nonEmptyString, v.maxLength(15)),
        /**
         * Class of the ACH entry, required on ACH networks: `ccd` between companies; with a consumer, `ppd` agreed in
         * writing, `tel` by phone, `web` online. A credit is `ccd` or `ppd`.
         */
        ach_class: achClassParam,
        /** The user that money moves from or to. */
        user: transferUserParam,
        /**
         * Your own values by name, stored with the transfer: up to 50 ASCII strings. Names have up to 40 characters,
         * values up to 500.
         */
        metadata: metadataParam,
        /** Currency of the amount, ISO 4217. Default `USD`. */
        iso_currency_code: optionalString,
        /** Whether to make the transfer only if Plaid guarantees it. Default false. For customers with Guarantee. */
        require_guarantee: optionalNullableBoolean,
      }),
      response: v.object({ transfer_intent: createdIntent, ...requestId }),
      unwrap: 'transfer_intent',
      docs: docs('products/transfer/account-linking/#transferintentcreate'),
    }),

    /** Returns the outcome of an intent. */
    get: endpoint({
      ...readPersonal,
      path: '/transfer/intent/get',
      body: v.object({
        /** ID of the intent, from `transfer.intent.create`. */
        transfer_intent_id: nonEmptyString,
      }),
      response: v.object({ transfer_intent: intentOutcome, ...requestId }),
      unwrap: 'transfer_intent',
      docs: docs('products/transfer/account-linking/#transferintentget'),
    }),
  },

  /**
   * Creates an Item from account numbers that you have verified yourself. It works with the methods of `transfer` only.
   * Never retried.
   */
  migrateAccount: endpoint({
    ...write,
    path: '/transfer/migrate_account',
    body: v.object({
      /** Account number of the user. */
      account_number: nonEmptyString,
      /** Routing number of the user's bank, 9 digits. */
      routing_number: nonEmptyString,
      /** Routing number for wires. Required to send wires to the account. */
      wire_routing_number: optionalString,
      /** Kind of account. */
      account_type: oneOf(['checking', 'savings']),
    }),
    response: v.object({
      /** Access token of the new Item. It does not expire. Store it on the server. */
      access_token: v.string(),
      /** ID of the account in the new Item. */
      account_id: v.string(),
      ...requestId,
    }),
    docs: docs('products/transfer/account-linking/#transfermigrate_account'),
  }),
};
