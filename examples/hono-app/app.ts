import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { renderPage } from '../web-app/page.ts';
import { responseTo } from '../web-app/respond.ts';
import type { Services } from '../web-app/services.ts';

export function createApp(services: Services) {
  const app = new Hono();
  app.all('/sign-in/*', ({ req }) => services.signIn(req.raw));

  // Pass the raw request, because its body must not have been read.
  app.post('/webhooks/twitch', ({ req }) =>
    services.receiveFromTwitch(req.raw),
  );
  app.post('/webhooks/plaid', ({ req }) => services.receiveFromPlaid(req.raw));

  app.get('/', async (context) => {
    const { signal } = context.req.raw; // aborts when the visitor disconnects
    const { html, cookie } = await renderPage(
      services,
      context.req.header('cookie'),
      signal,
    );
    context.header('set-cookie', cookie);
    return context.html(html);
  });
  app.get('/streams', async ({ req, json }) =>
    json(await services.listStreams(req.query('cursor'), req.raw.signal)),
  );

  app.onError((error, { text }) => {
    if (error instanceof HTTPException) return error.getResponse();
    const response = responseTo(error);
    if (response) return response;
    console.error(error);
    return text('Internal Server Error', 500);
  });
  return app;
}
