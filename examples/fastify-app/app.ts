import { getRequestListener } from '@hono/node-server';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { renderPage } from '../web-app/page.ts';
import { responseTo } from '../web-app/respond.ts';
import type { Services } from '../web-app/services.ts';

export function createApp(services: Services) {
  const app = fastify();

  // Bodies stay raw in this plugin. Other routes still get parsed JSON.
  app.register(async (raw) => {
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser(
      '*',
      { parseAs: 'buffer' },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    raw.post('/webhooks/twitch', (request) =>
      services.receiveFromTwitch(received(request)),
    );
    raw.post('/webhooks/plaid', (request) =>
      services.receiveFromPlaid(received(request)),
    );

    const signIn = getRequestListener(services.signIn);
    raw.all('/sign-in/*', (request, reply) =>
      signIn(request.raw, reply.hijack().raw),
    );
  });

  app.get('/', async ({ headers }, reply) => {
    const { html, cookie } = await renderPage(
      services,
      headers.cookie,
      signalOf(reply),
    );
    if (cookie) reply.header('set-cookie', cookie);
    return reply.type('text/html; charset=utf-8').send(html);
  });
  type Query = { Querystring: { cursor?: string } };
  app.get<Query>('/streams', ({ query }, reply) =>
    services.listStreams(query.cursor, signalOf(reply)),
  );

  app.setErrorHandler((error, _, reply) =>
    reply.send(responseTo(error) ?? error),
  );
  return app;
}

/** Aborts when the visitor disconnects, and when the response is complete. */
function signalOf({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  raw.on('close', () => closed.abort());
  return closed.signal;
}

const received = ({ method, headers, body }: FastifyRequest) => ({
  method,
  headers,
  body: body as Buffer,
});
