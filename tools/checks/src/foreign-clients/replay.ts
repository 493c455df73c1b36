import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createSandbox, type Sandbox } from '@x/sandbox';
import { afterAll, beforeAll, expect } from 'vitest';

/** A response. */
interface RawResponse {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, each checked by what the test expects of it
  readonly json: any;
}

/** A request that a client sends: its method, its target, and the parts that differ from call to call. */
export interface Sent {
  readonly method: string;
  /** Path and query exactly as they are on the wire. */
  readonly target: string;
  readonly token?: string;
  readonly body?: string;
}

/** Returns the request line and header lines of a client in its own order and spelling. The body follows them. */
export type Dialect = (sent: Sent, host: string) => readonly string[];

/** Formats JSON as Python does by default, with a space after each separator and only ASCII characters. */
export const pythonJson = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2')
    .replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Returns the length of a body on the wire. */
const lengthOf = (body = ''): number => Buffer.byteLength(body);

/**
 * Sends the head that a client in another language would send, header by header, and reads the response. Node's `http`
 * adds nothing to a request whose `Host` and `Connection` are not its own.
 */
async function sendAs(dialect: Dialect, url: string, sent: Sent): Promise<RawResponse> {
  const { host, hostname, port } = new URL(url);
  const call = request({ hostname, port, method: sent.method, path: sent.target, setHost: false, agent: false });
  call.removeHeader('connection');
  for (const line of dialect(sent, host).slice(1)) {
    const colon = line.indexOf(':');
    call.setHeader(line.slice(0, colon), line.slice(colon + 2));
  }
  const [response] = (await once(call.end(sent.body), 'response')) as [IncomingMessage];
  const body = await text(response);
  call.destroy();
  const isJson = response.headers['content-type']?.includes('json') && body !== '';
  return { status: response.statusCode ?? 0, text: body, json: isJson ? JSON.parse(body) : undefined };
}

/** Options of a single call. */
interface CallOptions {
  readonly body?: string;
  /** Status of the response. Default 200. */
  readonly status?: number;
  /** Value of its authorization header. Default: the caller's. */
  readonly token?: string;
}

/**
 * Sends calls such as `GET /users?id=1` to an API, and resolves to the JSON of the response once its status is checked.
 */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, each checked by what the test expects of it
type Caller = (call: string, options?: CallOptions) => Promise<any>;

/**
 * Creates a function that sends calls as a client in another language does, to addresses below `base`, such as
 * `/music/v1`.
 */
export function callAs(sandbox: () => Sandbox, dialect: Dialect, base: string, tokenOf?: () => string): Caller {
  return async (call, { body, status = 200, token = tokenOf?.() } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const sent = { method, target: base + path, ...(token && { token }), ...(body !== undefined && { body }) };
    const response = await sendAs(dialect, sandbox().url, sent);
    expect(response.status, response.text).toBe(status);
    return response.json;
  };
}

/**
 * Starts a sandbox that the tests of a file share. They run in order, because a client creates what it then changes.
 */
export function startForAll(options?: Parameters<typeof createSandbox>[0]): () => Sandbox {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox(options);
  });
  afterAll(() => sandbox.close());
  return () => sandbox;
}

/** Headers of one kind of call, in the order in which they are sent. */
type Lines = readonly (string | false | undefined)[];

const linesOf = ({ method, target }: Sent, lines: Lines): string[] => [
  `${method} ${target} HTTP/1.1`,
  ...lines.filter((line) => typeof line === 'string'),
];

/**
 * Python's `requests`, which sets the length of everything but a GET. `type` is the content type that the client sets
 * itself, which precedes the length.
 */
export function pythonRequests(type?: string): Dialect {
  return (sent, host) =>
    linesOf(sent, [
      `Host: ${host}`,
      'User-Agent: python-requests/2.34.2',
      'Accept-Encoding: gzip, deflate',
      'Accept: */*',
      'Connection: keep-alive',
      sent.token && `Authorization: ${sent.token}`,
      type && `Content-Type: ${type}`,
      sent.method !== 'GET' && `Content-Length: ${lengthOf(sent.body)}`,
      sent.body !== undefined && !type && 'Content-Type: application/x-www-form-urlencoded',
    ]);
}

/** Python's `aiohttp`, which calls a missing body of POST, PUT and PATCH `application/octet-stream`. */
export function aiohttp(headers: readonly string[] = []): Dialect {
  return (sent, host) => {
    const type = sent.body === undefined ? 'application/octet-stream' : 'application/json';
    return linesOf(sent, [
      `Host: ${host}`,
      ...headers,
      sent.token && `Authorization: ${sent.token}`,
      'Accept: */*',
      'Accept-Encoding: gzip, deflate',
      'User-Agent: Python/3.11 aiohttp/3.8.4',
      sent.method !== 'GET' && `Content-Length: ${lengthOf(sent.body)}`,
      !['GET', 'DELETE'].includes(sent.method) && `Content-Type: ${type}`,
    ]);
  };
}

/** A POST of Python's `urllib3`, which adds the length. The client sets everything else. */
export function urllib3(headers: readonly string[]): Dialect {
  return (sent, host) =>
    linesOf(sent, [`Host: ${host}`, 'Accept-Encoding: identity', `Content-Length: ${lengthOf(sent.body)}`, ...headers]);
}

/**
 * Go's `net/http`, with the client's headers in alphabetical order and canonical spelling, followed by
 * `Accept-Encoding`. A `streamed` body has chunks instead of a length.
 */
export function goHttp(
  headers: readonly string[] = [],
  { userAgent = 'Go-http-client/1.1', streamed = false } = {},
): Dialect {
  return (sent, host) => {
    const hasLength = sent.body !== undefined || ['POST', 'PUT', 'PATCH'].includes(sent.method);
    const own = [...headers, ...(sent.token ? [`Authorization: ${sent.token}`] : [])];
    return linesOf(sent, [
      `Host: ${host}`,
      `User-Agent: ${userAgent}`,
      streamed ? 'Transfer-Encoding: chunked' : hasLength && `Content-Length: ${lengthOf(sent.body)}`,
      ...own.toSorted(),
      'Accept-Encoding: gzip',
    ]);
  };
}

/** Node's `fetch`. */
export function nodeFetch(): Dialect {
  return (sent, host) =>
    linesOf(sent, [
      `host: ${host}`,
      'connection: keep-alive',
      'accept: */*',
      'accept-language: *',
      'sec-fetch-mode: cors',
      'user-agent: node',
      'accept-encoding: gzip, deflate',
    ]);
}
