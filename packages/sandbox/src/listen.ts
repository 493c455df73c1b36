import type { Server } from 'node:http';
import type { Bindings } from './hang-up.ts';

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
    server.once('error', reject);
  });
}
