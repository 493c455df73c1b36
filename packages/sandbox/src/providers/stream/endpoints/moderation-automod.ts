import { slidingWindow } from '../../../server/limiter.ts';
import { type AutomodSettings, automodCategories, overallSettings } from '../data/moderation.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, requireModerator, requireScope } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { limitText } from '../request/query.ts';
import { actorOf } from './moderation.ts';

const checksPerRequest = 100;

/** Number of check requests that a channel may make per minute and per hour, by broadcaster type. */
const checkLimits = { '': [5, 50], affiliate: [10, 100], partner: [30, 300] } as const;

/** Reads either the overall level or single levels. Single levels that are left out are off. */
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

/** AutoMod and blocked terms. */
export function automodEndpoints(world: World): Endpoints {
  const { clock, users, automod, chat } = world;
  const limiters = Object.fromEntries(
    Object.entries(checkLimits).map(([type, [minute, hour]]) => [
      type,
      [slidingWindow(clock, minute, 60_000), slidingWindow(clock, hour, 3_600_000)],
    ]),
  );

  const showSettings = (call: Call) => [{ ...actorOf(call), ...automod().settings(call.broadcasterId) }];

  return {
    'POST /moderation/enforcements/status'({ query, body, token, grantedBy }) {
      const broadcasterId = query.requiredId('broadcaster_id');
      // Another user's channel gets a 403 here, and a 401 elsewhere.
      if (!token.userId) requireScope(grantedBy(broadcasterId), ['moderation:read']);
      else if (broadcasterId !== token.userId)
        refuse(403, 'The ID in broadcaster_id must match the user ID of the token.');
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
  };
}
