import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import { notServed } from '../shared/context.ts';
import type { SandboxProvider } from '../shared/provider.ts';
import type { Run } from '../state/run.ts';
import { type FaultBook, spoil } from './faults.ts';
import { hangUp } from './hang-up.ts';
import type { Log } from './requests.ts';

/** Parts of a sandbox that connections need. */
interface Listening {
  readonly closing: AbortSignal;
  readonly faults: FaultBook;
  readonly log: Log;
  /** Returns the refusal of a host name that is not allowed; undefined if it is allowed. */
  refuse(host: string): Response | undefined;
  providerOf(pathname: string): SandboxProvider | undefined;
  current(): Run;
  pause(ms: number): Promise<void>;
}

/**
 * Creates a function that connects WebSockets to the provider that has one at their path. Faults of that path refuse or
 * drop them.
 */
export function createConnector({ closing, faults, log, refuse, providerOf, current, pause }: Listening) {
  let sockets = 0;
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
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://sandbox.invalid');
    const refusal = refuse(request.headers.host ?? '');
    if (refusal) return respond(socket, refusal);
    const provider = providerOf(pathname);
    const path = provider ? pathname.slice(provider.name.length + 1) : pathname;
    if (provider?.socketPath !== path)
      return respond(socket, new Response('There is no WebSocket at this path.\n', { status: 404 }));
    const { name } = provider;
    const headers = new Headers({ upgrade: 'websocket' });
    const entry = log({ provider: name, method: 'GET', path, query, headers, body: '' });
    const hit = faults.take(name, 'GET', path);
    if (hit) {
      entry.fault = hit.fault;
      const ask = async () => new Response(null, { status: 204 });
      const response = await spoil(hit, ask, () => hangUp(undefined), pause).catch(() => undefined);
      if (!response) return void socket.destroy();
      entry.status = response.status;
      if (response.status !== 204) return respond(socket, response);
    }
    entry.status = 101;
    loading ??= load();
    const server = await loading;
    if (closing.aborted) return void socket.destroy();
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const { recorder, scope, plan } = current();
      sockets += 1;
      const number = sockets;
      recorder.add({ at: scope.now(), socket: number, event: 'open', provider: name, query: query.toString() });
      const { connect } = plan(name).servers();
      const events =
        connect?.(query, {
          send: (text) => webSocket.send(text),
          ping: () => webSocket.ping(),
          close: (code, reason) => webSocket.close(code, reason),
          drop: () => webSocket.terminate(),
        }) ?? notServed(name);
      const happens = (event: 'received' | 'closed') => () => {
        recorder.add({ at: scope.now(), socket: number, event });
        events[event]();
      };
      webSocket.on('message', happens('received'));
      webSocket.on('close', happens('closed'));
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
