import type { EndpointSpec } from '../declare/endpoint.ts';
import type { Provider } from '../declare/provider.ts';
import { refusal } from '../errors.ts';
import { isBelow, leavesPath } from './address.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a request is written from: a declaration, and its values by the place in which they travel. @internal */
export interface RequestParts {
  readonly endpoint: EndpointSpec;
  /** Address that the path is appended to. */
  readonly base: string;
  /** How lists travel in a query. */
  readonly lists: Provider['lists'];
  readonly path: Values;
  readonly query: Values;
  readonly body: Values;
}

/** URL and body of a request. @internal */
export interface BuiltRequest {
  readonly url: string;
  /** Undefined for none. */
  readonly body: string | undefined;
}

const invalid = (reason: string) => refusal('invalid_params', reason);

/**
 * Writes the URL and the body of a request.
 *
 * @throws a refusal of code `invalid_params` when a value cannot be written, or when the URL would leave `base`.
 * @internal
 */
export function buildRequest({ endpoint, base, lists, path, query, body }: RequestParts): BuiltRequest {
  const encode = (name: string, value: unknown) => encodeURIComponent(stringOf(endpoint, name, value));

  const filledPath = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = path[name];
    if (value === undefined) throw invalid(`${name} is required: it is part of the path ${endpoint.path}`);
    if (leavesPath(stringOf(endpoint, name, value)))
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
  const url = `${base}${filledPath}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`;
  if (!isBelow(url, base)) throw invalid(`the path leaves ${base}. Credentials are only sent to addresses below it`);

  const hasBody = endpoint.body !== undefined || Object.keys(body).length > 0;
  return { url, body: hasBody ? writeBody(endpoint, body) : undefined };
}

function stringOf({ encode }: EndpointSpec, name: string, value: unknown): string {
  const own = encode?.[name];
  const written = own ? own(value as never) : String(value);
  if (!written.isWellFormed()) throw invalid(`${name} contains an unpaired surrogate (invalid Unicode)`);
  return written;
}

function writeBody({ write = JSON.stringify }: EndpointSpec, body: Values): string {
  try {
    return write(body as never);
  } catch (error) {
    const [reason] = (error as Error).message.split('\n');
    throw invalid(`the body cannot be written: ${reason}. Pass plain objects, arrays, strings, numbers and booleans`);
  }
}
