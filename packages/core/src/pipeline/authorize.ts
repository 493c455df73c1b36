import type { Call, Next, Stage } from '../call/call.ts';
import type { Grant } from '../declare/token-store.ts';
import { race } from '../shared/race.ts';

/**
 * Gets the grant that authorizes a request: at once from memory, else by a token request whose result all callers
 * share.
 *
 * @throws ApiError when there is none, or when it does not allow the call.
 * @internal
 */
export const authorize: Stage = (call, next) => {
  const { grants, draft } = call.request;
  if (!grants) return next(call);
  let grant: Grant | Promise<Grant>;
  try {
    grant = grants.get(call.background, call.settings.waitUntil, draft);
    if (!('then' in grant)) use(call, grant);
  } catch (error) {
    throw call.failWith(error);
  }
  return 'then' in grant ? waitAndUse(call, grant, next) : next(call);
};

/**
 * Gets the grant that will authorize a call's requests, for a stage that depends on who makes them. Undefined if they
 * need none.
 *
 * @throws ApiError as `authorize`.
 * @internal
 */
export async function obtainGrant(call: Call): Promise<Grant | undefined> {
  const { grants, draft } = call.request;
  try {
    const found = grants?.get(call.background, call.settings.waitUntil, draft);
    const grant = found && 'then' in found ? await waitForGrant(call, found) : found;
    if (grant) check(call, grant);
    return grant;
  } catch (error) {
    throw call.deadline.isOver ? error : call.failWith(error);
  }
}

/** Waits for a grant that is being obtained. */
async function waitAndUse(call: Call, grant: Promise<Grant>, next: Next): Promise<unknown> {
  try {
    use(call, await waitForGrant(call, grant));
  } catch (error) {
    throw call.deadline.isOver ? error : call.failWith(error);
  }
  return next(call);
}

/** Authorizes the next request with a grant, if the grant allows the call. */
function use(call: Call, grant: Grant): void {
  check(call, grant);
  call.attempt.grant = grant;
}

function check(call: Call, grant: Grant): void {
  call.request.grants?.check?.(grant, call.endpoint, call.settings.waitUntil);
  call.secrets.add(grant.accessToken);
}

async function waitForGrant({ client, deadline }: Call, grant: Promise<Grant>): Promise<Grant> {
  const endWait = client.lifecycle.startWait('token');
  try {
    return await race(grant, deadline.signal);
  } finally {
    endWait();
  }
}
