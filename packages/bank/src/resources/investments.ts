import { endpoint, known, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, idempotentPost } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import {
  accountParams,
  currencyCodes,
  itemParams,
  nullableBoolean,
  nullableNumber,
  nullableString,
  optionalBoolean,
  optionalNullableNumber,
  optionalNullableString,
  optionalString,
  requestId,
} from '../schema.ts';
import { accountFields, balanceFields } from './accounts.ts';
import { itemSchema } from './item.ts';

export const investmentAccountSchema = v.object({
  ...accountFields,
  balances: v.object({
    ...balanceFields,
    /** What was borrowed on margin; null or absent when the institution does not say. */
    margin_loan_amount: optionalNullableNumber,
  }),
});

/** An account of an investments call: `balances` may tell what was borrowed on margin. */
export interface InvestmentAccount extends v.InferOutput<typeof investmentAccountSchema> {}

/** The lots in which a holding was bought. */
export const taxLots = v.optional(
  v.array(
    v.object({
      institution_lot_id: nullableString,
      original_purchase_datetime: nullableString,
      quantity: nullableNumber,
      purchase_price: nullableNumber,
      cost_basis: nullableNumber,
      current_value: nullableNumber,
      position_type: v.nullable(known('LONG', 'SHORT')),
    }),
  ),
);

const holdingSchema = v.object({
  account_id: v.string(),
  security_id: v.string(),
  institution_price: v.number(),
  institution_price_as_of: optionalNullableString,
  institution_price_datetime: optionalNullableString,
  institution_value: v.number(),
  cost_basis: nullableNumber,
  quantity: v.number(),
  ...currencyCodes,
  vested_quantity: optionalNullableNumber,
  vested_value: optionalNullableNumber,
  tax_lots: taxLots,
});

/** How much of a security an account holds. Prices and values are in units of the currency, as the institution tells them. */
export interface Holding extends v.InferOutput<typeof holdingSchema> {}

const securitySchema = v.object({
  security_id: v.string(),
  isin: nullableString,
  cusip: nullableString,
  sedol: nullableString,
  institution_security_id: nullableString,
  institution_id: nullableString,
  proxy_security_id: nullableString,
  name: nullableString,
  ticker_symbol: nullableString,
  is_cash_equivalent: nullableBoolean,
  type: nullableString,
  subtype: optionalNullableString,
  close_price: nullableNumber,
  close_price_as_of: nullableString,
  update_datetime: optionalNullableString,
  ...currencyCodes,
  market_identifier_code: nullableString,
  sector: nullableString,
  industry: nullableString,
  /** Classification by ISO 10962; null or absent when it is not known. */
  cfi_code: optionalNullableString,
  /** Financial Instrument Global Identifier, 12 characters; null or absent when it is not known. */
  figi: optionalNullableString,
  option_contract: v.nullable(
    v.object({
      contract_type: known('put', 'call'),
      expiration_date: v.string(),
      strike_price: v.number(),
      underlying_security_ticker: v.string(),
    }),
  ),
  fixed_income: v.nullable(
    v.object({
      yield_rate: v.nullable(
        v.object({
          percentage: v.number(),
          type: v.nullable(known('coupon', 'coupon_equivalent', 'discount', 'yield')),
        }),
      ),
      maturity_date: nullableString,
      issue_date: nullableString,
      face_value: nullableNumber,
    }),
  ),
});

/**
 * What is held or traded: a share, fund, bond, option, currency. `close_price` is of the last session; ISIN and CUSIP
 * are told only to those who have a licence for them, `sedol` to nobody any more.
 */
export interface Security extends v.InferOutput<typeof securitySchema> {}

const investmentTransactionSchema = v.object({
  investment_transaction_id: v.string(),
  cancel_transaction_id: optionalNullableString,
  account_id: v.string(),
  security_id: nullableString,
  date: v.string(),
  transaction_datetime: optionalNullableString,
  name: v.string(),
  quantity: v.number(),
  amount: v.number(),
  price: v.number(),
  fees: nullableNumber,
  type: known('buy', 'sell', 'cancel', 'cash', 'fee', 'transfer'),
  subtype: v.string(),
  ...currencyCodes,
});

/**
 * A trade or another movement of an investment account. `amount` is in units of the currency and positive when cash
 * leaves; `quantity` is positive for what is bought.
 */
export interface InvestmentTransaction extends v.InferOutput<typeof investmentTransactionSchema> {}

export const investmentTransaction = named<InvestmentTransaction>(investmentTransactionSchema);

const accountsResponse = {
  accounts: v.array(named<InvestmentAccount>(investmentAccountSchema)),
  item: itemSchema,
  ...requestId,
};

