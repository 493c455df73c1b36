import { Call, type Next, type Stage } from '../call/call.ts';
import { reportOnce } from '../call/report-drift.ts';
import type { Sending } from '../declare/provider.ts';
import { parseAddress } from '../shared/address.ts';

/**
 * Lets the provider send the requests of a call in its own way, if it has one.
 *
 * @param run Makes a further call.
 */
export const aroundWith =
  (run: Next): Stage =>
  (call, next) => {
    const { around } = call.client.provider;
    return around ? around(createSending(call, next, run)) : next(call);
  };

function createSending(call: Call, next: Next, run: Next): Sending {
  const { client, endpoint, operation, options, trace, deadline } = call;
  const params = call.params as Sending['params'];
  let isFurther = false;
  return {
    endpoint,
    params,
    send(changed = params, baseUrl) {
      if (isFurther) call.progress.beginRequest();
      isFurther = true;
      call.params = changed;
      call.base = baseUrl === undefined ? undefined : parseAddress(baseUrl);
      return next(call);
    },
    async call(declared, params) {
      const endpoint = client.provider.adapt?.(declared, params) ?? declared;
      try {
        return await run(new Call(client, { operation, endpoint, params, options, trace, stop: deadline.signal }));
      } catch (error) {
        if (deadline.isOver) throw error;
        return undefined; // what was received is better than nothing
      }
    },
    report({ option, message, baseUrl }) {
      if (baseUrl !== undefined) client.addresses.api = parseAddress(baseUrl);
      reportOnce(call, { about: 'options', place: option, message }, option);
    },
  };
}
