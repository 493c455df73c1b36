import type { Context, Hono, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createApp } from '../../server/app.ts';
import { addEndpoints, type Endpoint, listEndpoints } from '../../server/endpoints.ts';
import type { Clock } from '../../shared/clock.ts';
import type { Call, Endpoints } from './endpoint.ts';
import { springError } from './errors.ts';
import { readRequest } from './request.ts';

/** Serves endpoints below `/fdc`, behind the gateway. */
export function createApi(clock: Clock, gateway: MiddlewareHandler, endpoints: Endpoints): Hono {
  const app = createApp();
  app.onError((error, context) => {
    const expected = error instanceof HTTPException;
    const status = expected ? (error.status as ContentfulStatusCode) : 500;
    return springError(context, clock, status, expected ? error.message : 'Internal server error');
  });
  app.notFound((context) => springError(context, clock, 404, 'No message available'));
  app.use(gateway);
  const respond = async ({ name, answer }: Endpoint<Call>, context: Context) => {
    const { req } = context;
    const sent = answer({ asked: await readRequest(req, name), param: (each) => req.param(each) ?? '' });
    if (sent instanceof Response) return sent;
    return sent ? context.json(sent) : context.body(null, 404, { 'Content-Length': '0' });
  };
  addEndpoints(app, listEndpoints(endpoints), respond, {
    prefix: '/fdc',
    refuseMethod({ req }) {
      throw new HTTPException(405, { message: `Request method '${req.method}' not supported` });
    },
  });
  return app;
}
