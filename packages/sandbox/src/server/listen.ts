import type { Server } from 'node:http';
import type { Bindings } from './hang-up.ts';

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

/** Serves over a port of `hostname`; 0 is any free one. Returns the server, and the address by which clients reach it. */
export async function listen(
  fetch: (request: Request, bindings: Omit<Bindings, 'alreadySent'>) => Promise<Response>,
  port: number,
  hostname = '127.0.0.1',
): Promise<{ server: Server; url: string }> {
  const { serve } = await import('@hono/node-server');
  return new Promise((resolve, reject) => {
    const server = serve(
      { fetch: fetch as Parameters<typeof serve>[0]['fetch'], port, hostname, overrideGlobalObjects: false },
      ({ port }) =>
        resolve({
          server: server as Server,
          url: `http://${hostname.includes(':') ? `[${hostname}]` : hostname}:${port}`,
        }),
    );
    server.once('error', (error) => reject(explain(error, port, hostname)));
  });
}
