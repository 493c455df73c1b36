import { Call, type Next, type Stage } from '../call/call.ts';
import type { EndpointSpec } from '../declare/endpoint.ts';

/**
 * Completes a response that lacks something, if the endpoint declares how.
 *
 * @param run Makes a further call.
 */
export const completeWith =
  (run: Next): Stage =>
  (call, next) =>
    call.endpoint.complete ? complete(call, next, call.endpoint.complete, run) : next(call);

async function complete(call: Call, next: Next, declared: NonNullable<EndpointSpec['complete']>, run: Next) {
  const { client, operation, options, trace, background, account, deadline } = call;
  const send = async (spec: EndpointSpec, params: object): Promise<unknown> => {
    const endpoint = client.provider.adapt?.(spec as never, params) ?? spec;
    const init = { operation, endpoint, params, options, trace, background, account, stop: deadline.signal };
    try {
      return await run(new Call(client, init));
    } catch (error) {
      if (deadline.isOver) throw error;
      return undefined; // what was received is better than nothing
    }
  };
  return declared(await next(call), call.params as object, send);
}
