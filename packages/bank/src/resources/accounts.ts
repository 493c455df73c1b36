import { endpoint, known, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, readPersonal } from '../declarations.ts';
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
  /**
   * Funds that can be withdrawn or spent, in units of the currency. For a credit account it is usually the limit less
   * `current` and pending charges. Null when the institution does not report it.
   */
  available: nullableNumber,
  /**
   * Total in the account, or owed on it, in units of the currency. On a credit or loan account a positive amount is
   * owed by the holder. Null when it is not known.
   */
  current: nullableNumber,
  /**
   * Credit limit of a credit account, or agreed overdraft of a checking account (mostly in Europe), in units of the
   * currency. Null when there is none or it is not known.
   */
  limit: nullableNumber,
  ...currencyCodes,
  /**
   * Time at which the balance was last updated, ISO 8601. Only Capital One (`ins_128026`) reports it; null or absent
   * elsewhere.
   */
  last_updated_datetime: optionalNullableString,
};

export const verificationInsights = v.object({
  /**
   * Match of the given name with the name of the account in the network, 0 to 100. Null or absent when there was
   * nothing to compare.
   */
  name_match_score: optionalNullableNumber,
  /** Information from the provider's network about the account and routing number. */
  network_status: v.object({
    /** Whether at least one account in the network has the same account and routing number. */
    has_numbers_match: v.boolean(),
    /** Whether at least one of those accounts has been verified before. */
    is_numbers_match_verified: v.boolean(),
  }),
  /** Known ACH returns of the account and routing number. Absent when the provider has none on record. */
  previous_returns: v.optional(
    v.object({
      /** Whether an administrative ACH return (such as a closed or unknown account) is on record. */
      has_previous_administrative_return: v.boolean(),
    }),
  ),
  /** Whether the account number has the format that the institution uses; `unknown` when that cannot be decided. */
  account_number_format: known('valid', 'invalid', 'unknown'),
});

export const accountFields = {
  /** ID of the account, unique to its Item and case-sensitive. */
  account_id: v.string(),
  /** Balances of the account. Cached, except in responses of the balance calls. */
  balances: v.object(balanceFields),
  /** Last 2 to 4 characters of the account number, for display; not always unique in an Item. Null when not known. */
  mask: nullableString,
  /** Name of the account, chosen by its holder or by the institution. */
  name: v.string(),
  /** Official name that the institution uses for the account. Null when not known. */
  official_name: nullableString,
  /** Kind of account. `brokerage` comes from old API versions only; newer ones report `investment`. */
  type: known('depository', 'credit', 'loan', 'investment', 'brokerage', 'other'),
  /**
   * Finer kind within `type`, such as `checking`, `savings`, `credit card`, `mortgage` or `401k`. Null when not known.
   */
  subtype: nullableString,
  /** Annual percentage yield in percent. Null or absent when the institution does not report it. */
  apy: optionalNullableNumber,
  /** State of verification by micro-deposits or by database. Absent for accounts that did not need it. */
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
  /** Name of the holder that was used for the verification. Absent for accounts that did not need it. */
  verification_name: optionalString,
  /** Result of looking the account numbers up in databases. Absent when that was not done. */
  verification_insights: v.optional(verificationInsights),
  /**
   * ID that stays the same when the account is linked again in another Item. Only for depository accounts at
   * institutions with tokenized account numbers (Chase, PNC, US Bank).
   */
  persistent_account_id: optionalString,
  /**
   * Whether the account is personal or business. Null or absent when not known, and for clients without this beta
   * field.
   */
  holder_category: v.nullish(known('business', 'personal', 'unrecognized')),
};

export const accountSchema = v.object(accountFields);

/**
 * A bank account. Its IDs are valid for its Item only and are case-sensitive. Amounts are in units of the currency, not
 * cents.
 */
export interface Account extends v.InferOutput<typeof accountSchema> {}

export const accountsSchema = v.object({
  /** Accounts that were asked for. */
  accounts: v.array(named<Account>(accountSchema)),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
});

/** The accounts of an Item. */
export interface Accounts extends v.InferOutput<typeof accountsSchema> {}

/** Accounts of an Item and their balances. */
export const accounts = {
  /**
   * Returns the accounts of an Item with cached balances. Fails with `reauthorization_required` when the user must log
   * in again. 15 calls per minute per Item in production.
   *
   * @keywords money, checking, savings, cash, balance
   */
  get: endpoint({
    ...readPersonal,
    path: '/accounts/get',
    body: v.object(accountParams),
    response: named<Accounts>(accountsSchema),
    docs: docs('accounts/#accountsget'),
  }),

  /** Live balances. */
  balance: {
    /**
     * Returns the accounts with balances that are fetched live from the bank, which can take more than 30 seconds:
     * increase `timeoutMs`. Five calls per minute per Item in production. Fails with `unavailable` (`INSTITUTION_DOWN`
     * and similar) while the bank cannot be reached.
     *
     * @keywords money, current
     */
    get: endpoint({
      ...readPersonal,
      path: '/accounts/balance/get',
      costs: costs.call,
      body: v.object({
        ...itemParams,
        /** Accounts to return, and limits on the age of their balances. */
        options: v.optional(
          v.strictObject({
            /** IDs of the accounts to return. Default: all accounts of the Item. */
            account_ids: v.optional(v.array(v.string())),
            /**
             * Oldest balance to accept, ISO 8601 (`2026-01-31T08:00:00Z`). Needed only for credit and other
             * non-depository accounts at Capital One (`ins_128026`), whose balances are not real-time.
             */
            min_last_updated_datetime: optionalString,
          }),
        ),
      }),
      response: named<Accounts>(accountsSchema),
      docs: docs('products/signal/#accountsbalanceget'),
    }),
  },
};
