import type { Hono } from 'hono';
import { cors } from 'hono/cors';
import { etag, RETAINED_304_HEADERS } from 'hono/etag';
import { createApp } from '../../server/app.ts';
import { addEndpoints, listEndpoints } from '../../server/endpoints.ts';
import { authorEndpoints } from './endpoints/authors.ts';
import { infoEndpoints } from './endpoints/info.ts';
import { quoteEndpoints } from './endpoints/quotes.ts';
import { searchEndpoints } from './endpoints/search.ts';
import { tagEndpoints } from './endpoints/tags.ts';
import { answer, answerError, refuseUnknown } from './errors.ts';
import { createGate, rateHeaders } from './gate.ts';
import { readQuery } from './request.ts';
import type { Service } from './service.ts';

// The server redirects its root to the project's page. A client that follows must not leave this machine, so this name
// never resolves.
const homePage = 'https://quotable.example/';

/** Serves all endpoints below the base path, behind the steps that the server runs for each request. */
export function createApi(service: Service): Hono {
  const endpoints = listEndpoints({
    ...quoteEndpoints(service),
    ...authorEndpoints(service),
    ...tagEndpoints(service),
    ...infoEndpoints(service),
    ...searchEndpoints(service),
  });
  const app = createApp({ strict: false });
  app.onError(answerError);
  app.use((context, next) => {
    context.header('X-Powered-By', 'Express');
    return next();
  });
  app.use(cors({ allowMethods: ['GET', 'HEAD', 'PUT', 'PATCH', 'POST', 'DELETE'] })); // preflights end here, uncounted
  app.use(createGate(service));
  app.use(
    etag({
      weak: true,
      retainedHeaders: [...RETAINED_304_HEADERS, ...rateHeaders, 'access-control-allow-origin', 'x-powered-by'],
    }),
  );
  const { basePath: prefix, clientAddress } = service.settings;
  if (prefix === '') app.get('/', (context) => context.redirect(homePage));
  // The caller's address, for debugging. The server does not document this endpoint.
  app.get(`${prefix}/internal/uip`, (context) => context.html(clientAddress(context.req.raw)));
  addEndpoints(
    app,
    endpoints,
    (endpoint, context) => {
      const { req } = context;
      return answer(context, endpoint.answer({ query: readQuery(req), param: (name) => req.param(name) ?? '' }) ?? {});
    },
    { prefix },
  );
  app.all('*', refuseUnknown);
  return app;
}
