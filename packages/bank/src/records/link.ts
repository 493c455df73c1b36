import { known, named } from '@x/core';
import * as v from 'valibot';
import { productList } from '../products.ts';
import { itemError } from '../resources/item.ts';
import { countryList, nullableString, optionalNullableString, optionalString, requestId } from '../schema.ts';

const filterFields = { account_subtypes: v.array(v.string()) };
const filter = v.optional(v.object(filterFields));
const depository = v.optional(v.object({ ...filterFields, limited_purpose_types: v.optional(v.array(v.string())) }));

/** Which accounts a user may choose, by type. */
export const accountFilters = v.optional(
  v.object({ depository, credit: filter, loan: filter, investment: filter, other: filter }),
);

/** A bank to put in front of the others. */
export const institutionData = v.optional(v.object({ routing_number: optionalString }));

const institution = v.object({ name: optionalString, institution_id: optionalString });
const accounts = v.array(
  v.object({
    id: optionalString,
    name: optionalString,
    mask: optionalNullableString,
    type: optionalString,
    subtype: optionalString,
    verification_status: optionalNullableString,
    class_type: optionalNullableString,
  }),
);
const accountsAndInstitution = { accounts, institution: v.nullable(institution) };
const items = v.array(v.object({ item_id: v.string(), ...accountsAndInstitution }));

const exit = v.nullish(
  v.object({
    error: itemError,
    metadata: v.nullable(
      v.object({
        institution: v.nullish(institution),
        status: v.optional(
          known(
            'requires_questions',
            'requires_selections',
            'requires_code',
            'choose_device',
            'requires_credentials',
            'requires_account_selection',
            'requires_oauth',
            'institution_not_found',
            'institution_not_supported',
          ),
        ),
        link_session_id: optionalString,
        request_id: optionalString,
      }),
    ),
  }),
);

const results = v.object({
  item_add_results: v.array(v.object({ public_token: v.string(), ...accountsAndInstitution })),
  cra_item_add_results: items,
  cra_update_results: items,
  bank_income_results: v.array(
    v.object({
      status: known('APPROVED', 'NO_DEPOSITS_FOUND', 'USER_REPORTED_NO_INCOME', 'STARTED', 'INTERNAL_ERROR'),
      item_id: v.string(),
      institution: v.nullable(institution),
    }),
  ),
  payroll_income_results: v.array(
    v.object({
      num_paystubs_retrieved: v.number(),
      num_w2s_retrieved: v.number(),
      institution: v.nullable(institution),
    }),
  ),
  document_income_results: v.nullable(
    v.object({
      num_paystubs_uploaded: v.number(),
      num_w2s_uploaded: v.number(),
      num_bank_statements_uploaded: v.number(),
      num_1099s_uploaded: v.number(),
      /** Forms I-20; absent in older sessions. */
      num_i20s_uploaded: v.optional(v.number()),
    }),
  ),
  cra_document_upload_results: v.nullish(v.object({ num_bank_statements_uploaded: v.number() })),
});

const sessionEvent = v.object({
  event_id: v.string(),
  event_name: v.string(),
  timestamp: v.string(),
  event_metadata: v.object({
    error_code: optionalString,
    error_message: optionalString,
    error_type: optionalString,
    exit_status: optionalString,
    institution_id: optionalString,
    institution_name: optionalString,
    institution_search_query: optionalString,
    request_id: optionalString,
    mfa_type: optionalString,
    view_name: optionalString,
    selection: optionalString,
    brand_name: optionalString,
    match_reason: optionalString,
    routing_number: optionalString,
    account_number_mask: optionalString,
  }),
});

const sessionSchema = v.object({
  link_session_id: v.string(),
  started_at: optionalString,
  finished_at: optionalNullableString,
  on_success: v.nullish(
    v.object({
      public_token: v.string(),
      metadata: v.nullable(
        v.object({
          institution: v.nullish(institution),
          accounts: v.optional(accounts),
          link_session_id: optionalString,
          transfer_status: v.nullish(known('COMPLETE', 'INCOMPLETE')),
          /** Groups sessions of Layer that belong together. */
          session_group_id: optionalString,
        }),
      ),
    }),
  ),
  on_exit: exit,
  exit,
  results: v.nullish(results),
  events: v.optional(v.array(sessionEvent)),
});

/**
 * What a user did in one session; told for about six hours after it. Public tokens are in `results.item_add_results`;
 * `on_success` and `on_exit` are older forms.
 */
export interface LinkSession extends v.InferOutput<typeof sessionSchema> {}

export const linkSchema = v.object({
  link_token: v.string(),
  created_at: nullableString,
  expiration: nullableString,
  metadata: v.object({
    initial_products: productList,
    webhook: nullableString,
    country_codes: countryList,
    language: nullableString,
    institution_data: institutionData,
    account_filters: accountFilters,
    redirect_uri: nullableString,
    client_name: nullableString,
  }),
  link_sessions: v.optional(v.array(named<LinkSession>(sessionSchema))),
  user_id: optionalString,
  ...requestId,
});

/** A link token, what it was made with, and what users did with it. */
export interface Link extends v.InferOutput<typeof linkSchema> {}
