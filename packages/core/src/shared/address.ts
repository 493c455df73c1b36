/** `address` without slashes at its end, so that paths can be appended. Anything but a string is left to the client's own check. */
export const withoutTrailingSlash = (address: string): string =>
  typeof address === 'string' ? address.replace(/\/+$/, '') : address;

/** An address that paths are appended to, parsed once. @internal */
export interface Address {
  readonly text: string;
  readonly origin: string;
  /** Without a slash at its end. */
  readonly path: string;
}

/** Parses an absolute URL. @internal */
export function parseAddress(text: string): Address {
  const { origin, pathname } = new URL(text);
  return { text, origin, path: withoutTrailingSlash(pathname) };
}
