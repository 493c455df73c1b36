import { named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableNumber, optionalNullableString, optionalString } from '../schema.ts';

const optionalAmountFields = {
  /**
   * Sum of the group, in major units of the currency. For `cash_flow`, inflows minus outflows; for `minimum_balance`,
   * the lowest balance.
   */
  amount: optionalNullableNumber,
  /** ISO 4217 code of the amount. Null if the currency has an unofficial code. */
  iso_currency_code: optionalNullableString,
  /** Code of a currency outside ISO 4217, such as a cryptocurrency. Null if `iso_currency_code` is set. */
  unofficial_currency_code: optionalNullableString,
};
const optionalNullableAmount = v.nullish(v.object(optionalAmountFields));
const optionalListOfNullable = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(v.nullable(item)));
const optionalStrings = v.optional(v.array(v.string()));
const transactions_count = optionalNullableNumber;
const percentage_of_income = optionalNullableNumber;
const days_since_last_occurrence = optionalNullableNumber;
const dateRangeFields = {
  /** First day of the month or of the period with a negative balance, `YYYY-MM-DD`. */
  start_date: optionalNullableString,
  /** Last day of the month or of the period with a negative balance, inclusive, `YYYY-MM-DD`. */
  end_date: optionalNullableString,
};

const categories = optionalListOfNullable(
  v.object({
    /** ID of the credit category, as in Plaid's credit category taxonomy. */
    id: optionalString,
    /** Number of transactions in this category within the time window of the report. */
    transactions_count,
    ...optionalAmountFields,
    /** Total of the category divided by the calendar months of the time window. */
    monthly_average: optionalNullableAmount,
  }),
);

/** Fields shared by all kinds of spending and lending that indicate risk. */
const riskFields = {
  ...optionalAmountFields,
  /** Total divided by the calendar months of the time window. */
  monthly_average: optionalNullableAmount,
  /** Number of transactions of this kind, over all accounts of the report. */
  transactions_count,
  /** Totals of this kind, month by month. */
  monthly_summaries: optionalListOfNullable(
    v.object({
      ...dateRangeFields,
      /** Sum of the transactions of this kind in the month. */
      total_amount: optionalNullableAmount,
    }),
  ),
  /** Days since the last transaction of this kind. */
  days_since_last_occurrence,
  /** Share of the inflows that was spent this way, in percent: 100 is all of them. -1 if no income is known. */
  percentage_of_income,
};
const loans = v.nullish(
  v.object({
    ...riskFields,
    /** Transactions of this kind by credit category. */
    category_details: categories,
    /**
     * Up to 3 lenders or payers with the most transactions of this kind, largest total first. Empty if there are
     * none.
     */
    top_providers: optionalStrings,
  }),
);

const expenditure = v.nullish(
  v.object({
    ...optionalAmountFields,
    /** Total of this spending divided by the calendar months of the time window. */
    monthly_average: optionalNullableAmount,
    /** Number of outflows in this group, over all accounts of the report. */
    transactions_count,
    /**
     * Share of the inflows that was spent in this group, in percent: 100 is all of them. -1 if no income is known.
     */
    percentage_of_income,
    /** Credit categories of this spending, largest total first. */
    top_categories: categories,
  }),
);

export const insightsSchema = v.object({
  /** Signs that a borrower may fail to repay: fees, gambling, loans and overdrafts. */
  risk: v.nullish(
    v.object({
      /** Fees and penalties charged by the bank, such as overdraft and insufficient-funds fees. */
      bank_penalties: v.nullish(
        v.object({
          ...riskFields,
          /** The bank's fees by credit category. */
          category_details: categories,
        }),
      ),
      /** Spending on gambling. */
      gambling: v.nullish(
        v.object({
          ...riskFields,
          /** Up to 3 gambling merchants with the most transactions, largest total first. Empty if there are none. */
          top_merchants: optionalStrings,
        }),
      ),
      /** Loans paid out to the user. */
      loan_disbursements: loans,
      /** Repayments of loans by the user. */
      loan_payments: loans,
      /** Times at which an account of the report was overdrawn. */
      negative_balance: v.nullish(
        v.object({
          /** Days since the last negative balance. 0 if it was today. */
          days_since_last_occurrence,
          /** Days with a negative balance, summed over the accounts of the report. */
          days_with_negative_balance: optionalNullableNumber,
          /** Lowest balance in the time window. */
          minimum_balance: optionalNullableAmount,
          /** Periods with a negative balance. Empty if there were none. */
          occurrences: optionalListOfNullable(
            v.object({
              ...dateRangeFields,
              /** Lowest balance in the period. */
              minimum_balance: optionalNullableAmount,
            }),
          ),
        }),
      ),
    }),
  ),
  /** The user's income and spending. */
  affordability: v.nullish(
    v.object({
      /** Spending, divided into essential, non-essential and other. */
      expenditure: v.nullish(
        v.object({
          /** Inflows minus outflows. */
          cash_flow: optionalNullableAmount,
          /** All spending together. */
          total_expenditure: expenditure,
          /** Spending on necessities. */
          essential_expenditure: expenditure,
          /** Spending that the user could do without. */
          non_essential_expenditure: expenditure,
          /** Spending that is neither essential nor non-essential. */
          other: expenditure,
          /** Transfers to other accounts. */
          transfers_out: expenditure,
          /** Transactions that are unusually large for the account. */
          outlier_transactions: v.nullish(
            v.object({
              /** Number of transactions above what is normal for their account. */
              transactions_count,
              /** Sum of the unusually large transactions. */
              total_amount: optionalNullableAmount,
              /** Up to 3 credit categories of the unusually large transactions. */
              top_categories: categories,
            }),
          ),
        }),
      ),
      /** Inflows, with and without transfers. */
      income: v.nullish(
        v.object({
          /** Sum of all income in the time window. */
          total_income: optionalNullableAmount,
          /** Sum of the income without transfers between accounts. */
          income_excluding_transfers: optionalNullableAmount,
          /** Sum of the transfers from other accounts. */
          transfers_in: optionalNullableAmount,
        }),
      ),
    }),
  ),
});

/**
 * Insights about a borrower from a report's transactions: fees, gambling, loans and overdrafts, income and spending.
 * Only returned for European customers.
 */
export interface AssetInsights extends v.InferOutput<typeof insightsSchema> {}

export const assetInsights = v.nullish(named<AssetInsights>(insightsSchema));
