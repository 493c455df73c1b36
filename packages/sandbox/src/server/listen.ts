import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Bindings, ConnectionDropped } from './hang-up.ts';

/** Adds what to do to the error if the port is in use. */
function explain(error: NodeJS.ErrnoException, port: number, hostname: string): Error {
  if (error.code !== 'EADDRINUSE') return error;
  return Object.assign(
    new Error(`port ${port} on ${hostname} is in use by another program. Choose another port, or 0 for any free one`, {
      cause: error,
    }),
    { code: error.code },
  );
}

/** Responds with 500 to an error. A dropped connection is a fault that was asked for, and gets no response. */
const respondToError = (error: unknown) =>
  error instanceof ConnectionDropped ? undefined : new Response(null, { status: 500 });

/**
 * Serves on a port of `hostname`, where 0 is any free one. Returns the server, and the address at which clients reach
 * it.
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
