import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { ChatServer } from '../irc/chat-server.ts';
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
   * IDs that it concerns, under the names that conditions use. Default: those in the oldest enabled subscription to the
   * type, or the most popular channel.
   */
  subject?: Readonly<Record<string, string>>;
  /** Fields that replace fields of the default event. */
  event?: object;
}

/**
 * Actions on EventSub WebSockets. Each applies to the session with the given ID, or to all sessions, and returns the
 * number of sessions.
 */
export interface WebSocketControls {
  /** Sessions that are connected, oldest first. */
  sessions(): readonly ShownSession[];
  /** Asks clients to move to a new connection. After 30 seconds the old one is closed with 4004. */
  reconnect(sessionId?: string): number;
  /** Closes connections with a code of the API, 4000 to 4007. Throws `RangeError` for another code. */
  close(code: CloseCode, sessionId?: string): number;
  /** Drops connections without a close frame, like a network failure. */
  drop(sessionId?: string): number;
  /**
   * Ends sessions while their connections stay open, as when the network fails between the two. Clients get no more
   * messages, and the API refuses new subscriptions for these sessions.
   */
  silence(sessionId?: string): number;
  /**
   * Sends every notification `times` times with the same message ID. Whole number of at least 0; the API sends each
   * once.
   */
  repeat(times: number): void;
  /**
   * Delays every notification by `ms` milliseconds of the sandbox's time, 0 or more. Keepalive messages are not
   * delayed.
   */
  delay(ms: number): void;
}

/** Actions on EventSub. */
export interface EventSubControls {
  /**
   * Fires an event of any type. It only reaches subscriptions, and chat readers if it is about a chat, and changes
   * nothing else, except that a chat message is added to its room, where it can be replied to and deleted. `version` defaults to the latest. Events of Guest Star,
   * hype trains, goals, charity, shared chat and extensions only happen this way. Returns the number of subscriptions
   * that it was sent to. Throws `RangeError` for an unknown type.
   */
  fire(type: string, version?: string, fired?: FiredEvent): number;
  /** Revokes a subscription, as the API itself does. Throws `RangeError` if there is no such live subscription. */
  revoke(subscriptionId: string, status: RevocationStatus): void;
  /**
   * Returns the last 1,000 messages, oldest first, including those refused because they would have left this machine.
   */
  deliveries(): readonly EventSubDelivery[];
  /**
   * Lets viewers chat, follow, cheer and subscribe in a channel so that it looks live. Only subscriptions and the chat
   * room see this. Returns a function that stops the viewers. Throws `RangeError` if there is no such user.
   */
  viewers(options?: TrafficOptions): () => void;
  /** Actions on EventSub WebSockets. */
  readonly sockets: WebSocketControls;
}

/** Fields of a chat message's event. The caller of `fire` may have put anything there. */
interface ChatEvent {
  readonly message_id?: unknown;
  readonly broadcaster_user_id?: unknown;
  readonly chatter_user_id?: unknown;
  readonly message?: { readonly text?: unknown } | null;
}

/** Creates the EventSub controls of one sandbox. */
export function createEventSubControls(
  context: SandboxContext,
  settings: Settings,
  world: World,
  {
    subscriptions,
    messenger,
    sessions,
    irc,
  }: { subscriptions: Subscriptions; messenger: Messenger; sessions: Sessions; irc: ChatServer },
): EventSubControls {
  const draw = context.random('eventsub chat messages');

  /** Stores the message of an event in its room. */
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
      // The user who reads is not part of what happened.
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
      const happening = { type: name, version: type.version, subject, event };
      irc.tell(happening);
      return subscriptions.route(happening);
    },
    revoke(subscriptionId, status) {
      const subscription = subscriptions.live().find(({ id }) => id === subscriptionId);
      if (!subscription) throw new RangeError(`the sandbox has no live subscription ${subscriptionId}`);
      subscriptions.revoke(subscription, status);
    },
    deliveries: () => messenger.deliveries,
    viewers: createTraffic(context, world, {
      takes: (name) => subscriptions.take(name) || (name === chatMessage && irc.isUsed),
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
