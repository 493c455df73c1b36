import type { ResponseCache } from '../declare/cache.ts';
import { ApiError } from '../errors.ts';
import { abortError, throwIfAborted } from './abort.ts';
import { attemptOnce } from './attempt.ts';
import type { Call, ClientContext, PreparedRequest } from './call.ts';
import { createError } from './create-error.ts';
import { startDeadline } from './deadline.ts';
import { decideAndReport, downloadKy, repeat } from './repeat.ts';
import { resolveSettings } from './settings.ts';

/**
 * Gets the response to the request of a call: from the cache of the client, if it has one that knows it, else from the server.
 *
 * @returns The parsed body of the response.
 * @internal
 */
export function send(client: ClientContext, call: Call, request: PreparedRequest): Promise<unknown> {
  const { cache } = client.provider.options;
  const { method, as, host } = call.endpoint;
  const isCacheable = cache && method === 'GET' && as === undefined && host !== 'auth' && !call.isOwn;
  if (!isCacheable || 'if-none-match' in request.headers) return sendNow(client, call, request);
  return respondFrom(cache, client, call, request);
}

async function respondFrom(cache: ResponseCache, client: ClientContext, call: Call, request: PreparedRequest) {
  const { name, account, credentials } = client.provider;
  const { progress } = call;
  throwIfAborted(client.provider, call);
  const identity = JSON.stringify([name, Object.values(credentials), request.url, request.headers]);
  const { body, store } = await cache.respond(
    { identity, account: call.account ?? account, now: client.now() },
    async (etag) => {
      const headers = etag === undefined ? request.headers : { ...request.headers, 'if-none-match': etag };
      const body = await sendNow(client, call, { ...request, headers, isConditional: etag !== undefined });
      return { body, isUnchanged: progress.status === 304, headers: progress.headers };
    },
  );
  progress.status ??= 200;
  const { store: storeEarlier } = progress; // of another request of the same call
  if (store)
    progress.store = async () => {
      await storeEarlier?.();
      await store();
    };
  return body;
}

/**
 * Sends the request of a call: the stages in order, and nothing else.
 *
 * settings → deadline → attempt (reserve a place, authorize, exchange, read the body, interpret an error) → decide about a
 * retry → repeat
 *
 * @returns The parsed body of the response.
 */
async function sendNow(client: ClientContext, call: Call, request: PreparedRequest): Promise<unknown> {
  throwIfAborted(client.provider, call);
  const settings = resolveSettings(call, client.provider.options);
  const deadline = startDeadline(client, call, settings);
  const sending = { client, call, request, settings, deadline };
  downloadKy();
  try {
    const outcome = await attemptOnce(sending, 1);
    if (outcome.ok) return outcome.body;
    const decision = decideAndReport(sending, outcome, 1, false);
    if (decision.action === 'fail') throw outcome.error;
    return await repeat(sending, outcome, decision);
  } catch (error) {
    if (deadline.isOver) throw abortError(client.provider, call, deadline.signal.reason);
    if (error instanceof ApiError) throw error;
    // Of code that the application passed in, such as a rate budget of its own.
    throw createError(client.provider, call, `${error}`, { code: 'network', cause: error });
  } finally {
    deadline.end();
    call.progress.durationMs = client.now() - call.progress.startedAt;
  }
}
