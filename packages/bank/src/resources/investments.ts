import { endpoint, known, list, named } from '@x/core/provider';
import * as v from 'valibot';
import { costs, docs, idempotentWrite, readPersonal } from '../declarations.ts';
import { dateRangePageParams, offsetPages } from '../paging.ts';
import { type Security, securitySchema } from '../records/securities.ts';
import {
  accountParams,
  currencyCodes,
  itemParams,
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
  /** Balances of the account, with what was borrowed on margin. */
  balances: v.object({
    ...balanceFields,
    /** Amount borrowed on margin, in units of the currency. Null or absent when the institution does not report it. */
    margin_loan_amount: optionalNullableNumber,
  }),
});

/** An account of an investments call. Its `balances` may include what was borrowed on margin. */
export interface InvestmentAccount extends v.InferOutput<typeof investmentAccountSchema> {}

/** The lots in which a holding was bought. Empty when the institution does not report them. */
export const taxLots = v.optional(
  v.array(
    v.object({
      /** ID that the institution assigned to the lot. Null when there is none. */
      institution_lot_id: nullableString,
      /** Time at which the lot was bought, ISO 8601. Null when not known. */
      original_purchase_datetime: nullableString,
      /** Units of the security in the lot. Null when not known. */
      quantity: nullableNumber,
      /** Price per unit when the lot was bought, in units of the currency. Null when not known. */
      purchase_price: nullableNumber,
      /** Cost of the whole lot with fees, in units of the currency. Null when not known. */
      cost_basis: nullableNumber,
      /** Market value of the whole lot, in units of the currency. Null when not known. */
      current_value: nullableNumber,
      /** Whether the position is long or short. Null when not known. */
      position_type: v.nullable(known('LONG', 'SHORT')),
    }),
  ),
);

export const holdingSchema = v.object({
  /** ID of the account that has the holding. */
  account_id: v.string(),
  /** ID of the security that is held; see `securities`. */
  security_id: v.string(),
  /** Last price per unit that the institution reported, in units of the currency. */
  institution_price: v.number(),
  /** Day of `institution_price`, `YYYY-MM-DD`. Null or absent when not known. */
  institution_price_as_of: optionalNullableString,
  /**
   * Time of `institution_price`, ISO 8601, from some institutions. The time of day may be a default such as 00:00:00.
   */
  institution_price_datetime: optionalNullableString,
  /** Value of the holding as the institution reports it, in units of the currency. */
  institution_value: v.number(),
  /** Cost of the whole holding, in units of the currency. Null when the institution does not report it. */
  cost_basis: nullableNumber,
  /** Units held. For options it is the number of options, usually contracts times 100. */
  quantity: v.number(),
  ...currencyCodes,
  /** Units that are vested. Null or absent when the institution does not report it. */
  vested_quantity: optionalNullableNumber,
  /** Value of the vested units, in units of the currency. Null or absent when the institution does not report it. */
  vested_value: optionalNullableNumber,
  /** Lots in which the holding was bought. Empty or absent when the institution does not report them. */
  tax_lots: taxLots,
});

/** Holding of a security in an account. */
export interface Holding extends v.InferOutput<typeof holdingSchema> {}

export const investmentTransactionSchema = v.object({
  /** ID of the movement, case-sensitive. */
  investment_transaction_id: v.string(),
  /**
   * ID that once marked some canceled movements. Null or absent in current data.
   *
   * @deprecated The provider no longer uses it; there is no replacement.
   */
  cancel_transaction_id: optionalNullableString,
  /** ID of the account that the movement is in. */
  account_id: v.string(),
  /** ID of the security that was moved; see `securities`. Null for movements of cash only. */
  security_id: nullableString,
  /** Day on which the institution posted the movement, `YYYY-MM-DD`; usually the day of settlement. */
  date: v.string(),
  /** Time at which the movement was initiated, ISO 8601. Null or absent when the institution does not report it. */
  transaction_datetime: optionalNullableString,
  /** Description by the institution. */
  name: v.string(),
  /** Units of the security; positive when bought, negative when sold. */
  quantity: v.number(),
  /**
   * Value of the movement in units of the currency; positive when cash leaves the account, negative when it comes in.
   */
  amount: v.number(),
  /** Price per unit, in units of the currency. */
  price: v.number(),
  /** Fees that were charged, in units of the currency. Null when the institution does not report them. */
  fees: nullableNumber,
  /** Kind of movement. */
  type: known('buy', 'sell', 'cancel', 'cash', 'fee', 'transfer'),
  /** Finer kind within `type`, such as `dividend` or `contribution`. */
  subtype: v.string(),
  ...currencyCodes,
});

