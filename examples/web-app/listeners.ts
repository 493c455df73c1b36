import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import * as express from '../express-app/app.ts';
import * as fastify from '../fastify-app/app.ts';
import * as hono from '../hono-app/app.ts';
import type { Services } from './services.ts';

/** What Node's server calls for each request, by framework. Next has a server of its own. */
export const listeners: Readonly<Record<string, (services: Services) => RequestListener | Promise<RequestListener>>> = {
  hono: (services) => getRequestListener(hono.createApp(services).fetch),
  express: express.createApp,
  async fastify(services) {
    const app = fastify.createApp(services);
    await app.ready();
    return app.routing;
  },
};
