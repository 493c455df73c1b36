import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { createSandbox } from '../create-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

/** A response as it was read from the socket. */
interface RawResponse {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, each checked by what the test expects of it
  readonly json: any;
}

/** A request that a client sends: its method, its target, and what differs from call to call. */
export interface Sent {
  readonly method: string;
  /** Path and query exactly as they are on the wire. */
  readonly target: string;
  readonly token?: string;
  readonly body?: string;
}

/** The request line and header lines of a client, in its own order and spelling; the body follows them. */
export type Dialect = (sent: Sent, host: string) => readonly string[];

/** JSON as Python writes it by default: a space after each separator, and nothing but ASCII. */
export const pythonJson = (value: unknown): string =>
  JSON.stringify(value, null, 1)
    .replace(/\n */g, ' ')
    .replace(/([[{]) | ([\]}])/g, '$1$2')
    .replace(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Length of a body on the wire. */
const lengthOf = (body = ''): number => Buffer.byteLength(body);

/**
 * Sends the bytes that a client in another language would send, and reads the response. No HTTP library takes part in the
 * sending, as each would add, rename or reorder headers.
 */
async function sendAs(dialect: Dialect, url: string, sent: Sent): Promise<RawResponse> {
  const { host, hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`${dialect(sent, host).join('\r\n')}\r\n\r\n${sent.body ?? ''}`);
  try {
    return await readResponse(socket);
  } finally {
    socket.destroy();
  }
}

/** What differs between the calls of a client. */
interface CallOptions {
  readonly body?: string;
  /** Status of the response. Default 200. */
  readonly status?: number;
  /** Value of its authorization header. Default: that of the caller. */
  readonly token?: string;
}

/** Sends calls such as `GET /users?id=1` to an API, and resolves to the JSON of the response once its status is checked. */
// biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, each checked by what the test expects of it
type Caller = (call: string, options?: CallOptions) => Promise<any>;

/** Sends calls as a client in another language does: to the addresses below `base`, such as `/music/v1`. */
export function callAs(sandbox: () => Sandbox, dialect: Dialect, base: string, tokenOf?: () => string): Caller {
  return async (call, { body, status = 200, token = tokenOf?.() } = {}) => {
    const [method = '', path = ''] = call.split(' ');
    const sent = { method, target: base + path, ...(token && { token }), ...(body !== undefined && { body }) };
    const response = await sendAs(dialect, sandbox().url, sent);
    expect(response.status, response.text).toBe(status);
    return response.json;
  };
}

/** Starts a sandbox for the tests of a file, which change it in their order: a client creates what it then changes. */
export function startForAll(options?: Parameters<typeof createSandbox>[0]): () => Sandbox {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await createSandbox(options);
  });
  afterAll(() => sandbox.close());
  return () => sandbox;
}

/** Reads one response from a connection that stays open after it. */
async function readResponse(socket: Socket): Promise<RawResponse> {
  let received = Buffer.alloc(0);
  for await (const chunk of socket) {
    received = Buffer.concat([received, chunk]);
    const response = parseResponse(received);
    if (response) return response;
  }
  throw new Error(`the connection was closed in the middle of a response: ${received.toString()}`);
}

/** The response in `bytes`, undefined when it is not complete yet. */
function parseResponse(bytes: Buffer): RawResponse | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const [statusLine = '', ...lines] = bytes.subarray(0, headEnd).toString('latin1').split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = readBody(bytes.subarray(headEnd + 4), status, headers);
  if (!body) return undefined;
  const text = body.toString();
  return {
    status,
    text,
    json: headers.get('content-type')?.includes('json') && text !== '' ? JSON.parse(text) : undefined,
  };
}

function readBody(rest: Buffer, status: number, headers: Headers): Buffer | undefined {
  if (status === 204 || status === 304) return Buffer.alloc(0);
  if (headers.get('transfer-encoding') === 'chunked') return readChunks(rest);
  const length = Number(headers.get('content-length') ?? 0);
  return rest.length < length ? undefined : rest.subarray(0, length);
}

function readChunks(rest: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = rest.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString('latin1'), 16);
    const start = lineEnd + 2;
    if (rest.length < start + size + 2) return undefined;
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(start, start + size));
    at = start + size + 2;
  }
}

/** Headers of one kind of call, in the order in which they are sent. */
type Lines = readonly (string | false | undefined)[];

const linesOf = ({ method, target }: Sent, lines: Lines): string[] => [
  `${method} ${target} HTTP/1.1`,
  ...lines.filter((line) => typeof line === 'string'),
];

/**
 * Python's `requests`, which sets the length of everything but a GET. `type` is the content type that the client sets
 * itself, which goes before the length.
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

/** A POST of Python's `urllib3`: it adds the length, all else is the client's. */
export function urllib3(headers: readonly string[]): Dialect {
  return (sent, host) =>
    linesOf(sent, [`Host: ${host}`, 'Accept-Encoding: identity', `Content-Length: ${lengthOf(sent.body)}`, ...headers]);
}

/**
 * Go's `net/http`: the client's headers in alphabetical order and canonical spelling, `Accept-Encoding` after them. A body that is
 * `streamed` has chunks instead of a length; it is given as the chunks are on the wire.
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

/** The `fetch` of Node. */
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
