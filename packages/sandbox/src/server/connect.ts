import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { FaultBook } from '../faults/faults.ts';
import { spoil } from '../faults/spoil.ts';
import type { Connection, ConnectionEvents } from '../shared/connection.ts';
import type { SandboxProvider, SocketPlace } from '../shared/provider.ts';
import { hangUp } from './hang-up.ts';
import type { Log } from './requests.ts';

/** Parts of a sandbox that connections need. */
interface Connecting {
  readonly closing: AbortSignal;
  readonly faults: FaultBook;
  readonly log: Log;
  providerOf(pathname: string): SandboxProvider | undefined;
  /** Opens a WebSocket that was admitted. Returns the functions to call when the client sends or ends. */
  open(place: SocketPlace, query: URLSearchParams, connection: Connection): ConnectionEvents;
  pause(ms: number): Promise<void>;
}

/** The place that accepts a WebSocket, or the response that refuses it; undefined if a fault drops it. */
type Admission = SocketPlace | Response | undefined;

/** Connects WebSockets to the provider that has them at their path. Faults of that path refuse or drop them. */
export function createConnector({ closing, faults, log, providerOf, open, pause }: Connecting) {
  return {
    closing,

    async admit({ pathname, searchParams: query }: URL): Promise<Admission> {
      const provider = providerOf(pathname);
      const path = provider ? pathname.slice(provider.name.length + 1) : pathname;
      if (!provider || ![provider.socketPath, provider.chatPath].includes(path))
        return new Response('There is no WebSocket at this path.\n', { status: 404 });
      const { name } = provider;
      const headers = new Headers({ upgrade: 'websocket' });
      const entry = log({ provider: name, method: 'GET', path, query, headers, body: '' });
      const hit = faults.take(name, 'GET', path);
      if (hit) {
        entry.fault = hit.fault;
        const ask = async () => new Response(null, { status: 204 });
        const response = await spoil(hit, ask, () => hangUp(undefined), pause).catch(() => undefined);
        if (!response) return undefined;
        entry.status = response.status;
        if (response.status !== 204) return response;
      }
      entry.status = 101;
      return { provider, path };
    },

    open,
  };
}

export type Connector = ReturnType<typeof createConnector>;

/** Access checks of requests over a socket. */
interface Refusals {
  /** Returns the refusal of a host name that is not allowed; undefined if it is allowed. */
  refuse(host: string): Response | undefined;
  /** Returns the refusal of a page's origin. Browsers let pages of all sites open WebSockets. */
  refusePage(origin: string): Response | undefined;
}

/** Creates the function that handles requests for WebSockets over a socket. */
export function acceptSockets({ closing, admit, open }: Connector, { refuse, refusePage }: Refusals) {
  let loading: Promise<WebSocketServer> | undefined;

  /** Loads `ws`, with the first connection. */
  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws');
    const server = new WebSocketServer({ noServer: true });
    closing.addEventListener('abort', () => {
      for (const socket of server.clients) socket.terminate();
    });
    return server;
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> => {
    socket.on('error', () => {}); // a client that has left
    const url = new URL(request.url ?? '/', 'http://sandbox.invalid');
    const { host = '', origin } = request.headers;
    const refusal = refuse(host) ?? (origin === undefined ? undefined : refusePage(origin));
    const admitted = refusal ?? (await admit(url));
    if (admitted === undefined) return void socket.destroy();
    if (admitted instanceof Response) return respond(socket, admitted);
    loading ??= load();
    const server = await loading;
    if (closing.aborted) return void socket.destroy();
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const { received, closed } = open(admitted, url.searchParams, {
        send: (text) => webSocket.send(text),
        ping: () => webSocket.ping(),
        close: (code, reason) => webSocket.close(code, reason),
        drop: () => webSocket.terminate(),
      });
      webSocket.on('message', (data) => received(String(data)));
      webSocket.on('close', closed);
      webSocket.on('error', () => {}); // `close` follows
    });
  };
}

/** Refuses a WebSocket request with a plain HTTP response, and closes its connection. */
async function respond(socket: Duplex, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(
    `HTTP/1.1 ${response.status} ${response.statusText || 'Refused'}\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n`,
  );
  socket.end(body);
}
