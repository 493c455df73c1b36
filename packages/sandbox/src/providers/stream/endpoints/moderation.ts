import { timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireUser } from '../endpoint.ts';
import { missing, refuse } from '../errors.ts';
import { limitText } from '../request/query.ts';

/** Returns the channel and the moderator as responses show them. */
export const actorOf = ({ broadcasterId: broadcaster_id, moderatorId: moderator_id }: Call) => ({
  broadcaster_id,
  moderator_id,
});

/** Endpoints of Shield Mode, warnings and suspicious users. */
export function moderationEndpoints(world: World): Endpoints {
  const { now, roles, safety } = world;

  function suspect(call: Call, input: Call['query'] | Call['body']) {
    const user_id = input.requiredId('user_id');
    requireUser(world, user_id, 'user_id');
    if (roles().moderates(user_id, call.broadcasterId)) refuse(400, 'The status update is not allowed for this user.');
    return { user_id, ...actorOf(call) };
  }

  return {
    'PUT /moderation/shield_mode'({ broadcasterId, moderatorId, body }) {
      safety().switchShield(broadcasterId, moderatorId, body.flag('is_active') ?? missing('is_active'));
      return [safety().shield(broadcasterId)];
    },
    'GET /moderation/shield_mode': ({ broadcasterId }) => [safety().shield(broadcasterId)],
    'POST /moderation/warnings'(call) {
      const { broadcasterId, moderatorId } = call;
      const body = call.body.object('data') ?? missing('data');
      const user_id = body.requiredId('user_id');
      const reason = body.requiredText('reason');
      limitText('reason', reason, 500);
      requireUser(world, user_id, 'user_id');
      if (roles().moderates(user_id, broadcasterId)) refuse(400, 'The user in user_id may not be warned.');
      safety().warn(broadcasterId, moderatorId, user_id, reason);
      return [{ ...actorOf(call), user_id, reason }];
    },
    'POST /moderation/suspicious_users'(call) {
      const who = suspect(call, call.body);
      const status = call.body.requiredChoice('status', ['ACTIVE_MONITORING', 'RESTRICTED']);
      safety().treat(who.broadcaster_id, who.moderator_id, who.user_id, status);
      return [{ ...who, updated_at: timestamp(now()), status, types: ['MANUALLY_ADDED'] }];
    },
    'DELETE /moderation/suspicious_users'(call) {
      const who = suspect(call, call.query);
      safety().treat(who.broadcaster_id, who.moderator_id, who.user_id);
      return [{ ...who, updated_at: timestamp(now()), status: 'NO_TREATMENT', types: [] }];
    },
  };
}
