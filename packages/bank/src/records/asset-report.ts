import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { ownedAccountFields } from '../resources/identity.ts';
import { investmentAccountSchema, taxLots } from '../resources/investments.ts';
import { itemErrorSchema } from '../resources/item.ts';
import {
  currencyCodes,
  nullableNumber,
  nullableString,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { assetInsights } from './asset-insights.ts';
import { location, paymentMeta } from './transaction-parts.ts';

/** The user that a report is about, as your app knows them. */
export const reportUserFields = {
  /** Your own ID of the user. */
  client_user_id: optionalNullableString,
  /** First name of the user. Fannie Mae's Day 1 Certainty program requires it. */
  first_name: optionalNullableString,
  /** Middle name of the user. */
  middle_name: optionalNullableString,
  /** Last name of the user. Fannie Mae's Day 1 Certainty program requires it. */
  last_name: optionalNullableString,
  /** Social Security number of the user, `ddd-dd-dddd`. Fannie Mae's Day 1 Certainty program requires it. */
  ssn: optionalNullableString,
  /** Phone number of the user in E.164 form, such as `+14151234567`. */
  phone_number: optionalNullableString,
  /** Email address of the user. */
  email: optionalNullableString,
};

export const transactionSchema = v.object({
  /** ID of the account that the transaction is in. */
  account_id: v.string(),
  /** ID of the transaction. Case-sensitive. */
  transaction_id: v.string(),
  /** Amount in major units of the currency. Positive: money out of the account; negative: money in. */
  amount: v.number(),
  ...currencyCodes,
  /** Description as the institution sent it. */
  original_description: nullableString,
  /** Legacy category, from general to specific. Only with `include_insights`. */
  category: v.nullish(v.array(v.string())),
  /** ID of the legacy category. Only with `include_insights`. */
  category_id: optionalNullableString,
  /** Purpose of the transaction, as lenders classify it. */
  credit_category: v.nullish(
    v.object({
      /** Broad credit category. */
      primary: v.string(),
      /** Narrow credit category. Unique over all categories. */
      detailed: v.string(),
    }),
  ),
  /** Number on the check. Set for checks only. */
  check_number: optionalNullableString,
  /** Day on which a pending transaction occurred or a posted one was posted, `YYYY-MM-DD`. */
  date: v.string(),
  /** Day on which the transaction took place, ISO 8601. */
  date_transacted: optionalNullableString,
  /** Place of the transaction. Filled in only for purchases at a physical location. */
  location: v.optional(location),
  /**
   * Merchant or description of the transaction. Only with `include_insights`.
   *
   * @deprecated Use `merchant_name` or `original_description`.
   */
  name: optionalString,
  /** Readable name of the merchant. Null if there is none, as for checks and transfers. */
  merchant_name: optionalNullableString,
  /** Details of a transfer between banks. All null for other transactions. */
  payment_meta: v.optional(paymentMeta),
  /** Whether the transaction has not settled yet; its details may still change. */
  pending: v.boolean(),
  /** ID that the transaction had while it was pending. Null if none is known. */
  pending_transaction_id: optionalNullableString,
  /** Name of the account owner. Rarely set; it distinguishes sub-accounts. */
  account_owner: optionalNullableString,
  /**
   * `digital`: online; `place`: at a physical location; `special`: with the bank, such as a fee; `unresolved`: none
   * of these.
   */
  transaction_type: v.optional(known('digital', 'place', 'special', 'unresolved')),
  /** ID of the source of income that the transaction belongs to. */
  income_source_id: optionalString,
});

/** A transaction of a report. Most of its fields require `include_insights`; a fast report has no transactions. */
export interface AssetReportTransaction extends v.InferOutput<typeof transactionSchema> {}

const investments = v.object({
  /** Amounts and values of the securities in the account. */
  holdings: v.optional(
    v.array(
      v.object({
        /** ID of the account that the security is held in. */
        account_id: v.string(),
        /** ID of the security, as in `securities`. */
        security_id: v.string(),
        /** Trading symbol of the security, or another short identifier. Null if there is none. */
        ticker_symbol: nullableString,
        /** Last price of one unit, as the institution reports it. */
        institution_price: v.number(),
        /** Day of `institution_price`, `YYYY-MM-DD`. */
        institution_price_as_of: optionalNullableString,
        /** Value of the holding, as the institution reports it. */
        institution_value: v.number(),
        /** Total price at which the holding was bought. Null if unknown. */
        cost_basis: nullableNumber,
        /** Units held. For options, the number of options, not of contracts. */
        quantity: v.number(),
        /** Purchases that make up the holding. */
        tax_lots: taxLots,
        ...currencyCodes,
      }),
    ),
  ),
  /** Securities that the holdings and transactions refer to. */
  securities: v.optional(
    v.array(
      v.object({
        /** ID of the security. Changes with corporate actions such as a new ticker symbol. */
        security_id: v.string(),
        /** Name of the security for display. */
        name: nullableString,
        /** Trading symbol, or another short identifier. Null if there is none. */
        ticker_symbol: nullableString,
        /**
         * Kind of security: `cash`, `cryptocurrency`, `derivative`, `equity`, `etf`, `fixed income`, `loan`, `mutual
         * fund` or `other`.
         */
        type: nullableString,
      }),
    ),
  ),
  /** Transactions of the investment account. */
  transactions: v.optional(
    v.array(
      v.object({
        /** ID of the investment transaction. Case-sensitive. */
        investment_transaction_id: v.string(),
        /** ID of the account that the transaction was posted to. */
        account_id: v.string(),
        /** ID of the security that was traded. Null if none was. */
        security_id: nullableString,
        /** Day on which the transaction was posted, `YYYY-MM-DD`. */
        date: v.string(),
        /** Description by the institution. */
        name: v.string(),
        /** Units of the security. Positive for purchases, negative for sales. */
        quantity: v.number(),
        /** Units held that are vested. */
        vested_quantity: v.number(),
        /** Value of the vested units, as the institution reports it. */
        vested_value: v.number(),
        /**
         * Complete value, in major units of the currency. Positive: cash out, as for purchases; negative: cash in, as
         * for sales.
         */
        amount: v.number(),
        /** Price of one unit at which the transaction took place. */
        price: v.number(),
        /** Sum of all fees on the transaction. Null if unknown. */
        fees: nullableNumber,
        /**
         * `buy`, `sell`, `cancel` of a pending transaction, `cash` movement, `fee`, or `transfer` without a trade,
         * such as an option exercise.
         */
        type: known('buy', 'sell', 'cancel', 'cash', 'fee', 'transfer'),
        /** Narrower kind, such as `dividend` or `contribution`. */
        subtype: v.string(),
        ...currencyCodes,
      }),
    ),
  ),
});

export const accountSchema = v.object({
  ...investmentAccountSchema.entries,
  /** Days of history that the report has for the account. */
  days_available: v.number(),
  /** Transactions of the account. */
  transactions: v.array(named<AssetReportTransaction>(transactionSchema)),
  /** Holdings, securities and investment transactions. Only with the `investments` add-on. */
  investments: v.optional(investments),
  /** Owners of the account. All of them are in one entry. */
  owners: ownedAccountFields.owners,
  /** Kind of ownership; `association` includes companies. */
  ownership_type: v.nullish(known('individual', 'joint', 'association', 'trust')),
  /** Balance at the end of each day. For `credit` and `depository` accounts only. */
  historical_balances: v.array(
    v.object({
      /** Day of the balance, `YYYY-MM-DD`. */
      date: v.string(),
      /** Balance at the end of the day. For `credit` accounts, positive is the amount owed. */
      current: v.number(),
      ...currencyCodes,
    }),
  ),
  /** Lending insights for this account. For European customers only. */
  account_insights: assetInsights,
});

/**
 * An account of a report: its owners, its transactions, and its balance at the end of each day.
 */
export interface AssetReportAccount extends v.InferOutput<typeof accountSchema> {}

export const reportSchema = v.object({
  /** ID of the report. Case-sensitive. */
  asset_report_id: v.string(),
  /** Lending insights over all accounts. For European customers only. */
  insights: assetInsights,
  /** Your own ID of the report, as given when it was created. Null if none was. */
  client_report_id: nullableString,
  /** Time at which the report was created, ISO 8601. */
  date_generated: v.string(),
  /** Days of transaction history that were requested. */
  days_requested: v.number(),
  /** The user, as given when the report was created. */
  user: v.object(reportUserFields),
  /** Linked bank logins that the report covers. */
  items: v.array(
    v.object({
      /** ID of the linked bank login. Case-sensitive. */
      item_id: v.string(),
      /** Full name of the bank. */
      institution_name: v.string(),
      /** ID of the institution, such as `ins_109508`. */
      institution_id: v.string(),
      /** Time at which the data was last fetched from the institution, ISO 8601. */
      date_last_updated: v.string(),
      /** Accounts of the Item. */
      accounts: v.array(named<AssetReportAccount>(accountSchema)),
    }),
  ),
});

/** A snapshot of what a user owned on the day the report was created, bank by bank. It never changes. */
export interface AssetReport extends v.InferOutput<typeof reportSchema> {}

export const reportAnswerSchema = v.object({
  /** The report itself. */
  report: named<AssetReport>(reportSchema),
  /** Data that is missing from the report. Empty if it is complete. */
  warnings: v.array(
    v.object({
      /** Always `ASSET_REPORT_WARNING`. */
      warning_type: v.string(),
      /**
       * Missing data: owners, investments, transactions of credit and depository accounts, or insights into bank income
       * (`BANK_INCOME_INSIGHTS_…`).
       */
      warning_code: known(
        'OWNERS_UNAVAILABLE',
        'INVESTMENTS_UNAVAILABLE',
        'TRANSACTIONS_UNAVAILABLE',
        'BANK_INCOME_INSIGHTS_INSUFFICIENT_DATA',
        'BANK_INCOME_INSIGHTS_INCOMPLETE',
        'BANK_INCOME_INSIGHTS_STATUS_IN_PROGRESS',
        'BANK_INCOME_INSIGHTS_INTERNAL_ERROR',
        'BANK_INCOME_INSIGHTS_MISMATCHED_DAYS_REQUESTED',
      ),
      /** Error of the Item that caused the warning. Null if there is none. */
      cause: v.nullable(
        v.object({
          ...itemErrorSchema.entries,
          /** ID of the Item that the error is about. */
          item_id: v.string(),
        }),
      ),
    }),
  ),
  ...requestId,
});

/** A report, with warnings about the owners, investments or transactions that could not be fetched for it. */
export interface AssetReportAnswer extends v.InferOutput<typeof reportAnswerSchema> {}
