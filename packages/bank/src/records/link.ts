import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { productList } from '../products.ts';
import { itemError } from '../resources/item.ts';
import { countryList, nullableString, optionalNullableString, optionalString, requestId } from '../schema.ts';

const filterFields = {
  /** Subtypes of accounts that are offered, such as `checking`. See Plaid's account schema. */
  account_subtypes: v.array(v.string()),
};
const filter = v.optional(v.object(filterFields));
const depository = v.optional(
  v.object({
    ...filterFields,
    /**
     * Limited-purpose checking accounts that are offered, such as `RENT_MORTGAGE`. Required if `account_subtypes`
     * has `limited purpose checking`.
     */
    limited_purpose_types: v.optional(v.array(v.string())),
  }),
);

/** Accounts that a user may choose, by type. */
export const accountFilters = v.optional(
  v.object({
    /** Checking, savings and similar accounts. */
    depository,
    /** Credit card accounts. */
    credit: filter,
    /** Loan accounts. */
    loan: filter,
    /** Investment accounts. */
    investment: filter,
    /** Accounts of any other type. */
    other: filter,
  }),
);

/** A bank to show before the others. */
export const institutionData = v.optional(
  v.object({
    /** Routing number of the bank to show first. Has no effect if several institutions share the number. */
    routing_number: optionalString,
  }),
);

const institution = v.object({
  /** Name of the institution. */
  name: optionalString,
  /** ID of the institution, such as `ins_109508`. */
  institution_id: optionalString,
});
const accounts = v.array(
  v.object({
    /** ID of the account (`account_id`). */
    id: optionalString,
    /** Official name of the account. */
    name: optionalString,
    /** Last 2 to 4 characters of the account number. May not be unique. Null if unknown. */
    mask: optionalNullableString,
    /** Type of the account, such as `depository`. */
    type: optionalString,
    /** Subtype of the account, such as `checking`. */
    subtype: optionalString,
    /** State of the verification by micro-deposits or database. Null or absent if there is none. */
    verification_status: optionalNullableString,
    /**
     * Whether the user called the account `business` or `personal`.
     *
     * @deprecated No longer collected: use `holder_category` of the account.
     */
    class_type: optionalNullableString,
  }),
);
const accountsAndInstitution = {
  /** Accounts that the user chose. */
  accounts,
  /** Institution of the accounts. Null if they were verified by micro-deposits. */
  institution: v.nullable(institution),
};
const items = v.array(
  v.object({
    /** ID of the Plaid Check Item. Case-sensitive. */
    item_id: v.string(),
    ...accountsAndInstitution,
  }),
);

const exit = v.nullish(
  v.object({
    /** Error that ended the session. Null if the user left without one. */
    error: itemError,
    /** Details of how the user left. */
    metadata: v.nullable(
      v.object({
        /** Institution that the user chose. Null or absent if none was chosen. */
        institution: v.nullish(institution),
        /** Step at which the user left. */
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
        /** ID of the session, for Plaid support. */
        link_session_id: optionalString,
        /** ID of the last request that Link sent, for Plaid support. */
        request_id: optionalString,
      }),
    ),
  }),
);

const results = v.object({
  /** Items that the user linked. */
  item_add_results: v.array(
    v.object({
      /** Token to exchange for an access token with `item.exchangePublicToken`. */
      public_token: v.string(),
      ...accountsAndInstitution,
    }),
  ),
  /** Plaid Check Items that the user linked. */
  cra_item_add_results: items,
  /** Plaid Check Items that the user updated. */
  cra_update_results: items,
  /** Verifications of income from bank accounts. */
  bank_income_results: v.array(
    v.object({
      /** `STARTED` is not finished yet; `USER_REPORTED_NO_INCOME` is the user's own statement. */
      status: known('APPROVED', 'NO_DEPOSITS_FOUND', 'USER_REPORTED_NO_INCOME', 'STARTED', 'INTERNAL_ERROR'),
      /** ID of the Item whose income was verified. */
      item_id: v.string(),
      /** Institution of the Item. Null if it is not known. */
      institution: v.nullable(institution),
    }),
  ),
  /** Verifications of income from payroll providers. */
  payroll_income_results: v.array(
    v.object({
      /** Number of pay stubs fetched from the payroll provider. */
      num_paystubs_retrieved: v.number(),
      /** Number of forms W-2 fetched from the payroll provider. */
      num_w2s_retrieved: v.number(),
      /** Payroll provider. Null if it is not known. */
      institution: v.nullable(institution),
    }),
  ),
  /** Verification of income from uploaded documents. Null if there was none. */
  document_income_results: v.nullable(
    v.object({
      /** Number of pay stubs that the user uploaded. */
      num_paystubs_uploaded: v.number(),
      /** Number of forms W-2 that the user uploaded. */
      num_w2s_uploaded: v.number(),
      /** Number of bank statements that the user uploaded. */
      num_bank_statements_uploaded: v.number(),
      /** Number of forms 1099 that the user uploaded. */
      num_1099s_uploaded: v.number(),
      /** Forms I-20. */
      num_i20s_uploaded: v.number(),
    }),
  ),
  /** Uploads for a Plaid Check report. Null or absent if there were none. */
  cra_document_upload_results: v.nullish(
    v.object({
      /** Number of bank statements that the user uploaded. */
      num_bank_statements_uploaded: v.number(),
    }),
  ),
});

