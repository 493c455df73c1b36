import { endpoint, known, list, named, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, read } from '../declarations.ts';
import { offsetPages } from '../paging.ts';
import { optionalNullableProductsParam, productList } from '../products.ts';
import {
  countryCodesParam,
  countryList,
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';

/** Health of one kind of request. Null or absent when there are too few requests to judge. */
const health = v.nullish(
  v.object({
    /**
     * Health in one word.
     *
     * @deprecated Use `breakdown`, which is more exact.
     */
    status: known('HEALTHY', 'DEGRADED', 'DOWN'),
    /** Time at which `status` last changed, ISO 8601. */
    last_status_change: v.string(),
    /** Shares of requests that succeed and fail, over the last minutes to six hours. The three shares add up to 1. */
    breakdown: v.object({
      /** Share of requests that succeed, 0 to 1. */
      success: v.number(),
      /** Share of requests that fail because of the provider, 0 to 1. */
      error_plaid: v.number(),
      /** Share of requests that fail because of the institution, 0 to 1. */
      error_institution: v.number(),
      /**
       * Interval at which data of subscription products is refreshed, compared to the usual one. Can be `STOPPED`
       * although `success` is high.
       */
      refresh_interval: v.optional(known('NORMAL', 'DELAYED', 'STOPPED')),
    }),
  }),
);

export const institutionSchema = v.object({
  /** ID of the institution (`ins_109508`). A bank may have several, for example with and without OAuth. */
  institution_id: v.string(),
  /** Official name of the institution. */
  name: v.string(),
  /** Products that the institution supports. `auth` is listed for Instant Auth only. */
  products: productList,
  /** Countries that the institution serves, ISO 3166-1 alpha-2. */
  country_codes: countryList,
  /** Home page of the institution. Present with `include_optional_metadata`; null or absent when not known. */
  url: optionalNullableString,
  /**
   * Main color of the institution, hexadecimal. Present with `include_optional_metadata`; a generated color where the
   * real one is not known.
   */
  primary_color: optionalNullableString,
  /**
   * Logo, a PNG of 152 by 152 pixels in Base64. Present with `include_optional_metadata`; null or absent when there is
   * none.
   */
  logo: optionalNullableString,
  /** Known routing numbers of the institution. The list may be incomplete. */
  routing_numbers: v.array(v.string()),
  /** Known DTC (Depository Trust Company) numbers of the institution. The list may be incomplete. */
  dtc_numbers: v.optional(v.array(v.string())),
  /** Whether users log in at the bank's own site (OAuth), at least for some Items. */
  oauth: v.boolean(),
  /**
   * Health of the institution. Present with `include_status`; null or absent when there are too few requests to judge.
   */
  status: v.nullish(
    v.object({
      /** Health of logins when Items are linked. */
      item_logins: health,
      /** Health of the updates of transactions. */
      transactions_updates: health,
      /** Health of requests for account and routing numbers. */
      auth: health,
      /** Health of requests for the owners of accounts. */
      identity: health,
      /** Health of the updates of investments. */
      investments_updates: health,
      /** Health of the updates of liabilities. */
      liabilities_updates: health,
      /** Health of requests for liabilities. */
      liabilities: health,
      /** Health of requests for investments. */
      investments: health,
      /** Recent incidents. Null or absent when there were none. */
      health_incidents: v.nullish(
        v.array(
          v.object({
            /** Title of the incident. */
            title: v.string(),
            /** Time at which the incident began, ISO 8601 with the time. */
            start_date: v.string(),
            /** Time at which the incident ended, ISO 8601 with the time. Null or absent while it lasts. */
            end_date: optionalNullableString,
            /** News about the incident. */
            incident_updates: v.array(
              v.object({
                /** Text of the update. */
                description: optionalString,
                /** State of the incident at that time. */
                status: v.optional(known('INVESTIGATING', 'IDENTIFIED', 'SCHEDULED', 'RESOLVED', 'UNKNOWN')),
                /** Time at which the update was published, ISO 8601 with the time. */
                updated_date: optionalString,
              }),
            ),
          }),
        ),
      ),
    }),
  ),
  /** Payments that the institution supports. Null or absent where payment initiation is not supported. */
  payment_initiation_metadata: v.nullish(
    v.object({
      /** Whether payments to another country are possible. */
      supports_international_payments: v.boolean(),
      /** Whether SEPA Instant payments are possible. */
      supports_sepa_instant: v.boolean(),
      /**
       * Largest payment by currency, as a string in the smallest unit of the currency (`{ GBP: '10000' }` is 100
       * pounds).
       */
      maximum_payment_amount: v.record(v.string(), v.string()),
      /** Whether account details for a refund are returned with a payment. */
      supports_refund_details: v.boolean(),
      /** Standing orders that are possible. Null where there are none. */
      standing_order_metadata: v.nullable(
        v.object({
          /** Whether a standing order can have an end date. */
          supports_standing_order_end_date: v.boolean(),
          /** Whether a monthly standing order can count days from the end of the month (-1 to -5). */
          supports_standing_order_negative_execution_days: v.boolean(),
          /** Intervals that a standing order can have. */
          valid_standing_order_intervals: v.array(known('WEEKLY', 'MONTHLY')),
        }),
      ),
      /** Whether a user can consent to several payments at once. */
      supports_payment_consents: v.boolean(),
    }),
  ),
  /** Ways to obtain account and routing numbers. Present with `include_auth_metadata`. */
  auth_metadata: v.nullish(
    v.object({
      /** Methods that are supported. Null when not known. */
      supported_methods: v.nullable(
        v.object({
          /** Whether the bank returns the numbers immediately. */
          instant_auth: v.boolean(),
          /** Whether numbers that the user types in can be matched with the bank's. */
          instant_match: v.boolean(),
          /** Whether numbers can be verified by micro-deposits that the provider reads automatically. */
          automated_micro_deposits: v.boolean(),
          /** Whether numbers can be verified by micro-deposits that arrive within seconds. */
          instant_micro_deposits: v.boolean(),
        }),
      ),
    }),
  ),
});

/** A bank or another financial institution. */
export interface Institution extends v.InferOutput<typeof institutionSchema> {}

const metadata = {
  /** Whether to return `url`, `logo` and `primary_color`. Default false. */
  include_optional_metadata: optionalBoolean,
  /** Whether to return `auth_metadata`. Default false. */
  include_auth_metadata: optionalBoolean,
  /** Whether to return `payment_initiation_metadata`. Default false. */
  include_payment_initiation_metadata: optionalBoolean,
};

/** Banks and other financial institutions. */
export const institutions = {
  /** Lists the institutions of the given countries. Ten calls per minute in the sandbox, fifty in production. */
  get: list({
    ...read,
    path: '/institutions/get',
    body: v.object({
      /** Page size, 1 to 500. Required. */
      count: whole(1, 500),
      /** Number of institutions to skip before the first page, 0 or more. Required. */
      offset: whole(0),
      /** Countries to list institutions of, ISO 3166-1 alpha-2. At least one. */
      country_codes: countryCodesParam,
      /** Filters, and optional fields to return. */
      options: v.optional(
        v.strictObject({
          ...metadata,
          /** Products that an institution must support, all of them. At least one; null for any. */
          products: optionalNullableProductsParam,
          /** Routing numbers that an institution must have, all of them. Null for any. */
          routing_numbers: v.nullish(v.array(v.string())),
          /** True for institutions with OAuth only, false for those without. Null for both. */
          oauth: optionalNullableBoolean,
        }),
      ),
    }),
    item: named<Institution>(institutionSchema),
    paging: { ...offsetPages, items: 'institutions', total: 'total' },
    docs: docs('institutions/#institutionsget'),
  }),

  /**
   * Returns one institution. Fails with `not_found` for an unknown ID, or for a country that the institution does not
   * serve.
   */
  getById: endpoint({
    ...read,
    path: '/institutions/get_by_id',
    body: v.object({
      /** ID of the institution (`ins_109508`). */
      institution_id: nonEmptyString,
      /** Countries that the institution may serve, ISO 3166-1 alpha-2. At least one. */
      country_codes: countryCodesParam,
      /** Optional fields to return. */
      options: v.optional(
        v.strictObject({
          ...metadata,
          /** Whether to return `status`, the health of the institution. Default false. */
          include_status: optionalBoolean,
        }),
      ),
    }),
    response: v.object({
      /** The institution that was asked for. */
      institution: named<Institution>(institutionSchema),
      ...requestId,
    }),
    unwrap: 'institution',
    docs: docs('institutions/#institutionsget_by_id'),
  }),

  /** Finds institutions by name and returns the ten best matches. */
  search: list({
    ...read,
    path: '/institutions/search',
    body: v.object({
      /** Name, or part of the name, to search for. Must not be empty. */
      query: nonEmptyString,
      /** Countries to search in, ISO 3166-1 alpha-2. At least one. */
      country_codes: countryCodesParam,
      /** Products that an institution must support, all of them. At least one; null for any. */
      products: optionalNullableProductsParam,
      /** Filters, and optional fields to return. */
      options: v.optional(
        v.strictObject({
          ...metadata,
          /** True for institutions with OAuth only, false for those without. Null for both. */
          oauth: optionalNullableBoolean,
          /** A payment or consent that an institution must support. Null for any. */
          payment_initiation: v.nullish(
            v.strictObject({
              /** ID of the payment, from `paymentInitiation.payment.create`. Null for none. */
              payment_id: optionalNullableString,
              /** ID of the consent, from `paymentInitiation.consent.create`. Null for none. */
              consent_id: optionalNullableString,
            }),
          ),
        }),
      ),
    }),
    item: named<Institution>(institutionSchema),
    paging: { kind: 'single', items: 'institutions' },
    docs: docs('institutions/#institutionssearch'),
  }),
};
