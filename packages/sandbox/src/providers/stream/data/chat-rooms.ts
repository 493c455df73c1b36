import type { Random } from '../../../shared/random.ts';
import { type Base, blankMessage, blankNotice } from './base.ts';
import type { Channels } from './channels.ts';
import { type createChatSettings, keptOut } from './chat-rules.ts';
import type { createEmotes } from './emotes.ts';
import type { Finding, Moderation } from './moderation.ts';
import type { People } from './people.ts';
import data from './stream.json' with { type: 'json' };
import { assetHost, perKey, timestamp, uuid } from './values.ts';

/** A message in a chat room. */
export interface ChatMessage {
  readonly id: string;
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  /** Whether the text is the title of a GIF. Default false. */
  readonly isGif?: boolean | undefined;
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** The message that this one replies to. */
  readonly parent?: ChatMessage;
}

/** A message before it is sent. */
export type Draft = Omit<ChatMessage, 'id' | 'sentAt'>;

/** Result of sending a message. */
export interface Sent {
  /** ID of the message; empty if it was not sent. */
  readonly messageId: string;
  /** Reason why the message does not appear. */
  readonly drop?: { readonly code: string; readonly message: string };
}

/** Settings of rooms, created on first use. */
interface RoomSettings {
  emotes(): ReturnType<typeof createEmotes>;
  chatSettings(): ReturnType<typeof createChatSettings>;
}

const keptMessages = 1000;

/** Chat rooms, empty at first. */
export class Rooms {
  private readonly world: Base & Channels & People & Moderation & RoomSettings;
  private readonly draw: Random;
  private readonly said = perKey((_broadcasterId): ChatMessage[] => []);
  private readonly colors = new Map<string, string>();
  private readonly waiting = new Map<string, { message: ChatMessage; finding: Finding }>();

  constructor(world: Base & Channels & People & Moderation & RoomSettings) {
    this.world = world;
    this.draw = world.random('chat messages');
  }

  /** Whether the user may write in the room at all, being neither banned nor warned. */
  admits(broadcasterId: string, userId: string) {
    return !this.world.bans().find(broadcasterId, userId) && !this.world.safety().isWarned(broadcasterId, userId);
  }

  send(draft: Draft): Sent {
    const { broadcasterId, senderId, text } = draft;
    const message: ChatMessage = { ...draft, id: uuid(this.draw), sentAt: this.world.now() };
    const drop = keptOut(this.world, message, this.said(broadcasterId));
    if (drop) return { messageId: '', drop };
    const isTrusted = this.world.roles().moderates(senderId, broadcasterId);
    const finding = isTrusted ? undefined : this.world.automod().check(broadcasterId, text);
    if (!finding) {
      this.deliver(message);
      return { messageId: message.id };
    }
    this.waiting.set(message.id, { message, finding });
    this.publishHeld({ message, finding });
    return { messageId: '', drop: { code: 'msg_rejected', message: 'A moderator must approve your message first.' } };
  }

  find(broadcasterId: string, messageId: string) {
    return this.said(broadcasterId).find(({ id }) => id === messageId);
  }

  held(messageId: string) {
    return this.waiting.get(messageId)?.message;
  }

  /** Delivers or discards a held message. */
  settle(messageId: string, moderatorId: string, allow: boolean): void {
    const held = this.waiting.get(messageId);
    if (!held) return;
    this.waiting.delete(messageId);
    this.publishHeld(held, { moderatorId, status: allow ? 'approved' : 'denied' });
    if (allow) this.deliver(held.message);
  }

  announce(broadcasterId: string, senderId: string, text: string, name: string): void {
    this.world.publish(broadcasterId, 'channel.chat.notification', {
      ...blankNotice,
      ...this.world.named('chatter_user', senderId),
      chatter_is_anonymous: false,
      color: this.color(senderId),
      badges: this.badgesOf(broadcasterId, senderId),
      system_message: '',
      message_id: uuid(this.draw),
      message: this.body({ broadcasterId, text }),
      notice_type: 'announcement',
      announcement: { color: name.toUpperCase() },
    });
  }

