import { atLeastOne, endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { docs, readPersonal, write } from '../declarations.ts';
import { requestError, w2Boxes, w2Lists } from '../records/payroll-income.ts';
import { documents, employee, employer, paystubSchema, type VerifiedPaystub } from '../records/paystub.ts';
import { precheckConfidence, precheckParams } from '../records/precheck.ts';
import {
  fileBytes,
  httpUrl,
  nonEmptyString,
  optionalNullableString,
  optionalRequestId,
  optionalString,
  requestId,
} from '../schema.ts';

/** A verification by Item, or by the ID that the oldest integrations use. */
const verificationParams = {
  /** Access token of the Item of the payroll provider. Required unless `income_verification_id` is passed. */
  access_token: v.nullish(nonEmptyString),
  /**
   * ID from `income.verification.create`.
   *
   * @deprecated Pass `access_token`.
   */
  income_verification_id: v.nullish(nonEmptyString),
};
export const taxformSchema = v.object({
  /** ID of the document that the form was read from. */
  doc_id: optionalString,
  /** Kind of form: `w2`. */
  document_type: v.string(),
  /** Contents of a form W-2. Absent for other forms. */
  w2: v.optional(
    v.object({
      /** Employer who pays. */
      employer: v.optional(employer),
      /** Employee who is paid. */
      employee: v.optional(employee),
      ...w2Boxes(optionalNullableString),
      /** Codes and amounts of box 12. */
      box_12: v.optional(w2Lists.box_12),
      /** Boxes 15 to 20: wages and taxes by state and locality. */
      state_and_local_wages: v.optional(w2Lists.state_and_local_wages),
    }),
  ),
});

/** A tax form in the form of the deprecated `income.verification`. */
export interface VerifiedTaxform extends v.InferOutput<typeof taxformSchema> {}

export const precheckSchema = v.object({
  /** ID to pass to `income.verification.create`. */
  precheck_id: v.string(),
  /** Likelihood that the user can log in at a payroll provider instead of uploading documents. */
  confidence: precheckConfidence,
  ...requestId,
});

/** Whether a user's payroll provider is likely to be supported, with an ID for the verification to come. */
export interface IncomePrecheck extends v.InferOutput<typeof precheckSchema> {}

export const paystubsSchema = v.object({
  /** Files that the pay stubs were read from. */
  document_metadata: v.optional(documents),
  /** Pay stubs of the user. */
  paystubs: v.array(named<VerifiedPaystub>(paystubSchema)),
  /** Error of the request. Null or absent if there is none. */
  error: requestError,
  ...requestId,
});

/** The pay stubs of a verification. */
export interface VerifiedPaystubs extends v.InferOutput<typeof paystubsSchema> {}

export const taxformsSchema = v.object({
  /** Files that the forms were read from. */
  document_metadata: documents,
  /** Tax forms of the user. */
  taxforms: v.array(named<VerifiedTaxform>(taxformSchema)),
  /** Error of the request. Null or absent if there is none. */
  error: requestError,
  ...optionalRequestId,
});

/** The tax forms of a verification. */
export interface VerifiedTaxforms extends v.InferOutput<typeof taxformsSchema> {}

/** Income of users in the form that `credit` has replaced. */
export const income = {
  /** Verifications of income, for integrations from before `credit.payrollIncome`. */
  verification: {
    /**
     * Creates a verification, whose ID goes into a link token. Never retried.
     *
     * @deprecated Create a user with `user.create`, and pass it to `link.createToken`.
     */
    create: endpoint({
      ...write,
      path: '/income/verification/create',
      body: v.object({
        /** URL for webhooks about the verification. */
        webhook: httpUrl,
        /** ID from `income.verification.precheck`. Default: none. */
        precheck_id: v.optional(nonEmptyString),
        /** Settings of the verification. */
        options: v.optional(
          v.strictObject({
            /** Access tokens of Items of the user, which documents are compared with. */
            access_tokens: v.optional(v.array(nonEmptyString)),
          }),
        ),
      }),
      response: v.object({
        /** ID to pass to `link.createToken`, and to the calls that return the documents. */
        income_verification_id: v.string(),
        ...requestId,
      }),
      docs: docs('products/income/#incomeverificationcreate'),
    }),

    /**
     * Returns whether a user's payroll provider is likely to be supported, before Link opens. Never retried.
     *
     * @deprecated Plaid has deprecated it, without a replacement.
     */
    precheck: endpoint({
      ...write,
      path: '/income/verification/precheck',
      body: v.object({
        /** The user to look at. */
        user: v.nullish(
          v.strictObject({
            /** First name of the user. */
            first_name: optionalNullableString,
            /** Last name of the user. */
            last_name: optionalNullableString,
            /** Email address of the user. */
            email_address: optionalNullableString,
            /** Home address of the user. */
            home_address: v.nullish(
              v.strictObject({
                /** City of the address. */
                city: optionalString,
                /** State or region of the address (`NC`). */
                region: optionalNullableString,
                /** Street and house number. */
                street: optionalString,
                /** Postal code of the address. */
                postal_code: optionalNullableString,
                /** Country of the address, ISO 3166-1 alpha-2. */
                country: optionalNullableString,
              }),
            ),
          }),
        ),
        ...precheckParams,
        /** Access tokens of Items of the user, whose transactions may name the employer. */
        transactions_access_tokens: v.optional(v.array(nonEmptyString)),
        /**
         * Access token of an Item of the user.
         *
         * @deprecated Use `transactions_access_tokens`.
         */
        transactions_access_token: v.nullish(nonEmptyString),
      }),
      response: named<IncomePrecheck>(precheckSchema),
      docs: docs('products/income/#incomeverificationprecheck'),
    }),

    /** Pay stubs of users. */
    paystubs: {
      /**
       * Returns the pay stubs of a verification.
       *
       * @deprecated Use `credit.payrollIncome.get`.
       */
      get: endpoint({
        ...readPersonal,
        path: '/income/verification/paystubs/get',
        body: v.pipe(v.object(verificationParams), atLeastOne('access_token', 'income_verification_id')),
        response: named<VerifiedPaystubs>(paystubsSchema),
        docs: docs('products/income/#incomeverificationpaystubsget'),
      }),
    },

    /** Tax forms of users. */
    taxforms: {
      /**
       * Returns the tax forms of a verification.
       *
       * @deprecated Use `credit.payrollIncome.get`.
       */
      get: endpoint({
        ...readPersonal,
        path: '/income/verification/taxforms/get',
        body: v.pipe(v.object(verificationParams), atLeastOne('access_token', 'income_verification_id')),
        response: named<VerifiedTaxforms>(taxformsSchema),
        docs: docs('products/income/#incomeverificationtaxformsget'),
      }),
    },

    /** Files of users. */
    documents: {
      /**
       * Returns the documents of a verification as the bytes of a ZIP file. The client option `maxBodyBytes` limits its
       * size.
       *
       * @deprecated Use the `download_url` of documents in `credit.payrollIncome.get`.
       */
      download: endpoint({
        ...readPersonal,
        path: '/income/verification/documents/download',
        body: v.pipe(
          v.object({
            ...verificationParams,
            /** ID of the only document to return. Default: all documents. */
            document_id: v.nullish(nonEmptyString),
          }),
          atLeastOne('access_token', 'income_verification_id'),
        ),
        as: 'bytes',
        response: fileBytes,
        docs: docs('products/income/#incomeverificationdocumentsdownload'),
      }),
    },
  },
};
