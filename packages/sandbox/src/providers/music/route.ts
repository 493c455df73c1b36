import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { forbidden, notFound, Refusal } from './errors.ts';
import { unauthorized } from './gate.ts';
import type { AccessToken } from './grants.ts';
import type { Chapter, Episode } from './spoken-data.ts';
import type { User } from './user-data.ts';

/** A call that passed the gate. */
export interface Call {
  readonly token: AccessToken;
  readonly query: URLSearchParams;
  /** The body as it was sent; see `readJson`. */
  readonly text: string;
  /** The body's media type, lower case, without its parameters. */
  readonly mediaType: string | undefined;
  /** Path as it was sent, still encoded. */
  readonly path: string;
  /** A parameter of the path, decoded. */
  param(name: string): string;
  /** How far a user has heard a record, in milliseconds. */
  heard: Heard;
}

type Heard = (user: User, record: Episode | Chapter) => number;

/** A call with a user's token. */
export interface UserCall extends Call {
  readonly token: AccessToken & { readonly user: User };
}

interface RouteBase {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Status of the answer. Default 200, for an empty one 204. */
  readonly status?: 200 | 201 | 202;
  /** Below the provider's prefix, in Hono's notation. */
  readonly path: string;
  /**
   * Closed to apps in development mode: by 403, as since February 2026, or by 404, as much of what was closed in
   * November 2024.
   */
  readonly removed?: true | 404;
}

/** JSON, or a plain text; undefined: nothing. */
export type AnswerBody = object | string | undefined;

/** One endpoint of the resource API; `answer` returns the body. */
export type Route =
  | (RouteBase & { readonly user?: never; readonly scopes?: never; answer(call: Call): AnswerBody })
  | (RouteBase & { readonly user: true; readonly scopes?: readonly string[]; answer(call: UserCall): AnswerBody });

interface Rules {
  readonly development: boolean;
  pass(authorization: string | undefined): AccessToken;
  heard: Heard;
}

/** Serves `routes`, each behind the checks that are the same for all, in the API's order. */
export function serveRoutes(routes: readonly Route[], { development, pass, heard }: Rules): Hono {
  const app = new Hono();
  app.onError((error) => (error instanceof Refusal ? error : new Refusal(500, 'Internal server error')).toResponse());
  for (const route of routes) {
    app.on(route.method, route.path, async (c) => {
      const token = pass(c.req.header('authorization'));
      if (development && route.removed) throw route.removed === 404 ? notFound('Not found.') : forbidden();
      const { searchParams: query, pathname: path } = new URL(c.req.url);
      const call = {
        query,
        path,
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

export function requireScope(token: AccessToken, scope: string): void {
  if (!token.scopes.includes(scope)) throw forbidden('Insufficient client scope');
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
