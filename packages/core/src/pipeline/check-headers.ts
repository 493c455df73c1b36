/** Names that a header may have (RFC 9110 section 5.6.2). */
const headerName = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Values that a header may have: Latin-1 without control characters, and without spaces around it. */
const headerValue = /^(?![\t ])[\t\x20-\x7e\x80-\xff]*(?<![\t ])$/;

/** Headers by which a request proves who it comes from. Only the client sends them. */
const credentialName = /authorization|cookie|credential|password|secret|token|api-?key|client-id/;

/** Headers that describe the body or the connection, which the runtime or the client writes itself. */
const transportName =
  /^(host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|accept-encoding|proxy-.*|sec-.*)$/;

/**
 * What is wrong with the option `headers` of a call; undefined if nothing is. No value is quoted.
 *
 * @param given What the caller passed.
 * @param own The headers that the client sends with this request, by names in lower case.
 * @internal
 */
export function problemOfHeaders(given: unknown, own: Readonly<Record<string, string>>): string | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || given instanceof Headers)
    return "headers must be a plain object of names and values, for example { 'x-trace-id': '1' }";
  const seen = new Set<string>();
  for (const [name, value] of Object.entries(given)) {
    // A name that is not valid is not quoted either: it may be a whole header line.
    if (!headerName.test(name))
      return 'headers has a name that is not valid. Use letters, digits and hyphens, without a colon or spaces';
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
 * What is wrong with headers that many calls share; undefined if nothing is, or there are none. Headers that only some endpoints set
 * themselves are checked with each call.
 *
 * @internal
 */
export const problemOfSharedHeaders = (headers: unknown): string | undefined =>
  headers === undefined ? undefined : problemOfHeaders(headers, { accept: '' });
