/** `address` without slashes at its end, so that paths can be appended. Anything but a string is left to the client's own check. */
export const withoutTrailingSlash = (address: string): string =>
  typeof address === 'string' ? address.replace(/\/+$/, '') : address;
