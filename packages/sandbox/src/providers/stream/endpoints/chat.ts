import type { ChatSettings } from '../data/chat-rules.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, moderatedChannel, requireScope, requireUser } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { longestMessage, readSourceOnly } from './chat-access.ts';

const announcementColors = ['blue', 'green', 'orange', 'purple', 'primary'] as const;

/**
 * Reads changes to the settings. Switching a mode on sets its number, to the default unless given; switching it off
 * sets it to null.
 */
function readSettings(body: Body): Partial<ChatSettings> {
  function mode(name: 'follower_mode' | 'slow_mode', number: string, min: number, max: number, fallback: number) {
    const isOn = body.flag(name);
    const value = body.int(number, min, max);
    if (value !== undefined && !isOn) malformed(number, `${name} must be true to set it`);
    return isOn === undefined ? {} : { [name]: isOn, [number]: isOn ? (value ?? fallback) : null };
  }
  function delay() {
    const isOn = body.flag('non_moderator_chat_delay');
    const seconds = body.int('non_moderator_chat_delay_duration', 2, 6);
    if (seconds !== undefined && (!isOn || seconds % 2 === 1))
      malformed('non_moderator_chat_delay_duration', 'value must be 2, 4 or 6, with non_moderator_chat_delay true');
    if (isOn && seconds === undefined) missing('non_moderator_chat_delay_duration');
    if (isOn === undefined) return {};
    return { non_moderator_chat_delay: isOn, non_moderator_chat_delay_duration: seconds ?? null };
  }
  const flags = ['emote_mode', 'subscriber_mode', 'unique_chat_mode'].flatMap((name) => {
    const value = body.flag(name);
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...Object.fromEntries(flags),
    ...mode('follower_mode', 'follower_mode_duration', 0, 129_600, 0),
    ...mode('slow_mode', 'slow_mode_wait_time', 3, 120, 30),
    ...delay(),
  };
}

/** Endpoints of chat rooms: chatters, settings, announcements and shoutouts. */
export function chatEndpoints(world: World): Endpoints {
  const { named, streamOf, roles, chat, chatSettings, shoutouts, sharedChats } = world;

  function showSettings(broadcasterId: string, moderatorId?: string) {
    const { non_moderator_chat_delay, non_moderator_chat_delay_duration, ...settings } =
      chatSettings().of(broadcasterId);
    const forModerators = { moderator_id: moderatorId, non_moderator_chat_delay, non_moderator_chat_delay_duration };
    return [{ broadcaster_id: broadcasterId, ...settings, ...(moderatorId && forModerators) }];
  }

  return {
    'GET /chat/chatters'({ broadcasterId, page }) {
      const chatters = chat().chatters(broadcasterId);
      return { ...page(chatters, (id) => named('user', id)), total: chatters.length };
    },
    'GET /chat/settings'(call) {
      const broadcasterId = call.query.requiredId('broadcaster_id');
      const asked = call.query.text('moderator_id');
      if (asked && !call.token.userId) refuse(401, 'Missing User OAUTH Token');
      const { moderatorId } = asked ? moderatedChannel(call, world) : {};
      requireUser(world, broadcasterId, 'broadcaster_id');
      const mayRead = call.token.scopes.includes('moderator:read:chat_settings');
      return showSettings(broadcasterId, mayRead ? moderatorId : undefined);
    },
    'PATCH /chat/settings'({ broadcasterId, moderatorId, body }) {
      chatSettings().change(broadcasterId, moderatorId, readSettings(body));
      return showSettings(broadcasterId, moderatorId);
    },
    'GET /shared_chat/session'({ namedId }) {
      const shared = sharedChats().get(namedId);
      return shared ? [shared] : [];
    },
    'POST /chat/announcements'(call) {
      const { body, broadcasterId, moderatorId } = call;
      const text = body.requiredText('message').slice(0, longestMessage);
      // Clients in other languages send an empty color when none was chosen.
      const color = body.text('color') === '' ? undefined : body.choice('color', announcementColors);
      readSourceOnly(call, body);
      chat().announce(broadcasterId, moderatorId, text, color ?? 'primary');
    },
    'POST /chat/shoutouts'(call) {
      const { ownId: moderatorId, query, token } = call;
      const fromId = query.requiredId('from_broadcaster_id');
      if (!token.userId) requireScope(call.grantedBy(fromId), ['channel:bot']);
      requireUser(world, fromId, 'from_broadcaster_id');
      if (!roles().moderates(moderatorId, fromId)) refuse(400, 'The requesting user must be a channel moderator.');
      const toId = query.requiredId('to_broadcaster_id');
      requireUser(world, toId, 'to_broadcaster_id');
      if (fromId === toId) refuse(400, 'A broadcaster may not give themselves a shoutout.');
      if (!streamOf(fromId)?.viewer_count) refuse(400, 'The broadcaster is not live, or nobody is watching.');
      if (!shoutouts().isDue(fromId, toId)) refuse(429, 'Too Many Requests');
      shoutouts().give(fromId, toId, moderatorId);
    },
  };
}
