import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocketServer } from 'ws';
import type { Accept } from './connection.ts';

/** Turns requests into WebSockets. `ws` is loaded with the first one. */
export function createUpgrader(closing: AbortSignal) {
  let loading: Promise<WebSocketServer> | undefined;

  async function load(): Promise<WebSocketServer> {
    const { WebSocketServer } = await import('ws');
    const server = new WebSocketServer({ noServer: true });
    closing.addEventListener('abort', () => {
      for (const socket of server.clients) socket.terminate();
    });
    return server;
  }

  return async (request: IncomingMessage, socket: Duplex, head: Buffer, accept: Accept): Promise<void> => {
    socket.on('error', () => {}); // a client that has left
    loading ??= load();
    const server = await loading;
    if (closing.aborted) {
      socket.destroy();
      return;
    }
    server.handleUpgrade(request, socket, head, (webSocket) => {
      const { received, closed } = accept({
        send: (text) => webSocket.send(text),
        ping: () => webSocket.ping(),
        close: (code, reason) => webSocket.close(code, reason),
        drop: () => webSocket.terminate(),
      });
      webSocket.on('message', received);
      webSocket.on('close', closed);
      webSocket.on('error', () => {}); // `close` follows
    });
  };
}

/** Refuses a request for a WebSocket with a plain HTTP response, and closes its connection. */
export async function refuseUpgrade(socket: Duplex, response: Response): Promise<void> {
  socket.on('error', () => {});
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.write(
    `HTTP/1.1 ${response.status} ${response.statusText || 'Refused'}\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n`,
  );
  socket.end(body);
}
