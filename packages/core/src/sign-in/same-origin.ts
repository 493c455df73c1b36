/** Longest address that a user is sent back to: it is stored in a cookie. */
const longest = 512;

/**
 * Reads the address in the app that a user is to be sent to.
 *
 * @returns The whole URL, of the same origin. Only that is safe in a redirect: `/.//evil.example` has the path `//evil.example`,
 * which is another host. Undefined if it is of another origin, does not begin with a slash, or is too long.
 * @internal
 */
export function pathIn(origin: string, path: string): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin); // as browsers read it: with backslashes, without tabs and line breaks
  return url.origin === origin && url.href.length <= longest ? url.href : undefined;
}

/**
 * Whether a request that changes something comes from a page of the app. Browsers set `Sec-Fetch-Site` on https and on this machine,
 * and scripts cannot change it. Older ones send only `Origin`, which is `null` on pages with the referrer policy `no-referrer`.
 *
 * @internal
 */
export function isFromApp({ headers }: Request, expected: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')];
  if (site === null) return origin === expected;
  return site === 'same-origin' && (origin === null || origin === 'null' || origin === expected);
}