/** A trade or another movement of an investment account. */
export interface InvestmentTransaction extends v.InferOutput<typeof investmentTransactionSchema> {}

export const investmentTransaction = named<InvestmentTransaction>(investmentTransactionSchema);

const accountsResponse = {
  /** Accounts that were asked for. */
  accounts: v.array(named<InvestmentAccount>(investmentAccountSchema)),
  /** The Item that the accounts belong to. */
  item: itemSchema,
  ...requestId,
};

/** Holdings and their securities. */
const positions = {
  /** Holdings of the accounts. They name accounts and securities by ID. */
  holdings: v.array(named<Holding>(holdingSchema)),
  /** Securities that the holdings name. */
  securities: v.array(named<Security>(securitySchema)),
};

/** Fields of a response about holdings, besides the accounts. */
export const holdingsFields = {
  ...positions,
  /** Whether the user typed the portfolio in by hand. */
  is_investments_fallback_item: optionalBoolean,
};

export const holdingsSchema = v.object({ ...accountsResponse, ...holdingsFields });

/** The holdings of an Item. */
export interface Holdings extends v.InferOutput<typeof holdingsSchema> {}

/**
 * Supplier of the data: `INSTITUTION`; `INSTITUTION_MASK`, typed in by the user and matched with the end of the real
 * number; or `USER`, typed in.
 */
const source = v.optional(known('INSTITUTION', 'INSTITUTION_MASK', 'USER'));
const accountNumber = {
  /** ID of the account that the number belongs to. */
  account_id: v.string(),
  /** Full account number. */
  account: v.string(),
};

/** Fields of a response about transferring holdings, besides the accounts. */
export const investmentsAuthFields = {
  ...positions,
  /** Owners of the accounts. */
  owners: v.array(
    v.object({
      /** ID of the account that the names belong to. */
      account_id: optionalString,
      /** Names of the owners, as the institution has them on file. */
      names: v.optional(v.array(v.string())),
    }),
  ),
  /** Account numbers for transfers, by kind of transfer. */
  numbers: v.object({
    /** Numbers for ACATS transfers in the US. */
    acats: v.optional(
      v.array(
        v.object({
          ...accountNumber,
          /**
           * DTC numbers of the clearing house, most relevant first. When empty, `institutions.getById` returns some.
           */
          dtc_numbers: v.array(v.string()),
        }),
      ),
    ),
    /** Numbers for ATON transfers in Canada. */
    aton: v.optional(v.array(v.object(accountNumber))),
    /** Numbers of 401(k) plans in the US. */
    retirement_401k: v.optional(
      v.array(
        v.object({
          /** ID of the account that the plan belongs to. */
          account_id: v.string(),
          /** Plan number of the employer's 401(k) plan. */
          plan: optionalString,
          /** Full account number in the plan. */
          account: optionalString,
        }),
      ),
    ),
  }),
  /** Supplier of the data. */
  data_sources: v.object({
    /** Source of the account numbers. */
    numbers: source,
    /** Source of the owners' names. */
    owners: source,
    /** Source of the holdings. */
    holdings: source,
  }),
  /** Further data of 401(k) accounts. */
  account_details_401k: v.optional(
    v.array(
      v.object({
        /** ID of the 401(k) account. */
        account_id: optionalString,
        /** Account fees of the last 12 months. */
        fee_details: v.optional(
          v.object({
            /** Number of account fees in the last 12 months. */
            account_fee_count_12m: v.number(),
            /** Sum of the account fees of the last 12 months, in units of the currency. */
            account_fee_amount_12m: v.number(),
          }),
        ),
        /** Contributions to the account. Their sums are of absolute values. */
        contribution_details: v.optional(
          v.object({
            /** Latest contributions, all of the same day. */
            last_contribution_transactions: v.array(investmentTransaction),
            /** Number of contributions in the last month. */
            contribution_count_1m: v.number(),
            /** Sum of the contributions of the last month, in units of the currency. */
            contribution_amount_1m: v.number(),
            /** Number of contributions in the last 6 months. */
            contribution_count_6m: v.number(),
            /** Sum of the contributions of the last 6 months, in units of the currency. */
            contribution_amount_6m: v.number(),
            /** Number of contributions in the last 12 months. */
            contribution_count_12m: v.number(),
            /** Sum of the contributions of the last 12 months, in units of the currency. */
            contribution_amount_12m: v.number(),
          }),
        ),
      }),
    ),
  ),
};

