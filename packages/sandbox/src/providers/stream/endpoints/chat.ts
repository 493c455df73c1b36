import type { ChatSettings } from '../data/chat-rules.ts';
import type { World } from '../data/world.ts';
import {
  type Call,
  type Endpoints,
  foreignUser,
  moderatedChannel,
  refuseForeignId,
  requireActor,
  requireModerator,
  requireUser,
} from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';

const announcementColors = ['blue', 'green', 'orange', 'purple', 'primary'] as const;
const longestMessage = 500;
const removableFor = 6 * 3_600_000;
const pinSeconds = { least: 30, most: 1800 };
/** How long a message stays pinned that is pinned when it is sent. */
const pinnedWhenSent = 1200;
const managePins = 'moderator:manage:chat_messages';

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

/** Chat rooms: who is there, what is said, what is let through. */
export function chatEndpoints(world: World): Endpoints {
  const { now, named, streamOf, roles, blocks, chat, chatSettings, pins, shoutouts, sharedChats, whispers } = world;

  function showSettings(broadcasterId: string, moderatorId?: string) {
    const { non_moderator_chat_delay, non_moderator_chat_delay_duration, ...settings } =
      chatSettings().of(broadcasterId);
    const forModerators = { moderator_id: moderatorId, non_moderator_chat_delay, non_moderator_chat_delay_duration };
    return [{ broadcaster_id: broadcasterId, ...settings, ...(moderatorId && forModerators) }];
  }

  /** The message that is replied to, undefined when none is. */
  function parentOf(body: Pick<Body, 'text'>, broadcasterId: string) {
    const id = body.text('reply_parent_message_id');
    if (!id) return undefined;
    return chat().find(broadcasterId, id) ?? refuse(400, 'The ID in reply_parent_message_id is not valid.');
  }

  function requireGrant({ grantedBy }: Call, userId: string, scope: string): void {
    if (!grantedBy(userId)?.includes(scope)) refuse(401, `Missing scope: ${scope}`);
  }

  /** Refuses who may not write for `senderId`: an app needs the consent of both sides, or a moderator as sender. */
  function requireSender(call: Call, senderId: string, broadcasterId: string): void {
    const { userId } = call.token;
    if (userId && senderId !== userId) refuseForeignId('sender_id');
    if (userId) return;
    for (const scope of ['user:write:chat', 'user:bot']) requireGrant(call, senderId, scope);
    if (!roles().moderates(senderId, broadcasterId)) requireGrant(call, broadcasterId, 'channel:bot');
  }

  /**
   * The channel, and who acts in it. An app token also needs the moderator's consent to `scopes` and to be a bot, and
   * the broadcaster's consent to bots.
   */
  function actedChannel(
    call: Call,
    scopes: readonly string[],
    { name = 'broadcaster_id', foreign, others }: { name?: string; foreign?: string; others?: () => never } = {},
  ) {
    const moderatorId = requireActor(call, 'moderator_id', scopes, foreign);
    const broadcasterId = call.query.requiredId(name);
    if (!call.token.userId) {
      requireGrant(call, moderatorId, 'user:bot');
      requireGrant(call, broadcasterId, 'channel:bot');
    }
    requireUser(world, broadcasterId, name);
    if (others && !roles().moderates(moderatorId, broadcasterId)) others();
    requireModerator(world, broadcasterId, moderatorId);
    return { broadcasterId, moderatorId };
  }

  /** Whether `for_source_only` is set, which is refused with a user token. No room shows the messages of another. */
  function hasSourceOnly({ token }: Call, given: Pick<Body, 'flag'>): boolean {
    const isSet = given.flag('for_source_only') !== undefined;
    if (token.userId && isSet) refuse(400, 'for_source_only cannot be set with a user access token.');
    return isSet;
  }

  /** The pin of the message in `message_id`, who acts, and how long it is to stay. */
  function askedPin(call: Call) {
    const acted = actedChannel(call, [managePins]);
    const messageId = call.query.requiredText('message_id');
    const seconds = call.query.number('duration_seconds', pinSeconds.least, pinSeconds.most);
    const pin = pins().of(acted.broadcasterId);
    return { ...acted, messageId, seconds, pin: pin?.message_id === messageId ? pin : undefined };
  }

  /** Refuses who may not pin the message that they send. */
  function requirePinner(call: Call, senderId: string, broadcasterId: string, isSpecial: boolean): void {
    if (isSpecial) refuse(400, 'pin cannot be combined with reply_parent_message_id or for_source_only.');
    const granted = call.token.userId ? call.token.scopes : call.grantedBy(senderId);
    if (!granted?.includes(managePins)) refuse(401, `Missing scope: ${managePins}`);
    if (!roles().moderates(senderId, broadcasterId))
      refuse(403, 'The sender is not permitted to pin chat messages in the channel.');
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
      const { body } = call;
      const scopes = ['moderator:manage:announcements'];
      const { broadcasterId, moderatorId } = actedChannel(call, scopes, { foreign: foreignUser });
      const text = body.requiredText('message').slice(0, longestMessage);
      // Clients in other languages send an empty color when none was chosen.
      const color = body.text('color') === '' ? undefined : body.choice('color', announcementColors);
      hasSourceOnly(call, body);
      chat().announce(broadcasterId, moderatorId, text, color ?? 'primary');
    },
    'POST /chat/shoutouts'(call) {
      const { broadcasterId: fromId, moderatorId } = actedChannel(call, ['moderator:manage:shoutouts'], {
        name: 'from_broadcaster_id',
        others: () => refuse(400, 'The requesting user must be a channel moderator.'),
      });
      const toId = call.query.requiredId('to_broadcaster_id');
      requireUser(world, toId, 'to_broadcaster_id');
      if (fromId === toId) refuse(400, 'A broadcaster may not give themselves a shoutout.');
      if (!streamOf(fromId)?.viewer_count) refuse(400, 'The broadcaster is not live, or nobody watches.');
      if (!shoutouts().isDue(fromId, toId)) refuse(429, 'Too Many Requests');
      shoutouts().give(fromId, toId, moderatorId);
    },
    'POST /chat/messages'(call) {
      const { body, query, token } = call;
      if (token.userId && !token.scopes.includes('user:write:chat')) refuse(401, 'Missing scope: user:write:chat');
      const given = query.has('message') ? query : body; // the real host takes either
      // Some clients send only the message in the body.
      const idOf = (name: string) => (query.has(name) ? query : body).requiredId(name);
      const broadcasterId = idOf('broadcaster_id');
      const senderId = idOf('sender_id');
      const text = given.requiredText('message');
      requireSender(call, senderId, broadcasterId);
      const isSourceOnly = hasSourceOnly(call, given);
      const pin = given.flag('pin') ?? false;
      requireUser(world, broadcasterId, 'broadcaster_id');
      requireUser(world, senderId, 'sender_id');
      const parent = parentOf(given, broadcasterId);
      if (pin) requirePinner(call, senderId, broadcasterId, parent !== undefined || isSourceOnly);
      if (text.length > longestMessage) refuse(422, 'The message is too large.');
      if (!chat().admits(broadcasterId, senderId))
        refuse(403, 'The sender is not permitted to send chat messages to the channel.');
      const { messageId, drop } = chat().send({ broadcasterId, senderId, text, ...(parent && { parent }) });
      const sent = pin ? chat().find(broadcasterId, messageId) : undefined;
      if (sent) pins().pin(sent, senderId, pinnedWhenSent);
      return [{ message_id: messageId, is_sent: !drop, ...(drop && { drop_reason: drop }) }];
    },
    'GET /chat/pins'(call) {
      const { broadcasterId } = actedChannel(call, ['moderator:read:chat_messages', managePins]);
      const pin = pins().of(broadcasterId);
      return pin ? [pin] : [];
    },
    'PUT /chat/pins'(call) {
      const { broadcasterId, moderatorId, messageId, seconds, pin } = askedPin(call);
      if (pin) refuse(409, 'The message is already pinned.');
      const message = chat().find(broadcasterId, messageId) ?? refuse(404, 'The message was not found.');
      pins().pin(message, moderatorId, seconds);
    },
    'PATCH /chat/pins'(call) {
      const { seconds, pin } = askedPin(call);
      pins().extend(pin ?? refuse(404, 'The message is not pinned.'), seconds);
    },
    'DELETE /chat/pins'(call) {
      const { broadcasterId, pin } = askedPin(call);
      if (!pin) refuse(404, 'The message is not pinned.');
      pins().unpin(broadcasterId);
    },
    'DELETE /moderation/chat'({ broadcasterId, moderatorId, query }) {
      const id = query.text('message_id');
      if (!id) return chat().clear(broadcasterId, moderatorId);
      const message = chat().find(broadcasterId, id);
      if (!message || now() - message.sentAt > removableFor) return refuse(404, 'The message was not found.');
      if (message.senderId === broadcasterId) refuse(400, "You may not delete the broadcaster's messages.");
      if (message.senderId !== moderatorId && roles().moderates(message.senderId, broadcasterId))
        refuse(400, "You may not delete another moderator's messages.");
      chat().remove(message, moderatorId);
    },
    'POST /whispers'({ ownId: fromId, namedId: toId, body }) {
      const text = body.requiredText('message');
      if (fromId === toId) refuse(400, 'A user cannot whisper to themselves.');
      // Whispers that the recipient's settings refuse are reported. Blocked users are the only such setting here.
      if (blocks.has(toId, fromId)) refuse(400, 'The recipient takes no whispers of the sender.');
      if (!whispers().allows(fromId, toId)) refuse(429, 'Too Many Requests');
      whispers().send(fromId, toId, text);
    },
  };
}
