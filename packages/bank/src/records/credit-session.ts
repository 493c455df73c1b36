import { known } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString, optionalString } from '../schema.ts';

const optionalNumber = v.optional(v.number());
const ofItem = {
  /** ID of the Item. Case-sensitive. */
  item_id: optionalString,
  /** ID of the institution of the Item. */
  institution_id: optionalString,
};

export const creditSessionSchema = v.object({
  /** ID of the session, for Plaid support. */
  link_session_id: optionalString,
  /** Time at which the session started, ISO 8601. */
  session_start_time: optionalString,
  /** Results of the session. */
  results: v.optional(
    v.object({
      /** Items that the user linked. */
      item_add_results: v.optional(
        v.array(
          v.object({
            /** Token to exchange for an access token with `item.exchangePublicToken`. */
            public_token: optionalString,
            ...ofItem,
          }),
        ),
      ),
      /** Verifications of income from bank accounts. */
      bank_income_results: v.optional(
        v.array(
          v.object({
            /** `STARTED` is not finished yet; `USER_REPORTED_NO_INCOME` is the user's own statement. */
            status: v.optional(
              known('APPROVED', 'NO_DEPOSITS_FOUND', 'USER_REPORTED_NO_INCOME', 'STARTED', 'INTERNAL_ERROR'),
            ),
            ...ofItem,
          }),
        ),
      ),
      /** Verifications of employment from bank accounts. */
      bank_employment_results: v.optional(
        v.array(
          v.object({
            /** `STARTED` is not finished yet; `EMPLOYER_NOT_LISTED` is the user's own statement. */
            status: v.optional(
              known('APPROVED', 'NO_EMPLOYERS_FOUND', 'EMPLOYER_NOT_LISTED', 'STARTED', 'INTERNAL_ERROR'),
            ),
            ...ofItem,
          }),
        ),
      ),
      /** Verifications of income from payroll providers. */
      payroll_income_results: v.optional(
        v.array(
          v.object({
            /** Number of pay stubs fetched from the payroll provider. */
            num_paystubs_retrieved: optionalNumber,
            /** Number of forms W-2 fetched from the payroll provider. */
            num_w2s_retrieved: optionalNumber,
            /** ID of the payroll provider. */
            institution_id: optionalString,
            /** Name of the payroll provider. */
            institution_name: optionalString,
          }),
        ),
      ),
      /** Verification of income from uploaded documents. Null or absent if there was none. */
      document_income_results: v.nullish(
        v.object({
          /** Number of pay stubs that the user uploaded. */
          num_paystubs_uploaded: v.number(),
          /** Number of forms W-2 that the user uploaded. */
          num_w2s_uploaded: v.number(),
          /** Number of bank statements that the user uploaded. */
          num_bank_statements_uploaded: v.number(),
          /** Number of forms 1099 that the user uploaded. */
          num_1099s_uploaded: v.number(),
          /** Number of forms I-20 that the user uploaded. */
          num_i20s_uploaded: v.number(),
        }),
      ),
    }),
  ),
  /** Errors of the session. */
  errors: v.optional(
    v.array(
      v.object({
        /** Broad class of the error, such as `ITEM_ERROR`. */
        error_type: optionalString,
        /** Code of the error, such as `ITEM_LOGIN_REQUIRED`. */
        error_code: optionalString,
        /** Explanation for developers. The wording may change; do not compare it. */
        error_message: optionalString,
        /** Explanation for the user. Null or absent when the user can do nothing about the error. */
        display_message: optionalNullableString,
      }),
    ),
  ),
});

/** The income and employment part of a user's Link session. */
export interface CreditSession extends v.InferOutput<typeof creditSessionSchema> {}
