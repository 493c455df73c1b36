import { named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableNumber, optionalNullableString, optionalString } from '../schema.ts';

const optionalAmountFields = {
  amount: optionalNullableNumber,
  iso_currency_code: optionalNullableString,
  unofficial_currency_code: optionalNullableString,
};
const optionalNullableAmount = v.nullish(v.object(optionalAmountFields));
const optionalListOfNullable = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(v.nullable(item)));
const optionalStrings = v.optional(v.array(v.string()));
const transactions_count = optionalNullableNumber;
const percentage_of_income = optionalNullableNumber;
const days_since_last_occurrence = optionalNullableNumber;
const dateRangeFields = { start_date: optionalNullableString, end_date: optionalNullableString };

const categories = optionalListOfNullable(
  v.object({
    id: optionalString,
    transactions_count,
    ...optionalAmountFields,
    monthly_average: optionalNullableAmount,
  }),
);

/** What all kinds of spending and lending that bear on the risk have. */
const riskFields = {
  ...optionalAmountFields,
  monthly_average: optionalNullableAmount,
  transactions_count,
  monthly_summaries: optionalListOfNullable(v.object({ ...dateRangeFields, total_amount: optionalNullableAmount })),
  days_since_last_occurrence,
  percentage_of_income,
};
const loans = v.nullish(v.object({ ...riskFields, category_details: categories, top_providers: optionalStrings }));

const expenditure = v.nullish(
  v.object({
    ...optionalAmountFields,
    monthly_average: optionalNullableAmount,
    transactions_count,
    percentage_of_income,
    top_categories: categories,
  }),
);

const insightsSchema = v.object({
  risk: v.nullish(
    v.object({
      bank_penalties: v.nullish(v.object({ ...riskFields, category_details: categories })),
      gambling: v.nullish(v.object({ ...riskFields, top_merchants: optionalStrings })),
      loan_disbursements: loans,
      loan_payments: loans,
      negative_balance: v.nullish(
        v.object({
          days_since_last_occurrence,
          days_with_negative_balance: optionalNullableNumber,
          minimum_balance: optionalNullableAmount,
          occurrences: optionalListOfNullable(
            v.object({ ...dateRangeFields, minimum_balance: optionalNullableAmount }),
          ),
        }),
      ),
    }),
  ),
  affordability: v.nullish(
    v.object({
      expenditure: v.nullish(
        v.object({
          cash_flow: optionalNullableAmount,
          total_expenditure: expenditure,
          essential_expenditure: expenditure,
          non_essential_expenditure: expenditure,
          other: expenditure,
          transfers_out: expenditure,
          outlier_transactions: v.nullish(
            v.object({ transactions_count, total_amount: optionalNullableAmount, top_categories: categories }),
          ),
        }),
      ),
      income: v.nullish(
        v.object({
          total_income: optionalNullableAmount,
          income_excluding_transfers: optionalNullableAmount,
          transfers_in: optionalNullableAmount,
        }),
      ),
    }),
  ),
});

/**
 * What the transactions of a report tell of a borrower: fees, gambling, loans and overdrafts, and what comes in and goes
 * out. Averages are per month; `percentage_of_income` is a share of the income in per cent.
 */
export interface AssetInsights extends v.InferOutput<typeof insightsSchema> {}

export const assetInsights = v.nullish(named<AssetInsights>(insightsSchema));
