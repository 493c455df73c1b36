import type { Chat } from './chat.ts';
import type { ChatMessage } from './chat-message.ts';
import type { WorldContext } from './context.ts';

/** A message that is pinned to the top of a chat. */
export interface Pin {
  readonly message: ChatMessage;
  readonly pinnedBy: string;
  /** Unix milliseconds. */
  readonly startsAt: number;
  /** Unix milliseconds; undefined when it stays until the broadcast ends. */
  readonly endsAt: number | undefined;
  readonly updatedAt: number;
}

/** The pinned messages: one per channel at most. */
export interface Pins {
  of(broadcasterId: string): Pin | undefined;
  /** Pins a message in place of the one that is pinned. */
  pin(message: ChatMessage, pinnedBy: string, seconds: number | undefined): void;
  /** Lets the pin end `seconds` from now, or with the broadcast. */
  extend(pin: Pin, seconds: number | undefined): void;
  unpin(broadcasterId: string): void;
}

/** Makes the pins; nothing is pinned at first. */
export function createPins({ world }: WorldContext<{ chat(): Chat }>): Pins {
  const pins = new Map<string, Pin>();
  const endOf = (seconds: number | undefined) => (seconds === undefined ? undefined : world.now() + seconds * 1000);

  return {
    of(broadcasterId) {
      const pin = pins.get(broadcasterId);
      const hasEnded = pin?.endsAt !== undefined && pin.endsAt <= world.now();
      // Moderators may have removed the message.
      const isGone = pin && !world.chat().find(broadcasterId, pin.message.id);
      return hasEnded || isGone ? undefined : pin;
    },
    pin(message, pinnedBy, seconds) {
      const now = world.now();
      pins.set(message.broadcasterId, { message, pinnedBy, startsAt: now, endsAt: endOf(seconds), updatedAt: now });
    },
    extend(pin, seconds) {
      pins.set(pin.message.broadcasterId, { ...pin, endsAt: endOf(seconds), updatedAt: world.now() });
    },
    unpin: (broadcasterId) => void pins.delete(broadcasterId),
  };
}
