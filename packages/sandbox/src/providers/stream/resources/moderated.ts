import { type Call, type ForeignIdRefusal, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { World } from '../world/world.ts';

/** A channel and who acts in it. */
export interface Moderated {
  readonly broadcasterId: string;
  readonly moderatorId: string;
}

/** Where an endpoint differs from the others about its moderator. */
export interface ModeratorRules {
  /** Refuses a `moderator_id` that is not the token's user. */
  readonly refuseForeign?: ForeignIdRefusal;
  /** Refuses a user who neither owns nor moderates the channel. */
  readonly refuseOthers?: () => never;
}

/** The channel in `broadcaster_id`, when `moderator_id` is the token's user and may act in it. */
export function moderatedChannel(call: Call, world: World, rules: ModeratorRules = {}): Moderated {
  const broadcasterId = call.query.requiredId('broadcaster_id');
  const moderatorId = requireOwnId(call, 'moderator_id', rules.refuseForeign);
  requireModerator(world, broadcasterId, moderatorId, rules);
  return { broadcasterId, moderatorId };
}

/** Refuses a channel that is not there, and a user who neither owns nor moderates it. */
export function requireModerator(
  world: World,
  broadcasterId: string,
  userId: string,
  { refuseOthers = refuseNonModerator }: ModeratorRules = {},
): void {
  requireUser(world, broadcasterId, 'broadcaster_id');
  if (!world.roles().moderates(userId, broadcasterId)) refuseOthers();
}

function refuseNonModerator(): never {
  return refuse(403, "The user in moderator_id is not one of the broadcaster's moderators.");
}

/** Refuses the id of a user who is not there; `name` is where it came from. */
export function requireUser(world: World, id: string, name: string, status: 400 | 404 = 400): void {
  if (!world.users().byId.has(id)) refuse(status, `The ID in ${name} was not found.`);
}
