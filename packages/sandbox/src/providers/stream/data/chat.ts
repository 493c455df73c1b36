import { lazy } from '../../../shared/lazy.ts';
import { type Base, blankMessage, blankNotice } from './base.ts';
import type { Channels } from './channels.ts';
import { createChatSettings, keptOut } from './chat-rules.ts';
import { createEmotes } from './emotes.ts';
import type { Finding, Moderation } from './moderation.ts';
import type { People } from './people.ts';
import { createShoutouts, createWhispers } from './shoutouts.ts';
import data from './stream.json' with { type: 'json' };
import { perKey, timestamp, uuid } from './values.ts';

/** A message in a chat room. */
export interface ChatMessage {
  readonly id: string;
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** The message that it responds to. */
  readonly parent?: ChatMessage;
}

/** A message before it is sent. */
export type Draft = Omit<ChatMessage, 'id' | 'sentAt'>;

/** Result of sending a message. */
export interface Sent {
  /** Empty when it was not sent. */
  readonly messageId: string;
  /** Why the message does not appear. */
  readonly drop?: { readonly code: string; readonly message: string };
}

const keptMessages = 1000;

/** Lets every tenth broadcast share its chat with the next two. By participant. */
function createSharedChats({ random, streams, epoch }: Base & Channels) {
  const draw = random('shared chats');
  const live = streams().map((stream) => stream.user_id);
  const share = (ids: readonly string[], createdAt: number) => ({
    session_id: uuid(draw),
    host_broadcaster_id: ids[0] ?? '',
    participants: ids.map((broadcaster_id) => ({ broadcaster_id })),
    created_at: timestamp(createdAt),
    updated_at: timestamp(createdAt + 60_000),
  });
  const chats = new Map<string, ReturnType<typeof share>>();
  for (let first = 4; first + 2 < live.length; first += 10) {
    const ids = live.slice(first, first + 3);
    const chat = share(ids, epoch - draw.int(5, 50) * 60_000);
    for (const id of ids) chats.set(id, chat);
  }
  return chats;
}

