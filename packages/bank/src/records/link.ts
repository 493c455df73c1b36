import { known, named } from '@x/core';
import * as v from 'valibot';
import { answered, optionalText, text, word } from '../plaid.ts';
import { itemError } from '../resources/item.ts';
import { countryList, productList } from '../vocabulary.ts';

const filterFields = { account_subtypes: v.array(v.string()) };
const filter = v.optional(v.object(filterFields));
const depository = v.optional(v.object({ ...filterFields, limited_purpose_types: v.optional(v.array(v.string())) }));

/** Which accounts a user may choose, by type. */
export const accountFilters = v.optional(
  v.object({ depository, credit: filter, loan: filter, investment: filter, other: filter }),
);

/** A bank to put in front of the others. */
export const institutionData = v.optional(v.object({ routing_number: word }));

const institution = v.object({ name: word, institution_id: word });
const accounts = v.array(
  v.object({
    id: word,
    name: word,
    mask: optionalText,
    type: word,
    subtype: word,
    verification_status: optionalText,
    class_type: optionalText,
  }),
);
const found = { accounts, institution: v.nullable(institution) };
const items = v.array(v.object({ item_id: v.string(), ...found }));

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
        link_session_id: word,
        request_id: word,
      }),
    ),
  }),
);

const results = v.object({
  item_add_results: v.array(v.object({ public_token: v.string(), ...found })),
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

const event = v.object({
  event_id: v.string(),
  event_name: v.string(),
  timestamp: v.string(),
  event_metadata: v.object({
    error_code: word,
    error_message: word,
    error_type: word,
    exit_status: word,
    institution_id: word,
    institution_name: word,
    institution_search_query: word,
    request_id: word,
    mfa_type: word,
    view_name: word,
    selection: word,
    brand_name: word,
    match_reason: word,
    routing_number: word,
    account_number_mask: word,
  }),
});

const sessionSchema = v.object({
  link_session_id: v.string(),
  started_at: word,
  finished_at: optionalText,
  on_success: v.nullish(
    v.object({
      public_token: v.string(),
      metadata: v.nullable(
        v.object({
          institution: v.nullish(institution),
          accounts: v.optional(accounts),
          link_session_id: word,
          transfer_status: v.nullish(known('COMPLETE', 'INCOMPLETE')),
          /** Groups sessions of Layer that belong together. */
          session_group_id: word,
        }),
      ),
    }),
  ),
  on_exit: exit,
  exit,
  results: v.nullish(results),
  events: v.optional(v.array(event)),
});

/**
 * What a user did in one session; told for about six hours after it. Public tokens are in `results.item_add_results`;
 * `on_success` and `on_exit` are older forms.
 */
export interface LinkSession extends v.InferOutput<typeof sessionSchema> {}

export const linkSchema = v.object({
  link_token: v.string(),
  created_at: text,
  expiration: text,
  metadata: v.object({
    initial_products: productList,
    webhook: text,
    country_codes: countryList,
    language: text,
    institution_data: institutionData,
    account_filters: accountFilters,
    redirect_uri: text,
    client_name: text,
  }),
  link_sessions: v.optional(v.array(named<LinkSession>(sessionSchema))),
  user_id: word,
  ...answered,
});

/** A link token, what it was made with, and what users did with it. */
export interface Link extends v.InferOutput<typeof linkSchema> {}