const sessionEvent = v.object({
  /** UUID of the event. An event that arrives twice has the same one. */
  event_id: v.string(),
  /** Name of the event, such as `HANDOFF` or `EXIT`. */
  event_name: v.string(),
  /** Time of the event, ISO 8601. */
  timestamp: v.string(),
  /** Details of the event. Which of them are set depends on the event. */
  event_metadata: v.object({
    /** Code of the error that the user saw. Of `ERROR` and `EXIT`. */
    error_code: optionalString,
    /** Message of the error that the user saw. Of `ERROR` and `EXIT`. */
    error_message: optionalString,
    /** Category of the error that the user saw. Of `ERROR` and `EXIT`. */
    error_type: optionalString,
    /** Step at which the user left. Of `EXIT`. */
    exit_status: optionalString,
    /** ID of the chosen institution. */
    institution_id: optionalString,
    /** Name of the chosen institution. */
    institution_name: optionalString,
    /** Text that the user searched for. Set for `SEARCH_INSTITUTION`. */
    institution_search_query: optionalString,
    /** ID of the last request that Link sent, for Plaid support. */
    request_id: optionalString,
    /**
     * Second factor that was asked for: `code`, `device`, `questions` or `selections`. Of `SUBMIT_MFA` and of
     * `TRANSITION_VIEW` to `MFA`.
     */
    mfa_type: optionalString,
    /** View that is shown next. Of `TRANSITION_VIEW`. */
    view_name: optionalString,
    /** Verification method (`phoneotp`, `password`) or auth flow that the user chose. */
    selection: optionalString,
    /** Name of the chosen brand. */
    brand_name: optionalString,
    /** Reason why the institution was suggested, such as `returning_user` or `SAVED_INSTITUTION`. */
    match_reason: optionalString,
    /** Routing number that the user entered. Of `SUBMIT_ROUTING_NUMBER`. */
    routing_number: optionalString,
    /**
     * End of the account number that the user entered. Empty for numbers of four digits. Of `SUBMIT_ACCOUNT_NUMBER`.
     */
    account_number_mask: optionalString,
  }),
});

export const sessionSchema = v.object({
  /** ID of the session, for Plaid support. */
  link_session_id: v.string(),
  /** Time at which the session started, ISO 8601. */
  started_at: optionalString,
  /** Time at which the session ended, ISO 8601. Null or absent while it is running. */
  finished_at: optionalNullableString,
  /**
   * Accounts that the user linked. Only set for older integrations.
   *
   * @deprecated Use `results.item_add_results`.
   */
  on_success: v.nullish(
    v.object({
      /** Token to exchange for an access token with `item.exchangePublicToken`. */
      public_token: v.string(),
      /** Details of the linked accounts. */
      metadata: v.nullable(
        v.object({
          /** Institution that the user chose. Null or absent if they verified an account by micro-deposits. */
          institution: v.nullish(institution),
          /** Accounts that the user chose. */
          accounts: v.optional(accounts),
          /** ID of the session, for Plaid support. */
          link_session_id: optionalString,
          /** Whether the transfer was completed. Set only with Transfer UI. */
          transfer_status: v.nullish(known('COMPLETE', 'INCOMPLETE')),
          /** Groups sessions of Layer that belong together. */
          session_group_id: optionalString,
        }),
      ),
    }),
  ),
  /**
   * Way in which the user left. Set for older integrations only.
   *
   * @deprecated Use `exit`.
   */
  on_exit: exit,
  /** Way in which the user left. Null or absent if they did not leave early. */
  exit,
  /** Results of the session. Null or absent while it is running. */
  results: v.nullish(results),
  /** Steps that the user took. */
  events: v.optional(v.array(sessionEvent)),
});

/**
 * A user's Link session. Available for about six hours after the session. The public tokens are in
 * `results.item_add_results`.
 */
export interface LinkSession extends v.InferOutput<typeof sessionSchema> {}

export const linkSchema = v.object({
  /** The link token that was asked for. */
  link_token: v.string(),
  /** Time at which the token was created, ISO 8601. */
  created_at: nullableString,
  /** Time at which the token expires, ISO 8601. */
  expiration: nullableString,
  /** Settings that the token was created with. */
  metadata: v.object({
    /** Products that were asked for. */
    initial_products: productList,
    /** URL that receives webhooks. Null if none was set. */
    webhook: nullableString,
    /** Countries whose institutions are offered, ISO 3166-1 alpha-2. */
    country_codes: countryList,
    /** Language of Link, such as `en`. */
    language: nullableString,
    /** Bank that is shown first. */
    institution_data: institutionData,
    /** Accounts that the user may choose. */
    account_filters: accountFilters,
    /** URI to which the user returns from an OAuth bank. Null if none was set. */
    redirect_uri: nullableString,
    /** Name of your app that Link shows. */
    client_name: nullableString,
  }),
  /** Sessions of the token, up to about six hours after they ended. */
  link_sessions: v.optional(v.array(named<LinkSession>(sessionSchema))),
  /** ID of the user, if the token was created for one from `user.create`. */
  user_id: optionalString,
  ...requestId,
});

/** A link token, the settings that it was created with, and the sessions that users had with it. */
export interface Link extends v.InferOutput<typeof linkSchema> {}