/** Makes the rooms; nothing has been said yet. */
function createRooms(world: Base & Channels & People & Moderation & ReturnType<typeof createSettings>) {
  const { random, clock, now, users, named, publish, moderate, roles, automod, safety, bans, emotes } = world;
  const draw = random('chat messages');
  const said = perKey((_broadcasterId): ChatMessage[] => []);
  const colors = new Map<string, string>();
  const waiting = new Map<string, { message: ChatMessage; finding: Finding }>();
  function store(message: ChatMessage): void {
    const messages = said(message.broadcasterId);
    messages.push(message);
    if (messages.length > keptMessages) messages.shift();
  }
  /** The text of a message cut into emotes, mentions and what is between, as events carry it. */
  function body(broadcasterId: string, text: string) {
    const known = new Map([...emotes().global, ...emotes().of(broadcasterId)].map((emote) => [emote.name, emote]));
    const fragments: { type: string; text: string }[] = [];
    const add = (type: string, part: string, more: object = {}) =>
      fragments.push({ type, text: part, ...{ cheermote: null, emote: null, mention: null }, ...more });
    for (const part of text.split(/(\s+)/).filter(Boolean)) {
      const emote = known.get(part);
      const mentioned = part.startsWith('@') ? users().byLogin.get(part.slice(1).toLowerCase()) : undefined;
      const last = fragments.at(-1);
      if (emote) {
        const { id, setId: emote_set_id, ownerId: owner_id, format } = emote;
        add('emote', part, { emote: { id, emote_set_id, owner_id, format } });
      } else if (mentioned) add('mention', part, { mention: named('user', mentioned.id) });
      else if (last?.type === 'text') last.text += part;
      else add('text', part);
    }
    return { text, fragments };
  }

  /** The badges of a user in a room, as events carry them. */
  function badgesOf(broadcasterId: string, userId: string) {
    const isModerator = userId !== broadcasterId && roles().moderates(userId, broadcasterId);
    const held = [
      userId === broadcasterId && 'broadcaster',
      isModerator && 'moderator',
      roles().has('vip', broadcasterId, userId) && 'vip',
    ];
    return held.flatMap((set_id) => (set_id ? [{ set_id, id: '1', info: '' }] : []));
  }

  function color(userId: string): string {
    const palette = ['', ...Object.values(data.chatColors)];
    return colors.get(userId) ?? palette[Number(userId) % palette.length] ?? '';
  }

  function replyTo(parent: ChatMessage) {
    let thread = parent;
    while (thread.parent) thread = thread.parent;
    return {
      parent_message_id: parent.id,
      parent_message_body: parent.text,
      ...named('parent_user', parent.senderId),
      thread_message_id: thread.id,
      ...named('thread_user', thread.senderId),
    };
  }

  /** Shows a message in its room only, also where the room shares its chat. */
  function show({ id, broadcasterId, senderId, text, parent }: ChatMessage): void {
    publish(broadcasterId, 'channel.chat.message', {
      ...blankMessage,
      ...named('chatter_user', senderId),
      message_id: id,
      message: body(broadcasterId, text),
      message_type: 'text',
      badges: badgesOf(broadcasterId, senderId),
      color: color(senderId),
      reply: parent ? replyTo(parent) : null,
    });
  }

  function deliver(message: ChatMessage): void {
    const { id, broadcasterId, senderId, text } = message;
    store(message);
    const treatment = safety().treatment(broadcasterId, senderId);
    if (treatment) {
      publish(broadcasterId, 'channel.suspicious_user.message', {
        ...named('user', senderId),
        low_trust_status: treatment.toLowerCase(),
        shared_ban_channel_ids: [],
        types: ['manually_added'],
        ban_evasion_evaluation: 'unknown',
        message: { message_id: id, ...body(broadcasterId, text) },
      });
    }
    if (treatment === 'RESTRICTED') return; // moderators see it, the room does not
    const seconds = world.chatSettings().of(broadcasterId).non_moderator_chat_delay_duration;
    const wait = roles().moderates(senderId, broadcasterId) ? 0 : (seconds ?? 0);
    if (wait === 0) show(message);
    else
      clock.schedule(wait * 1000, () => {
        if (said(broadcasterId).includes(message)) show(message); // moderators may have removed it
      });
  }

  /** Publishes that a message is held, or what a moderator has decided, to moderators and to its sender. */
  function publishHeld(
    { message, finding }: { message: ChatMessage; finding: Finding },
    outcome?: { moderatorId: string; status: 'approved' | 'denied' },
  ): void {
    const { id, broadcasterId, senderId, text, sentAt } = message;
    const { category, level, term, start, end } = finding;
    const boundary = { start_pos: start, end_pos: end };
    const status = outcome && { status: outcome.status };
    const shown = { ...named('user', senderId), message_id: id, message: body(broadcasterId, text) };
    const moderator = outcome && named('moderator_user', outcome.moderatorId);
    const base = { ...shown, held_at: timestamp(sentAt), ...moderator, ...status };
    const step = outcome ? 'update' : 'hold';
    // Version 1 knows of no blocked terms.
    if (category) publish(broadcasterId, `automod.message.${step}`, { ...base, category, level });
    const owner = named('owner_broadcaster_user', broadcasterId);
    const second = {
      ...base,
      reason: term ? 'blocked_term' : 'automod',
      automod: category ? { category, level, boundaries: [boundary] } : null,
      blocked_term: term ? { terms_found: [{ term_id: term.id, boundary, ...owner }] } : null,
    };
    publish(broadcasterId, `automod.message.${step}`, second, { version: '2' });
    const subject = { user_id: senderId };
    publish(broadcasterId, `channel.chat.user_message_${step}`, { ...shown, ...status }, { subject });
  }

  return {
    body,
    /** Whether the user may write there at all: neither banned nor under a warning. */
    admits: (broadcasterId: string, userId: string) =>
      !bans().find(broadcasterId, userId) && !safety().isWarned(broadcasterId, userId),
    send(draft: Draft): Sent {
      const { broadcasterId, senderId, text } = draft;
      const message: ChatMessage = { ...draft, id: uuid(draw), sentAt: now() };
      const drop = keptOut(world, message, said(broadcasterId));
      if (drop) return { messageId: '', drop };
      const isTrusted = roles().moderates(senderId, broadcasterId);
      const finding = isTrusted ? undefined : automod().check(broadcasterId, text);
      if (!finding) {
        deliver(message);
        return { messageId: message.id };
      }
      waiting.set(message.id, { message, finding });
      publishHeld({ message, finding });
      return { messageId: '', drop: { code: 'msg_rejected', message: 'The moderators look at your message first.' } };
    },
    /** Stores a message that was not sent here, so that it can be found, replied to and removed. */
    store,
    find: (broadcasterId: string, messageId: string) => said(broadcasterId).find(({ id }) => id === messageId),
    held: (messageId: string) => waiting.get(messageId)?.message,
    /** Lets a held message through, or not. */
    settle(messageId: string, moderatorId: string, allow: boolean): void {
      const held = waiting.get(messageId);
      if (!held) return;
      waiting.delete(messageId);
      publishHeld(held, { moderatorId, status: allow ? 'approved' : 'denied' });
      if (allow) deliver(held.message);
    },
    announce(broadcasterId: string, senderId: string, text: string, name: string): void {
      publish(broadcasterId, 'channel.chat.notification', {
        ...blankNotice,
        ...named('chatter_user', senderId),
        chatter_is_anonymous: false,
        color: color(senderId),
        badges: badgesOf(broadcasterId, senderId),
        system_message: '',
        message_id: uuid(draw),
        message: body(broadcasterId, text),
        notice_type: 'announcement',
        announcement: { color: name.toUpperCase() },
      });
    },
    remove(message: ChatMessage, moderatorId: string): void {
      const { broadcasterId, senderId, id: message_id, text } = message;
      const others = said(broadcasterId).filter((each) => each !== message);
      said.set(broadcasterId, others);
      publish(broadcasterId, 'channel.chat.message_delete', { ...named('target_user', senderId), message_id });
      const removed = { ...named('user', senderId), message_id, message_body: text };
      moderate(broadcasterId, moderatorId, 'delete', { delete: removed });
    },
    clear(broadcasterId: string, moderatorId: string): void {
      said.set(broadcasterId, []);
      publish(broadcasterId, 'channel.chat.clear', {});
      moderate(broadcasterId, moderatorId, 'clear');
    },
    removeMessagesOf(broadcasterId: string, userId: string): void {
      const others = said(broadcasterId).filter((each) => each.senderId !== userId);
      said.set(broadcasterId, others);
      publish(broadcasterId, 'channel.chat.clear_user_messages', named('target_user', userId));
    },
    /** IDs of who is in the room. */
    chatters(broadcasterId: string): string[] {
      const followers = world.follows().to(broadcasterId);
      const audience = [broadcasterId, ...roles().holders('moderator', broadcasterId)].concat(
        followers.filter((_, index) => index % 2 === 0).map(({ userId }) => userId),
      );
      const present = new Set([
        ...(world.isOnAir(broadcasterId) ? audience : []),
        ...said(broadcasterId).map(({ senderId }) => senderId),
      ]);
      return [...present].filter((id) => !bans().find(broadcasterId, id));
    },
    /** `#RRGGBB`, or empty for who never chose one. */
    color,
    setColor: (userId: string, value: string) => void colors.set(userId, value),
  };
}

