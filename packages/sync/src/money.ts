/**
 * Decimals of the currencies that do not have two, by ISO 4217. `Intl` is no substitute: it follows the CLDR, which has
 * fewer decimals for several currencies.
 */
const decimalsOf: Readonly<Record<string, number>> = Object.fromEntries([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3]),
  ...'CLF UYW'.split(' ').map((code) => [code, 4]),
]);

/** Decimals of a currency without an ISO code, such as a cryptocurrency. */
const unofficialDecimals = 8;

/** A currency, as Plaid reports it: one of the codes is set. */
export interface CurrencyCodes {
  readonly iso_currency_code?: string | null | undefined;
  readonly unofficial_currency_code?: string | null | undefined;
}

/** Returns the code of a currency: an ISO 4217 code, `~` before an unofficial one (`~DOGE`), or `XXX` for none. */
export const currencyOf = ({ iso_currency_code: iso, unofficial_currency_code: unofficial }: CurrencyCodes): string =>
  iso ?? (unofficial ? `~${unofficial}` : 'XXX');

/** Returns the number of decimals of a currency: 2 for `USD`, 0 for `JPY`, 8 for unofficial ones (`~DOGE`). */
export const decimals = (currency: string): number =>
  currency.startsWith('~') ? unofficialDecimals : (decimalsOf[currency] ?? 2);

/**
 * Converts an amount to whole minor units, such as cents. Decimals that the currency does not have are rounded, halves
 * away from zero.
 */
export function toMinor(amount: number, currency: string): number {
  // Moving the decimal point of the text is exact, where a multiplication is not: 1.005 * 100 is 100.49999999999999.
  const [digits, exponent = '0'] = String(Math.abs(amount)).split('e');
  const minor = Math.round(Number(`${digits}e${Number(exponent) + decimals(currency)}`));
  return amount < 0 && minor > 0 ? -minor : minor;
}

/** Formats whole minor units as an exact decimal number: `formatMinor(-1205, 'USD')` is `-12.05`. */
export function formatMinor(minor: number, currency: string): string {
  const places = decimals(currency);
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return `${minor < 0 ? '-' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''}`;
}
