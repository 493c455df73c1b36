import { ConduitTransport } from './conduit.ts';
import type { ConduitCalls } from './conduit-calls.ts';
import type { ConduitListener, EventSubListener, WebhookListener } from './event-sub-listener.ts';
import { failure } from './failure.ts';
import { Listener, ReceivingListener, ShardListener } from './listener.ts';
import { ListenerCore } from './listener-core.ts';
import { memoryShardStore } from './memory-shard-store.ts';
import { eventOf } from './messages.ts';
import {
  type AccountsListenerOptions,
  type ConduitListenerOptions,
  checkListenerOptions,
  checkMsOf,
  type EventSubListenerOptions,
  type WebhookListenerOptions,
  type WebSocketListenerOptions,
  type WebSocketOptions,
} from './options.ts';
import type { WebSocketLike } from './session.ts';
import type { SubscriberSettings, SubscriptionCalls } from './subscriber.ts';
import { WebhookTransport } from './webhook.ts';
import { WebSocketTransport } from './websocket.ts';

/** The client that a listener subscribes with. */
export interface ListeningClient {
  /** Its EventSub methods. */
  readonly eventSub: {
    /** Methods of subscriptions. */
    readonly subscriptions: SubscriptionCalls;
  };
}

/**
 * Appears in the compiler's error for a client without a user. Pass `stream.withAccount(account)`, or set the option
 * `accountOf`.
 */
export interface NeedsWithAccountOrAccountOf {
  /** Property that no client has. */
  readonly '~never': never;
}

/**
 * The client of a user, which a listener over WebSockets subscribes with. The app's client has `withAccount`, and
 * cannot listen.
 */
export interface UserListeningClient extends ListeningClient {
  /** Only the client of the app has it. */
  readonly withAccount?: NeedsWithAccountOrAccountOf;
}

/**
 * The client of the app, which a listener over webhooks subscribes with. A user's client has no `health`, and cannot
 * listen.
 */
export interface AppListeningClient extends ListeningClient {
  /** Only the client of the app has it. */
  health(): object;
}

/** The client that a listener subscribes with for many users. */
export interface AccountsClient {
  /** Returns the client that acts for a user. */
  withAccount(account: string): ListeningClient;
  /** The grants of users. */
  readonly accounts: {
    /** Returns a user's grant, so that errors can name the scopes that it lacks. */
    get(account: string): Promise<{ readonly scopes?: readonly string[] | undefined } | undefined>;
  };
}

/** The client that the listener of a conduit subscribes with. */
export interface ConduitClient extends AppListeningClient {
  /** Its EventSub methods. */
  readonly eventSub: {
    /** Methods of subscriptions. */
    readonly subscriptions: SubscriptionCalls;
    /** Methods of conduits. */
    readonly conduits: ConduitCalls;
  };
}

/**
 * Creates a listener to EventSub events that arrive as requests to your server.
 *
 * @param client A client of the app itself.
 * @throws ApiError `invalid_params` when an option is missing, unknown or invalid.
 * @see https://dev.twitch.tv/docs/eventsub/handling-webhook-events/
 */
export function createEventListener(client: AppListeningClient, options: WebhookListenerOptions): WebhookListener;
/**
 * Creates a listener to EventSub events of a conduit. Start one in each process: they divide its shards among
 * themselves.
 *
 * @param client A client of the app itself.
 * @throws ApiError `invalid_params` when an option is unknown or invalid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/eventsub/handling-conduit-events/
 */
export function createEventListener(client: ConduitClient, options: ConduitListenerOptions): ConduitListener;
/**
 * Creates a listener to EventSub events of many users over WebSockets. It opens the connections that each user needs,
 * and merges their events.
 *
 * @param client The client itself, whose `withAccount` returns the clients of users.
 * @throws ApiError `invalid_params` when an option is unknown or invalid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/eventsub/handling-websocket-events/
 * @example
 * const events = createEventListener(stream, {
 *   accountOf: ({ condition }) => accounts.get(condition.broadcaster_user_id),
 * });
 * await events.setSubscriptions(userIds.map((id) => subscriptions.streamOnline(id)));
 */
