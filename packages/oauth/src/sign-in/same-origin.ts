/** Maximum length of an address that a user is sent back to, because it is stored in a cookie. */
const longest = 512;

/**
 * Reads the address in the app to which a user will be sent.
 *
 * @returns The whole URL, with the same origin. Only that is safe in a redirect, because `/.//evil.example` has the
 * path `//evil.example`, which is another host. Undefined if it has another origin, does not begin with a slash, or is
 * too long.
 */
export function pathIn(origin: string, path: string): string | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, origin)) return undefined;
  const url = new URL(path, origin); // parses like browsers: accepts backslashes, drops tabs and line breaks
  return url.origin === origin && url.href.length <= longest ? url.href : undefined;
}

/**
 * Whether a request that changes something comes from one of the app's pages. Browsers set `Sec-Fetch-Site` on https
 * and on this machine, and scripts cannot change it. Older ones send only `Origin`, which is `null` on pages with the
 * referrer policy `no-referrer`.
 */
export function isFromApp({ headers }: Request, expected: string): boolean {
  const [site, origin] = [headers.get('sec-fetch-site'), headers.get('origin')];
  if (site === null) return origin === expected;
  return site === 'same-origin' && (origin === null || origin === 'null' || origin === expected);
}
