import type { Call, Next, Stage } from '../call/call.ts';
import type { CacheableResponse, ResponseCache } from '../declare/cache.ts';
import type { Grant } from '../declare/token-store.ts';
import { obtainGrant } from './authorize.ts';

/** Gets the response from the client's cache if it has it, else from the server. @internal */
export const useCache: Stage = (call, next) => {
  const { cache } = call.client.provider.options;
  return cache && isCacheable(call, cache) ? respondFrom(cache, call, next) : next(call);
};

function isCacheable({ endpoint, request, account, isOwn }: Call, { perAccount }: ResponseCache): boolean {
  if (isOwn || (account !== undefined && !perAccount)) return false;
  const { method, as, host } = endpoint;
  return method === 'GET' && as === undefined && host !== 'auth' && !('if-none-match' in request.headers);
}

async function respondFrom(cache: ResponseCache, call: Call, next: Next): Promise<unknown> {
  // A stored response belongs to the user who made its request, not to a user who has signed out or to the account's
  // next user.
  const grant = call.account === undefined ? undefined : await obtainGrant(call);
  const request = { identity: writeIdentity(call, grant), now: call.now(), signal: call.deadline.signal };
  const { body, store } = await cache.respond(request, (etag) => send(call, next, grant, etag));
  call.progress.status ??= 200;
  if (store && isSentWith(call, grant)) call.store = store;
  return body;
}

/** Sends the request, with the ETag of a stored response if there is one. */
async function send(call: Call, next: Next, grant: Grant | undefined, etag?: string): Promise<CacheableResponse> {
  const { request, progress } = call;
  if (etag !== undefined)
    call.request = { ...request, headers: { ...request.headers, 'if-none-match': etag }, isConditional: true };
  let body = await next(call);
  if (progress.status === 304 && !isSentWith(call, grant)) {
    // Another user has signed in since the call started, and the stored response is not theirs.
    call.request = request;
    body = await next(call);
  }
  return { body, isUnchanged: progress.status === 304, headers: progress.headers };
}

/** Whether the response was requested with the account grant that the call started with. */
const isSentWith = ({ attempt }: Call, grant: Grant | undefined): boolean =>
  grant === undefined || attempt.grant?.accessToken === grant.accessToken;

function writeIdentity({ client, account, request }: Call, grant: Grant | undefined): string {
  const { name, credentials } = client.provider;
  const caller = [name, Object.values(credentials), account, grant?.accessToken];
  return JSON.stringify([caller, request.url, request.headers]);
}
