import type { Call, PreparedRequest, RequestValues, Stage } from '../call/call.ts';
import { reportOnce } from '../call/report-drift.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';
import type { Draft, Provider } from '../declare/provider.ts';
import { type CodedError, codedError } from '../errors/api-error.ts';
import type { Address } from '../shared/address.ts';
import { kindOf } from '../shared/describe-value.ts';
import { problemOfHeaders } from './check-headers.ts';
import { type Params, pick, travelsIn } from './check-input.ts';

/**
 * Builds the request of a call from the caller's values and the provider's additions to each request, and determines
 * the buckets it counts against and its grants. Reports undocumented params, because only now is it clear that they can
 * be sent.
 *
 * @throws ApiError `invalid_params` when a value cannot be sent.
 */
export const prepare: Stage = (call, next) => {
  call.request = prepareRequest(call);
  for (const { place, message, key } of call.undocumented?.differences ?? [])
    reportOnce(call, { about: 'params', place, message }, key);
  return next(call);
};

function prepareRequest(call: Call): PreparedRequest {
  const { endpoint } = call;
  const { provider, grants } = call.client;
  const problem = call.custom && problemOfPath(endpoint.path);
  if (problem !== undefined) throw call.invalid(`path ${problem}`);
  const values = call.custom ?? readValues(call);
  const params = call.custom ? { ...values.path, ...values.query, ...values.body } : (call.params as Params);
  const headers: Record<string, string> = { accept: 'application/json' };
  const draft: Draft = { endpoint, params, query: values.query, body: values.body, headers };
  provider.sign?.(draft);
  const { url, body } = build(call, values);
  if (body !== undefined) headers['content-type'] = endpoint.contentType ?? 'application/json';
  if (call.options.headers !== undefined) addHeaders(call, headers);
  const rules = [provider.rate?.(draft) ?? []].flat();
  return { url, headers, body, rules, grants: grants[endpoint.auth], draft };
}

/** Adds the caller's headers to the client's. */
function addHeaders(call: Call, headers: Record<string, string>): void {
  const { headers: given } = call.options;
  const problem = problemOfHeaders(given, headers);
  if (problem !== undefined) throw call.invalid(problem);
  for (const [name, value] of Object.entries(given ?? {})) {
    headers[name.toLowerCase()] = value;
    call.secrets.add(value); // a server may echo it in an error
  }
}

function build(call: Call, values: RequestValues): BuiltRequest {
  const { endpoint } = call;
  const { provider, addresses } = call.client;
  const base = call.base ?? addresses[endpoint.host ?? 'api'];
  try {
    return buildRequest({ endpoint, base, lists: provider.lists, ...values });
  } catch (error) {
    const { errorCode, message } = error as Partial<CodedError>;
    throw errorCode === 'invalid_params' ? call.invalid(String(message)) : error;
  }
}

/** Groups the params of a declared call by where they are sent. */
function readValues({ endpoint, params, undocumented }: Call): RequestValues {
  const given = params as Params;
  const values = endpoint.arrange
    ? arrangeValues(endpoint, given)
    : { path: given, query: pick(endpoint.query, given), body: pick(endpoint.body, given) };
  for (const name of undocumented?.extras ?? []) values[travelsIn(endpoint)][name] = given[name];
  return values;
}

/** Returns the params of a call as its declaration arranges them. */
function arrangeValues({ arrange, params, query, body }: EndpointSpec, given: Params): RequestValues {
  const declared = Object.assign({}, ...[params, query, body].map((schema) => pick(schema, given)));
  return { path: {}, query: {}, body: {}, ...arrange?.(declared as never) };
}

/** Parts of a request: a declaration, and its values grouped by where they are sent. */
export interface RequestParts {
  readonly endpoint: EndpointSpec;
  /** Address that the path is appended to. */
  readonly base: Address;
  /** Format of arrays in a query. */
  readonly lists: Provider['lists'];
  readonly path: Params;
  readonly query: Params;
  readonly body: Params;
}

/** URL and body of a request. */
export interface BuiltRequest {
  readonly url: string;
  /** Undefined if there is none. */
  readonly body: string | undefined;
}

const invalid = (reason: string) => codedError('invalid_params', reason);

/**
 * Builds the URL and the body of a request.
 *
 * @throws a coded error `invalid_params` when a value cannot be serialized, or when the URL would leave `base`.
 */
export function buildRequest({ endpoint, base, lists, path, query, body }: RequestParts): BuiltRequest {
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
