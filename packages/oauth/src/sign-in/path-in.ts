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
