import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import {
  accountParams,
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

const ownerSchema = v.object({
  names: v.array(v.string()),
  phone_numbers: v.array(
    v.object({
      data: v.string(),
      primary: v.boolean(),
      type: known('home', 'work', 'office', 'mobile', 'mobile1', 'other'),
    }),
  ),
  emails: v.array(v.object({ data: v.string(), primary: v.boolean(), type: known('primary', 'secondary', 'other') })),
  addresses: v.array(
    v.object({
      data: v.object({
        city: nullableString,
        region: nullableString,
        street: v.string(),
        postal_code: nullableString,
        country: nullableString,
      }),
      primary: optionalBoolean,
    }),
  ),
});

/** Who an account belongs to, as the bank has it on file. */
export interface Owner extends v.InferOutput<typeof ownerSchema> {}

/** An account of which the owners are known. */
export const ownedAccountFields = { ...accountFields, owners: v.array(named<Owner>(ownerSchema)) };

const identitySchema = v.object({ accounts: v.array(v.object(ownedAccountFields)), item: itemSchema, ...requestId });

/** Accounts with their owners. */
export interface Identity extends v.InferOutput<typeof identitySchema> {}

/** How well something agrees with what the bank has, from 0 to 100; 100 is the same. */
const matchScore = { score: optionalNullableNumber };

/** An account with how well each thing that was given fits it. */
export const matchedAccountSchema = v.object({
  ...accountFields,
  legal_name: v.nullish(
    v.object({
      ...matchScore,
      is_first_name_or_last_name_match: optionalNullableBoolean,
      is_nickname_match: optionalNullableBoolean,
      is_business_name_detected: optionalNullableBoolean,
    }),
  ),
  phone_number: v.nullish(v.object(matchScore)),
  email_address: v.nullish(v.object(matchScore)),
  address: v.nullish(v.object({ ...matchScore, is_postal_code_match: optionalNullableBoolean })),
});

const matchSchema = v.object({ accounts: v.array(matchedAccountSchema), item: itemSchema, ...requestId });

/**
 * How well a person fits the owners of accounts: for name, phone number, e-mail address and address a score from 0 to
 * 100, from 70 on at least in part; null where the bank or the question has nothing. Balances are null here.
 */
export interface IdentityMatch extends v.InferOutput<typeof matchSchema> {}

const documentSchema = v.object({
  document_id: optionalString,
  metadata: v.optional(
    v.object({
      document_type: optionalNullableString,
      is_account_number_match: optionalNullableBoolean,
      page_count: optionalNullableNumber,
      last_updated: optionalString,
      uploaded_at: optionalString,
    }),
  ),
  risk_insights: v.optional(
    v.object({
      risk_summary: v.optional(v.object({ risk_score: optionalNullableNumber })),
      risk_signals: v.optional(
        v.array(
          v.object({
            type: optionalNullableString,
            has_fraud_risk: optionalNullableBoolean,
            signal_description: optionalNullableString,
            page_number: optionalNullableNumber,
          }),
        ),
      ),
    }),
  ),
});

/**
 * A document that proves who owns an account. The risk score goes from 0 (trustworthy) to 100; pages count from 1, 0
 * means none of them.
 */
export interface IdentityDocument extends v.InferOutput<typeof documentSchema> {}

const uploadsSchema = v.object({
  accounts: v.array(
    v.object({ ...ownedAccountFields, documents: v.nullish(v.array(named<IdentityDocument>(documentSchema))) }),
  ),
  item: itemSchema,
  ...requestId,
});

/** Accounts with their owners and the documents that were uploaded to prove them. */
export interface IdentityUploads extends v.InferOutput<typeof uploadsSchema> {}

/** Who is held against the owners of an account; what is left out is not compared. */
export const matchParams = {
  user: v.optional(
    v.strictObject({
      legal_name: optionalNullableString,
      phone_number: optionalNullableString,
      email_address: optionalNullableString,
      address: v.nullish(
        v.strictObject({
          city: optionalNullableString,
          region: optionalNullableString,
          street: optionalString,
          postal_code: optionalNullableString,
          country: optionalNullableString,
        }),
      ),
    }),
  ),
};

/** Who accounts belong to. */
export const identity = {
  /**
   * Gives the names, addresses, phone numbers and e-mail addresses that the bank holds for each account.
   *
   * @see https://plaid.com/docs/api/products/identity/#identityget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/identity/get',
    body: v.object(accountParams),
    response: named<Identity>(identitySchema),
    docs: docs('products/identity/#identityget'),
  }),

  /**
   * Says how well a person fits the owners of the accounts of an Item. Phone numbers are in E.164 form (`+14155550123`),
   * countries ISO 3166-1 alpha-2.
   *
   * @see https://plaid.com/docs/api/products/identity/#identitymatch
   */
  match: endpoint({
    ...idempotentPost,
    path: '/identity/match',
    body: v.object({ ...accountParams, ...matchParams }),
    response: named<IdentityMatch>(matchSchema),
    docs: docs('products/identity/#identitymatch'),
  }),

  /**
   * Asks the bank for the owners now, which may take 30 s and more: raise `timeoutMs`. A webhook tells of changes.
   *
   * @see https://plaid.com/docs/api/products/identity/#identityrefresh
   */
  refresh: endpoint({
    ...idempotentPost,
    path: '/identity/refresh',
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/identity/#identityrefresh'),
  }),

  documents: {
    uploads: {
      /**
       * Gives the owners of accounts as far as uploaded bank statements prove them, and what is doubtful about these.
       *
       * @see https://plaid.com/docs/api/products/identity/#identitydocumentsuploadsget
       */
      get: endpoint({
        ...idempotentPost,
        path: '/identity/documents/uploads/get',
        body: v.object(accountParams),
        response: named<IdentityUploads>(uploadsSchema),
        docs: docs('products/identity/#identitydocumentsuploadsget'),
      }),
    },
  },
};
