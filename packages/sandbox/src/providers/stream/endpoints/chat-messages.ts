import type { World } from '../data/world.ts';
import { type Call, type Endpoints, refuseForeignId, requireScope, requireUser } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { longestMessage, readSourceOnly, requireGrant } from './chat-access.ts';

const removableFor = 6 * 3_600_000;
const pinSeconds = { least: 30, most: 1800 };
/** Seconds that a message stays pinned if it is pinned when it is sent. */
const pinnedWhenSent = 1200;
const managePins = 'moderator:manage:chat_messages';

/** The API gives this reason for a message that is nothing but a command. */
const commandOnly = {
  code: 'msg_rejected',
  message: 'Your message is being checked by mods and has not been sent.',
};

/** Endpoints that send, remove and pin chat messages. */
export function messageEndpoints(world: World): Endpoints {
  const { now, roles, chat, pins } = world;

  return {
    'POST /chat/messages'(call) {
      const { body, query, token } = call;
      if (token.userId) requireScope(token.scopes, ['user:write:chat']);
      const given = query.has('message') ? query : body; // the real host takes either
      // Some clients send only the message in the body.
      const idOf = (name: string) => (query.has(name) ? query : body).requiredId(name);
      const broadcasterId = idOf('broadcaster_id');
      const senderId = idOf('sender_id');
      const text = given.requiredText('message');
      requireSender(world, call, senderId, broadcasterId);
      const isSourceOnly = readSourceOnly(call, given);
      const pin = given.flag('pin') ?? false;
      requireUser(world, broadcasterId, 'broadcaster_id');
      requireUser(world, senderId, 'sender_id');
      const parent = parentOf(world, given, broadcasterId);
      if (pin) requirePinner(world, call, senderId, broadcasterId, parent !== undefined || isSourceOnly);
      if (text.length > longestMessage) refuse(422, 'The message is too large.');
      if (!chat().admits(broadcasterId, senderId))
        refuse(403, 'The sender is not permitted to send chat messages to the channel.');
      // The API takes a first word after `/` or `.` for a command, and sends only the rest.
      const rest = text.replace(/^[/.]\w+\s*/, '');
      if (!rest) return [{ message_id: '', is_sent: false, drop_reason: commandOnly }];
      const { messageId, drop } = chat().send({ broadcasterId, senderId, text: rest, ...(parent && { parent }) });
      const sent = pin ? chat().find(broadcasterId, messageId) : undefined;
      if (sent) pins().pin(sent, senderId, pinnedWhenSent);
      return [{ message_id: messageId, is_sent: !drop, ...(drop && { drop_reason: drop }) }];
    },
    ...pinEndpoints(world),
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
  };
}

/** The endpoints for pinned messages. */
function pinEndpoints(world: World): Endpoints {
  const { chat, pins } = world;
  return {
    'GET /chat/pins'({ broadcasterId }) {
      const pin = pins().of(broadcasterId);
      return pin ? [pin] : [];
    },
    'PUT /chat/pins'(call) {
      const { broadcasterId, moderatorId, messageId, seconds, pin } = askedPin(world, call);
      if (pin) refuse(409, 'The message is already pinned.');
      const message = chat().find(broadcasterId, messageId) ?? refuse(404, 'The message was not found.');
      pins().pin(message, moderatorId, seconds);
    },
    'PATCH /chat/pins'(call) {
      const { seconds, pin } = askedPin(world, call);
      pins().extend(pin ?? refuse(404, 'The message is not pinned.'), seconds);
    },
    'DELETE /chat/pins'(call) {
      const { broadcasterId, pin } = askedPin(world, call);
      if (!pin) refuse(404, 'The message is not pinned.');
      pins().unpin(broadcasterId);
    },
  };
}

/** Returns the pin of the message in `message_id`, who acts, and how long it should stay. */
function askedPin({ pins }: World, call: Call) {
  const { broadcasterId, moderatorId } = call;
  const messageId = call.query.requiredText('message_id');
  const seconds = call.query.number('duration_seconds', pinSeconds.least, pinSeconds.most);
  const pin = pins().of(broadcasterId);
  return { broadcasterId, moderatorId, messageId, seconds, pin: pin?.message_id === messageId ? pin : undefined };
}

/** Refuses senders who may not pin their message. */
function requirePinner(
  { roles }: World,
  call: Call,
  senderId: string,
  broadcasterId: string,
  isSpecial: boolean,
): void {
  if (isSpecial) refuse(400, 'pin cannot be combined with reply_parent_message_id or for_source_only.');
  const granted = call.token.userId ? call.token.scopes : call.grantedBy(senderId);
  requireScope(granted, [managePins]);
  if (!roles().moderates(senderId, broadcasterId))
    refuse(403, 'The sender is not permitted to pin chat messages in the channel.');
}

/**
 * Refuses callers who may not write for `senderId`. An app needs the consent of both sides, or only the sender's if
 * the sender is a moderator.
 */
function requireSender({ roles }: World, call: Call, senderId: string, broadcasterId: string): void {
  const { userId } = call.token;
  if (userId && senderId !== userId) refuseForeignId('sender_id');
  if (userId) return;
  for (const scope of ['user:write:chat', 'user:bot']) requireGrant(call, senderId, scope);
  if (!roles().moderates(senderId, broadcasterId)) requireGrant(call, broadcasterId, 'channel:bot');
}

/** Returns the message that is replied to, if any. */
function parentOf({ chat }: World, body: Pick<Body, 'text'>, broadcasterId: string) {
  const id = body.text('reply_parent_message_id');
  if (!id) return undefined;
  return chat().find(broadcasterId, id) ?? refuse(400, 'The ID in reply_parent_message_id is not valid.');
}
