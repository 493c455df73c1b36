import { known } from '@x/core/provider';
import * as v from 'valibot';
import { currencyCodes, nullableBoolean, nullableNumber, nullableString, optionalNullableString } from '../schema.ts';

export const securitySchema = v.object({
  /** ID of the security, case-sensitive. It may change, for example with the ticker symbol. */
  security_id: v.string(),
  /** ISIN, 12 characters. Null without a CUSIP Global Services license. */
  isin: nullableString,
  /** CUSIP, 9 characters. Null without a CUSIP Global Services license. */
  cusip: nullableString,
  /**
   * SEDOL, 7 characters. No longer reported.
   *
   * @deprecated Always null; there is no replacement.
   */
  sedol: nullableString,
  /** ID that the institution assigned to the security. Null when there is none. */
  institution_security_id: nullableString,
  /** ID of the institution that `institution_security_id` belongs to. Null without one. */
  institution_id: nullableString,
  /**
   * ID of a traded security with a similar performance, for securities that are rarely or not traded. Null when there
   * is none.
   */
  proxy_security_id: nullableString,
  /** Name of the security, for display. Null when not known. */
  name: nullableString,
  /** Trading symbol, or a short name where the security is not traded. Null when there is none. */
  ticker_symbol: nullableString,
  /** Whether the security can be treated like cash. Null when not known. */
  is_cash_equivalent: nullableBoolean,
  /**
   * Kind of security: `cash`, `cryptocurrency`, `derivative`, `equity`, `etf`, `fixed income`, `loan`, `mutual fund` or
   * `other`. Null when not known.
   */
  type: nullableString,
  /** Finer kind within `type`, such as `common stock` or `municipal bond`. Null or absent when not known. */
  subtype: optionalNullableString,
  /**
   * Price per unit at the close of the last session; of currencies in US dollars. Null when the security is not traded.
   */
  close_price: nullableNumber,
  /** Day of `close_price`, `YYYY-MM-DD`. Null without a price. */
  close_price_as_of: nullableString,
  /** Time of `close_price`, ISO 8601. Null or absent without a price. */
  update_datetime: optionalNullableString,
  ...currencyCodes,
  /** Market where the security is traded, ISO 10383. Null when not known. */
  market_identifier_code: nullableString,
  /** Sector of the issuer, such as `Finance`. Null when not known. */
  sector: nullableString,
  /** Industry of the issuer, such as `Biotechnology`. Null when not known. */
  industry: nullableString,
  /** Classification of the security by ISO 10962. Null or absent when not known. */
  cfi_code: optionalNullableString,
  /** Financial Instrument Global Identifier, 12 characters. Null or absent when not known. */
  figi: optionalNullableString,
  /** Terms of an option. Null for other securities. */
  option_contract: v.nullable(
    v.object({
      /** Whether the option is a put or a call. */
      contract_type: known('put', 'call'),
      /** Day on which the option expires, `YYYY-MM-DD`. */
      expiration_date: v.string(),
      /** Strike price per share, in units of the currency. */
      strike_price: v.number(),
      /** Ticker symbol of the underlying security. */
      underlying_security_ticker: v.string(),
    }),
  ),
  /** Terms of a bond or another fixed income security. Null for other securities. */
  fixed_income: v.nullable(
    v.object({
      /** Expected return. Null when not known. */
      yield_rate: v.nullable(
        v.object({
          /** Expected return, in percent. */
          percentage: v.number(),
          /** Method by which the return was calculated. Null when not known. */
          type: v.nullable(known('coupon', 'coupon_equivalent', 'discount', 'yield')),
        }),
      ),
      /** Day on which the face value is due, `YYYY-MM-DD`. Null when not known. */
      maturity_date: nullableString,
      /** Day of issue, `YYYY-MM-DD`. Null when not known. */
      issue_date: nullableString,
      /** Amount paid per unit at maturity, in units of the currency. Null when not known. */
      face_value: nullableNumber,
    }),
  ),
});

/** A security that is held or traded: a share, fund, bond, option or currency. */
export interface Security extends v.InferOutput<typeof securitySchema> {}
