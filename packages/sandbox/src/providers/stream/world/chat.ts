import { chatColors } from '../../../data/stream-chat.ts';
import type { Automod } from './automod.ts';
import type { Bans } from './bans.ts';
import { type ChatMessage, type MessageParts, messageBody, messageEvent } from './chat-message.ts';
import { noticeEvent } from './chat-notice.ts';
import { type Drop, keptOut, type RuleParts } from './chat-rules.ts';
import type { WorldContext } from './context.ts';
import { type HeldMessage, publishHeld } from './held-message.ts';
import { named } from './named.ts';
import { publishInChannel, publishModeration } from './publish.ts';
import type { Safety } from './safety.ts';
import { isOnAir, type StreamParts } from './streams.ts';
import { uuid } from './values.ts';

/** A message before it is sent. */
export interface Draft {
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  readonly parent?: ChatMessage;
  /** Keeps it out of the rooms that share the chat. */
  readonly sourceOnly?: boolean;
}

/** What became of a message. */
export interface Sent {
  /** Empty when it was not sent. */
  readonly messageId: string;
  readonly drop?: Drop;
}

/** The chat rooms. */
export interface Chat {
  /** Whether the user may write there at all: neither banned nor under a warning. */
  admits(broadcasterId: string, userId: string): boolean;
  send(draft: Draft): Sent;
  find(broadcasterId: string, messageId: string): ChatMessage | undefined;
  held(messageId: string): ChatMessage | undefined;
  /** Lets a held message through, or not. */
  settle(messageId: string, moderatorId: string, allow: boolean): void;
  announce(broadcasterId: string, senderId: string, text: string, color: string, sourceOnly: boolean): void;
  remove(message: ChatMessage, moderatorId: string): void;
  clear(broadcasterId: string, moderatorId: string): void;
  removeMessagesOf(broadcasterId: string, userId: string): void;
  /** Ids of who is in the room. */
  chatters(broadcasterId: string): string[];
  /** `#RRGGBB`, or empty for who never chose one. */
  color(userId: string): string;
  setColor(userId: string, color: string): void;
}

const keptMessages = 1000;

/** The parts of the world that the chat uses. */
interface ChatParts extends MessageParts, RuleParts, StreamParts {
  automod(): Automod;
  bans(): Bans;
  safety(): Safety;
}

