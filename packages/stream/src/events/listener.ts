import { createListenerBase, type ListenerBase } from './base.ts';
import { type ConduitTransport, createConduitTransport } from './conduit.ts';
import type { ConduitCalls } from './conduit-calls.ts';
import type { ConduitListener, EventSubListener, WebhookListener } from './event-sub-listener.ts';
import { failure } from './failure.ts';
import { memoryShardStore } from './memory-shard-store.ts';
import {
  type ConduitListenerOptions,
  checkListenerOptions,
  checkShardCount,
  type EventSubListenerOptions,
  type WebhookListenerOptions,
  type WebSocketListenerOptions,
  type WebSocketOptions,
} from './options.ts';
import type { WebSocketLike } from './session.ts';
import type { SubscriptionCalls } from './subscriber.ts';

import { createWebhookTransport, type WebhookTransport } from './webhook.ts';
import { createWebSocketTransport } from './websocket.ts';

/** The client that a listener subscribes with. */
export interface ListeningClient {
  /** Its EventSub methods. */
  readonly eventsub: {
    /** Methods of subscriptions. */
    readonly subscriptions: SubscriptionCalls;
  };
}

/** The client that the listener of a conduit subscribes with. */
export interface ConduitClient {
  /** Its EventSub methods. */
  readonly eventsub: {
    /** Methods of subscriptions. */
    readonly subscriptions: SubscriptionCalls;
    /** Methods of conduits. */
    readonly conduits: ConduitCalls;
  };
}

/**
 * Creates a listener to EventSub events whose events arrive as requests to your server.
 *
 * @param client A client of the app itself.
 * @throws ApiError `invalid_params` when an option is missing, unknown or not valid.
 * @see https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
 */
export function createEventListener(client: ListeningClient, options: WebhookListenerOptions): WebhookListener;
/**
 * Creates a listener to EventSub events of a conduit. Start one in each process: they divide its shards among themselves.
 *
 * @param client A client of the app itself.
 * @throws ApiError `invalid_params` when an option is unknown or not valid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/eventsub/handling-conduit-events/
 */
export function createEventListener(client: ConduitClient, options: ConduitListenerOptions): ConduitListener;
/**
 * Creates a listener to EventSub events over WebSockets. It needs no server of your own. Nothing is connected before `setSubscriptions`.
 *
 * @param client A client of `withAccount`, since WebSockets need a user's token.
 * @throws ApiError `invalid_params` when an option is unknown or not valid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/eventsub/handling-websocket-events/
 * @example
 * const events = createEventListener(stream.withAccount('ann'));
 * await events.setSubscriptions([{ type: 'stream.online', version: '1', condition: { broadcaster_user_id } }]);
 * for await (const { type, event } of events) {
 *   if (type === 'stream.online') console.log(event.broadcaster_user_name);
 * }
 */
export function createEventListener(client: ListeningClient, options?: WebSocketListenerOptions): EventSubListener;
export function createEventListener(
  client: ListeningClient | ConduitClient,
  options: EventSubListenerOptions = {},
): EventSubListener {
  checkListenerOptions(options, createEventListener);
  const base = createListenerBase(options);
  const { subscriptions } = client.eventsub;
  if (options.transport === 'webhook') {
    const transport = webhookOf(base, subscriptions, options);
    return withMethods(base.listen(transport), { handle: transport.handle });
  }
  if (options.transport === 'conduit') {
    const transport = conduitOf(base, client as ConduitClient, options);
    return withMethods(base.listen(transport), {
      async scale(shards: number) {
        checkShardCount('events.scale', shards);
        await transport.scale(shards);
      },
    });
  }
  return base.listen(createWebSocketTransport(base.core, subscriptions, socketsOf(options)));
}

/** Adds methods to a listener, whose `state` is a getter. */
const withMethods = <Methods extends object>(
  listener: EventSubListener,
  methods: Methods,
): EventSubListener & Methods => Object.assign(listener, methods);

function webhookOf(
  { core, handleEvent, revoke }: ListenerBase,
  calls: SubscriptionCalls,
  options: WebhookListenerOptions,
): WebhookTransport {
  const { callback, checkMs = 600_000, secret, store, toleranceMs, leaseMs, maxBytes } = options;
  const { clock, fail: onError } = core;
  const receiver = { secret, store, toleranceMs, leaseMs, maxBytes, clock, onError };
  try {
    return createWebhookTransport(core, calls, { callback, checkMs, receiver, handleEvent, revoke });
  } catch (error) {
    throw failure('createEventListener', 'invalid_params', (error as Error).message);
  }
}

function conduitOf(
  { core }: ListenerBase,
  { eventsub }: ConduitClient,
  options: ConduitListenerOptions,
): ConduitTransport {
  const { conduitId, shards: shardCount, store = memoryShardStore(core), ttlMs = 15_000, checkMs = 60_000 } = options;
  const member = crypto.randomUUID();
  const { conduits } = eventsub;
  const settings = { ...socketsOf(options), conduits, conduitId, shardCount, store, member, ttlMs, checkMs };
  return createConduitTransport(core, eventsub, settings);
}

function socketsOf({ url = 'wss://eventsub.wss.twitch.tv/ws', keepaliveSeconds = 10, WebSocket }: WebSocketOptions) {
  const address = new URL(url);
  address.searchParams.set('keepalive_timeout_seconds', String(keepaliveSeconds));
  return { url: address.href, WebSocket: WebSocket ?? (globalThis.WebSocket as new (url: string) => WebSocketLike) };
}
