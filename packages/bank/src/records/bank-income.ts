import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { type Owner, ownerSchema } from '../resources/identity.ts';
import { currencyCodes, nullableString, optionalNullableString, optionalString, requestId } from '../schema.ts';

const optionalNumber = v.optional(v.number());

/** Currency of an amount, which may be absent. */
const optionalCurrency = {
  /** Currency of the amount, ISO 4217 (`USD`). Null or absent when `unofficial_currency_code` is set. */
  iso_currency_code: optionalNullableString,
  /** Currency without an ISO code, such as a cryptocurrency (`BTC`). Null or absent when `iso_currency_code` is set. */
  unofficial_currency_code: optionalNullableString,
};

/** A total, with the fields of earlier releases. */
const totals = {
  /**
   * Total income of the period. Not correct if there are several currencies.
   *
   * @deprecated Use `total_amounts`.
   */
  total_amount: optionalNumber,
  /**
   * Currency of the total, ISO 4217. Null or absent when `unofficial_currency_code` is set.
   *
   * @deprecated Use `total_amounts`.
   */
  iso_currency_code: optionalNullableString,
  /**
   * Currency of the total without an ISO code. Null or absent when `iso_currency_code` is set.
   *
   * @deprecated Use `total_amounts`.
   */
  unofficial_currency_code: optionalNullableString,
  /** Total income of the period, one amount for each currency. */
  total_amounts: v.optional(
    v.array(
      v.object({
        /** The amount, with up to 2 decimals. */
        amount: v.number(),
        ...currencyCodes,
      }),
    ),
  ),
};

const monthlySummaries = v.optional(
  v.array(
    v.object({
      ...totals,
      /** First day of the period (the month or the report), `YYYY-MM-DD`. */
      start_date: optionalString,
      /** Last day of the period (the month or the report), `YYYY-MM-DD`. */
      end_date: optionalString,
      /** Transactions that the income consists of. */
      transactions: v.optional(
        v.array(
          v.object({
            /** Amount of the transaction; negative, because money enters the account. */
            amount: optionalNumber,
            /** Day on which the transaction posted, or took place if it is pending, `YYYY-MM-DD`. */
            date: optionalString,
            /** Description of the transaction. */
            name: optionalString,
            /** The bank's own description. Null or absent if there is none. */
            original_description: optionalNullableString,
            /** Whether the transaction is not yet settled. */
            pending: v.optional(v.boolean()),
            /** ID of the transaction. Case-sensitive. */
            transaction_id: optionalString,
            /** Number of the check. Null or absent for other transactions. */
            check_number: optionalNullableString,
            ...optionalCurrency,
          }),
        ),
      ),
    }),
  ),
);

const account = v.object({
  /** ID of the account, as in `accounts.get`. */
  account_id: v.string(),
  /** Last 2 to 4 characters of the account number. Null if unknown. */
  mask: nullableString,
  /** Name of the account. */
  name: v.string(),
  /** Official name of the account. Null if there is none. */
  official_name: nullableString,
  /** Subtype of the account, such as `checking`. */
  subtype: v.string(),
  /** Type of the account: `depository`. */
  type: v.string(),
  /** Owners of the account. Empty when the bank reports none. */
  owners: v.array(named<Owner>(ownerSchema)),
});

const source = v.object({
  /** ID of the source of income, the same in every report of the user. */
  income_source_id: optionalString,
  /** Most common description of its transactions. */
  income_description: optionalString,
  /** Kind of income. */
  income_category: v.optional(
    known(
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
      'CASH_DEPOSIT',
      'TRANSFER_FROM_APPLICATION',
      'TAX_REFUND',
      'BENEFIT_OTHER',
      'OTHER',
    ),
  ),
  /** ID of the account that receives the income. */
  account_id: optionalString,
  /** Day of the first transaction in the report, `YYYY-MM-DD`. */
  start_date: optionalString,
  /** Day of the last transaction in the report, `YYYY-MM-DD`. */
  end_date: optionalString,
  /** Frequency of the payments. */
  pay_frequency: v.optional(known('WEEKLY', 'BIWEEKLY', 'SEMI_MONTHLY', 'MONTHLY', 'DAILY', 'UNKNOWN')),
  /** Total of the source over the days of the report. */
  total_amount: optionalNumber,
  /** Number of transactions over the days of the report. */
  transaction_count: optionalNumber,
  /** The income month by month. */
  historical_summary: monthlySummaries,
});

const incomeItem = v.object({
  /** Accounts with income. */
  bank_income_accounts: v.optional(v.array(account)),
  /** Employers, benefits and others that pay into the accounts. */
  bank_income_sources: v.optional(v.array(source)),
  /** Time at which data was last read from the bank, ISO 8601. */
  last_updated_time: optionalString,
  /** ID of the institution of the Item. */
  institution_id: optionalString,
  /** Name of the institution of the Item. */
  institution_name: optionalString,
  /** ID of the Item. Case-sensitive. */
  item_id: optionalString,
});

const warning = v.object({
  /** Class of the warning: `BANK_INCOME_WARNING`. */
  warning_type: optionalString,
  /** Data that is missing. */
  warning_code: v.optional(
    known('IDENTITY_UNAVAILABLE', 'TRANSACTIONS_UNAVAILABLE', 'ITEM_UNAPPROVED', 'REPORT_DELETED', 'DATA_UNAVAILABLE'),
  ),
  /** Error of the Item whose data is missing. Absent if there is none. */
  cause: v.optional(
    v.object({
      /** Code of the error, such as `ITEM_LOGIN_REQUIRED`. */
      error_type: v.string(),
      /** Code of the error, such as `ITEM_LOGIN_REQUIRED`. */
      error_code: v.string(),
      /** Explanation for developers. The wording may change; do not compare it. */
      error_message: v.string(),
      /** Explanation for the user. */
      display_message: v.string(),
      /** ID of the Item with the error. */
      item_id: v.string(),
    }),
  ),
});

export const reportSchema = v.object({
  /** ID of the report. */
  bank_income_id: optionalString,
  /** Time at which the report was created, ISO 8601. */
  generated_time: optionalString,
  /** Days of history in the report. */
  days_requested: optionalNumber,
  /** Items of the user, with their sources of income. */
  items: v.optional(v.array(incomeItem)),
  /** Summary over all Items. */
  bank_income_summary: v.optional(
    v.object({
      ...totals,
      /** First day with income, `YYYY-MM-DD`. */
      start_date: optionalString,
      /** Last day with income, `YYYY-MM-DD`. */
      end_date: optionalString,
      /** Number of sources of income. */
      income_sources_count: optionalNumber,
      /** Number of kinds of income. */
      income_categories_count: optionalNumber,
      /** Number of transactions. */
      income_transactions_count: optionalNumber,
      /** The income month by month. */
      historical_summary: monthlySummaries,
    }),
  ),
  /** Data that is missing, with the reasons. */
  warnings: v.optional(v.array(warning)),
});

/** The income that a user's bank accounts receive. */
export interface BankIncomeReport extends v.InferOutput<typeof reportSchema> {}

export const bankIncomeSchema = v.object({
  /** Reports, newest first. */
  bank_income: v.optional(v.array(named<BankIncomeReport>(reportSchema))),
  ...requestId,
});
