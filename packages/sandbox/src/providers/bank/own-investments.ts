/** A security. Requires a currency and at least one of `ticker_symbol`, `cusip` and `isin`. */
export interface BankSecurityOverride {
  /** Trading symbol. */
  readonly ticker_symbol?: string | null | undefined;
  /** CUSIP, which identifies the security. Not in responses, as for apps without a license. */
  readonly cusip?: string | null | undefined;
  /** ISIN, which identifies the security. Not in responses, as for apps without a license. */
  readonly isin?: string | null | undefined;
  /** SEDOL. Deprecated; not in responses. */
  readonly sedol?: string | null | undefined;
  /** Name. Default: the symbol. */
  readonly name?: string | null | undefined;
  /** Currency, ISO 4217 or unofficial, such as `BTC`. */
  readonly currency: string;
}

/** Holding of one security in an account. */
export interface BankHoldingOverride {
  /** Last price at the institution. */
  readonly institution_price: number;
  /** Date of the price, `YYYY-MM-DD`. Default: the day the Item is linked. */
  readonly institution_price_as_of?: string | null | undefined;
  /** Total cost of the holding. Default: unknown. */
  readonly cost_basis?: number | null | undefined;
  /** Number of shares or units. */
  readonly quantity: number;
  /** Currency, ISO 4217 or unofficial. */
  readonly currency: string;
  /** Security held. */
  readonly security: BankSecurityOverride;
}

/** A transaction of an investment account. */
export interface BankInvestmentTransactionOverride {
  /** Posting date, `YYYY-MM-DD`. */
  readonly date: string;
  /** Description. */
  readonly name: string;
  /** Number of shares or units: positive when bought, negative when sold. */
  readonly quantity: number;
  /** Price per share or unit. */
  readonly price: number;
  /** Fees. Default: unknown. */
  readonly fees?: number | null | undefined;
  /** Kind of transaction. */
  readonly type: 'buy' | 'sell' | 'cash' | 'fee' | 'transfer';
  /** Currency, ISO 4217 or unofficial. */
  readonly currency: string;
  /** Security bought or sold. Default: none. */
  readonly security?: BankSecurityOverride | null | undefined;
}
