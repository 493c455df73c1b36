/**
 * Removes slashes from the end of `address`, so that paths can be appended. Other types are left to the client's own
 * check.
 */
export const withoutTrailingSlash = (address: string): string =>
  typeof address === 'string' ? address.replace(/\/+$/, '') : address;

/** An address that paths are appended to, parsed once. */
export interface Address {
  /** The whole address. */
  readonly text: string;
  /** Scheme, host and port. */
  readonly origin: string;
  /** Path without a slash at its end. */
  readonly path: string;
}

/** Parses an absolute URL. */
export function parseAddress(text: string): Address {
  const { origin, pathname } = new URL(text);
  return { text, origin, path: withoutTrailingSlash(pathname) };
}
