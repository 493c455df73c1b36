import { endpoint, known, list, named, whole } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, readPersonal } from '../declarations.ts';
import { cursorPages, cursorParams } from '../paging.ts';
import {
  accountParams,
  isoDateTime,
  itemParams,
  nullableString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { accountFields } from './accounts.ts';
import { itemSchema } from './item.ts';

export const ownerSchema = v.object({
  /** Names of the owners, as the bank has them on file. For a business account it may be a person or the business. */
  names: v.array(v.string()),
  /** Phone numbers of the owners. Empty when the bank reports none. */
  phone_numbers: v.array(
    v.object({
      /** Phone number, in the bank's own format. */
      data: v.string(),
      /** Whether this is the main phone number of the account. */
      primary: v.boolean(),
      /** Kind of phone number. */
      type: known('home', 'work', 'office', 'mobile', 'mobile1', 'other'),
    }),
  ),
  /** Email addresses of the owners. Empty when the bank reports none. */
  emails: v.array(
    v.object({
      /** Email address of an owner. */
      data: v.string(),
      /** Whether this is the main email address of the account. */
      primary: v.boolean(),
      /** Kind of email address. */
      type: known('primary', 'secondary', 'other'),
    }),
  ),
  /** Postal addresses of the owners. Empty when the bank reports none. */
  addresses: v.array(
    v.object({
      /** Parts of the postal address. */
      data: v.object({
        /** Full name of the city. Null when not known. */
        city: nullableString,
        /** State, province or region (`NC`). Null when not known. */
        region: nullableString,
        /** Street with number and unit (`564 Main Street, APT 15`). */
        street: v.string(),
        /** Postal or ZIP code. Null when not known. */
        postal_code: nullableString,
        /** Country of the address, ISO 3166-1 alpha-2. Null when not known. */
        country: nullableString,
      }),
      /** Whether this is the main address of the account. */
      primary: optionalBoolean,
    }),
  ),
});

/** The owners of an account, as the bank has them on file. */
export interface Owner extends v.InferOutput<typeof ownerSchema> {}

/** Fields of an account whose owners are known. */
export const ownedAccountFields = {
  ...accountFields,
  /** Owners of the account. */
  owners: v.array(named<Owner>(ownerSchema)),
};

export const identitySchema = v.object({
  /** Accounts with their owners. */
  accounts: v.array(v.object(ownedAccountFields)),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
});

/** Accounts with their owners. */
export interface Identity extends v.InferOutput<typeof identitySchema> {}

/** Match of a value with the value that the bank has on file. */
const matchScore = {
  /**
   * Score of the match, 0 to 100; 100 is identical, 70 or more matches at least in part. Null or absent when the
   * request or the bank lacks the value. With several owners it is the best one.
   */
  score: optionalNullableNumber,
};

const matchScores = {
  /** Match of the name. Null or absent when the request or the bank lacks it. */
  legal_name: v.nullish(
    v.object({
      ...matchScore,
      /** Whether only the first or the last name is identical, as in a family. Null or absent without a score. */
      is_first_name_or_last_name_match: optionalNullableBoolean,
      /** Whether the names match as a nickname (Jenn and Jennifer). Null or absent without a score. */
      is_nickname_match: optionalNullableBoolean,
      /**
       * Whether one of the names looks like a business name (`LLC`, `INC`). False does not rule it out. Null or absent
       * without a score.
       */
      is_business_name_detected: optionalNullableBoolean,
    }),
  ),
  /** Match of the phone number. Null or absent when the request or the bank lacks it. */
  phone_number: v.nullish(v.object(matchScore)),
  /** Match of the email address. Null or absent when the request or the bank lacks it. */
  email_address: v.nullish(v.object(matchScore)),
  /** Match of the postal address. Null or absent when the request or the bank lacks it. */
  address: v.nullish(
    v.object({
      ...matchScore,
      /** Whether both have the same postal code. Null or absent if one of them has none. */
      is_postal_code_match: optionalNullableBoolean,
    }),
  ),
};

/** An account, with the match of each value of the request with its owners. */
export const matchedAccountSchema = v.object({ ...accountFields, ...matchScores });

export const matchSchema = v.object({
  /** Accounts with their scores. Their balances are null in this response. */
  accounts: v.array(matchedAccountSchema),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
});

/** Match of a person with the owners of accounts. */
export interface IdentityMatch extends v.InferOutput<typeof matchSchema> {}

export const attemptSchema = v.object({
  /** Plaid's identifier of this comparison, unique in the Item. */
  attempt_id: v.string(),
  /** ID of the Item that the user linked. Case-sensitive. */
  item_id: v.string(),
  /** Time of the attempt, ISO 8601. */
  created_at: v.string(),
  /** ID of the Link session, for Plaid support. */
  link_session_id: v.string(),
  /** Name of the Link customization whose rules were applied. */
  link_customization_name: v.string(),
  /** Revision of the rules that were applied, a whole number. */
  ruleset_revision: v.number(),
  /** Whether an account passed the rules. */
  outcome: known('PASS', 'FAIL', 'UNKNOWN'),
  /** ID of the account that passed. Null unless `outcome` is `PASS`. */
  outcome_account_id: nullableString,
  /** Scores of each account. Empty if they are no longer available. */
  scores: v.array(
    v.object({
      /** ID of the account that was compared. */
      account_id: v.string(),
      ...matchScores,
    }),
  ),
});

/** A comparison that Link made of a user with the owners of their accounts. */
export interface IdentityMatchAttempt extends v.InferOutput<typeof attemptSchema> {}

export const documentSchema = v.object({
  /** ID of the document, a UUID. */
  document_id: optionalString,
  /** Properties of the document. */
  metadata: v.optional(
    v.object({
      /** Kind of document; currently always `BANK_STATEMENT`. */
      document_type: optionalNullableString,
      /**
       * Whether the account number in the document matches the account. If false, do not trust the document without
       * further checks.
       */
      is_account_number_match: optionalNullableBoolean,
      /** Number of pages in the document. */
      page_count: optionalNullableNumber,
      /** Time at which the document was last updated, ISO 8601. */
      last_updated: optionalString,
      /** Time at which the user uploaded the document, ISO 8601. */
      uploaded_at: optionalString,
    }),
  ),
  /** Signs of fraud in the document. Absent unless Fraud Risk is enabled. */
  risk_insights: v.optional(
    v.object({
      /** Overall risk of the document. */
      risk_summary: v.optional(
        v.object({
          /** Risk of fraud, from 0 (trustworthy) to 100 (probably fraudulent). */
          risk_score: optionalNullableNumber,
        }),
      ),
      /** Single findings in the document. */
      risk_signals: v.optional(
        v.array(
          v.object({
            /** Kind of finding. */
            type: optionalNullableString,
            /** Whether the finding is a sign of fraud. */
            has_fraud_risk: optionalNullableBoolean,
            /** Explanation of the finding, for people. */
            signal_description: optionalNullableString,
            /** Page of the finding, counted from 1; 0 when it is not about one page. */
            page_number: optionalNullableNumber,
          }),
        ),
      ),
    }),
  ),
});

/** A document that proves who owns an account. */
export interface IdentityDocument extends v.InferOutput<typeof documentSchema> {}

export const uploadsSchema = v.object({
  /** Accounts with their owners and uploaded documents. */
  accounts: v.array(
    v.object({
      ...ownedAccountFields,
      /** Documents that were uploaded to prove the ownership. Null or absent when there are none. */
      documents: v.nullish(v.array(named<IdentityDocument>(documentSchema))),
    }),
  ),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
});

/** Accounts with their owners and the documents that were uploaded as proof. */
export interface IdentityUploads extends v.InferOutput<typeof uploadsSchema> {}

/** The person to compare with the owners of an account. */
export const matchParams = {
  /** Person to compare with the owners. Fields that are left out are not compared. */
  user: v.optional(
    v.strictObject({
      /** Full legal name of the person. */
      legal_name: optionalNullableString,
      /** Phone number of the person, E.164 (`+14155550123`). */
      phone_number: optionalNullableString,
      /** Email address of the person. */
      email_address: optionalNullableString,
      /** Postal address of the person. */
      address: v.nullish(
        v.strictObject({
          /** Full name of the city. */
          city: optionalNullableString,
          /** State, province or region (`NC`). */
          region: optionalNullableString,
          /** Street with number and unit (`564 Main Street, APT 15`). */
          street: optionalString,
          /** Postal or ZIP code of the address. */
          postal_code: optionalNullableString,
          /** Country of the address, ISO 3166-1 alpha-2. */
          country: optionalNullableString,
        }),
      ),
    }),
  ),
};

/** Owners of accounts: names, addresses, phone numbers and email addresses. */
export const identity = {
  /**
   * Returns the names, addresses, phone numbers and email addresses that the bank has on file for each account. 15
   * calls per minute per Item in production.
   *
   * @keywords owner, holder
   */
  get: endpoint({
    ...readPersonal,
    path: '/identity/get',
    costs: costs.once,
    body: v.object(accountParams),
    response: named<Identity>(identitySchema),
    docs: docs('products/identity/#identityget'),
  }),

  /**
   * Returns how well a person matches the owners of the accounts of an Item: a score each for name, phone number, email
   * address and postal address.
   */
  match: endpoint({
    ...readPersonal,
    path: '/identity/match',
    costs: costs.call,
    body: v.object({ ...accountParams, ...matchParams }),
    response: named<IdentityMatch>(matchSchema),
    docs: docs('products/identity/#identitymatch'),
  }),

  /**
   * Lists the comparisons that Link made of users with the owners of their accounts, oldest first. Plaid keeps them for
   * a year. Removed Items are left out.
   */
  listMatches: list({
    ...readPersonal,
    path: '/identity/match/list',
    body: v.object({
      /** Earliest time of attempts, ISO 8601 with a zone, included. */
      start_time: isoDateTime,
      /** Latest time of attempts, ISO 8601 with a zone, included. */
      end_time: isoDateTime,
      /** Page size, at least 1. */
      count: v.optional(whole(1)),
      ...cursorParams,
    }),
    item: named<IdentityMatchAttempt>(attemptSchema),
    paging: cursorPages('identity_match_attempts'),
    docs: docs('products/identity/#identitymatchlist'),
  }),

  /**
   * Fetches the owners from the bank again, which can take more than 30 seconds: increase `timeoutMs`. A webhook
   * reports changes.
   */
  refresh: endpoint({
    ...idempotentWrite,
    path: '/identity/refresh',
    costs: costs.call,
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/identity/#identityrefresh'),
  }),

  /** Bank statements that users upload to prove who owns an account. */
  documents: {
    /** Data read from the uploaded documents. */
    uploads: {
      /**
       * Returns the owners of accounts as far as uploaded bank statements prove them, and signs of fraud in the
       * documents.
       */
      get: endpoint({
        ...readPersonal,
        path: '/identity/documents/uploads/get',
        body: v.object(accountParams),
        response: named<IdentityUploads>(uploadsSchema),
        docs: docs('products/identity/#identitydocumentsuploadsget'),
      }),
    },
  },
};
