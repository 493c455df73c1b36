import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../../clock/clock.ts';

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** A parameter or body that the application refuses. */
export function badRequest(): HTTPException {
  return new HTTPException(400, { message: 'Invalid request parameter or body' });
}

/** The application's own error body. It shows the path behind the gateway, not the one that was asked for. */
export function springError(context: Context, clock: Clock, status: ContentfulStatusCode, message: string): Response {
  return context.json(
    {
      timestamp: new Date(clock.now()).toISOString().replace('Z', '+00:00'),
      status,
      error: reasons[status] ?? '',
      message,
      path: context.req.path.replace(/^\/fdc/, '/portal-data/external'),
    },
    status,
  );
}
