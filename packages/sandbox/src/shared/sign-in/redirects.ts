import { invalid } from '../check-fields.ts';
import type { Outcome } from './question.ts';

/** The loopback addresses as literals, which no name service can point elsewhere. */
export const loopbackLiterals: readonly string[] = ['127.0.0.1', '[::1]'];

// The whole text is matched, not what a URL parser makes of it: what is compared is what is redirected to.
const absolute = /^(https?):\/\/([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?([/?][\x21\x22\x24-\x7e]*)?$/i;

/** Whether it is plain http to one of `loopbackHosts`, without a fragment. */
export function isLoopback(uri: string, loopbackHosts: readonly string[]): boolean {
  const [, scheme, host] = absolute.exec(uri) ?? [];
  return scheme === 'http' && host !== undefined && loopbackHosts.includes(host);
}

/** Throws `ApiError` `invalid_params` when no application can register `uri`. */
export function checkRedirectUri(uri: string, loopbackHosts: readonly string[]): void {
  if (absolute.exec(uri)?.[1] === 'https' || isLoopback(uri, loopbackHosts)) return;
  throw invalid(`redirectUris takes https, or http to ${loopbackHosts.join(' or ')}, got ${uri}`);
}

/**
 * Whether the sandbox may redirect to it: one of `registered`, and without any registered, an address of this machine.
 */
export function isRegistered(
  uri: string,
  registered: readonly string[] | undefined,
  loopbackHosts: readonly string[],
): boolean {
  return registered ? registered.includes(uri) : isLoopback(uri, loopbackHosts);
}

/**
 * Sends the user back with `parameters` and the app's `state`, in the query or, where they hold a token, the fragment.
 * The address's own query parameters stay unchanged: RFC 6749 §3.1.2.
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