  remove(message: ChatMessage, moderatorId: string): void {
    const { broadcasterId, senderId, id: message_id, text } = message;
    const others = this.said(broadcasterId).filter((each) => each !== message);
    this.said.set(broadcasterId, others);
    this.world.publish(broadcasterId, 'channel.chat.message_delete', {
      ...this.world.named('target_user', senderId),
      message_id,
    });
    const removed = { ...this.world.named('user', senderId), message_id, message_body: text };
    this.world.moderate(broadcasterId, moderatorId, 'delete', { delete: removed });
  }

  clear(broadcasterId: string, moderatorId: string): void {
    this.said.set(broadcasterId, []);
    this.world.publish(broadcasterId, 'channel.chat.clear', {});
    this.world.moderate(broadcasterId, moderatorId, 'clear');
  }

  removeMessagesOf(broadcasterId: string, userId: string): void {
    const others = this.said(broadcasterId).filter((each) => each.senderId !== userId);
    this.said.set(broadcasterId, others);
    this.world.publish(broadcasterId, 'channel.chat.clear_user_messages', this.world.named('target_user', userId));
  }

  /** Returns the IDs of the users in the room. */
  chatters(broadcasterId: string): string[] {
    const followers = this.world.follows().to(broadcasterId);
    const audience = [broadcasterId, ...this.world.roles().holders('moderator', broadcasterId)].concat(
      followers.filter((_, index) => index % 2 === 0).map(({ userId }) => userId),
    );
    const present = new Set([
      ...(this.world.isOnAir(broadcasterId) ? audience : []),
      ...this.said(broadcasterId).map(({ senderId }) => senderId),
    ]);
    return [...present].filter((id) => !this.world.bans().find(broadcasterId, id));
  }

  setColor(userId: string, value: string) {
    return void this.colors.set(userId, value);
  }

  /** Stores a message without publishing it, so that it can be found, replied to and removed. */
  store(message: ChatMessage): void {
    const messages = this.said(message.broadcasterId);
    messages.push(message);
    if (messages.length > keptMessages) messages.shift();
  }

  /** Splits a message's text into emotes, mentions and the text between them, as in events. */
  body({ broadcasterId, text, isGif }: Pick<ChatMessage, 'broadcasterId' | 'text' | 'isGif'>) {
    const known = new Map(
      [...this.world.emotes().global, ...this.world.emotes().of(broadcasterId)].map((emote) => [emote.name, emote]),
    );
    const fragments: { type: string; text: string }[] = [];
    const add = (type: string, part: string, more: object = {}) =>
      fragments.push({ type, text: part, ...{ cheermote: null, emote: null, mention: null }, ...more });
    if (isGif) {
      const gif_id = encodeURIComponent(text);
      add('gif', text, { gif: { gif_id, url: `${assetHost}/gifs/${gif_id}.gif` } });
      return { text, fragments };
    }
    for (const part of text.split(/(\s+)/).filter(Boolean)) {
      const emote = known.get(part);
      const mentioned = part.startsWith('@') ? this.world.users().byLogin.get(part.slice(1).toLowerCase()) : undefined;
      const last = fragments.at(-1);
      if (emote) {
        const { id, setId: emote_set_id, ownerId: owner_id, format } = emote;
        add('emote', part, { emote: { id, emote_set_id, owner_id, format } });
      } else if (mentioned) add('mention', part, { mention: this.world.named('user', mentioned.id) });
      else if (last?.type === 'text') last.text += part;
      else add('text', part);
    }
    return { text, fragments };
  }

  /** Returns a user's badges in a room, as in events. */
  private badgesOf(broadcasterId: string, userId: string) {
    const isModerator = userId !== broadcasterId && this.world.roles().moderates(userId, broadcasterId);
    const held = [
      userId === broadcasterId && 'broadcaster',
      isModerator && 'moderator',
      this.world.roles().has('vip', broadcasterId, userId) && 'vip',
    ];
    return held.flatMap((set_id) => (set_id ? [{ set_id, id: '1', info: '' }] : []));
  }

