import { createHash } from 'node:crypto';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';
import { createApp } from '../../server/app.ts';
import { addEndpoints, type Endpoint, listEndpoints } from '../../server/endpoints.ts';
import type { User } from './data/users.ts';
import { type Call, type Endpoints, requireScope } from './endpoint.ts';
import { notFound, Refusal } from './errors.ts';
import { unauthorized } from './gate.ts';
import { type Operation, operationOf } from './operations.ts';
import type { AccessToken } from './sign-in/grants.ts';

/** Headers of every response of the resource and image hosts, refusals included, so that web pages may read them. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers':
    'Accept, App-Platform, Authorization, Content-Type, Origin, Retry-After, Spotify-App-Version, X-Cloud-Trace-Context, client-token, content-access-token',
  'access-control-allow-methods': 'GET, POST, OPTIONS, PUT, DELETE, PATCH',
  'access-control-allow-credentials': 'true',
  'access-control-max-age': '604800',
} as const;

/** Responds to preflights before the token is checked, because browsers send no token with them. */
const allowPages: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') return c.body(null, 204, corsHeaders);
  await next();
  for (const [name, value] of Object.entries(corsHeaders)) c.res.headers.set(name, value);
};

interface Rules {
  readonly development: boolean;
  baseUrl(): string;
  pass(authorization: string | undefined, endpoint?: Endpoint<Call, Operation>): AccessToken;
  heard: Call['heard'];
}

/** Serves the endpoints, each behind the common checks in the API's order. */
export function createApi(endpoints: Endpoints, { development, baseUrl, pass, heard }: Rules): Hono {
  // Not strict, because the API accepts a slash at the end of any path.
  const app = createApp({ strict: false });
  app.use('/v1/*', allowPages);
  app.use('/images/*', allowPages);
  app.onError((error) => (error instanceof Refusal ? error : new Refusal(500, 'Internal server error')).toResponse());
  addEndpoints(
    app,
    listEndpoints(endpoints, (name) => operationOf(name, development)),
    async (endpoint, c) => {
      const token = pass(c.req.header('authorization'), endpoint);
      if (endpoint.token === 'user' && !token.user) throw unauthorized('Valid user authentication required');
      for (const scope of endpoint.scopes) requireScope(token, scope);
      const { searchParams: query, pathname } = new URL(c.req.url);
      const sent = endpoint.answer({
        operation: endpoint,
        token,
        user: token.user as User,
        query,
        address: baseUrl() + pathname.replace(/\/$/, ''),
        text: await c.req.text(),
        mediaType: c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase(),
        param: (name) => c.req.param(name) ?? '',
        heard,
      });
      return answer(c, endpoint, token, sent ?? undefined);
    },
    {
      prefix: '/v1',
      refuseMethod(c, allowed) {
        pass(c.req.header('authorization'));
        throw new Refusal(405, 'Method not allowed', { headers: { allow: allowed } });
      },
    },
  );
  app.all('/v1/*', (c) => {
    pass(c.req.header('authorization'));
    throw notFound('Service not found');
  });
  app.notFound(() => notFound('Service not found').toResponse());
  return app;
}

function answer(
  c: Context,
  { method, status }: Endpoint<Call, Operation>,
  token: AccessToken,
  body: object | undefined,
): Response {
  if (!body) return c.body(null, method === 'GET' ? 204 : (status as StatusCode));
  if (body instanceof Response) return body;
  const text = JSON.stringify(body, null, 2);
  const type = { 'content-type': 'application/json; charset=utf-8' };
  if (method !== 'GET') return c.body(text, status as ContentfulStatusCode, type);
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  const cacheControl = token.user ? 'private, max-age=0' : 'public, max-age=0';
  const headers = { etag, 'cache-control': cacheControl, vary: 'Authorization' };
  const known = c.req.header('if-none-match')?.split(',') ?? [];
  if (known.some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag))
    return c.body(null, 304, headers);
  return c.body(text, 200, { ...type, ...headers });
}
