import type { Body } from '../body.ts';
import {
  type Call,
  type Endpoint,
  refuseForeignId,
  refuseForeignUser,
  requireActor,
  requireOwnId,
} from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { messageBody } from '../world/chat-message.ts';
import type { ChatSettings } from '../world/chat-settings.ts';
import { named } from '../world/named.ts';
import type { Pin } from '../world/pins.ts';
import { streamOf } from '../world/streams.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';
import { type Moderated, type ModeratorRules, moderatedChannel, requireModerator, requireUser } from './moderated.ts';

const announcementColors = ['blue', 'green', 'orange', 'purple', 'primary'] as const;
const longestMessage = 500;
const removableFor = 6 * 3_600_000;
const pinSeconds = { least: 30, most: 1800 };
/** How long a message stays pinned that is pinned when it is sent. */
const pinnedWhenSent = 1200;
const readPins = ['moderator:read:chat_messages', 'moderator:manage:chat_messages'];
const managePins = ['moderator:manage:chat_messages'];

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
  function parentOf(body: Pick<Body, 'text'>, broadcasterId: string) {
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

  /**
   * The channel, and who acts in it. An app token also needs the moderator's consent to `scopes` and to be a bot, and the
   * broadcaster's consent to bots.
   */
  function actedChannel(
    call: Call,
    scopes: readonly string[],
    rules?: ModeratorRules,
    name = 'broadcaster_id',
  ): Moderated {
    const moderatorId = requireActor(call, 'moderator_id', scopes, rules?.refuseForeign);
    const broadcasterId = call.query.requiredId(name);
    if (!call.token.userId) {
      if (!call.grantedBy(moderatorId)?.includes('user:bot')) refuse(401, 'Missing scope: user:bot');
      if (!call.grantedBy(broadcasterId)?.includes('channel:bot')) refuse(401, 'Missing scope: channel:bot');
    }
    requireUser(world, broadcasterId, name);
    requireModerator(world, broadcasterId, moderatorId, rules);
    return { broadcasterId, moderatorId };
  }

  /** Refuses `for_source_only` with a user token. */
  function readSourceOnly({ token }: Call, given: Pick<Body, 'flag'>): boolean | undefined {
    const sourceOnly = given.flag('for_source_only');
    if (token.userId && sourceOnly !== undefined)
      refuse(400, 'for_source_only cannot be set with a user access token.');
    return sourceOnly;
  }

  /** The pin of the message in `message_id`, who acts, and how long it is to stay. */
  function askedPin(call: Call) {
    const { broadcasterId, moderatorId } = actedChannel(call, managePins);
    const messageId = call.query.requiredText('message_id');
    const seconds = call.query.number('duration_seconds', pinSeconds.least, pinSeconds.most);
    const pin = world.pins().of(broadcasterId);
    return { broadcasterId, moderatorId, messageId, seconds, pin: pin?.message.id === messageId ? pin : undefined };
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
      limit: { limit: 1, windowMs: 2_000, per: 'broadcaster_id' },
      answer(call) {
        const scopes = ['moderator:manage:announcements'];
        const { broadcasterId, moderatorId } = actedChannel(call, scopes, { refuseForeign: refuseForeignUser });
        const text = call.body.requiredText('message').slice(0, longestMessage);
        // Clients in other languages send an empty color when none was chosen.
        const color = call.body.text('color') === '' ? 'primary' : call.body.choice('color', announcementColors);
        const sourceOnly = readSourceOnly(call, call.body);
        // An app's announcements stay in the channel unless it says otherwise.
        world
          .chat()
          .announce(broadcasterId, moderatorId, text, color ?? 'primary', !call.token.userId && (sourceOnly ?? true));
        return undefined;
      },
    },
    {
      method: 'POST',
      path: '/chat/shoutouts',
      answer(call) {
        const scopes = ['moderator:manage:shoutouts'];
        const rules = { refuseOthers: () => refuse(400, 'The requesting user must be a channel moderator.') };
        const { broadcasterId: fromId, moderatorId } = actedChannel(call, scopes, rules, 'from_broadcaster_id');
        const toId = call.query.requiredId('to_broadcaster_id');
        requireUser(world, toId, 'to_broadcaster_id');
        if (fromId === toId) refuse(400, 'A broadcaster may not give themselves a shoutout.');
        const stream = streamOf(world, fromId);
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
        const { body, query, token } = call;
        if (token.userId && !token.scopes.includes('user:write:chat')) refuse(401, 'Missing scope: user:write:chat');
        const given = query.has('message') ? query : body; // the real host takes either
        const broadcasterId = given.requiredId('broadcaster_id');
        const senderId = given.requiredId('sender_id');
        const text = given.requiredText('message');
        requireSender(call, senderId, broadcasterId);
        const sourceOnly = readSourceOnly(call, given);
        const pin = given.flag('pin') ?? false;
        requireUser(world, broadcasterId, 'broadcaster_id');
        requireUser(world, senderId, 'sender_id');
        const parent = parentOf(given, broadcasterId);
        if (pin) {
          if (parent || sourceOnly !== undefined)
            refuse(400, 'pin cannot be combined with reply_parent_message_id or for_source_only.');
          const granted = token.userId ? token.scopes : call.grantedBy(senderId);
          if (!granted?.includes('moderator:manage:chat_messages'))
            refuse(401, 'Missing scope: moderator:manage:chat_messages');
          if (!world.roles().moderates(senderId, broadcasterId))
            refuse(403, 'The sender is not permitted to pin chat messages in the channel.');
        }
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
        const sent = pin ? world.chat().find(broadcasterId, messageId) : undefined;
        if (sent) world.pins().pin(sent, senderId, pinnedWhenSent);
        return { data: [{ message_id: messageId, is_sent: !drop, ...(drop && { drop_reason: drop }) }] };
      },
    },
    {
      method: 'GET',
      path: '/chat/pins',
      answer(call) {
        const { broadcasterId } = actedChannel(call, readPins);
        const pin = world.pins().of(broadcasterId);
        return { data: pin ? [showPin(world, pin)] : [] };
      },
    },
    {
      method: 'PUT',
      path: '/chat/pins',
      answer(call) {
        const { broadcasterId, moderatorId, messageId, seconds, pin } = askedPin(call);
        if (pin) refuse(409, 'The message is already pinned.');
        const message = world.chat().find(broadcasterId, messageId) ?? refuse(404, 'The message was not found.');
        world.pins().pin(message, moderatorId, seconds);
        return undefined;
      },
    },
    {
      method: 'PATCH',
      path: '/chat/pins',
      answer(call) {
        const { seconds, pin } = askedPin(call);
        world.pins().extend(pin ?? refuse(404, 'The message is not pinned.'), seconds);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/chat/pins',
      answer(call) {
        const { broadcasterId, pin } = askedPin(call);
        if (!pin) refuse(404, 'The message is not pinned.');
        world.pins().unpin(broadcasterId);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/chat',
      token: 'user',
      scopes: ['moderator:manage:chat_messages'],
      answer(call) {
        const { broadcasterId, moderatorId } = moderatedChannel(call, world, {
          refuseOthers: () => refuse(403, "You don't have permission to perform that action."),
        });
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
        const fromId = requireOwnId(call, 'from_user_id', refuseForeignUser);
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

function showPin(world: World, { message, pinnedBy, startsAt, endsAt, updatedAt }: Pin) {
  return {
    message_id: message.id,
    broadcaster_id: message.broadcasterId,
    ...named(world, 'sender_user', message.senderId),
    ...named(world, 'pinned_by_user', pinnedBy),
    message: messageBody(world, message.broadcasterId, message.text),
    starts_at: timestamp(startsAt),
    ends_at: endsAt === undefined ? null : timestamp(endsAt),
    updated_at: timestamp(updatedAt),
  };
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
