import type { Clock } from '../../../clock.ts';
import { slidingWindow } from '../../../limiter.ts';
import type { Body } from '../body.ts';
import { type Call, type Endpoint, refuseForeignId } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { type AutomodSettings, automodCategories, overallSettings } from '../world/automod.ts';
import type { World } from '../world/world.ts';
import { type Moderated, moderatedChannel, requireModerator } from './moderated.ts';

const checksPerRequest = 100;

/** How many requests for checks a channel may make, by the type of its owner. */
const checkLimits = {
  '': { minute: 5, hour: 50 },
  affiliate: { minute: 10, hour: 100 },
  partner: { minute: 30, hour: 300 },
};

/** AutoMod, and the terms that a channel blocks. */
export function automodEndpoints(world: World, clock: Clock): Endpoint[] {
  const limiters = Object.fromEntries(
    Object.entries(checkLimits).map(([type, { minute, hour }]) => [
      type,
      [slidingWindow(clock, minute, 60_000), slidingWindow(clock, hour, 3_600_000)],
    ]),
  );
  const termScopes = ['moderator:manage:blocked_terms'];

  const showSettings = ({ broadcasterId, moderatorId }: Moderated) => ({
    data: [{ broadcaster_id: broadcasterId, moderator_id: moderatorId, ...world.automod().settings(broadcasterId) }],
  });

  return [
    {
      method: 'POST',
      path: '/moderation/enforcements/status',
      token: 'user',
      scopes: ['moderation:read'],
      answer({ query, body, token }: Call) {
        const broadcasterId = query.requiredId('broadcaster_id');
        // A foreign channel is 403 here, 401 elsewhere.
        if (broadcasterId !== token.userId)
          refuse(403, 'The ID in broadcaster_id must match the user ID of the token.');
        const messages = body.objects('data') ?? missing('data');
        if (messages.length === 0) missing('data');
        if (messages.length > checksPerRequest)
          malformed('data', `the value must be less than or equal to ${checksPerRequest}`);
        const read = messages.map((message) => [message.requiredText('msg_id'), message.requiredText('msg_text')]);
        const type = world.users().byId.get(broadcasterId)?.broadcaster_type ?? '';
        for (const limiter of limiters[type] ?? []) {
          if (!limiter.take(broadcasterId).allowed) refuse(429, 'Too Many Requests');
        }
        return {
          data: read.map(([msg_id, text = '']) => ({
            msg_id,
            is_permitted: !world.automod().check(broadcasterId, text),
          })),
        };
      },
    },
    {
      method: 'POST',
      path: '/moderation/automod/message',
      token: 'user',
      scopes: ['moderator:manage:automod'],
      answer({ body, token }) {
        const userId = body.requiredId('user_id');
        const messageId = body.requiredText('msg_id');
        const action = body.choice('action', ['ALLOW', 'DENY']) ?? missing('action');
        if (userId !== token.userId) refuseForeignId('user_id');
        const message = world.chat().held(messageId) ?? refuse(404, 'The message in msg_id was not found.');
        requireModerator(world, message.broadcasterId, userId);
        world.chat().settle(messageId, userId, action === 'ALLOW');
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/moderation/automod/settings',
      token: 'user',
      scopes: ['moderator:read:automod_settings'],
      answer: (call) => showSettings(moderatedChannel(call, world)),
    },
    {
      method: 'PUT',
      path: '/moderation/automod/settings',
      token: 'user',
      scopes: ['moderator:manage:automod_settings'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        world.automod().configure(broadcasterId, moderatorId, readSettings(call.body));
        return showSettings({ broadcasterId, moderatorId });
      },
    },
    {
      method: 'GET',
      path: '/moderation/blocked_terms',
      token: 'user',
      scopes: ['moderator:read:blocked_terms', ...termScopes],
      answer(call) {
        const { broadcasterId } = moderatedChannel(call, world);
        const { data, pagination } = call.page(world.automod().terms(broadcasterId));
        return { data: data.map((term) => ({ broadcaster_id: broadcasterId, ...term })), pagination };
      },
    },
    {
      method: 'POST',
      path: '/moderation/blocked_terms',
      token: 'user',
      scopes: termScopes,
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const text = call.body.requiredText('text');
        if (text.length < 2 || text.length > 500) malformed('text', 'the text must have from 2 to 500 characters');
        const term = world.automod().block(broadcasterId, moderatorId, text);
        return { data: [{ broadcaster_id: broadcasterId, ...term }] };
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/blocked_terms',
      token: 'user',
      scopes: termScopes,
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        // An unknown id is no error.
        world.automod().unblock(broadcasterId, moderatorId, call.query.requiredText('id'));
        return undefined;
      },
    },
  ];
}

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
