import { endpoint, known, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import {
  accountParams,
  currencyCodes,
  itemParams,
  nullableNumber,
  nullableString,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { itemSchema } from './item.ts';

export const balanceFields = {
  available: nullableNumber,
  current: nullableNumber,
  limit: nullableNumber,
  ...currencyCodes,
  last_updated_datetime: optionalNullableString,
};

export const verificationInsights = v.object({
  name_match_score: optionalNullableNumber,
  network_status: v.object({ has_numbers_match: v.boolean(), is_numbers_match_verified: v.boolean() }),
  previous_returns: v.optional(v.object({ has_previous_administrative_return: v.boolean() })),
  account_number_format: known('valid', 'invalid', 'unknown'),
});

export const accountFields = {
  account_id: v.string(),
  balances: v.object(balanceFields),
  mask: nullableString,
  name: v.string(),
  official_name: nullableString,
  type: known('depository', 'credit', 'loan', 'investment', 'brokerage', 'other'),
  subtype: nullableString,
  /** Annual percentage yield in per cent; null or absent when the institution does not say. */
  apy: optionalNullableNumber,
  verification_status: v.optional(
    known(
      'automatically_verified',
      'pending_automatic_verification',
      'pending_manual_verification',
      'unsent',
      'manually_verified',
      'verification_expired',
      'verification_failed',
      'database_matched',
      'database_insights_pass',
      'database_insights_pass_with_caution',
      'database_insights_fail',
    ),
  ),
  verification_name: optionalString,
  verification_insights: v.optional(verificationInsights),
  persistent_account_id: optionalString,
  holder_category: v.nullish(known('business', 'personal', 'unrecognized')),
};

export const accountSchema = v.object(accountFields);

/**
 * A bank account. Balances are in units of the currency, not cents; a credit or loan account's `current` is what is
 * owed. `mask` holds the last 2 to 4 characters of its number. Ids are of this Item only and are case-sensitive.
 * `verification_insights` come with numbers that were looked up in databases; the score for the name is 0 to 100.
 */
export interface Account extends v.InferOutput<typeof accountSchema> {}

const accountsSchema = v.object({ accounts: v.array(named<Account>(accountSchema)), item: itemSchema, ...requestId });

/** The accounts of an Item. */
export interface Accounts extends v.InferOutput<typeof accountsSchema> {}

/** Accounts and their balances. */
export const accounts = {
  /**
   * Gives the accounts of an Item with the balances of the last update, from the provider's store.
   * `reauthorization_required` when the login must be renewed.
   *
   * @see https://plaid.com/docs/api/accounts/#accountsget
   */
  get: endpoint({
    ...idempotentPost,
    path: '/accounts/get',
    body: v.object(accountParams),
    response: named<Accounts>(accountsSchema),
    docs: docs('accounts/#accountsget'),
  }),

  /**
   * Gives the accounts with balances asked of the bank right now. It may take 30 s and more: raise `timeoutMs`. Five
   * calls a minute per Item in production. `unavailable` with `INSTITUTION_DOWN` and the like while the bank is away.
   *
   * @see https://plaid.com/docs/api/products/signal/#accountsbalanceget
   */
  balance: endpoint({
    ...idempotentPost,
    path: '/accounts/balance/get',
    body: v.object({
      ...itemParams,
      options: v.optional(
        v.strictObject({
          account_ids: v.optional(v.array(v.string())),
          min_last_updated_datetime: optionalString,
        }),
      ),
    }),
    response: named<Accounts>(accountsSchema),
    docs: docs('products/signal/#accountsbalanceget'),
  }),
};
