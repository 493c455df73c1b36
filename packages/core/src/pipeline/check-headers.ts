/** Valid header names (RFC 9110 section 5.6.2). */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Valid header values: Latin-1 without control characters or surrounding spaces. */
const headerValue = /^(?![\t ])[\t\x20-\x7e\x80-\xff]*(?<![\t ])$/;

/** Headers that prove who sends a request. Only the client sets them. */
const credentialName = /authorization|cookie|credential|password|secret|token|api-?key|client-id/;

/** Headers that describe the body or the connection, which the runtime or the client sets itself. */
const transportName =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept-encoding|proxy-.*|sec-.*)$/;

/**
 * Describes the problem with a call's `headers` option; undefined if there is none. No value is quoted.
 *
 * @param given Headers from the caller, unchecked.
 * @param own Headers that the client sends with this request, by lowercase name.
 */
export function problemOfHeaders(given: unknown, own: Readonly<Record<string, string>>): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Headers)
    return "headers must be a plain object of names and values, for example { 'x-trace-id': '1' }";
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    // An invalid name is not quoted either, because it may be a whole header line.
    if (!headerName.test(name))
      return 'headers has an invalid name. Use letters, digits and hyphens, without a colon or spaces';
    if (typeof value !== 'string' || !headerValue.test(value))
      return `headers: the value of ${name} must be a string without line breaks, control characters, surrounding spaces or characters outside Latin-1`;
    const lower = name.toLowerCase();
    if (credentialName.test(lower))
      return `headers must not contain ${name}: the client sends its own credentials. Pass credentials as options of the client`;
    if (transportName.test(lower) || Object.hasOwn(own, lower))
      return `headers must not contain ${name}: the client sets it itself. Remove it from headers`;
    if (seen.has(lower)) return `headers contains ${name} twice, in different spellings. Remove one of them`;
    seen.add(lower);
  }
  return undefined;
}

/**
 * Describes the problem with headers that many calls share; undefined if there is none, or there are no headers.
 * Headers that only some endpoints set themselves are checked with each call.
 */
export const problemOfSharedHeaders = (headers: unknown): string | undefined =>
  headers === undefined ? undefined : problemOfHeaders(headers, { accept: '' });
