import type { Call, Next, Stage } from '../call/call.ts';
import type { ResponseCache } from '../declare/cache.ts';

/** Gets the response from the cache of the client, if it has one that knows it, else from the server. @internal */
export const useCache: Stage = (call, next) => {
  const { cache } = call.client.provider.options;
  const { method, as, host } = call.endpoint;
  const isCacheable = cache && method === 'GET' && as === undefined && host !== 'auth' && !call.isOwn;
  return isCacheable && !('if-none-match' in call.request.headers) ? respondFrom(cache, call, next) : next(call);
};

async function respondFrom(cache: ResponseCache, call: Call, next: Next): Promise<unknown> {
  const { name, credentials } = call.client.provider;
  const { progress, request } = call;
  const identity = JSON.stringify([name, Object.values(credentials), request.url, request.headers]);
  const { body, store } = await cache.respond({ identity, account: call.account, now: call.now() }, async (etag) => {
    if (etag !== undefined)
      call.request = { ...request, headers: { ...request.headers, 'if-none-match': etag }, isConditional: true };
    const body = await next(call);
    return { body, isUnchanged: progress.status === 304, headers: progress.headers };
  });
  progress.status ??= 200;
  call.store = store;
  return body;
}
