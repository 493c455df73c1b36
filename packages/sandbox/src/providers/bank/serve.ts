import type { Hono } from 'hono';
import { addEndpoints, listEndpoints } from '../../server/endpoints.ts';
import type { SandboxContext } from '../../shared/context.ts';
import type { Items } from './data/items.ts';
import type { Endpoints } from './endpoint.ts';
import type { Processors } from './endpoints/processor.ts';
import { bankError, documentationUrl, Refusal, statusOf } from './errors.ts';
import { createGate } from './gate.ts';
import type { Settings } from './options.ts';
import { realResponse } from './wire/real-forms.ts';

/** Adds endpoints to an app, each behind the gate's checks. */
export function createApi(
  app: Hono,
  { clock, random, realQuirks }: SandboxContext,
  settings: Settings,
  items: Items,
  processors: Processors,
  declared: Endpoints,
): Hono {
  const endpoints = listEndpoints(declared);
  const requestIds = random('request-ids');
  const enter = createGate(clock, settings, items, processors, endpoints);
  const requestId = () => requestIds.text(15);

  app.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return context.json(
      {
        ...error.error,
        documentation_url: documentationUrl(error.error),
        request_id: requestId(),
        suggested_action: null,
      },
      statusOf(error.error),
    );
  });

  addEndpoints(app, endpoints, async (endpoint, context) => {
    const call = await enter(endpoint, context);
    const answer = endpoint.answer(call) ?? {};
    call.item?.consent.accessed(endpoint.data ?? endpoint.product);
    if (!(answer instanceof Response)) {
      const sent = realQuirks ? realResponse(endpoint.path, answer) : answer;
      return context.json({ ...sent, request_id: requestId() });
    }
    answer.headers.set('plaid-request-id', requestId()); // a file has no field for it
    return answer;
  });
  app.all('*', (context) => {
    const { method, path } = context.req;
    return context.json(
      { ...bankError('NOT_FOUND', `there is no route ${method} ${path}`), request_id: requestId() },
      404,
    );
  });
  return app;
}
