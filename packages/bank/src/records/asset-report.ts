import { known, named } from '@x/core';
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

/** The user a report is about, as the app knows him. */
export const reportUserFields = {
  client_user_id: optionalNullableString,
  first_name: optionalNullableString,
  middle_name: optionalNullableString,
  last_name: optionalNullableString,
  ssn: optionalNullableString,
  phone_number: optionalNullableString,
  email: optionalNullableString,
};

const transactionSchema = v.object({
  account_id: v.string(),
  transaction_id: v.string(),
  amount: v.number(),
  ...currencyCodes,
  original_description: nullableString,
  category: v.nullish(v.array(v.string())),
  category_id: optionalNullableString,
  credit_category: v.nullish(v.object({ primary: v.string(), detailed: v.string() })),
  check_number: optionalNullableString,
  date: v.string(),
  date_transacted: optionalNullableString,
  location: v.optional(location),
  name: optionalString,
  merchant_name: optionalNullableString,
  payment_meta: v.optional(paymentMeta),
  pending: v.boolean(),
  pending_transaction_id: optionalNullableString,
  account_owner: optionalNullableString,
  transaction_type: v.optional(known('digital', 'place', 'special', 'unresolved')),
  income_source_id: optionalString,
});

/** A transaction of a report. Most of it comes with `include_insights` only; a fast report has none. */
export interface AssetReportTransaction extends v.InferOutput<typeof transactionSchema> {}

const investments = v.object({
  holdings: v.optional(
    v.array(
      v.object({
        account_id: v.string(),
        security_id: v.string(),
        ticker_symbol: nullableString,
        institution_price: v.number(),
        institution_price_as_of: optionalNullableString,
        institution_value: v.number(),
        cost_basis: nullableNumber,
        quantity: v.number(),
        tax_lots: taxLots,
        ...currencyCodes,
      }),
    ),
  ),
  securities: v.optional(
    v.array(
      v.object({ security_id: v.string(), name: nullableString, ticker_symbol: nullableString, type: nullableString }),
    ),
  ),
  transactions: v.optional(
    v.array(
      v.object({
        investment_transaction_id: v.string(),
        account_id: v.string(),
        security_id: nullableString,
        date: v.string(),
        name: v.string(),
        quantity: v.number(),
        vested_quantity: v.number(),
        vested_value: v.number(),
        amount: v.number(),
        price: v.number(),
        fees: nullableNumber,
        type: known('buy', 'sell', 'cancel', 'cash', 'fee', 'transfer'),
        subtype: v.string(),
        ...currencyCodes,
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
  historical_balances: v.array(v.object({ date: v.string(), current: v.number(), ...currencyCodes })),
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
  client_report_id: nullableString,
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
  ...requestId,
});

/** A report, and what could not be had for it: owners, investments or transactions of an Item, with the reason. */
export interface AssetReportAnswer extends v.InferOutput<typeof reportAnswerSchema> {}
