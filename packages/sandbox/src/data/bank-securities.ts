/** Something an investment account can hold. No issuer of these names is meant. */
export interface SecurityData {
  readonly name: string;
  readonly ticker: string;
  readonly type: 'equity' | 'etf' | 'mutual fund' | 'fixed income';
  readonly subtype: string;
  /** Cents. */
  readonly price: number;
  /** How much its price rose in the last two years, as a part of today's price. */
  readonly growth: number;
  readonly market: string | null;
  readonly sector: string | null;
  readonly industry: string | null;
  readonly cfi: string;
  /** What it pays a year, as a part of its value. */
  readonly yield: number;
  /** Only of fixed income: percent a year, and its first and last day. */
  readonly coupon?: { readonly percentage: number; readonly issued: string; readonly matures: string };
}

const shares = `
Platypus Works Inc|PLWK|equity|common stock|4215|0.22|XNAS|Electronic Technology|Telecommunications Equipment|ESVUFR|0.011
Quill & Anchor Shipping|QASH|equity|common stock|1687|-0.08|XNYS|Transportation|Marine Shipping|ESVUFR|0.034
Juniper Fuel Corp|JNPF|equity|common stock|8830|0.14|XNYS|Energy Minerals|Oil Refining/Marketing|ESVUFR|0.028
Broad Meadow Total Market ETF|BMTM|etf|etf|11264|0.18|ARCX|Miscellaneous|Investment Trusts/Mutual Funds|CEOGES|0.015
Far Shores International ETF|FSHR|etf|etf|6372|0.09|ARCX|Miscellaneous|Investment Trusts/Mutual Funds|CEOGES|0.026
Slow Orchard Bond Fund|SLORX|mutual fund|mutual fund|1042|-0.03||Miscellaneous|Investment Trusts/Mutual Funds|CIOGBS|0.041
Lantern Growth Fund|LNTGX|mutual fund|mutual fund|3196|0.25||Miscellaneous|Investment Trusts/Mutual Funds|CIOGES|0.004
`;

const bonds = `
Mossgrove Water District 4.1% 2031|MOSS31|fixed income|municipal bond|9480|0.01|||Municipal|DBFUFR|0.041|4.1|2021-03-01|2031-03-01
`;

/** What the accounts of the sandbox invest in. */
export const securities: readonly SecurityData[] = `${shares}${bonds}`
  .split('\n')
  .filter(Boolean)
  .map((row) => {
    const [name, ticker, type, subtype, price, growth, market, sector, industry, cfi, pays, coupon, issued, matures] =
      row.split('|') as [string, string, SecurityData['type'], string, ...string[]];
    return {
      name,
      ticker,
      type,
      subtype,
      price: Number(price),
      growth: Number(growth),
      market: market || null,
      sector: sector || null,
      industry: industry || null,
      cfi: cfi ?? '',
      yield: Number(pays),
      ...(coupon && issued && matures && { coupon: { percentage: Number(coupon), issued, matures } }),
    };
  });
