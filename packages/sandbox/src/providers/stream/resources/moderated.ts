import { type Call, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { World } from '../world/world.ts';

/** A channel and who acts in it. */
export interface Moderated {
  readonly broadcasterId: string;
  readonly moderatorId: string;
}

/** The channel that `name` asks for, when `moderator_id` is the token's user and may act in it. */
export function moderatedChannel(call: Call, world: World, name = 'broadcaster_id'): Moderated {
  const broadcasterId = call.query.requiredId(name);
  const moderatorId = requireOwnId(call, 'moderator_id');
  requireModerator(world, broadcasterId, moderatorId, name);
  return { broadcasterId, moderatorId };
}

/** Refuses a channel that is not there, and a user who neither owns nor moderates it. */
export function requireModerator(world: World, broadcasterId: string, userId: string, name = 'broadcaster_id'): void {
  requireUser(world, broadcasterId, name);
  if (!world.roles().moderates(userId, broadcasterId))
    refuse(403, 'The user in moderator_id is neither the broadcaster nor a moderator of the channel.');
}

/** Refuses the id of a user who is not there; `name` is where it came from. */
export function requireUser(world: World, id: string, name: string, status: 400 | 404 = 400): void {
  if (!world.users().byId.has(id)) refuse(status, `The ID in ${name} was not found.`);
}