export const investmentsAuthSchema = v.object({ ...accountsResponse, ...investmentsAuthFields });

/**
 * The data that a transfer of holdings to another broker needs: account numbers, the owners' names, and the source of
 * each.
 */
export interface InvestmentsAuth extends v.InferOutput<typeof investmentsAuthSchema> {}

/** Investment accounts: their holdings and trades. */
export const investments = {
  /** Securities that investment accounts hold. */
  holdings: {
    /**
     * Returns the holdings of the investment accounts of an Item, with the securities. Fails with `not_found` when it
     * has no such account. 15 calls per minute per Item in production.
     *
     * @keywords stocks, shares, funds, portfolio
     */
    get: endpoint({
      ...readPersonal,
      path: '/investments/holdings/get',
      costs: costs.monthly,
      body: v.object(accountParams),
      response: named<Holdings>(holdingsSchema),
      docs: docs('products/investments/#investmentsholdingsget'),
    }),
  },

  /** Trades and other movements of investment accounts. */
  transactions: {
    /**
     * Lists trades and other movements over a range of days, newest first, going back up to 24 months. Accounts,
     * securities and Item are in the `raw` of each page. `count` and `offset` are passed next to the dates here; in the
     * request they are fields of `options`. The first call for an Item may take minutes while the bank is asked:
     * increase `timeoutMs`, or set `async_update` and wait for the webhook. Until then it fails with `unavailable`
     * (`PRODUCT_NOT_READY`).
     */
    get: list({
      ...readPersonal,
      path: '/investments/transactions/get',
      costs: costs.monthly,
      body: v.object({
        ...itemParams,
        ...dateRangePageParams,
        /** Accounts to return, and whether to wait for the bank. */
        options: v.optional(
          v.strictObject({
            /** IDs of the accounts to list movements of. Default: all investment accounts of the Item. */
            account_ids: v.optional(v.array(v.string())),
            /**
             * Whether the first call for an Item that was linked without the product `investments` returns immediately
             * instead of waiting for the bank; a webhook reports when data is there. Default false.
             */
            async_update: optionalBoolean,
          }),
        ),
      }),
      item: investmentTransaction,
      paging: { ...offsetPages, items: 'investment_transactions', total: 'total_investment_transactions' },
      docs: docs('products/investments/#investmentstransactionsget'),
    }),
  },

  /** Data for the transfer of holdings to another broker. */
  auth: {
    /**
     * Returns the data that a transfer of the Item's holdings to another broker needs. Fails with `not_found` when no
     * account allows it.
     */
    get: endpoint({
      ...readPersonal,
      path: '/investments/auth/get',
      costs: costs.call,
      body: v.object(accountParams),
      response: named<InvestmentsAuth>(investmentsAuthSchema),
      docs: docs('products/investments-move/#investmentsauthget'),
    }),
  },

  /** Asks the bank for new holdings and trades. Webhooks report new data. One call per minute per Item. */
  refresh: endpoint({
    ...idempotentWrite,
    path: '/investments/refresh',
    costs: costs.call,
    body: v.object(itemParams),
    response: v.object(requestId),
    docs: docs('products/investments/#investmentsrefresh'),
  }),
};
