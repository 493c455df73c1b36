import type { World } from '../data/world.ts';
import { type Endpoints, narrow, requireUser } from '../endpoint.ts';
import { missing, refuse } from '../errors.ts';
import { limitText } from '../request/query.ts';
import { actorOf } from './moderation.ts';

const longestTimeout = 1_209_600;
const requestStates = ['pending', 'approved', 'denied', 'acknowledged', 'canceled'] as const;

/** Bans, timeouts and requests to end them. */
export function banEndpoints(world: World): Endpoints {
  const { roles, bans, chat } = world;
  return {
    'GET /moderation/banned': ({ ownId, query, page }) =>
      page(narrow(bans().of(ownId), query.ids('user_id'), ({ user_id }) => user_id)),
    'POST /moderation/bans'(call) {
      const { broadcasterId, moderatorId } = call;
      const body = call.body.object('data') ?? missing('data');
      const userId = body.requiredId('user_id');
      const seconds = body.int('duration', 1, longestTimeout);
      const reason = body.text('reason') ?? '';
      limitText('reason', reason, 500);
      requireUser(world, userId, 'user_id');
      const what = seconds === undefined ? 'banned' : 'put in a timeout';
      const isModerator = roles().has('moderator', broadcasterId, userId);
      if (userId === broadcasterId || (isModerator && moderatorId !== broadcasterId))
        refuse(400, `The user specified in the user_id field may not be ${what}.`);
      if (bans().find(broadcasterId, userId)?.expires_at === '')
        refuse(400, 'The user specified in the user_id field is already banned.');
      if (isModerator) roles().change('moderator', 'remove', broadcasterId, userId);
      const ban = bans().add(broadcasterId, moderatorId, userId, reason, seconds);
      chat().removeMessagesOf(broadcasterId, userId);
      return [{ ...actorOf(call), ...ban }];
    },
    'DELETE /moderation/bans'({ broadcasterId, moderatorId, query }) {
      const userId = query.requiredId('user_id');
      if (!bans().find(broadcasterId, userId))
        refuse(400, 'The user specified in the user_id query parameter is not banned.');
      bans().remove(broadcasterId, moderatorId, userId);
    },
    'GET /moderation/unban_requests'({ broadcasterId, query, page }) {
      const status = query.requiredChoice('status', requestStates);
      const userId = query.id('user_id');
      const all = bans().requests(broadcasterId);
      return page(all.filter((each) => each.status === status && (!userId || each.user_id === userId)));
    },
    'PATCH /moderation/unban_requests'({ broadcasterId, moderatorId, query }) {
      const id = query.requiredText('unban_request_id');
      const status = query.requiredChoice('status', ['approved', 'denied']);
      const text = query.text('resolution_text');
      limitText('resolution_text', text, 500);
      const requests = bans().requests(broadcasterId);
      const request = requests.find((each) => each.id === id) ?? refuse(404, 'The unban request was not found.');
      if (request.status !== 'pending') refuse(400, 'Invalid requested update');
      bans().resolve(request, status, moderatorId, text);
      return [request];
    },
  };
}