/** Makes the rooms; nothing has been said yet. */
export function createChat({ random, clock, world }: WorldContext<ChatParts>): Chat {
  const draw = random('chat messages');
  const rooms = new Map<string, ChatMessage[]>();
  const colors = new Map<string, string>();
  const waiting = new Map<string, HeldMessage>();
  const said = (broadcasterId: string) => rooms.get(broadcasterId) ?? [];
  const keep = (broadcasterId: string, messages: ChatMessage[]) =>
    rooms.set(broadcasterId, messages.slice(-keptMessages));

  function show(message: ChatMessage, sourceOnly: boolean): void {
    const { broadcasterId } = message;
    const event = messageEvent(world, message, sourceOnly);
    const participants = world.sharedChats().get(broadcasterId)?.participantIds ?? [];
    for (const id of sourceOnly || participants.length === 0 ? [broadcasterId] : participants)
      publishInChannel(world, id, 'channel.chat.message', event);
  }

  function deliver(message: ChatMessage, sourceOnly: boolean): void {
    const { broadcasterId, senderId } = message;
    keep(broadcasterId, [...said(broadcasterId), message]);
    const treatment = world.safety().treatment(broadcasterId, senderId);
    if (treatment) {
      publishInChannel(world, broadcasterId, 'channel.suspicious_user.message', {
        ...named(world, 'user', senderId),
        low_trust_status: treatment.toLowerCase(),
        shared_ban_channel_ids: [],
        types: ['manually_added'],
        ban_evasion_evaluation: 'unknown',
        message: { message_id: message.id, ...messageBody(world, broadcasterId, message.text) },
      });
    }
    if (treatment === 'RESTRICTED') return; // moderators see it, the room does not
    const seconds = world.chatSettings().of(broadcasterId).non_moderator_chat_delay_duration;
    if (!seconds || world.roles().moderates(senderId, broadcasterId)) {
      show(message, sourceOnly);
      return;
    }
    clock.schedule(seconds * 1000, () => {
      if (said(broadcasterId).includes(message)) show(message, sourceOnly); // moderators may have removed it
    });
  }

  return {
    admits: (broadcasterId, userId) =>
      !world.bans().find(broadcasterId, userId) && !world.safety().isWarned(broadcasterId, userId),
    send({ sourceOnly = false, ...draft }) {
      const { broadcasterId, senderId, text } = draft;
      const message: ChatMessage = { ...draft, id: uuid(draw), sentAt: clock.now() };
      const drop = keptOut(world, message, said(broadcasterId));
      if (drop) return { messageId: '', drop };
      const isTrusted = world.roles().moderates(senderId, broadcasterId);
      const finding = isTrusted ? undefined : world.automod().check(broadcasterId, text);
      if (finding) {
        const held = { message, finding };
        waiting.set(message.id, held);
        publishHeld(world, held);
        return { messageId: '', drop: { code: 'msg_rejected', message: 'The moderators look at your message first.' } };
      }
      deliver(message, sourceOnly);
      return { messageId: message.id };
    },
    find: (broadcasterId, messageId) => said(broadcasterId).find((message) => message.id === messageId),
    held: (messageId) => waiting.get(messageId)?.message,
    settle(messageId, moderatorId, allow) {
      const held = waiting.get(messageId);
      if (!held) return;
      waiting.delete(messageId);
      publishHeld(world, held, { moderatorId, status: allow ? 'approved' : 'denied' });
      if (allow) deliver(held.message, false);
    },
    announce(broadcasterId, senderId, text, color, sourceOnly) {
      const announcement = { color: color.toUpperCase() };
      const messageId = uuid(draw);
      const notice = { messageId, type: 'announcement', text, details: { announcement } };
      const event = noticeEvent(world, broadcasterId, senderId, notice);
      publishInChannel(world, broadcasterId, 'channel.chat.notification', event);
      const participants = world.sharedChats().get(broadcasterId)?.participantIds ?? [];
      for (const id of sourceOnly ? [] : participants.filter((each) => each !== broadcasterId)) {
        publishInChannel(world, id, 'channel.chat.notification', {
          ...event,
          notice_type: 'shared_chat_announcement',
          announcement: null,
          shared_chat_announcement: announcement,
          ...named(world, 'source_broadcaster_user', broadcasterId),
          source_message_id: messageId,
          source_badges: event.badges,
          is_source_only: false,
        });
      }
    },
    remove(message, moderatorId) {
      const { broadcasterId, senderId, id: message_id } = message;
      keep(
        broadcasterId,
        said(broadcasterId).filter((each) => each !== message),
      );
      publishInChannel(world, broadcasterId, 'channel.chat.message_delete', {
        ...named(world, 'target_user', senderId),
        message_id,
      });
      const removed = { ...named(world, 'user', senderId), message_id, message_body: message.text };
      publishModeration(world, broadcasterId, moderatorId, 'delete', { delete: removed });
    },
    clear(broadcasterId, moderatorId) {
      rooms.delete(broadcasterId);
      publishInChannel(world, broadcasterId, 'channel.chat.clear', {});
      publishModeration(world, broadcasterId, moderatorId, 'clear');
    },
    removeMessagesOf(broadcasterId, userId) {
      keep(
        broadcasterId,
        said(broadcasterId).filter((each) => each.senderId !== userId),
      );
      publishInChannel(world, broadcasterId, 'channel.chat.clear_user_messages', named(world, 'target_user', userId));
    },
    chatters(broadcasterId) {
      const isLive = isOnAir(world, broadcasterId);
      const followers = world.follows().to(broadcasterId);
      const present = new Set([
        ...(isLive ? [broadcasterId, ...world.roles().moderators(broadcasterId)] : []),
        ...(isLive ? followers.filter((_, index) => index % 2 === 0).map((follow) => follow.userId) : []),
        ...said(broadcasterId).map((message) => message.senderId),
      ]);
      return [...present].filter((id) => !world.bans().find(broadcasterId, id));
    },
    color(userId) {
      const palette = ['', ...Object.values(chatColors)];
      return colors.get(userId) ?? palette[Number(userId) % palette.length] ?? '';
    },
    setColor: (userId, color) => void colors.set(userId, color),
  };
}
