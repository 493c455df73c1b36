import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal, write } from '../declarations.ts';
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

const accountNumber = {
  /** ID of the account that the numbers belong to. */
  account_id: v.string(),
  /** Account number, as transfers of this kind need it. */
  account: v.string(),
};

/** Account and routing numbers, by kind of transfer. */
export const numbersByKind = {
  ach: v.object({
    ...accountNumber,
    /** ABA routing number for ACH transfers, nine digits. */
    routing: v.string(),
    /** Routing number for wire transfers. Null when the institution is not known to have a separate one. */
    wire_routing: nullableString,
    /** Whether `account` is a token that the institution issued instead of the real number (Chase, PNC, US Bank). */
    is_tokenized_account_number: optionalBoolean,
    /** Whether the account accepts ACH transfers into it. Null or absent when not known. */
    can_transfer_in: optionalNullableBoolean,
    /** Whether the account accepts ACH transfers out of it. Null or absent when not known. */
    can_transfer_out: optionalNullableBoolean,
  }),
  eft: v.object({
    ...accountNumber,
    /** EFT number of the institution, in Canada. */
    institution: v.string(),
    /** EFT number of the branch, in Canada. */
    branch: v.string(),
  }),
  international: v.object({
    /** ID of the account that the numbers belong to. */
    account_id: v.string(),
    /** International Bank Account Number of the account. */
    iban: v.string(),
    /** Bank Identifier Code (SWIFT) of the institution. */
    bic: v.string(),
  }),
  bacs: v.object({
    ...accountNumber,
    /** BACS sort code of the branch, in the UK, six digits. */
    sort_code: v.string(),
  }),
};

const { ach, eft, international, bacs } = numbersByKind;

export const authSchema = v.object({
  /** Accounts that `numbers` are about. */
  accounts: v.array(named<Account>(accountSchema)),
  /**
   * Account and routing numbers. An account may have several kinds; the list of a kind that no account has is empty.
   */
  numbers: v.object({
    /** Numbers for ACH and wire transfers in the US. */
    ach: v.array(ach),
    /** Numbers for EFT transfers in Canada. */
    eft: v.array(eft),
    /** IBANs and BICs, for transfers in Europe. */
    international: v.array(international),
    /** Numbers for BACS transfers in the UK. */
    bacs: v.array(bacs),
  }),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
});

/** Accounts with their account and routing numbers. */
export interface AuthNumbers extends v.InferOutput<typeof authSchema> {}

export const verificationSchema = v.object({
  /** ID of the Item that was created for the numbers. Null or absent when they are invalid. */
  item_id: optionalNullableString,
  /**
   * Outcome of the lookup: `database_insights_pass`, `database_insights_pass_with_caution` or `database_insights_fail`.
   */
  verification_status: v.string(),
  /** Reasons for the outcome. */
  verification_insights: verificationInsights,
  ...requestId,
});

/** Information that the provider has about account numbers. */
export interface NumbersVerification extends v.InferOutput<typeof verificationSchema> {}

/** Account and routing numbers. */
export const auth = {
  /**
   * Returns the numbers of the checking, savings and cash management accounts of an Item. Fails with `not_found` when
   * it has no such account. 15 calls per minute per Item in production.
   *
   * @keywords account numbers, routing, IBAN
   */
  get: endpoint({
    ...readPersonal,
    path: '/auth/get',
    costs: costs.once,
    body: v.object(accountParams),
    response: named<AuthNumbers>(authSchema),
    docs: docs('products/auth/#authget'),
  }),

  /**
   * Looks up account and routing numbers that were not collected in Link, and the owner's name if you pass one. It
   * creates an Item unless the numbers are invalid, so it is never retried. The provider enables it for each client on
   * request.
   */
  verify: endpoint({
    ...write,
    path: '/auth/verify',
    personal: true,
    body: v.object({
      /** Legal name of the account's owner. Default: names are not compared. */
      legal_name: optionalNullableString,
      /** Numbers to look up. */
      numbers: v.strictObject({
        /** Numbers for ACH transfers in the US. */
        ach: v.strictObject({
          /** Account number to look up. */
          account: nonEmptyString,
          /** ABA routing number to look up, nine digits. */
          routing: nonEmptyString,
        }),
      }),
    }),
    response: named<NumbersVerification>(verificationSchema),
    docs: docs('products/auth/#authverify'),
  }),
};
