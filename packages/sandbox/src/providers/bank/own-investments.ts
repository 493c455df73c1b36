/** A security. It needs a currency, and one of `ticker_symbol`, `cusip` and `isin`. */
export interface BankSecurityOverride {
  /** Trading symbol. */
  readonly ticker_symbol?: string | null | undefined;
  /** CUSIP. It identifies the security; responses leave it out, as they do for apps without a license. */
  readonly cusip?: string | null | undefined;
  /** ISIN. It identifies the security; responses leave it out, as they do for apps without a license. */
  readonly isin?: string | null | undefined;
  /** SEDOL, which is deprecated and not in responses. */
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
  /** Day of the price, `YYYY-MM-DD`. Default: the day on which the Item is linked. */
  readonly institution_price_as_of?: string | null | undefined;
  /** Total cost. Default: not known. */
  readonly cost_basis?: number | null | undefined;
  /** How many of the security. */
  readonly quantity: number;
  /** Currency, ISO 4217 or unofficial. */
  readonly currency: string;
  /** The security. */
  readonly security: BankSecurityOverride;
}

/** A transaction of an investment account. */
export interface BankInvestmentTransactionOverride {
  /** Day on which it posted, `YYYY-MM-DD`. */
  readonly date: string;
  /** Description. */
  readonly name: string;
  /** How many of the security: positive when bought, negative when sold. */
  readonly quantity: number;
  /** Price of one. */
  readonly price: number;
  /** Fees. Default: not known. */
  readonly fees?: number | null | undefined;
  /** Kind of transaction. */
  readonly type: 'buy' | 'sell' | 'cash' | 'fee' | 'transfer';
  /** Currency, ISO 4217 or unofficial. */
  readonly currency: string;
  /** The security. Default: none. */
  readonly security?: BankSecurityOverride | null | undefined;
}
