import type { Body } from '../body.ts';
import { type Call, type Endpoint, refuseForeignId, requireOwnId } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import type { ChatSettings } from '../world/chat-settings.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';
import { moderatedChannel, requireUser } from './moderated.ts';

const announcementColors = ['blue', 'green', 'orange', 'purple', 'primary'] as const;
const longestMessage = 500;
const removableFor = 6 * 3_600_000;

/** Chat rooms: who is there, what is said, what is let through. */
export function chatEndpoints(world: World): Endpoint[] {
  function showSettings(broadcasterId: string, moderatorId?: string) {
    const { non_moderator_chat_delay, non_moderator_chat_delay_duration, ...settings } = world
      .chatSettings()
      .of(broadcasterId);
    const forModerators = { moderator_id: moderatorId, non_moderator_chat_delay, non_moderator_chat_delay_duration };
    return { data: [{ broadcaster_id: broadcasterId, ...settings, ...(moderatorId && forModerators) }] };
  }

  /** The message that is answered, undefined when none is. */
  function parentOf(body: Body, broadcasterId: string) {
    const id = body.text('reply_parent_message_id');
    if (!id) return undefined;
    return world.chat().find(broadcasterId, id) ?? refuse(400, 'The ID in reply_parent_message_id is not valid.');
  }

  /** Refuses who may not write for `senderId`: an app needs the consent of both sides, or a moderator as sender. */
  function requireSender({ token, grantedBy }: Call, senderId: string, broadcasterId: string): void {
    if (token.userId) {
      if (senderId !== token.userId) refuseForeignId('sender_id');
      return;
    }
    for (const scope of ['user:write:chat', 'user:bot']) {
      if (!grantedBy(senderId)?.includes(scope)) refuse(401, `Missing scope: ${scope}`);
    }
    if (!grantedBy(broadcasterId)?.includes('channel:bot') && !world.roles().moderates(senderId, broadcasterId))
      refuse(401, 'Missing scope: channel:bot');
  }

  return [
    {
      method: 'GET',
      path: '/chat/chatters',
      token: 'user',
      scopes: ['moderator:read:chatters'],
      answer(call) {
        const chatters = world.chat().chatters(moderatedChannel(call, world).broadcasterId);
        const { data, pagination } = call.page(chatters, { size: 100, maxSize: 1000 });
        return { data: data.map((id) => named(world, 'user', id)), pagination, total: chatters.length };
      },
    },
    {
      method: 'GET',
      path: '/chat/settings',
      answer(call) {
        const broadcasterId = call.query.requiredId('broadcaster_id');
        const asked = call.query.text('moderator_id');
        if (asked && !call.token.userId) refuse(401, 'Missing User OAUTH Token');
        const { moderatorId } = asked ? moderatedChannel(call, world) : {};
        requireUser(world, broadcasterId, 'broadcaster_id');
        const mayRead = call.token.scopes.includes('moderator:read:chat_settings');
        return showSettings(broadcasterId, mayRead ? moderatorId : undefined);
      },
    },
    {
      method: 'PATCH',
      path: '/chat/settings',
      token: 'user',
      scopes: ['moderator:manage:chat_settings'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        world.chatSettings().change(broadcasterId, moderatorId, readSettings(call.body));
        return showSettings(broadcasterId, moderatorId);
      },
    },
    {
      method: 'GET',
      path: '/shared_chat/session',
      answer({ query }) {
        const broadcasterId = query.requiredId('broadcaster_id');
        requireUser(world, broadcasterId, 'broadcaster_id');
        const chat = world.sharedChats().get(broadcasterId);
        if (!chat) return { data: [] };
        return {
          data: [
            {
              session_id: chat.id,
              host_broadcaster_id: chat.hostId,
              participants: chat.participantIds.map((broadcaster_id) => ({ broadcaster_id })),
              created_at: chat.createdAt,
              updated_at: chat.updatedAt,
            },
          ],
        };
      },
    },
    {
      method: 'POST',
      path: '/chat/announcements',
      token: 'user',
      scopes: ['moderator:manage:announcements'],
      limit: { limit: 1, windowMs: 2_000, per: 'broadcaster_id' },
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const text = call.body.requiredText('message').slice(0, longestMessage);
        const color = call.body.choice('color', announcementColors) ?? 'primary';
        world.chat().announce(broadcasterId, moderatorId, text, color);
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/chat/shoutouts',
      token: 'user',
      scopes: ['moderator:manage:shoutouts'],
      answer(call) {
        const toId = call.query.requiredId('to_broadcaster_id');
        const { broadcasterId: fromId, moderatorId } = moderatedChannel(call, world, 'from_broadcaster_id');
        requireUser(world, toId, 'to_broadcaster_id');
        if (fromId === toId) refuse(400, 'A broadcaster may not give themselves a shoutout.');
        const stream = world.streams().find(({ user_id }) => user_id === fromId);
        if (!stream || stream.viewer_count < 1) refuse(400, 'The broadcaster is not live, or nobody watches.');
        if (!world.shoutouts().isDue(fromId, toId)) refuse(429, 'Too Many Requests');
        world.shoutouts().give(fromId, toId, moderatorId);
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/chat/messages',
      answer(call) {
        const { body, token } = call;
        if (token.userId && !token.scopes.includes('user:write:chat')) refuse(401, 'Missing scope: user:write:chat');
        const broadcasterId = body.requiredId('broadcaster_id');
        const senderId = body.requiredId('sender_id');
        const text = body.requiredText('message');
        const sourceOnly = body.flag('for_source_only');
        requireSender(call, senderId, broadcasterId);
        if (token.userId && sourceOnly !== undefined)
          refuse(400, 'for_source_only cannot be set with a user access token.');
        requireUser(world, broadcasterId, 'broadcaster_id');
        requireUser(world, senderId, 'sender_id');
        const parent = parentOf(body, broadcasterId);
        if (text.length > longestMessage) refuse(422, 'The message is too large.');
        if (!world.chat().admits(broadcasterId, senderId))
          refuse(403, 'The sender is not permitted to send chat messages to the channel.');
        const { messageId, drop } = world.chat().send({
          broadcasterId,
          senderId,
          text,
          ...(parent && { parent }),
          // An app's messages stay in the channel unless it says otherwise.
          sourceOnly: !token.userId && (sourceOnly ?? true),
        });
        return { data: [{ message_id: messageId, is_sent: !drop, ...(drop && { drop_reason: drop }) }] };
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/chat',
      token: 'user',
      scopes: ['moderator:manage:chat_messages'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world);
        const id = call.query.text('message_id');
        if (!id) {
          world.chat().clear(broadcasterId, moderatorId);
          return undefined;
        }
        const message = world.chat().find(broadcasterId, id);
        if (!message || world.now() - message.sentAt > removableFor) return refuse(404, 'The message was not found.');
        if (message.senderId === broadcasterId) refuse(400, "You may not delete the broadcaster's messages.");
        if (message.senderId !== moderatorId && world.roles().moderates(message.senderId, broadcasterId))
          refuse(400, "You may not delete another moderator's messages.");
        world.chat().remove(message, moderatorId);
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/whispers',
      token: 'user',
      scopes: ['user:manage:whispers'],
      answer(call) {
        const fromId = requireOwnId(call, 'from_user_id');
        const toId = call.query.requiredId('to_user_id');
        const text = call.body.requiredText('message');
        if (fromId === toId) refuse(400, 'A user cannot whisper to themselves.');
        requireUser(world, toId, 'to_user_id', 404);
        // What the recipient's settings refuse is told; whom they block is the one such setting here.
        if (world.blocks().of(toId).includes(fromId)) refuse(400, 'The recipient takes no whispers of the sender.');
        if (!world.whispers().allows(fromId, toId)) refuse(429, 'Too Many Requests');
        world.whispers().send(fromId, toId, text);
        return undefined;
      },
    },
  ];
}

/** Switching a mode on sets its number, to the default unless given; switching it off empties it. */
function readSettings(body: Body): Partial<ChatSettings> {
  function mode(name: 'follower_mode' | 'slow_mode', number: string, min: number, max: number, fallback: number) {
    const isOn = body.flag(name);
    const value = body.int(number, min, max);
    if (value !== undefined && !isOn) malformed(number, `it takes ${name} to be true`);
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
  const flags = (['emote_mode', 'subscriber_mode', 'unique_chat_mode'] as const).flatMap((name) => {
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
