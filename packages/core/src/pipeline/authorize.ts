import { Attempt, type Call, type Stage } from '../call/call.ts';
import type { Grant } from '../declare/token-store.ts';
import { race } from '../shared/race.ts';

/**
 * Makes an attempt. If the provider refuses its token, rejects the token for all callers and, once per request, makes
 * another attempt at once, with another token, which does not count as a retry.
 */
export const replay: Stage = async (call, next) => {
  const { progress, deadline, request } = call;
  for (;;) {
    const attempt = new Attempt();
    call.attempt = attempt;
    try {
      return await next(call);
    } catch (error) {
      if (!attempt.grant || !attempt.isTokenRefused) throw error;
      request.grants?.reject(attempt.grant);
      if (!attempt.error || request.isReplayed || deadline.isOver) throw error;
      const { tries, status } = progress;
      call.report({ type: 'retry', attempt: tries, waitMs: 0, reason: attempt.error.code, status });
      request.isReplayed = true;
      progress.clearResponse();
    }
  }
};

/**
 * Gets the grant for the next request.
 *
 * @throws ApiError when there is none, or when it does not allow the call.
 */
export const authorize: Stage = async (call, next) => {
  call.attempt.grant = await obtainGrant(call);
  return next(call);
};

/**
 * Gets the grant that authorizes a call's requests: at once from memory, else by a token request whose result all
 * callers share. Undefined if they need none.
 */
async function obtainGrant(call: Call): Promise<Grant | undefined> {
  const { grants, draft } = call.request;
  if (!grants) return undefined;
  const { waitUntil } = call.settings;
  try {
    const found = grants.get(call.background, waitUntil, draft);
    const grant = 'then' in found ? await waitForGrant(call, found) : found;
    grants.check?.(grant, call.endpoint, waitUntil);
    call.secrets.add(grant.accessToken);
    return grant;
  } catch (error) {
    throw call.deadline.isOver ? error : call.failWith(error);
  }
}

async function waitForGrant({ client, deadline }: Call, grant: Promise<Grant>): Promise<Grant> {
  const endWait = client.lifecycle.startWait('token');
  try {
    return await race(grant, deadline.signal);
  } finally {
    endWait();
  }
}
