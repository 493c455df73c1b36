import { nullRecord } from '../request.ts';
import { type Account, roundToCents as cents } from './accounts.ts';
import type { SecurityData } from './source.ts';

export type Security = ReturnType<typeof presentSecurity>;

/** Money or units that entered or left an investment account, as the API shows them. */
export interface Trade extends Currency {
  readonly investment_transaction_id: string;
  readonly account_id: string;
  readonly security_id: string | null;
  readonly date: string;
  readonly name: string;
  /** Negative when sold. */
  readonly quantity: number;
  /** Positive when money leaves the account's cash. */
  readonly amount: number;
  readonly price: number;
  readonly fees: number | null;
  readonly type: string;
  readonly subtype: string;
}

export interface Currency {
  readonly iso_currency_code: string | null;
  readonly unofficial_currency_code: string | null;
}

export const currencyOf = ({ balances: { iso_currency_code, unofficial_currency_code } }: Account): Currency => {
  return { iso_currency_code, unofficial_currency_code };
};

export const presentSecurity = (
  security_id: string,
  closedOn: string,
  data: Partial<SecurityData>,
  currency: Currency,
) => ({
  ...nullRecord('Security'),
  figi: null,
  close_price_as_of: closedOn,
  ...currency,
  security_id,
  name: data.name,
  ticker_symbol: data.ticker ?? null,
  is_cash_equivalent: false,
  type: data.type as string,
  subtype: data.subtype,
  close_price: cents((data.price ?? 0) / 100),
  market_identifier_code: data.market ?? null,
  sector: data.sector ?? null,
  industry: data.industry ?? null,
  cfi_code: data.cfi ?? null,
  fixed_income: data.coupon
    ? {
        yield_rate: { percentage: data.coupon.percentage, type: 'coupon' },
        maturity_date: data.coupon.matures,
        issue_date: data.coupon.issued,
        face_value: 100,
      }
    : null,
});

/** Returns an account's holding of a security, as the API shows it. */
export const presentHolding = (
  account_id: string,
  security_id: string,
  price: number,
  quantity: number,
  pricedOn: string,
) => ({
  account_id,
  security_id,
  institution_price: price,
  institution_price_as_of: pricedOn,
  institution_price_datetime: null,
  institution_value: cents(price * quantity),
  cost_basis: cents(price * quantity) as number | null,
  quantity,
  vested_quantity: null,
  vested_value: null,
});
