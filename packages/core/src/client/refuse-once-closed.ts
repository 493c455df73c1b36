import type { ClientContext } from '../call/context.ts';
import { Operation, traceBelow } from '../call/operation.ts';

/**
 * Methods of a client that are not calls of an endpoint, such as those of `oauth`: once the client is closed they reject, and
 * `close` waits for those that are running.
 *
 * @param prefix What their operations start with: `oauth.`; empty at the top.
 * @internal
 */
export function refuseOnceClosed<Methods extends object>(
  { provider, lifecycle }: ClientContext,
  prefix: string,
  methods: Methods,
): Methods {
  const guarded = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function') return [name, method];
    const run = (...args: unknown[]): unknown => {
      if (lifecycle.state !== 'open')
        return Promise.reject(new Operation(provider, prefix + name, traceBelow(run)).closed());
      const result: unknown = method(...args);
      return result instanceof Promise ? lifecycle.hold(result) : result;
    };
    return [name, run];
  });
  return Object.fromEntries(guarded) as Methods;
}
