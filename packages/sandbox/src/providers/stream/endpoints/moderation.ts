import { slidingWindow } from '../../../server/limiter.ts';
import { type AutomodSettings, automodCategories, overallSettings } from '../data/moderation.ts';
import { timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, narrow, requireActor, requireModerator, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { limitText } from '../request/query.ts';

const longestTimeout = 1_209_600;
const requestStates = ['pending', 'approved', 'denied', 'acknowledged', 'canceled'] as const;
const checksPerRequest = 100;

/** How many requests for checks a channel may make per minute and per hour, by the type of its owner. */
const checkLimits = { '': [5, 50], affiliate: [10, 100], partner: [30, 300] } as const;

/** Either the overall level or some single ones; what is left out then is off. */
function readSettings(body: Body): AutomodSettings {
  const overall = body.int('overall_level', 0, 4);
  const given = automodCategories.flatMap((category) => {
    const level = body.int(category, 0, 4);
    return level === undefined ? [] : [[category, level]];
  });
  if ((overall === undefined) === (given.length === 0))
    refuse(400, 'Set either overall_level or one or more of the other settings, not both.');
  if (overall !== undefined) return overallSettings(overall);
  return { ...overallSettings(0), ...Object.fromEntries(given), overall_level: null };
}

/** AutoMod, blocked terms, bans, warnings, Shield Mode, and users under suspicion. */
export function moderationEndpoints(world: World): Endpoints {
  const { clock, now, users, roles, automod, bans, safety, chat } = world;
  const limiters = Object.fromEntries(
    Object.entries(checkLimits).map(([type, [minute, hour]]) => [
      type,
      [slidingWindow(clock, minute, 60_000), slidingWindow(clock, hour, 3_600_000)],
    ]),
  );

  const ids = ({ broadcasterId: broadcaster_id, moderatorId: moderator_id }: Call) => ({
    broadcaster_id,
    moderator_id,
  });
  const showSettings = (call: Call) => [{ ...ids(call), ...automod().settings(call.broadcasterId) }];

  function suspect(call: Call, input: Call['query'] | Call['body']) {
    const moderator_id = requireActor(call, 'moderator_id', ['moderator:manage:suspicious_users']);
    const broadcaster_id = call.query.requiredId('broadcaster_id');
    const user_id = input.requiredId('user_id');
    requireModerator(world, broadcaster_id, moderator_id);
    requireUser(world, user_id, 'user_id');
    if (roles().moderates(user_id, broadcaster_id)) refuse(400, 'The status update is not allowed for this user.');
    return { user_id, broadcaster_id, moderator_id };
  }

  return {
    'POST /moderation/enforcements/status'({ query, body, token }) {
      const broadcasterId = query.requiredId('broadcaster_id');
      // A foreign channel is 403 here, 401 elsewhere.
      if (broadcasterId !== token.userId) refuse(403, 'The ID in broadcaster_id must match the user ID of the token.');
      const messages = body.objects('data') ?? missing('data');
      if (messages.length === 0) missing('data');
      if (messages.length > checksPerRequest)
        malformed('data', `the value must be less than or equal to ${checksPerRequest}`);
      const read = messages.map((message) => [message.requiredText('msg_id'), message.requiredText('msg_text')]);
      const type = users().byId.get(broadcasterId)?.broadcaster_type ?? '';
      for (const limiter of limiters[type] ?? [])
        if (!limiter.take(broadcasterId).allowed) refuse(429, 'Too Many Requests');
      return read.map(([msg_id, text = '']) => ({ msg_id, is_permitted: !automod().check(broadcasterId, text) }));
    },
    'POST /moderation/automod/message'({ ownId: userId, body }) {
      const messageId = body.requiredText('msg_id');
      const action = body.requiredChoice('action', ['ALLOW', 'DENY']);
      const message = chat().held(messageId) ?? refuse(404, 'The message in msg_id was not found.');
      requireModerator(world, message.broadcasterId, userId);
      chat().settle(messageId, userId, action === 'ALLOW');
    },
    'GET /moderation/automod/settings': showSettings,
    'PUT /moderation/automod/settings'(call) {
      automod().configure(call.broadcasterId, call.moderatorId, readSettings(call.body));
      return showSettings(call);
    },
    'GET /moderation/blocked_terms': ({ broadcasterId, page }) => page(automod().terms(broadcasterId)),
    'POST /moderation/blocked_terms'({ broadcasterId, moderatorId, body }) {
      const text = body.requiredText('text');
      limitText('text', text, 500, 2);
      return [automod().block(broadcasterId, moderatorId, text)];
    },
    // An unknown ID is not an error.
    'DELETE /moderation/blocked_terms': ({ broadcasterId, moderatorId, query }) =>
      automod().unblock(broadcasterId, moderatorId, query.requiredText('id')),
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
      return [{ ...ids(call), ...ban }];
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
      return [{ ...ids(call), user_id, reason }];
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
