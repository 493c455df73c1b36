import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { forbidden, notFound, Refusal } from './errors.ts';
import { unauthorized } from './gate.ts';
import type { AccessToken } from './grants.ts';
import { type AnswerBody, type Call, type Route, requireScope } from './route.ts';

interface Rules {
  readonly development: boolean;
  pass(authorization: string | undefined): AccessToken;
  heard: Call['heard'];
}

/** Serves `routes`, each behind the checks that are the same for all, in the API's order. */
export function serveRoutes(routes: readonly Route[], { development, pass, heard }: Rules): Hono {
  // Not strict: the API takes a slash at the end of any path.
  const app = new Hono({ strict: false });
  app.onError((error) => (error instanceof Refusal ? error : new Refusal(500, 'Internal server error')).toResponse());
  for (const route of routes) {
    app.on(route.method, route.path, async (c) => {
      const token = pass(c.req.header('authorization'));
      if (development && route.removed) throw route.removed === 404 ? notFound('Not found.') : forbidden();
      const { searchParams: query, pathname } = new URL(c.req.url);
      const call = {
        query,
        path: pathname.replace(/\/$/, ''),
        text: await c.req.text(),
        mediaType: c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase(),
        param: (name: string) => c.req.param(name) ?? '',
        heard,
      };
      if (!route.user) return answer(c, route, route.answer({ ...call, token }));
      const { user } = token;
      if (!user) throw unauthorized('Valid user authentication required');
      for (const scope of route.scopes ?? []) requireScope(token, scope);
      return answer(c, route, route.answer({ ...call, token: { ...token, user } }));
    });
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    const allow = routes.filter((route) => route.path === path).map((route) => route.method);
    app.all(path, (c) => {
      pass(c.req.header('authorization'));
      throw new Refusal(405, 'Method not allowed', { headers: { allow: allow.join(', ') } });
    });
  }
  app.all('/v1/*', (c) => {
    pass(c.req.header('authorization'));
    throw notFound('Service not found');
  });
  app.notFound(() => notFound('Service not found').toResponse());
  return app;
}

function answer(c: Context, { method, status }: Route, body: AnswerBody): Response {
  if (!body) return c.body(null, status ?? 204);
  if (typeof body === 'string') return c.text(body, status ?? 200);
  const text = JSON.stringify(body, null, 2);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const type = { 'content-type': 'application/json; charset=utf-8' };
  if (method !== 'GET') return c.body(text, status ?? 200, type);
  const headers = { etag, 'cache-control': 'private, max-age=0', vary: 'Authorization' };
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag))
    return c.body(null, 304, headers);
  return c.body(text, 200, { ...type, ...headers });
}
