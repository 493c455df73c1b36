import { lazy } from '../../../shared/lazy.ts';
import type { Base } from './base.ts';
import type { Channels } from './channels.ts';
import { type ChatMessage, Rooms } from './chat-rooms.ts';
import { createChatSettings } from './chat-rules.ts';
import { createEmotes } from './emotes.ts';
import type { Moderation } from './moderation.ts';
import type { People } from './people.ts';
import { createShoutouts, createWhispers } from './shoutouts.ts';
import { timestamp, uuid } from './values.ts';

/** Lets every tenth broadcast share its chat with the next two. Returns the shared chats by participant. */
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

/** Creates the pins: at most one per channel, none at first. */
function createPins({ now, named }: Base, rooms: Rooms) {
  const times = (seconds: number | undefined) => ({
    // Null when it stays until the broadcast ends.
    ends_at: seconds === undefined ? null : timestamp(now() + seconds * 1000),
    updated_at: timestamp(now()),
  });
  const record = (message: ChatMessage, pinnedBy: string, seconds?: number) => ({
    message_id: message.id,
    broadcaster_id: message.broadcasterId,
    ...named('sender_user', message.senderId),
    ...named('pinned_by_user', pinnedBy),
    message: rooms.body(message),
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
    /** Pins a message in place of the pinned one. */
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
  /** Shared chats by participant. */
  sharedChats: lazy(() => createSharedChats(world)),
});

/** Creates the chat, each part on first use. */
export function createChat(world: Base & Channels & People & Moderation) {
  const settings = createSettings(world);
  const chat = lazy(() => new Rooms({ ...world, ...settings }));
  return {
    ...settings,
    chat,
    pins: lazy(() => createPins(world, chat())),
    shoutouts: lazy(() => createShoutouts(world)),
    whispers: lazy(() => createWhispers(world)),
  };
}
