import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import type { EventSubDelivery, Messenger } from './messenger.ts';
import { sampleEvent } from './samples.ts';
import type { CloseCode, Sessions, ShownSession } from './sessions.ts';
import type { RevocationStatus, Subscriptions } from './subscriptions.ts';
import { chatMessage, createTraffic, type TrafficOptions } from './traffic.ts';
import { findEventType } from './types.ts';

/** Event to fire by hand. */
export interface FiredEvent {
  /**
   * Whom it concerns, under the names that conditions use. Default: whom the oldest enabled subscription to the type is
   * about, or the most popular channel.
   */
  subject?: Readonly<Record<string, string>>;
  /** Members that replace members of the default event. */
  event?: object;
}

/**
 * Actions on EventSub WebSockets. Each applies to the session with the given ID, or to all, and returns the number of
 * sessions.
 */
export interface WebSocketControls {
  /** Sessions that are connected, oldest first. */
  sessions(): readonly ShownSession[];
  /** Asks clients to move to a new connection. After 30 seconds the old one is closed with 4004. */
  reconnect(sessionId?: string): number;
  /** Closes connections with a code of the API, 4000 to 4007. Throws `RangeError` for another code. */
  close(code: CloseCode, sessionId?: string): number;
  /** Ends connections without a close frame, as a network does. */
  drop(sessionId?: string): number;
  /** Sends nothing more to clients, keepalive messages included, while their connections stay open. */
  silence(sessionId?: string): number;
  /**
   * Sends every notification so many times, with the same message ID. Whole number of at least 0; 1 is what the API
   * does.
   */
  repeat(times: number): void;
  /**
   * Sends every notification so many milliseconds of the sandbox's time later, from 0. Keepalive messages are not
   * delayed.
   */
  delay(ms: number): void;
}

/** Actions on EventSub. */
export interface EventSubControls {
  /**
   * Makes an event of any type happen, as far as subscriptions can tell: nothing else changes, but that a chat message
   * is in the room afterwards, and can be replied to and deleted. `version` defaults to the latest. Events of Guest
   * Star, hype trains, goals, charity and extensions, and `channel.moderate`, happen only so. Returns how many
   * subscriptions it was sent to. Throws `RangeError` for a type that is not on offer.
   */
  fire(type: string, version?: string, fired?: FiredEvent): number;
  /** Ends a subscription as the API itself does. Throws `RangeError` when there is no such subscription alive. */
  revoke(subscriptionId: string, status: RevocationStatus): void;
  /**
   * Messages so far, oldest first, those refused because they would have left this machine included; the last 1,000.
   */
  deliveries(): readonly EventSubDelivery[];
  /**
   * Lets viewers chat, follow, cheer and subscribe in a channel, as far as subscriptions and the chat room can tell, so
   * that it looks live. Returns a function that ends it. Throws `RangeError` when there is no such user.
   */
  viewers(options?: TrafficOptions): () => void;
  /** The WebSockets. */
  readonly sockets: WebSocketControls;
}

/** The fields of a chat message's event. The caller of `fire` may have put anything there. */
interface ChatEvent {
  readonly message_id?: unknown;
  readonly broadcaster_user_id?: unknown;
  readonly chatter_user_id?: unknown;
  readonly message?: { readonly text?: unknown } | null;
}

/** The EventSub controls of one sandbox. */
export function createEventSubControls(
  context: SandboxContext,
  settings: Settings,
  world: World,
  { subscriptions, messenger, sessions }: { subscriptions: Subscriptions; messenger: Messenger; sessions: Sessions },
): EventSubControls {
  const draw = context.random('eventsub chat messages');

  /** Puts the message of an event into its room. */
  function storeMessage({ message_id, broadcaster_user_id, chatter_user_id, message }: ChatEvent): void {
    world.chat().store({
      id: String(message_id),
      broadcasterId: String(broadcaster_user_id),
      senderId: String(chatter_user_id),
      text: String(message?.text ?? ''),
      sentAt: world.now(),
    });
  }

  const controls: EventSubControls = {
    fire(name, version, fired = {}) {
      const type = findEventType(name, version);
      if (!type) throw new RangeError(`EventSub has no type ${name}${version ? ` in version ${version}` : ''}`);
      const taker = subscriptions.all().find((each) => each.status === 'enabled' && each.type === type);
      // Who reads along is not a part of what happened.
      const readers = ['moderator_user_id', ...(type.bot === 'room' ? ['user_id'] : [])];
      const condition = Object.entries(taker?.condition ?? {});
      const subject =
        fired.subject ?? Object.fromEntries(condition.filter(([member, value]) => value && !readers.includes(member)));
      const isMessage = name === chatMessage;
      const event = {
        ...sampleEvent(settings, world, type, subject),
        ...(isMessage && { message_id: uuid(draw) }),
        ...fired.event,
      };
      if (isMessage) storeMessage(event);
      return subscriptions.route({ type: name, version: type.version, subject, event });
    },
    revoke(subscriptionId, status) {
      const subscription = subscriptions.live().find(({ id }) => id === subscriptionId);
      if (!subscription) throw new RangeError(`the sandbox has no live subscription ${subscriptionId}`);
      subscriptions.revoke(subscription, status);
    },
    deliveries: () => messenger.deliveries,
    viewers: createTraffic(context, world, {
      takes: (name) => subscriptions.take(name),
      fire: (name, event, subject) => controls.fire(name, undefined, { event, subject }),
    }),
    sockets: {
      sessions: () => sessions.all(),
      reconnect: (id) => sessions.reconnect(id),
      close: (code, id) => sessions.close(code, id),
      drop: (id) => sessions.drop(id),
      silence: (id) => sessions.silence(id),
      repeat: (count) => sessions.repeat(count),
      delay: (ms) => sessions.delay(ms),
    },
  };
  return controls;
}
