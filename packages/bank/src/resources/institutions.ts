import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
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

const health = v.nullish(
  v.object({
    status: known('HEALTHY', 'DEGRADED', 'DOWN'),
    last_status_change: v.string(),
    breakdown: v.object({
      success: v.number(),
      error_plaid: v.number(),
      error_institution: v.number(),
      refresh_interval: v.optional(known('NORMAL', 'DELAYED', 'STOPPED')),
    }),
  }),
);

const institutionSchema = v.object({
  institution_id: v.string(),
  name: v.string(),
  products: productList,
  country_codes: countryList,
  url: optionalNullableString,
  primary_color: optionalNullableString,
  logo: optionalNullableString,
  routing_numbers: v.array(v.string()),
  dtc_numbers: v.optional(v.array(v.string())),
  oauth: v.boolean(),
  status: v.nullish(
    v.object({
      item_logins: health,
      transactions_updates: health,
      auth: health,
      identity: health,
      investments_updates: health,
      liabilities_updates: health,
      liabilities: health,
      investments: health,
      health_incidents: v.nullish(
        v.array(
          v.object({
            title: v.string(),
            start_date: v.string(),
            end_date: optionalNullableString,
            incident_updates: v.array(
              v.object({
                description: optionalString,
                status: v.optional(known('INVESTIGATING', 'IDENTIFIED', 'SCHEDULED', 'RESOLVED', 'UNKNOWN')),
                updated_date: optionalString,
              }),
            ),
          }),
        ),
      ),
    }),
  ),
  payment_initiation_metadata: v.nullish(
    v.object({
      supports_international_payments: v.boolean(),
      supports_sepa_instant: v.boolean(),
      maximum_payment_amount: v.record(v.string(), v.string()),
      supports_refund_details: v.boolean(),
      standing_order_metadata: v.nullable(
        v.object({
          supports_standing_order_end_date: v.boolean(),
          supports_standing_order_negative_execution_days: v.boolean(),
          valid_standing_order_intervals: v.array(known('WEEKLY', 'MONTHLY')),
        }),
      ),
      supports_payment_consents: v.boolean(),
    }),
  ),
  auth_metadata: v.nullish(
    v.object({
      supported_methods: v.nullable(
        v.object({
          instant_auth: v.boolean(),
          instant_match: v.boolean(),
          automated_micro_deposits: v.boolean(),
          instant_micro_deposits: v.boolean(),
        }),
      ),
    }),
  ),
});

/**
 * A bank. `url`, `primary_color` (hexadecimal) and `logo` (a PNG in Base64) come with `include_optional_metadata`;
 * the breakdowns of `status` are shares from 0 to 1. `maximum_payment_amount` is by currency, in its
 * smallest unit.
 */
export interface Institution extends v.InferOutput<typeof institutionSchema> {}

const metadata = { include_optional_metadata: optionalBoolean, include_auth_metadata: optionalBoolean };

/** Banks. */
export const institutions = {
  /**
   * Lists the institutions of the given countries, `count` (1 to 500) per page from `offset` on. Ten calls a minute in
   * the sandbox, fifty in production.
   *
   * @see https://plaid.com/docs/api/institutions/#institutionsget
   */
  get: list({
    ...idempotentPost,
    path: '/institutions/get',
    body: v.object({
      count: whole(1, 500),
      offset: whole(0),
      country_codes: countryCodesParam,
      options: v.optional(
        v.strictObject({
          ...metadata,
          products: optionalNullableProductsParam,
          routing_numbers: v.nullish(v.array(v.string())),
          oauth: optionalNullableBoolean,
        }),
      ),
    }),
    item: named<Institution>(institutionSchema),
    paging: { ...offsetPages, items: 'institutions', total: 'total' },
    docs: docs('institutions/#institutionsget'),
  }),

  /**
   * Gives one institution, with its health under `include_status`. `not_found` for an unknown id or a country it does
   * not serve.
   *
   * @see https://plaid.com/docs/api/institutions/#institutionsget_by_id
   */
  getById: endpoint({
    ...idempotentPost,
    path: '/institutions/get_by_id',
    body: v.object({
      institution_id: nonEmptyString,
      country_codes: countryCodesParam,
      options: v.optional(v.strictObject({ ...metadata, include_status: optionalBoolean })),
    }),
    response: v.object({ institution: named<Institution>(institutionSchema), ...requestId }),
    unwrap: 'institution',
    docs: docs('institutions/#institutionsget_by_id'),
  }),

  /**
   * Finds institutions by name, the ten best; `products` keeps those that have all of them.
   *
   * @see https://plaid.com/docs/api/institutions/#institutionssearch
   */
  search: list({
    ...idempotentPost,
    path: '/institutions/search',
    body: v.object({
      query: nonEmptyString,
      country_codes: countryCodesParam,
      products: optionalNullableProductsParam,
      options: v.optional(v.strictObject({ ...metadata, oauth: optionalNullableBoolean })),
    }),
    item: named<Institution>(institutionSchema),
    paging: { kind: 'single', items: 'institutions' },
    docs: docs('institutions/#institutionssearch'),
  }),
};
