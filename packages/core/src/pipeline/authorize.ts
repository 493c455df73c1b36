import type { CallGrants } from '../declare/provider.ts';
import { ApiError, noGrant } from '../errors.ts';
import { race } from '../shared/race.ts';
import type { Grant } from '../tokens/grant.ts';
import type { Call, ClientContext } from './call.ts';
import { createError, createErrorFrom } from './create-error.ts';
import type { Deadline } from './deadline.ts';

/**
 * Gets the grant that a request is authorized with: at once from the cache, else by a token request that all callers share.
 *
 * @throws ApiError when there is none, or when it does not allow the call.
 * @internal
 */
export async function authorize(
  client: ClientContext,
  call: Call,
  grants: CallGrants,
  deadline: Deadline,
): Promise<Grant> {
  const { provider } = client;
  try {
    const cached = grants.get(call.background ?? false);
    const grant = 'then' in cached ? await waitForGrant(client, cached, deadline) : cached;
    grants.check?.(grant);
    call.secrets.add(grant.accessToken);
    return grant;
  } catch (error) {
    if (deadline.isOver) throw error;
    // Several calls may have waited for the same token.
    if (error instanceof ApiError) throw createErrorFrom(provider, call, error);
    const reason = error as Parameters<typeof noGrant>[0];
    const { code, message, providerCode } = noGrant(reason);
    throw createError(provider, call, message, {
      code,
      providerCode,
      cause: reason.refusal === undefined ? error : undefined,
    });
  }
}

async function waitForGrant({ lifecycle }: ClientContext, grant: Promise<Grant>, deadline: Deadline): Promise<Grant> {
  const endWait = lifecycle.startWait('token');
  try {
    return await race(grant, deadline.signal);
  } finally {
    endWait();
  }
}
