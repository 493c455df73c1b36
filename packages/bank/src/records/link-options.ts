import { oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import {
  nonEmptyString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  optionalString,
} from '../schema.ts';

/** Sources of data. Currently only one value. */
const sources = v.optional(v.array(oneOf(['bank', 'payroll'])));

/** Options for verifying a user's identity in Link. */
export const identityVerificationOptions = v.optional(
  v.object({
    /** ID of the template from the Plaid dashboard, `idvtmp_…` or `flwtmp_…`. */
    template_id: nonEmptyString,
    /** Whether the user has agreed to share their data with Plaid. True skips the step `accept_tos`. Default false. */
    gave_consent: optionalBoolean,
    /**
     * Whether the user has agreed to share their data with Plaid.
     *
     * @deprecated Use `gave_consent`.
     */
    consent: optionalBoolean,
  }),
);

/** Options for verifying a user's employment in Link. */
export const employmentOptions = v.optional(
  v.object({
    /** Sources of the data: `bank` or `payroll`. Currently only one value. */
    employment_source_types: sources,
    /** Settings of the source `bank`. Required for it. */
    bank_employment: v.optional(
      v.object({
        /** Days of history to look for employers in. */
        days_requested: whole(1),
      }),
    ),
  }),
);

/** Options for verifying a user's income in Link. */
export const incomeVerificationOptions = v.optional(
  v.object({
    /** Sources of the data: `bank`, or `payroll` for payroll providers and documents. Currently only one value. */
    income_source_types: sources,
    /** Settings of the source `bank`. Required for it. */
    bank_income: v.optional(
      v.object({
        /** Days of history to look for income in, 1 to 731. */
        days_requested: whole(1, 731),
        /**
         * Whether users can link several Items in one session. Default false.
         *
         * @deprecated Use `enable_multi_item_link`.
         */
        enable_multiple_items: optionalNullableBoolean,
      }),
    ),
    /** Settings of the source `payroll`. */
    payroll_income: v.optional(
      v.object({
        /** Whether users log in at a payroll provider, upload documents, or choose. Default: they choose. */
        flow_types: v.nullish(v.array(oneOf(['payroll_digital_income', 'payroll_document_income']))),
        /** Whether the user renews an earlier verification. Closed beta. Default false. */
        is_update_mode: optionalBoolean,
        /** ID of the Item to renew. Closed beta. */
        item_id_to_update: optionalNullableString,
        /**
         * Whether the text of documents is read (`ocr`), and signs of fraud are looked for (`risk_signals`). Default:
         * `ocr` only.
         */
        parsing_config: v.nullish(v.array(oneOf(['ocr', 'risk_signals']))),
      }),
    ),
    /** Access tokens of Items of the user, which uploaded documents are compared with. */
    access_tokens: v.nullish(v.array(nonEmptyString)),
    /** ID of an asset report of the user, with which they need not link a bank again. */
    asset_report_id: optionalString,
    /** Income that the user stated. */
    stated_income_sources: v.optional(
      v.array(
        v.object({
          /** Name of the employer. */
          employer: optionalString,
          /** Kind of income. */
          category: v.optional(
            oneOf([
              'OTHER',
              'SALARY',
              'UNEMPLOYMENT',
              'CASH',
              'GIG_ECONOMY',
              'RENTAL',
              'CHILD_SUPPORT',
              'MILITARY',
              'RETIREMENT',
              'LONG_TERM_DISABILITY',
              'BANK_INTEREST',
            ]),
          ),
          /** Amount of one payment. */
          pay_per_cycle: v.optional(v.number()),
          /** Amount in a year. */
          pay_annual: v.optional(v.number()),
          /** Whether the amounts are before or after taxes. */
          pay_type: v.optional(oneOf(['UNKNOWN', 'GROSS', 'NET'])),
          /** Frequency of the payments. */
          pay_frequency: v.optional(oneOf(['UNKNOWN', 'WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY'])),
        }),
      ),
    ),
    /**
     * ID of a verification from `income.verification.create`.
     *
     * @deprecated Pass a user instead.
     */
    income_verification_id: optionalString,
  }),
);
