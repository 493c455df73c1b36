import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import * as express from '../express-app/app.ts';
import * as fastify from '../fastify-app/app.ts';
import * as hono from '../hono-app/app.ts';
import type { Services } from './services.ts';

/** Request listeners for Node's server, by framework. Next has its own server. */
export const listeners: Readonly<Record<string, (services: Services) => RequestListener | Promise<RequestListener>>> = {
  hono: (services) => getRequestListener(hono.createApp(services).fetch),
  express: express.createApp,
  async fastify(services) {
    const app = fastify.createApp(services);
    await app.ready();
    return app.routing;
  },
};
