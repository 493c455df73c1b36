import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer as createHttpsServer } from 'node:https';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { listen } from '@x/testing/programs';

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

/** Creates a TLS server with a self-signed certificate, which is untrusted, or else trusted but expired. */
export function selfSigned(listener: () => void, flaw: 'untrusted' | 'expired'): Server {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const der = (tag: number, ...parts: (Buffer | string)[]): Buffer => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    const size = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
    return Buffer.concat([Buffer.from([tag, ...size]), body]);
  };
  const ecdsa = der(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const name = der(0x30, der(0x31, der(0x30, Buffer.from('0603550403', 'hex'), der(0x0c, '127.0.0.1'))));
  const body = der(
    0x30,
    der(0x02, Buffer.of(1)),
    ecdsa,
    name,
    der(0x30, der(0x17, '250101000000Z'), der(0x17, flaw === 'expired' ? '250102000000Z' : '490101000000Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey));
  const cert = `-----BEGIN CERTIFICATE-----\n${der(0x30, body, ecdsa, signature).toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----`;
  if (flaw === 'expired') setDefaultCACertificates([...getCACertificates('default'), cert]);
  return createHttpsServer({ key: privateKey.export({ type: 'pkcs8', format: 'pem' }), cert }, listener);
}
