import { startWork } from '../clock/activity.ts';
import type { Connection, ConnectionEvents } from '../shared/connection.ts';
import { notServed } from '../shared/context.ts';
import type { SandboxProvider, SocketPlace } from '../shared/provider.ts';
import type { Entry, RecordedRequest } from './recorder.ts';
import type { Run } from './run.ts';

/** A request to a provider whose body has been read. */
interface Arrival {
  readonly provider: SandboxProvider;
  readonly method: string;
  /** Path below the provider's prefix, with the query. */
  readonly path: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer>;
  /** Objects that the HTTP server passes with the request. */
  readonly bindings: object | undefined;
}

/** Lets a provider respond, and records the request if it may change something. */
export async function serveRequest({ plan, recorder, scope }: Run, url: string, arrival: Arrival): Promise<Response> {
  const { provider, method, path, headers, body, bindings } = arrival;
  const { app } = plan(provider.name).servers();
  const [pathname = ''] = path.split('?');
  let entry: Extract<Entry, { request: object }> | undefined;
  if (provider.mayChange(method, pathname)) {
    entry = { at: scope.now(), request: recordedRequest(arrival) };
    recorder.add(entry);
  }
  const endWork = startWork();
  try {
    const request = new Request(url + path, { method, headers, ...(body.length > 0 && { body }) });
    const response = await app.fetch(request, bindings);
    // A request refused by a limit changes nothing, and restored providers count from zero.
    if (entry && response.status !== 429) entry.status = response.status;
    return response;
  } finally {
    endWork();
  }
}

/**
 * Opens a WebSocket to a provider, and records what its client does, unless it only reads. Returns the functions to
 * call when the client sends or ends.
 */
export function serveSocket(
  run: Run,
  { provider: { name, chatPath }, path }: SocketPlace,
  query: URLSearchParams,
  connection: Connection,
): ConnectionEvents {
  const { plan, recorder, scope } = run;
  if (path === chatPath) return plan(name).servers().chat?.(connection) ?? notServed(name);
  run.sockets += 1;
  const socket = run.sockets;
  recorder.add({ at: scope.now(), socket, event: 'open', provider: name, query: query.toString() });
  const events = plan(name).servers().connect?.(query, connection) ?? notServed(name);
  const happens = (event: keyof ConnectionEvents) => (text: string) => {
    recorder.add({ at: scope.now(), socket, event });
    events[event](text);
  };
  return { received: happens('received'), closed: () => happens('closed')('') };
}

/** Headers that do not affect a provider, but differ when a request is sent again. */
const leftOut = new Set(['host', 'connection', 'content-length', 'user-agent', 'accept-encoding', 'accept-language']);

/** Converts a request to the form that the log stores. */
const recordedRequest = ({ provider, method, path, headers, body }: Arrival): RecordedRequest => ({
  provider: provider.name,
  method,
  path,
  headers: Object.fromEntries([...headers].filter(([name]) => !leftOut.has(name) && !name.startsWith('sec-'))),
  ...(body.length > 0 && bodyOf(body)),
});

function bodyOf(bytes: Uint8Array): Pick<RecordedRequest, 'body' | 'bodyBase64'> {
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bodyBase64: Buffer.from(bytes).toString('base64') };
  }
}

/** Returns the body of a stored request as bytes. */
export const bytesOf = ({ body, bodyBase64 }: RecordedRequest): ArrayBuffer =>
  new Uint8Array(bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64')).buffer;
