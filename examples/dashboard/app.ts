import { isAbort, isApiError, toHttpStatus } from '@x/core';
import { Hono } from 'hono';
import { csrf } from 'hono/csrf';
import { secureHeaders } from 'hono/secure-headers';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { bankWebhooks, linkRoute } from './banks.ts';
import { broadcastRoutes } from './broadcasts.ts';
import { bindClients } from './clients.ts';
import { renderDashboard } from './dashboard.ts';
import type { Services, Visit } from './services.ts';
import { openSession } from './session.ts';
import { signInRoutes } from './sign-in.ts';

/** Creates a process's app. */
export function createApp(services: Services): Hono<Visit> {
  const { redis, clients, settings, log } = services;
  const app = new Hono<Visit>();

  app.onError((error, context) => {
    const status = toHttpStatus(error) as ContentfulStatusCode;
    if (!isAbort(error)) log[status < 500 ? 'info' : 'error']({ err: error, path: context.req.path }, 'request failed');
    if (!isApiError(error)) return context.text('Something went wrong.', status);
    if (error.retryAfterMs) context.header('retry-after', String(Math.ceil(error.retryAfterMs / 1000)));
    return context.text(error.message, status);
  });
  app.get('/health', async (context) => {
    const isHealthy = await redis.ping().then(Boolean, () => false);
    const health = [clients.stream, clients.music, clients.bank].map((client) => client.health());
    return context.json({ ok: isHealthy, clients: health }, isHealthy ? 200 : 503);
  });
  app.route('/', bankWebhooks(services));
  app.route('/', broadcastRoutes(services));

  app.use(csrf(), secureHeaders(), async (context, next) => {
    context.set('origin', settings.origin ?? new URL(context.req.url).origin);
    const { signal } = context.req.raw; // aborts when the visitor leaves
    context.set('clients', bindClients(clients, { signal, deadlineMs: 5_000, maxWaitMs: 0 }));
    await openSession(context, redis);
    await next();
  });
  app.get('/', async (context) => context.html(await renderDashboard(context.var, redis)));
  app.route('/', signInRoutes(services));
  app.route('/', linkRoute(services));
  return app;
}
