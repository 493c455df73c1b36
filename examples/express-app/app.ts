import { getRequestListener } from '@hono/node-server';
import express, {
  type NextFunction,
  type Response as Reply,
  type Request,
} from 'express';
import { renderPage } from '../web-app/page.ts';
import { responseTo } from '../web-app/respond.ts';
import type { Services } from '../web-app/services.ts';

export function createApp(services: Services) {
  const app = express();
  // Do not use app.use, which removes /sign-in from the address.
  app.all('/sign-in/*path', getRequestListener(services.signIn));

  // Webhooks come before express.json(), because they need the raw body.
  app.use('/webhooks', express.raw({ type: '*/*', limit: '1mb' }));
  app.post('/webhooks/twitch', async (request, reply) =>
    send(reply, await services.receiveFromTwitch(request)),
  );
  app.post('/webhooks/plaid', async (request, reply) =>
    send(reply, await services.receiveFromPlaid(request)),
  );
  app.use(express.json());

  app.get('/', async ({ headers }, reply) => {
    const { html, cookie } = await renderPage(
      services,
      headers.cookie,
      signalOf(reply),
    );
    if (cookie) reply.set('set-cookie', cookie);
    reply.send(html);
  });
  app.get('/streams', async ({ query }, reply) => {
    reply.json(
      await services.listStreams(query.cursor?.toString(), signalOf(reply)),
    );
  });

  // Express recognizes an error handler by its four parameters. Put it last.
  app.use(
    async (error: unknown, _: Request, reply: Reply, next: NextFunction) => {
      const response = reply.headersSent ? undefined : responseTo(error);
      if (!response) return next(error);
      await send(reply, response);
    },
  );
  return app;
}

/** Aborts when the visitor disconnects, and when the response is complete. */
function signalOf(reply: Reply): AbortSignal {
  const closed = new AbortController();
  reply.on('close', () => closed.abort());
  return closed.signal;
}

async function send(reply: Reply, response: Response) {
  reply
    .status(response.status)
    .setHeaders(response.headers)
    .send(await response.text());
}
