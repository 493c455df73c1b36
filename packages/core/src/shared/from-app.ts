/**
 * Whether a request that changes something comes from one of the app's pages. Browsers set `Sec-Fetch-Site` on https
 * and on this machine, and scripts cannot change it. Older ones send only `Origin`, which is `null` on pages with the
 * referrer policy `no-referrer`.
 *
 * @param expected Origin of the app, such as `https://app.example`.
 */
export function isFromApp({ headers }: Request, expected: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')];
  if (site === null) return origin === expected;
  return site === 'same-origin' && (origin === null || origin === 'null' || origin === expected);
}