/** Makes the pins, one per channel at most; nothing is pinned at first. */
function createPins({ now, named }: Base, rooms: ReturnType<typeof createRooms>) {
  const times = (seconds: number | undefined) => ({
    // Null when it stays until the broadcast ends.
    ends_at: seconds === undefined ? null : timestamp(now() + seconds * 1000),
    updated_at: timestamp(now()),
  });
  const record = ({ id, broadcasterId, senderId, text }: ChatMessage, pinnedBy: string, seconds?: number) => ({
    message_id: id,
    broadcaster_id: broadcasterId,
    ...named('sender_user', senderId),
    ...named('pinned_by_user', pinnedBy),
    message: rooms.body(broadcasterId, text),
    starts_at: timestamp(now()),
    ...times(seconds),
  });
  type Pin = ReturnType<typeof record>;
  /** As the API returns them. */
  const pins = new Map<string, Pin>();

  return {
    of(broadcasterId: string) {
      const pin = pins.get(broadcasterId);
      if (!pin || (pin.ends_at !== null && Date.parse(pin.ends_at) <= now())) return undefined;
      return rooms.find(broadcasterId, pin.message_id) && pin; // moderators may have removed the message
    },
    /** Pins a message in place of the one that is pinned. */
    pin: (message: ChatMessage, pinnedBy: string, seconds: number | undefined) =>
      void pins.set(message.broadcasterId, record(message, pinnedBy, seconds)),
    /** Lets the pin end `seconds` from now, or with the broadcast. */
    extend: (pin: Pin, seconds: number | undefined) => void Object.assign(pin, times(seconds)),
    unpin: (broadcasterId: string) => void pins.delete(broadcasterId),
  };
}

const createSettings = (world: Base & Channels) => ({
  emotes: lazy(() => createEmotes(world)),
  chatSettings: lazy(() => createChatSettings(world)),
  /** By participant. */
  sharedChats: lazy(() => createSharedChats(world)),
});

/** Makes the chat, each part when it is first asked for. */
export function createChat(world: Base & Channels & People & Moderation) {
  const settings = createSettings(world);
  const chat = lazy(() => createRooms({ ...world, ...settings }));
  return {
    ...settings,
    chat,
    pins: lazy(() => createPins(world, chat())),
    shoutouts: lazy(() => createShoutouts(world)),
    whispers: lazy(() => createWhispers(world)),
  };
}