  /** Returns a user's color as `#RRGGBB`, or empty if the user never chose one. */
  color(userId: string): string {
    const palette = ['', ...Object.values(data.chatColors)];
    return this.colors.get(userId) ?? palette[Number(userId) % palette.length] ?? '';
  }

  private replyTo(parent: ChatMessage) {
    let thread = parent;
    while (thread.parent) thread = thread.parent;
    return {
      parent_message_id: parent.id,
      parent_message_body: parent.text,
      ...this.world.named('parent_user', parent.senderId),
      thread_message_id: thread.id,
      ...this.world.named('thread_user', thread.senderId),
    };
  }

  /** Shows a message in its room only, even if the room shares its chat. */
  private show(message: ChatMessage): void {
    const { id, broadcasterId, senderId, parent } = message;
    this.world.publish(broadcasterId, 'channel.chat.message', {
      ...blankMessage,
      ...this.world.named('chatter_user', senderId),
      message_id: id,
      message: this.body(message),
      message_type: 'text',
      badges: this.badgesOf(broadcasterId, senderId),
      color: this.color(senderId),
      reply: parent ? this.replyTo(parent) : null,
    });
  }

  private deliver(message: ChatMessage): void {
    const { id, broadcasterId, senderId } = message;
    this.store(message);
    const treatment = this.world.safety().treatment(broadcasterId, senderId);
    if (treatment) {
      this.world.publish(broadcasterId, 'channel.suspicious_user.message', {
        ...this.world.named('user', senderId),
        low_trust_status: treatment.toLowerCase(),
        shared_ban_channel_ids: [],
        types: ['manually_added'],
        ban_evasion_evaluation: 'unknown',
        message: { message_id: id, ...this.body(message) },
      });
    }
    if (treatment === 'RESTRICTED') return; // moderators see it, the room does not
    const seconds = this.world.chatSettings().of(broadcasterId).non_moderator_chat_delay_duration;
    const wait = this.world.roles().moderates(senderId, broadcasterId) ? 0 : (seconds ?? 0);
    if (wait === 0) this.show(message);
    else
      this.world.clock.schedule(wait * 1000, () => {
        if (this.said(broadcasterId).includes(message)) this.show(message); // moderators may have removed it
      });
  }

  /** Tells moderators and the sender that a message is held, or what a moderator has decided. */
  private publishHeld(
    { message, finding }: { message: ChatMessage; finding: Finding },
    outcome?: { moderatorId: string; status: 'approved' | 'denied' },
  ): void {
    const { id, broadcasterId, senderId, sentAt } = message;
    const { category, level, term, start, end } = finding;
    const boundary = { start_pos: start, end_pos: end };
    const status = outcome && { status: outcome.status };
    const shown = { ...this.world.named('user', senderId), message_id: id, message: this.body(message) };
    const moderator = outcome && this.world.named('moderator_user', outcome.moderatorId);
    const base = { ...shown, held_at: timestamp(sentAt), ...moderator, ...status };
    const step = outcome ? 'update' : 'hold';
    // Version 1 has no blocked terms.
    if (category) this.world.publish(broadcasterId, `automod.message.${step}`, { ...base, category, level });
    const owner = this.world.named('owner_broadcaster_user', broadcasterId);
    const second = {
      ...base,
      reason: term ? 'blocked_term' : 'automod',
      automod: category ? { category, level, boundaries: [boundary] } : null,
      blocked_term: term ? { terms_found: [{ term_id: term.id, boundary, ...owner }] } : null,
    };
    this.world.publish(broadcasterId, `automod.message.${step}`, second, { version: '2' });
    const subject = { user_id: senderId };
    this.world.publish(broadcasterId, `channel.chat.user_message_${step}`, { ...shown, ...status }, { subject });
  }
}
