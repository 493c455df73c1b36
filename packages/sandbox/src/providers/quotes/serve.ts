import type { Hono, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createApp } from '../../server/app.ts';
import { fixedWindow, unlimited } from '../../server/limiter.ts';
import { listRoutes } from './endpoints/lists.ts';
import { randomRoutes } from './endpoints/random.ts';
import { searchRoutes } from './endpoints/search.ts';
import { answer, answerError, refuse, refuseUnknown } from './errors.ts';
import type { Service } from './service.ts';

// The server sends visitors of its root to the project's page. A client that follows must not leave this machine, so
// it is a name that never resolves.
const homePage = 'https://quotable.example/';

/** The headers of every response about the limit. */
const rateHeaders = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'] as const;

/** All routes under every base path, after what the server does for each request. */
export function createQuotesApp(service: Service): Hono {
  // Random before lists: `/quotes/random` is not an id.
  const routes = Object.entries({ ...randomRoutes(service), ...listRoutes(service), ...searchRoutes(service) });
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
    app.get(`${basePath}/internal/uip`, (context) => context.html(service.settings.clientAddress(context.req.raw)));
    for (const [path, handle] of routes) app.get(basePath + path, (context) => answer(context, handle(context)));
  }
  app.all('*', refuseUnknown);
  return app;
}

/** Counts every request per client address, those for unknown paths as well. */
function limitRate({ clock, settings }: Service): MiddlewareHandler {
  const { requests: limit, windowMs } = settings.limits;
  const limiter = settings.limited ? fixedWindow(clock, limit, windowMs) : unlimited(limit);
  const [limitHeader, remainingHeader, resetHeader] = rateHeaders;
  return async (context, next) => {
    const { allowed, remaining, resetMs } = limiter.take(settings.clientAddress(context.req.raw));
    context.header(limitHeader, String(limit));
    context.header(remainingHeader, String(remaining));
    context.header(resetHeader, String(Math.ceil(resetMs / 1000)));
    if (!allowed) {
      // The server names the length of the window, however little of it is left.
      context.header('Retry-After', String(Math.ceil(windowMs / 1000)));
      refuse(429, 'Too Many Requests');
    }
    await next();
  };
}
