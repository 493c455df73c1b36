import { type Endpoint, refuseForeignUser, requireOwnId } from '../endpoint.ts';
import { malformed, refuse } from '../refusal.ts';
import type { Ban, UnbanRequest } from '../world/bans.ts';
import { named } from '../world/named.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { moderatedChannel, requireUser } from './moderated.ts';

const longestTimeout = 1_209_600;
const requestStates = ['pending', 'approved', 'denied', 'acknowledged', 'canceled'] as const;

/** Bans, time-outs, and requests to end them. */
export function banEndpoints(world: World): Endpoint[] {
  const scopes = ['moderator:manage:banned_users'];
  const requestScopes = ['moderator:manage:unban_requests'];

  const showBan = (ban: Ban) => ({
    ...named(world, 'user', ban.userId),
    expires_at: ban.endsAt === undefined ? '' : timestamp(ban.endsAt),
    created_at: timestamp(ban.createdAt),
    reason: ban.reason,
    ...named(world, 'moderator', ban.moderatorId),
  });
  const showRequest = (request: UnbanRequest) => ({
    id: request.id,
    ...named(world, 'broadcaster', request.broadcasterId),
    ...named(world, 'moderator', request.moderatorId),
    ...named(world, 'user', request.userId),
    text: request.text,
    status: request.status,
    created_at: timestamp(request.createdAt),
    resolved_at: request.resolvedAt === undefined ? null : timestamp(request.resolvedAt),
    resolution_text: request.resolutionText ?? null,
  });

  return [
    {
      method: 'GET',
      path: '/moderation/banned',
      token: 'user',
      scopes: ['moderation:read', ...scopes],
      answer(call) {
        const bans = world.bans().of(requireOwnId(call, 'broadcaster_id', refuseForeignUser));
        const ids = call.query.ids('user_id');
        const asked = ids.length > 0 ? bans.filter((ban) => ids.includes(ban.userId)) : bans;
        const { data, pagination } = call.page(asked, { back: true });
        return { data: data.map(showBan), pagination };
      },
    },
    {
      method: 'POST',
      path: '/moderation/bans',
      token: 'user',
      scopes,
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const body = call.body.object('data') ?? refuse(400, 'Missing required parameter "data"');
        const userId = body.requiredId('user_id');
        const seconds = body.int('duration', 1, longestTimeout);
        const reason = body.text('reason') ?? '';
        if (reason.length > 500) malformed('reason', 'the text must have at most 500 characters');
        requireUser(world, userId, 'user_id');
        const what = seconds === undefined ? 'banned' : 'put in a timeout';
        const isModerator = world.roles().moderators(broadcasterId).includes(userId);
        if (userId === broadcasterId || (isModerator && moderatorId !== broadcasterId))
          refuse(400, `The user specified in the user_id field may not be ${what}.`);
        const before = world.bans().find(broadcasterId, userId);
        if (before && before.endsAt === undefined)
          refuse(400, 'The user specified in the user_id field is already banned.');
        if (isModerator) world.roles().removeModerator(broadcasterId, userId);
        const ban = world.bans().add(broadcasterId, moderatorId, userId, reason, seconds);
        return {
          data: [
            {
              broadcaster_id: broadcasterId,
              moderator_id: moderatorId,
              user_id: userId,
              created_at: timestamp(ban.createdAt),
              end_time: ban.endsAt === undefined ? null : timestamp(ban.endsAt),
            },
          ],
        };
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/bans',
      token: 'user',
      scopes,
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const userId = call.query.requiredId('user_id');
        if (!world.bans().find(broadcasterId, userId))
          refuse(400, 'The user specified in the user_id query parameter is not banned.');
        world.bans().remove(broadcasterId, moderatorId, userId);
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/moderation/unban_requests',
      token: 'user',
      scopes: ['moderator:read:unban_requests', ...requestScopes],
      answer(call) {
        const { broadcasterId } = moderatedChannel(call, world);
        call.query.requiredText('status');
        const status = call.query.choice('status', requestStates, 'pending');
        const userId = call.query.id('user_id');
        const asked = world
          .bans()
          .requests(broadcasterId)
          .filter((each) => each.status === status && (userId === undefined || each.userId === userId));
        const { data, pagination } = call.page(asked);
        return { data: data.map(showRequest), pagination };
      },
    },
    {
      method: 'PATCH',
      path: '/moderation/unban_requests',
      token: 'user',
      scopes: requestScopes,
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const { query } = call;
        const id = query.requiredText('unban_request_id');
        query.requiredText('status');
        const status = query.choice('status', ['approved', 'denied'], 'denied');
        const text = query.text('resolution_text');
        if (text && text.length > 500) malformed('resolution_text', 'the text must have at most 500 characters');
        const requests = world.bans().requests(broadcasterId);
        const request = requests.find((each) => each.id === id) ?? refuse(404, 'The unban request was not found.');
        if (request.status !== 'pending') refuse(400, 'Invalid requested update');
        world.bans().resolve(request, status, moderatorId, text);
        return { data: [showRequest(request)] };
      },
    },
  ];
}
