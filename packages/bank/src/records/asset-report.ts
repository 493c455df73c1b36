import { known, named } from '@x/core';
import * as v from 'valibot';
import { answered, currency, number, optionalText, text, word } from '../plaid.ts';
import { ownedAccountFields } from '../resources/identity.ts';
import { investmentAccountSchema, taxLots } from '../resources/investments.ts';
import { itemErrorSchema } from '../resources/item.ts';
import { assetInsights } from './asset-insights.ts';
import { location, paymentMeta } from './transaction-parts.ts';

/** The user a report is about, as the app knows him. */
export const reportUserFields = {
  client_user_id: optionalText,
  first_name: optionalText,
  middle_name: optionalText,
  last_name: optionalText,
  ssn: optionalText,
  phone_number: optionalText,
  email: optionalText,
};

const transactionSchema = v.object({
  account_id: v.string(),
  transaction_id: v.string(),
  amount: v.number(),
  ...currency,
  original_description: text,
  category: v.nullish(v.array(v.string())),
  category_id: optionalText,
  credit_category: v.nullish(v.object({ primary: v.string(), detailed: v.string() })),
  check_number: optionalText,
  date: v.string(),
  date_transacted: optionalText,
  location: v.optional(location),
  name: word,
  merchant_name: optionalText,
  payment_meta: v.optional(paymentMeta),
  pending: v.boolean(),
  pending_transaction_id: optionalText,
  account_owner: optionalText,
  transaction_type: v.optional(known('digital', 'place', 'special', 'unresolved')),
  income_source_id: word,
});

/** A transaction of a report. Most of it comes with `include_insights` only; a fast report has none. */
export interface AssetReportTransaction extends v.InferOutput<typeof transactionSchema> {}

const investments = v.object({
  holdings: v.optional(
    v.array(
      v.object({
        account_id: v.string(),
        security_id: v.string(),
        ticker_symbol: text,
        institution_price: v.number(),
        institution_price_as_of: optionalText,
        institution_value: v.number(),
        cost_basis: number,
        quantity: v.number(),
        tax_lots: taxLots,
        ...currency,
      }),
    ),
  ),
  securities: v.optional(v.array(v.object({ security_id: v.string(), name: text, ticker_symbol: text, type: text }))),
  transactions: v.optional(
    v.array(
      v.object({
        investment_transaction_id: v.string(),
        account_id: v.string(),
        security_id: text,
        date: v.string(),
        name: v.string(),
        quantity: v.number(),
        vested_quantity: v.number(),
        vested_value: v.number(),
        amount: v.number(),
        price: v.number(),
        fees: number,
        type: known('buy', 'sell', 'cancel', 'cash', 'fee', 'transfer'),
        subtype: v.string(),
        ...currency,
      }),
    ),
  ),
});

const accountSchema = v.object({
  ...investmentAccountSchema.entries,
  days_available: v.number(),
  transactions: v.array(named<AssetReportTransaction>(transactionSchema)),
  investments: v.optional(investments),
  owners: ownedAccountFields.owners,
  ownership_type: v.nullish(known('individual', 'joint', 'association', 'trust')),
  historical_balances: v.array(v.object({ date: v.string(), current: v.number(), ...currency })),
  account_insights: assetInsights,
});

/**
 * An account of a report: who owns it, its balance at the end of each of the last days, and its transactions.
 * `days_available` is how far back they go; `investments` comes with the add-on of that name.
 */
export interface AssetReportAccount extends v.InferOutput<typeof accountSchema> {}

const reportSchema = v.object({
  asset_report_id: v.string(),
  insights: assetInsights,
  client_report_id: text,
  date_generated: v.string(),
  days_requested: v.number(),
  user: v.object(reportUserFields),
  items: v.array(
    v.object({
      item_id: v.string(),
      institution_name: v.string(),
      institution_id: v.string(),
      date_last_updated: v.string(),
      accounts: v.array(named<AssetReportAccount>(accountSchema)),
    }),
  ),
});

/** What a user owned on the day a report was made, bank by bank. It never changes. */
export interface AssetReport extends v.InferOutput<typeof reportSchema> {}

export const reportAnswerSchema = v.object({
  report: named<AssetReport>(reportSchema),
  warnings: v.array(
    v.object({
      warning_type: v.string(),
      warning_code: known('OWNERS_UNAVAILABLE', 'INVESTMENTS_UNAVAILABLE', 'TRANSACTIONS_UNAVAILABLE'),
      cause: v.nullable(v.object({ ...itemErrorSchema.entries, item_id: v.string() })),
    }),
  ),
  ...answered,
});

/** A report, and what could not be had for it: owners, investments or transactions of an Item, with the reason. */
export interface AssetReportAnswer extends v.InferOutput<typeof reportAnswerSchema> {}
