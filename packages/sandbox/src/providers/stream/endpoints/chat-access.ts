import type { World } from '../data/world.ts';
import { type Call, requireActor, requireModerator, requireScope, requireUser } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';

/** Maximum number of characters in a message or announcement. */
export const longestMessage = 500;

/** Refuses the call if a user has not granted the app a scope. */
export function requireGrant({ grantedBy }: Call, userId: string, scope: string): void {
  requireScope(grantedBy(userId), [scope]);
}

/**
 * Returns the channel and the user who acts in it. For an app token, the moderator must have granted `scopes` and
 * `user:bot`, and the broadcaster `channel:bot`.
 */
export function actedChannel(
  world: World,
  call: Call,
  scopes: readonly string[],
  { name = 'broadcaster_id', foreign, others }: { name?: string; foreign?: string; others?: () => never } = {},
) {
  const moderatorId = requireActor(call, 'moderator_id', scopes, foreign);
  const broadcasterId = call.query.requiredId(name);
  if (!call.token.userId) {
    requireGrant(call, moderatorId, 'user:bot');
    requireGrant(call, broadcasterId, 'channel:bot');
  }
  requireUser(world, broadcasterId, name);
  if (others && !world.roles().moderates(moderatorId, broadcasterId)) others();
  requireModerator(world, broadcasterId, moderatorId);
  return { broadcasterId, moderatorId };
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
