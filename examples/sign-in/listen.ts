import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Hono } from 'hono';

/** An app that is being served. */
export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the app that `create` returns, only to this machine. Port 0 is any free one; `create` gets the origin. */
export async function listen<App extends Pick<Hono, 'fetch'>>(
  port: number,
  create: (origin: string) => Promise<App>,
): Promise<Listening> {
  let app: Promise<App> | undefined;
  const server = serve({
    fetch: async (request) => (await app)?.fetch(request) ?? new Response(null, { status: 503 }),
    hostname: '127.0.0.1',
    port,
    overrideGlobalObjects: false,
  });
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  app = create(origin);
  await app;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeAllConnections' in server) server.closeAllConnections();
      }),
  };
}
