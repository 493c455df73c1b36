import type { PreparedRequest, RequestValues } from '../call/call.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { Provider } from '../declare/provider.ts';
import { codedError } from '../errors/api-error.ts';
import type { Address } from '../shared/address.ts';
import { kindOf } from '../shared/describe-value.ts';
import type { Params } from './check-input.ts';

/** Parts of a request: a declaration, and its values grouped by where they are sent. */
export interface RequestParts extends RequestValues {
  readonly endpoint: EndpointSpec;
  /** Address that the path is appended to. */
  readonly base: Address;
  /** Format of arrays in a query. */
  readonly lists: Provider['lists'];
}

const invalid = (reason: string) => codedError('invalid_params', reason);

/**
 * Builds the URL and the body of a request.
 *
 * @throws a coded error `invalid_params` when a value cannot be serialized, or when the URL would leave `base`.
 */
export function buildRequest({
  endpoint,
  base,
  lists,
  path,
  query,
  body,
}: RequestParts): Pick<PreparedRequest, 'url' | 'body'> {
  const encode = (name: string, value: unknown) => encodeURIComponent(writeValue(endpoint, name, value));

  const filledPath = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw invalid(`${name} is required: it is part of the path ${endpoint.path}`);
    if (leavesPath(writeValue(endpoint, name, value)))
      throw invalid(`${name} must not be empty, or have '.' or '..' as a path segment`);
    return encode(name, value);
  });
  const pairs = Object.entries(query)
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => {
      const key = `${encodeURIComponent(name)}=`;
      if (!Array.isArray(value) || endpoint.encode?.[name]) return key + encode(name, value);
      return key + value.map((each) => encode(name, each)).join(lists === 'comma' ? ',' : `&${key}`);
    });
  const url = `${base.text}${filledPath}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  if (!isBelow(url, base))
    throw invalid(`the path leaves ${base.text}. Credentials are only sent to addresses below it`);

  const hasBody = (endpoint.body !== undefined && !endpoint.arrange) || Object.keys(body).length > 0;
  return { url, body: hasBody ? writeBody(endpoint, body) : undefined };
}

function writeValue({ encode }: EndpointSpec, name: string, value: unknown): string {
  const own = encode?.[name];
  const written = own ? own(value as never) : String(value);
  if (!written.isWellFormed()) throw invalid(`${name} contains an unpaired surrogate (invalid Unicode)`);
  return written;
}

function writeBody({ write = JSON.stringify }: EndpointSpec, body: Params): string {
  try {
    return write(body as never);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw invalid(`the body cannot be written: ${reason}. Pass plain objects, arrays, strings, numbers and booleans`);
  }
}

const dotSegment = /(^|[/\\])\.{1,2}([/\\]|$)/;

/**
 * Describes the problem with the path of a custom request, as the end of a sentence; undefined if there is none. Paths
 * that a URL parser would read as another host or a parent directory are refused here, where the error can name the
 * reason.
 */
export function problemOfPath(path: unknown): string | undefined {
  if (typeof path !== 'string') return `must be a string; got ${kindOf(path)}`;
  if (!path.startsWith('/') || path.startsWith('//'))
    return 'must start with exactly one slash, for example /v1/me or POST /v1/me';
  if (/[?#]/.test(path)) return 'must not contain a query or fragment: pass query parameters as params';
  if (/[\s\\]|%2f|%5c/i.test(path))
    return 'must not contain spaces, backslashes or encoded slashes: name values in braces, such as /v1/artists/{id}, and pass them as params';
  if (dotSegment.test(path.replace(/%2e/gi, '.'))) return "must not contain '.' or '..' as a segment";
  return undefined;
}

/** Whether a path parameter would lead to another path, because it is empty or has `.` or `..` as a segment. */
export const leavesPath = (value: string): boolean => value === '' || dotSegment.test(value);

/** Whether `url` is on the host and below the path of `base`. This is the last check before credentials are sent. */
export function isBelow(url: string, { origin, path }: Address): boolean {
  if (!URL.canParse(url)) return false;
  const target = new URL(url);
  return target.origin === origin && (target.pathname === path || target.pathname.startsWith(`${path}/`));
}
