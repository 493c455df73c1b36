import { type Call, requireScope } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';

/** Maximum number of characters in a message or announcement. */
export const longestMessage = 500;

/** Refuses the call if a user has not granted the app a scope. */
export function requireGrant({ grantedBy }: Call, userId: string, scope: string): void {
  requireScope(grantedBy(userId), [scope]);
}

/**
 * Whether `for_source_only` is set, which is refused with a user token. It has no effect: no room shows another room's
 * messages.
 */
export function readSourceOnly({ token }: Call, given: Pick<Body, 'flag'>): boolean {
  const isSet = given.flag('for_source_only') !== undefined;
  if (token.userId && isSet) refuse(400, 'for_source_only cannot be set with a user access token.');
  return isSet;
}
