import type { World } from '../data/world.ts';
import { type Call, requireActor, requireModerator, requireScope, requireUser } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';

/** Most characters of a message or announcement. */
export const longestMessage = 500;

/** Refuses a user who has not granted the app a scope. */
export function requireGrant({ grantedBy }: Call, userId: string, scope: string): void {
  requireScope(grantedBy(userId), [scope]);
}

/**
 * The channel, and who acts in it. An app token also needs the moderator's consent to `scopes` and to be a bot, and
 * the broadcaster's consent to bots.
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

/** Whether `for_source_only` is set, which is refused with a user token. No room shows the messages of another. */
export function readSourceOnly({ token }: Call, given: Pick<Body, 'flag'>): boolean {
  const isSet = given.flag('for_source_only') !== undefined;
  if (token.userId && isSet) refuse(400, 'for_source_only cannot be set with a user access token.');
  return isSet;
}