export function createEventListener(client: AccountsClient, options: AccountsListenerOptions): EventSubListener;
/**
 * Creates a listener to EventSub events of a user over WebSockets. It needs no server of your own. It connects with the
 * first `setSubscriptions`.
 *
 * @param client A client of `withAccount`, since WebSockets need a user's token.
 * @throws ApiError `invalid_params` when an option is unknown or invalid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/eventsub/handling-websocket-events/
 * @example
 * const events = createEventListener(stream.withAccount('ann'));
 * await events.setSubscriptions([subscriptions.streamOnline(userId)]);
 * for await (const { type, event } of events) {
 *   if (type === 'stream.online') console.log(event.broadcaster_user_name);
 * }
 */
export function createEventListener(client: UserListeningClient, options?: WebSocketListenerOptions): EventSubListener;
export function createEventListener(
  client: AccountsClient | ListeningClient | ConduitClient,
  options: EventSubListenerOptions = {},
): EventSubListener {
  checkListenerOptions(options, createEventListener);
  const core = new ListenerCore(options, eventOf);
  if (options.transport === 'webhook')
    return new ReceivingListener(core, webhookOf(core, client as ListeningClient, options), options);
  if (options.transport === 'conduit')
    return new ShardListener(core, conduitOf(core, client as ConduitClient, options), options);
  const { accountOf } = options;
  const transport = new WebSocketTransport(core, {
    ...socketsOf(options),
    accountOf: accountOf ?? (() => undefined),
    subscriberOf: accountOf ? subscribersOf(client as AccountsClient) : () => ({ calls: callsOf(client) }),
  });
  return new Listener(core, transport, options);
}

function callsOf(client: object): SubscriptionCalls {
  const { eventSub } = client as Partial<ListeningClient>;
  if (eventSub) return eventSub.subscriptions;
  throw failure('createEventListener', 'invalid_params', 'client must be a client, such as stream.withAccount("ann")');
}

/** Returns a function that finds how to subscribe for an account. */
function subscribersOf(client: AccountsClient): (account: string | undefined) => SubscriberSettings {
  if (typeof client.withAccount !== 'function')
    throw failure(
      'createEventListener',
      'invalid_params',
      'accountOf needs the client itself, which has withAccount; got a client that has none',
    );
  return (account = '') => ({
    calls: client.withAccount(account).eventSub.subscriptions,
    account,
    grantedScopes: async () => (await client.accounts.get(account))?.scopes,
  });
}

function webhookOf(core: ListenerCore, client: ListeningClient, options: WebhookListenerOptions): WebhookTransport {
  const { callback, secret, store, toleranceMs, leaseMs, maxBytes } = options;
  const { clock, fail: onError } = core;
  const receiver = { secret, store, toleranceMs, leaseMs, maxBytes, clock, onError };
  try {
    return new WebhookTransport(core, callsOf(client), { callback, checkMs: checkMsOf(options), receiver });
  } catch (error) {
    throw failure('createEventListener', 'invalid_params', (error as Error).message);
  }
}

function conduitOf(core: ListenerCore, client: ConduitClient, options: ConduitListenerOptions): ConduitTransport {
  const { conduitId, adoptConduit = false, shards: shardCount, ttlMs = 15_000 } = options;
  return new ConduitTransport(core, {
    ...socketsOf(options),
    subscriptions: callsOf(client),
    conduits: client.eventSub.conduits,
    conduitId,
    adoptConduit,
    shardCount,
    store: options.store ?? memoryShardStore({ clock: core.clock }),
    member: crypto.randomUUID(),
    ttlMs,
    checkMs: checkMsOf(options),
  });
}

function socketsOf({ url = 'wss://eventsub.wss.twitch.tv/ws', keepaliveMs = 10_000, WebSocket }: WebSocketOptions) {
  const address = new URL(url);
  address.searchParams.set('keepalive_timeout_seconds', String(keepaliveMs / 1000));
  return { url: address.href, WebSocket: WebSocket ?? (globalThis.WebSocket as new (url: string) => WebSocketLike) };
}
