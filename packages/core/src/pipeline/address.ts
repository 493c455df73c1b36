/** `address` without slashes at its end, so that paths can be appended. Anything but a string is left to the client's own check. */
export const withoutTrailingSlash = (address: string): string =>
  typeof address === 'string' ? address.replace(/\/+$/, '') : address;

/**
 * Whether what is sent to a host stays on this machine. Names under `invalid` never resolve (RFC 2606): servers that run in
 * the same process use them.
 */
const staysHere = (hostname: string): boolean =>
  /^(localhost|.+\.(localhost|invalid)|127(\.\d+){3}|\[::1\])$/.test(hostname);

/**
 * What is wrong with the address of an API or authorization server, as the end of a sentence; undefined if nothing is.
 *
 * @param plainAllowed Whether `http:` may be used for hosts other than this machine.
 * @internal
 */
export function problemOfAddress(address: unknown, plainAllowed: boolean): string | undefined {
  if (typeof address !== 'string' || !/^https?:\/\//i.test(address) || !URL.canParse(address))
    return 'must be an absolute URL that starts with https:// (or http:// for this machine), for example https://api.example.com';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password) return 'must not contain a user name or password: pass credentials as options';
  if (/[?#]/.test(address)) return 'must not contain a query or fragment';
  if (/[\s\\]/.test(address)) return 'must not contain spaces or backslashes';
  if (protocol === 'http:' && !plainAllowed && !staysHere(hostname))
    return 'uses http: and would send credentials unencrypted. Use https:, or set allowInsecureHttp: true for a network that you trust';
  return undefined;
}

const dotSegment = /(^|[/\\])\.{1,2}([/\\]|$)/;

/**
 * What is wrong with the path of a custom request, as the end of a sentence; undefined if nothing is. What a URL parser
 * would read as another host or a directory above is refused here, where the reason can be named.
 *
 * @internal
 */
export function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string') return `must be a string; got ${path === null ? 'null' : typeof path}`;
  if (!path.startsWith('/') || path.startsWith('//')) return 'must start with exactly one slash, for example /v1/me';
  if (/[?#]/.test(path)) return 'must not contain a query or fragment: pass query parameters as values.query';
  if (/[\s\\]|%2f|%5c/i.test(path))
    return 'must not contain spaces, backslashes or encoded slashes: pass values as values.path';
  if (dotSegment.test(path.replace(/%2e/gi, '.'))) return "must not contain '.' or '..' as a segment";
  return undefined;
}

/** Whether a path parameter would make the path another one: when it is empty, or has `.` or `..` as a segment. @internal */
export const leavesPath = (value: string): boolean => value === '' || dotSegment.test(value);

/** Whether `url` is on the host and below the path of `base`. The last guard before credentials are sent. @internal */
export function isBelow(url: string, base: string): boolean {
  if (!URL.canParse(url)) return false;
  const [target, root] = [new URL(url), new URL(base)];
  const path = withoutTrailingSlash(root.pathname);
  return target.origin === root.origin && (target.pathname === path || target.pathname.startsWith(`${path}/`));
}
