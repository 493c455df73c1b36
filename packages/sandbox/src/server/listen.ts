import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bindings, ConnectionDropped } from './hang-up.ts';

/** An error of listening, with what to do where the port is in use. */
function explain(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return Object.assign(
    new Error(`port ${port} of ${hostname} is in use by another program. Choose another port, or 0 for any free one`, {
      cause: error,
    }),
    { code: error.code },
  );
}

/** A dropped connection is a fault someone asked for, and gets no response. */
const respondToError = (error: unknown) =>
  error instanceof ConnectionDropped ? undefined : new Response(null, { status: 500 });

/**
 * Serves over a port of `hostname`; 0 is any free one. Returns the server, and the address by which clients reach it.
 */
export async function listen(
  fetch: (request: Request, bindings: Bindings) => Promise<Response>,
  port: number,
  hostname = '127.0.0.1',
): Promise<{ server: Server; url: string }> {
  const { getRequestListener } = await import('@hono/node-server');
  const listener = getRequestListener((request, bindings) => fetch(request, bindings as Bindings), {
    overrideGlobalObjects: false,
    errorHandler: respondToError,
  });
  const server = createServer(listener);
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(explain(error, port, hostname)));
    server.listen(port, hostname, () => {
      const { port } = server.address() as AddressInfo;
      resolve({ server, url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}` });
    });
  });
}
