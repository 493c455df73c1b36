import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createApp } from '../../app.ts';
import { answer, answerError, refuseUnknown } from './errors.ts';
import { limitRate, rateHeaders } from './rate-limit.ts';
import { authorRoutes } from './routes/authors.ts';
import { infoRoutes } from './routes/info.ts';
import { quoteRoutes } from './routes/quotes.ts';
import { randomRoutes } from './routes/random.ts';
import type { Route } from './routes/route.ts';
import { searchRoutes } from './routes/search.ts';
import type { Service } from './service.ts';

// The server sends visitors of its root to the project's page. A client that follows must not leave this machine, so
// it is a name that never resolves.
const homePage = 'https://quotable.example/';

/** All routes under every base path, after what the server does for each request. */
export function createQuotesApp(service: Service): Hono {
  // Random before quotes: `/quotes/random` is not an id.
  const routes: Route[] = [randomRoutes, quoteRoutes, authorRoutes, infoRoutes, searchRoutes].flatMap((of) =>
    of(service),
  );
  const app = createApp({ strict: false });
  app.onError(answerError);
  app.use((context, next) => {
    context.header('X-Powered-By', 'Express');
    return next();
  });
  app.use(cors({ allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'] })); // preflights end here, uncounted
  app.use(limitRate(service));
  app.use(
    etag({
      weak: true,
      retainedHeaders: [...RETAINED_304_HEADERS, ...rateHeaders, 'access-control-allow-origin', 'x-powered-by'],
    }),
  );
  for (const basePath of service.settings.basePaths) {
    if (basePath === '') app.get('/', (context) => context.redirect(homePage));
    // The caller's address, for debugging; the server does not document it.
    app.get(`${basePath}/internal/uip`, (context) =>
      context.body(service.settings.clientAddress(context.req.raw), 200, {
        'content-type': 'text/html; charset=utf-8',
      }),
    );
    for (const { path, handle } of routes) app.get(basePath + path, (context) => answer(context, handle(context)));
  }
  app.all('*', refuseUnknown);
  return app;
}
