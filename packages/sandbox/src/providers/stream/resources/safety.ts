import { type Call, type Endpoint, requireActor } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { moderatedChannel, requireModerator, requireUser } from './moderated.ts';

/** Shield Mode, warnings and users under suspicion. */
export function safetyEndpoints(world: World): Endpoint[] {
  function suspect(call: Call, input: Call['query'] | Call['body']) {
    const moderatorId = requireActor(call, 'moderator_id', ['moderator:manage:suspicious_users']);
    const broadcasterId = call.query.requiredId('broadcaster_id');
    const userId = input.requiredId('user_id');
    requireModerator(world, broadcasterId, moderatorId);
    requireUser(world, userId, 'user_id');
    if (world.roles().moderates(userId, broadcasterId)) refuse(400, 'The status update is not allowed for this user.');
    return { user_id: userId, broadcaster_id: broadcasterId, moderator_id: moderatorId };
  }

  return [
    {
      method: 'PUT',
      path: '/moderation/shield_mode',
      token: 'user',
      scopes: ['moderator:manage:shield_mode'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const isActive = call.body.flag('is_active') ?? missing('is_active');
        world.safety().switchShield(broadcasterId, moderatorId, isActive);
        return { data: [world.safety().shield(broadcasterId)] };
      },
    },
    {
      method: 'GET',
      path: '/moderation/shield_mode',
      token: 'user',
      scopes: ['moderator:read:shield_mode', 'moderator:manage:shield_mode'],
      answer: (call) => ({ data: [world.safety().shield(moderatedChannel(call, world).broadcasterId)] }),
    },
    {
      method: 'POST',
      path: '/moderation/warnings',
      token: 'user',
      scopes: ['moderator:manage:warnings'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const body = call.body.object('data') ?? missing('data');
        const userId = body.requiredId('user_id');
        const reason = body.requiredText('reason');
        if (reason.length > 500) malformed('reason', 'the text must have at most 500 characters');
        requireUser(world, userId, 'user_id');
        if (world.roles().moderates(userId, broadcasterId)) refuse(400, 'The user in user_id may not be warned.');
        world.safety().warn(broadcasterId, moderatorId, userId, reason);
        return { data: [{ broadcaster_id: broadcasterId, user_id: userId, moderator_id: moderatorId, reason }] };
      },
    },
    {
      method: 'POST',
      path: '/moderation/suspicious_users',
      answer(call) {
        const users = suspect(call, call.body);
        const status = call.body.choice('status', ['ACTIVE_MONITORING', 'RESTRICTED']) ?? missing('status');
        world.safety().treat(users.broadcaster_id, users.moderator_id, users.user_id, status);
        return { data: [{ ...users, updated_at: timestamp(world.now()), status, types: ['MANUALLY_ADDED'] }] };
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/suspicious_users',
      answer(call) {
        const users = suspect(call, call.query);
        world.safety().treat(users.broadcaster_id, users.moderator_id, users.user_id);
        return { data: [{ ...users, updated_at: timestamp(world.now()), status: 'NO_TREATMENT', types: [] }] };
      },
    },
  ];
}
