import { named } from '@x/core';
import * as v from 'valibot';
import { optionalNumber, optionalText, word } from '../plaid.ts';

const amount = { amount: optionalNumber, iso_currency_code: optionalText, unofficial_currency_code: optionalText };
const money = v.nullish(v.object(amount));
const listOf = <Item extends v.GenericSchema>(item: Item) => v.optional(v.array(v.nullable(item)));
const words = v.optional(v.array(v.string()));
const transactions_count = optionalNumber;
const percentage_of_income = optionalNumber;
const days_since_last_occurrence = optionalNumber;
const days = { start_date: optionalText, end_date: optionalText };

const categories = listOf(v.object({ id: word, transactions_count, ...amount, monthly_average: money }));

/** What all kinds of spending and lending that bear on the risk have. */
const risk = {
  ...amount,
  monthly_average: money,
  transactions_count,
  monthly_summaries: listOf(v.object({ ...days, total_amount: money })),
  days_since_last_occurrence,
  percentage_of_income,
};
const loans = v.nullish(v.object({ ...risk, category_details: categories, top_providers: words }));

const expenditure = v.nullish(
  v.object({
    ...amount,
    monthly_average: money,
    transactions_count,
    percentage_of_income,
    top_categories: categories,
  }),
);

const insightsSchema = v.object({
  risk: v.nullish(
    v.object({
      bank_penalties: v.nullish(v.object({ ...risk, category_details: categories })),
      gambling: v.nullish(v.object({ ...risk, top_merchants: words })),
      loan_disbursements: loans,
      loan_payments: loans,
      negative_balance: v.nullish(
        v.object({
          days_since_last_occurrence,
          days_with_negative_balance: optionalNumber,
          minimum_balance: money,
          occurrences: listOf(v.object({ ...days, minimum_balance: money })),
        }),
      ),
    }),
  ),
  affordability: v.nullish(
    v.object({
      expenditure: v.nullish(
        v.object({
          cash_flow: money,
          total_expenditure: expenditure,
          essential_expenditure: expenditure,
          non_essential_expenditure: expenditure,
          other: expenditure,
          transfers_out: expenditure,
          outlier_transactions: v.nullish(
            v.object({ transactions_count, total_amount: money, top_categories: categories }),
          ),
        }),
      ),
      income: v.nullish(v.object({ total_income: money, income_excluding_transfers: money, transfers_in: money })),
    }),
  ),
});

/**
 * What the transactions of a report tell of a borrower: fees, gambling, loans and overdrafts, and what comes in and goes
 * out. Averages are per month; `percentage_of_income` is a share of the income in per cent.
 */
export interface AssetInsights extends v.InferOutput<typeof insightsSchema> {}

export const assetInsights = v.nullish(named<AssetInsights>(insightsSchema));
