import { ApiError, noGrant } from '../errors.ts';
import { abortError, throwIfAborted } from '../pipeline/abort.ts';
import type { Call, ClientContext } from '../pipeline/call.ts';
import { createError } from '../pipeline/create-error.ts';
import { startDeadline } from '../pipeline/deadline.ts';
import { resolveSettings } from '../pipeline/settings.ts';
import { race } from '../shared/race.ts';

type Params = Readonly<Record<string, unknown>>;

/**
 * Completes the params of a call with what the provider adds, before they are checked; see `Provider.completeParams`.
 *
 * @throws ApiError when the provider cannot complete them; the reason of an abort.
 * @internal
 */
export async function completeParams(client: ClientContext, call: Call, params: Params): Promise<Params> {
  const { provider } = client;
  if (!provider.completeParams || typeof params !== 'object' || params === null) return params;
  throwIfAborted(provider, call);
  const deadline = startDeadline(client, call, resolveSettings(call, provider.options));
  try {
    return await race(provider.completeParams(params, call.endpoint), deadline.signal);
  } catch (error) {
    if (deadline.isOver) throw abortError(provider, call, deadline.signal.reason);
    if (error instanceof ApiError) throw error;
    const { code, message, providerCode } = noGrant(error as Parameters<typeof noGrant>[0]);
    throw createError(provider, call, message, {
      code,
      providerCode,
      cause: code === 'unavailable' ? error : undefined,
    });
  } finally {
    deadline.end();
  }
}
