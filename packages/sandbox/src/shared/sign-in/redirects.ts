import { invalid } from '../check-fields.ts';
import type { Outcome } from './question.ts';

/** Loopback addresses as literals, which no name server can point elsewhere. */
export const loopbackLiterals: readonly string[] = ['127.0.0.1', '[::1]'];

// Matches the whole string instead of the result of a URL parser, so that the sandbox compares exactly what it
// redirects to.
const absolute = /^(https?):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?([/?][\x21\x22\x24-\x7e]*)?$/i;

/** Returns whether an address is plain http to one of `loopbackHosts`, without a fragment. */
export function isLoopback(uri: string, loopbackHosts: readonly string[]): boolean {
  const [, scheme, host] = absolute.exec(uri) ?? [];
  return scheme === 'http' && host !== undefined && loopbackHosts.includes(host);
}

/** Throws `ApiError` `invalid_params` if no app can register `uri`. */
export function checkRedirectUri(uri: string, loopbackHosts: readonly string[]): void {
  if (absolute.exec(uri)?.[1] === 'https' || isLoopback(uri, loopbackHosts)) return;
  throw invalid(`redirectUris must be https URLs, or http URLs of ${loopbackHosts.join(' or ')}; got ${uri}`);
}

/**
 * Returns whether the sandbox may redirect to an address: one of `registered`, or without any, an address of this
 * machine.
 */
export function isRegistered(
  uri: string,
  registered: readonly string[] | undefined,
  loopbackHosts: readonly string[],
): boolean {
  return registered ? registered.includes(uri) : isLoopback(uri, loopbackHosts);
}

/** Removes the port from an http address of a loopback literal, which Spotify does not compare (RFC 8252 §7.3). */
export const withoutLoopbackPort = (uri: string): string =>
  uri.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/i, '$1');

/**
 * Returns the redirect to the app with `parameters` and the app's `state`, in the query or, if they contain a token, in
 * the fragment. The address's own query parameters stay unchanged (RFC 6749 §3.1.2).
 */
export function sendBack(
  redirectUri: string,
  state: string | null,
  parameters: Record<string, string>,
  place: 'query' | 'fragment' = 'query',
): Outcome {
  const added = new URLSearchParams({ ...parameters, ...(state !== null && { state }) });
  const mark = place === 'fragment' ? '#' : redirectUri.includes('?') ? '&' : '?';
  return { redirectTo: `${redirectUri}${mark}${added}` };
}
