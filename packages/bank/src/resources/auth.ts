import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import {
  accountParams,
  answered,
  docs,
  filled,
  flag,
  once,
  optionalText,
  optionalTruth,
  repeatable,
  text,
} from '../plaid.ts';
import { type Account, accountSchema, verificationInsights } from './accounts.ts';
import { itemSchema } from './item.ts';

const numbered = { account_id: v.string(), account: v.string() };

/** What money is sent to, by the kind of transfer. */
export const numbersByKind = {
  ach: v.object({
    ...numbered,
    routing: v.string(),
    wire_routing: text,
    is_tokenized_account_number: flag,
    can_transfer_in: optionalTruth,
    can_transfer_out: optionalTruth,
  }),
  eft: v.object({ ...numbered, institution: v.string(), branch: v.string() }),
  international: v.object({ account_id: v.string(), iban: v.string(), bic: v.string() }),
  bacs: v.object({ ...numbered, sort_code: v.string() }),
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
  ...answered,
});

/** Accounts with their account and routing numbers: `ach` in the US, `eft` in Canada, `bacs` in the UK, else IBANs. */
export interface AuthNumbers extends v.InferOutput<typeof authSchema> {}

const verificationSchema = v.object({
  item_id: optionalText,
  verification_status: v.string(),
  verification_insights: verificationInsights,
  ...answered,
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
    ...repeatable,
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
    ...once,
    path: '/auth/verify',
    body: v.object({
      legal_name: optionalText,
      numbers: v.strictObject({ ach: v.strictObject({ account: filled, routing: filled }) }),
    }),
    response: named<NumbersVerification>(verificationSchema),
    docs: docs('products/auth/#authverify'),
  }),
};
