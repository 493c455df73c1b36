import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost, post } from '../declarations.ts';
import {
  accountParams,
  nonEmptyString,
  nullableString,
  optionalBoolean,
  optionalNullableBoolean,
  optionalNullableString,
  requestId,
} from '../schema.ts';
import { type Account, accountSchema, verificationInsights } from './accounts.ts';
import { itemSchema } from './item.ts';

const accountNumber = { account_id: v.string(), account: v.string() };

/** What money is sent to, by the kind of transfer. */
export const numbersByKind = {
  ach: v.object({
    ...accountNumber,
    routing: v.string(),
    wire_routing: nullableString,
    is_tokenized_account_number: optionalBoolean,
    can_transfer_in: optionalNullableBoolean,
    can_transfer_out: optionalNullableBoolean,
  }),
  eft: v.object({ ...accountNumber, institution: v.string(), branch: v.string() }),
  international: v.object({ account_id: v.string(), iban: v.string(), bic: v.string() }),
  bacs: v.object({ ...accountNumber, sort_code: v.string() }),
};

const { ach, eft, international, bacs } = numbersByKind;

const authSchema = v.object({
  accounts: v.array(named<Account>(accountSchema)),
  numbers: v.object({
    ach: v.array(ach),
    eft: v.array(eft),
    international: v.array(international),
    bacs: v.array(bacs),
  }),
  item: itemSchema,
  ...requestId,
});

/** Accounts with their account and routing numbers: `ach` in the US, `eft` in Canada, `bacs` in the UK, else IBANs. */
export interface AuthNumbers extends v.InferOutput<typeof authSchema> {}

const verificationSchema = v.object({
  item_id: optionalNullableString,
  verification_status: v.string(),
  verification_insights: verificationInsights,
  ...requestId,
});

/** What the provider knows of account numbers: `database_insights_pass`, `_pass_with_caution` or `_fail`, and why. */
export interface NumbersVerification extends v.InferOutput<typeof verificationSchema> {}

/** Account and routing numbers. */
export const auth = {
  /**
   * Gives the numbers of the checking and savings accounts of an Item. `not_found` when it has none of them.
   *
   * @see https://plaid.com/docs/api/products/auth/#authget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/auth/get',
    body: v.object(accountParams),
    response: named<AuthNumbers>(authSchema),
    docs: docs('products/auth/#authget'),
  }),

  /**
   * Looks up account and routing numbers that did not come from Link, and the owner's name where it is given. Makes an
   * Item of them, unless they are invalid, and so is never retried. The provider opens it to clients one by one.
   *
   * @see https://plaid.com/docs/api/products/auth/#authverify
   */
  verify: endpoint({
    ...post,
    path: '/auth/verify',
    body: v.object({
      legal_name: optionalNullableString,
      numbers: v.strictObject({ ach: v.strictObject({ account: nonEmptyString, routing: nonEmptyString }) }),
    }),
    response: named<NumbersVerification>(verificationSchema),
    docs: docs('products/auth/#authverify'),
  }),
};