const positions = {
  holdings: v.array(named<Holding>(holdingSchema)),
  securities: v.array(named<Security>(securitySchema)),
};

/** Members of an answer about holdings, beside the accounts. */
export const holdingsFields = { ...positions, is_investments_fallback_item: optionalBoolean };

const holdingsSchema = v.object({ ...accountsResponse, ...holdingsFields });

/**
 * What an Item holds. `holdings` name accounts and securities by their ids; `is_investments_fallback_item` marks what a
 * user typed in by hand.
 */
export interface Holdings extends v.InferOutput<typeof holdingsSchema> {}

const source = v.optional(known('INSTITUTION', 'INSTITUTION_MASK', 'USER'));
const accountNumber = { account_id: v.string(), account: v.string() };

/** Members of an answer about moving holdings elsewhere, beside the accounts. */
export const investmentsAuthFields = {
  ...positions,
  owners: v.array(v.object({ account_id: optionalString, names: v.optional(v.array(v.string())) })),
  numbers: v.object({
    acats: v.optional(v.array(v.object({ ...accountNumber, dtc_numbers: v.array(v.string()) }))),
    aton: v.optional(v.array(v.object(accountNumber))),
    retirement_401k: v.optional(
      v.array(v.object({ account_id: v.string(), plan: optionalString, account: optionalString })),
    ),
  }),
  data_sources: v.object({ numbers: source, owners: source, holdings: source }),
  account_details_401k: v.optional(
    v.array(
      v.object({
        account_id: optionalString,
        fee_details: v.optional(v.object({ account_fee_count_12m: v.number(), account_fee_amount_12m: v.number() })),
        contribution_details: v.optional(
          v.object({
            last_contribution_transactions: v.array(investmentTransaction),
            contribution_count_1m: v.number(),
            contribution_amount_1m: v.number(),
            contribution_count_6m: v.number(),
            contribution_amount_6m: v.number(),
            contribution_count_12m: v.number(),
            contribution_amount_12m: v.number(),
          }),
        ),
      }),
    ),
  ),
};

const investmentsAuthSchema = v.object({ ...accountsResponse, ...investmentsAuthFields });

/**
 * What it takes to move holdings to another broker: numbers for ACATS (US) and ATON (Canada) or of a 401(k) plan, the
 * owners' names, and where each of them comes from.
 */
export interface InvestmentsAuth extends v.InferOutput<typeof investmentsAuthSchema> {}

/** Investment accounts: what they hold and what was traded. */
export const investments = {
  holdings: {
    /**
     * Gives what the investment accounts of an Item hold, with the securities. `not_found` when it has no such account.
     *
     * @see https://plaid.com/docs/api/products/investments/#investmentsholdingsget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/investments/holdings/get',
      body: v.object(accountParams),
      response: named<Holdings>(holdingsSchema),
      docs: docs('products/investments/#investmentsholdingsget'),
    }),
  },

  transactions: {
    /**
     * Lists the trades and other movements between two days, newest first, of up to 24 months; accounts, securities and
     * Item are in each page's `raw`. `count` (1 to 500, default 100) and `offset` stand beside the dates here; on the
     * wire they are members of `options`. The first call for an Item may take minutes, while the bank is asked: raise
     * `timeoutMs`, or set `async_update` and wait for the webhook; until then it is `unavailable` with
     * `PRODUCT_NOT_READY`.
     *
     * @see https://plaid.com/docs/api/products/investments/#investmentstransactionsget
     */
    get: list({
      ...idempotentPost,
      path: '/investments/transactions/get',
      body: v.object({
        ...itemParams,
        ...dateRangePageParams,
        options: v.optional(
          v.strictObject({ account_ids: v.optional(v.array(v.string())), async_update: optionalBoolean }),
        ),
      }),
      item: investmentTransaction,
      paging: { ...offsetPages, items: 'investment_transactions', total: 'total_investment_transactions' },
      docs: docs('products/investments/#investmentstransactionsget'),
    }),
  },

  auth: {
    /**
     * Gives what it takes to move the holdings of an Item to another broker. `not_found` when no account allows it.
     *
     * @see https://plaid.com/docs/api/products/investments-move/#investmentsauthget
     */
    get: endpoint({
      ...idempotentPost,
      path: '/investments/auth/get',
      body: v.object(accountParams),
      response: named<InvestmentsAuth>(investmentsAuthSchema),
      docs: docs('products/investments-move/#investmentsauthget'),
    }),
  },

  /**
   * Asks the bank for new holdings and trades now; webhooks tell when there are some. One call a minute per Item.
   *
   * @see https://plaid.com/docs/api/products/investments/#investmentsrefresh
   */
  refresh: endpoint({
    ...idempotentPost,
    path: '/investments/refresh',
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/investments/#investmentsrefresh'),
  }),
};
