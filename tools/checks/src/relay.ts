import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

// A relay causes failures below HTTP or in its framing, which an HTTP server cannot cause itself.

/** Failure that a relay causes on a connection. `reused`: only on connections that already carried a request. */
export type Mishap =
  | 'none'
  | 'reset on arrival'
  | 'reset before the headers'
  | 'reset after the headers'
  | 'reset in the body'
  | 'reset when reused'
  | 'silent when reused'
  | 'no HTTP'
  | 'endless headers'
  | 'early hints';

export interface Relay {
  readonly url: string;
  mishap: Mishap;
  close(): Promise<void>;
}

/** Passes bytes on to the server at `target` and back, until something goes wrong. A reset is a TCP RST. */
export async function createRelay(target: string): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const each of [socket, upstream]) {
      sockets.add(each);
      each
        .on('error', () => {})
        .on('close', () => [socket, upstream].map((end) => end.destroy() && sockets.delete(end)));
    }
    if (relay.mishap === 'reset on arrival') socket.resetAndDestroy();
    let answer = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      if (relay.mishap === 'silent when reused') return;
      if (/arrival|reused/.test(relay.mishap)) socket.resetAndDestroy();
      else if (relay.mishap === 'no HTTP') socket.end('220 mail.invalid ESMTP\r\n');
      else if (relay.mishap === 'endless headers')
        socket.end(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(1_000_000)}\r\n\r\n{}`);
      else {
        if (relay.mishap === 'early hints') socket.write('HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n');
        upstream.write(chunk);
      }
    });
    upstream.on('data', (chunk) => {
      if (!/^reset/.test(relay.mishap)) return void socket.write(chunk);
      answer = Buffer.concat([answer, chunk]);
      const body = answer.indexOf('\r\n\r\n') + 4;
      if (answer.length <= body) return;
      const half = Math.ceil((body + answer.length) / 2);
      const part = { 'reset after the headers': body, 'reset in the body': half }[relay.mishap as string] ?? 0;
      if (part === 0) socket.resetAndDestroy();
      else socket.write(answer.subarray(0, part), () => socket.resetAndDestroy());
    });
  });
  const relay: Relay = {
    url: await listen(server),
    mishap: 'none',
    close() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return relay;
}

/** Listens on a free port of this machine. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const certificate = readFileSync(new URL('self-signed.pem', import.meta.url));

/** A server by TLS whose certificate nobody has signed but itself. */
export const selfSigned = (listener: () => void): Server =>
  createHttpsServer({ key: certificate, cert: certificate }, listener);
