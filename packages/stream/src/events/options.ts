import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import type { WebhookReceiverOptions } from '../webhooks/receiver.ts';
import { failure } from './failure.ts';
import type { WantedSubscription } from './messages.ts';
import type { WebSocketLike } from './session.ts';
import type { ShardStore } from './shard-store.ts';

/** Settings that listeners have with every transport. */
export interface CommonListenerOptions {
  /**
   * Maximum number of events in the loop's queue: a whole number of at least 1. When the queue is full, the listener
   * drops the oldest event and reports `missed`. Over webhooks, it refuses the new event instead, so that the API sends
   * it again. Default 10,000.
   */
  maxQueued?: number | undefined;
  /**
   * Whether the listener keeps the process alive while idle. A loop that is waiting for an event, or a call in progress
   * that changes the list, always keeps the process alive. Default `false`. Bun and Deno do not exit while a WebSocket
   * is open.
   */
  keepAlive?: boolean | undefined;
  /**
   * Longest time, in milliseconds, that `setSubscriptions`, `add` and `refresh` wait while no subscription is created
   * or refused, for example without a network. After that they reject with `timeout`, and the listener keeps trying.
   * Above 0. Default 60,000.
   */
  timeoutMs?: number | undefined;
  /**
   * Returns the whole list of subscriptions, such as from your database, within `timeoutMs`. `refresh` and every check
   * read it again, in each process; `setSubscriptions`, `add` and `remove` are then refused. Default: none.
   */
  wanted?: (() => readonly WantedSubscription[] | Promise<readonly WantedSubscription[]>) | undefined;
  /**
   * Milliseconds between two checks, above 0. Each reads `wanted`. Over webhooks and conduits, it also recreates
   * subscriptions that the API has ended because of failed deliveries, and repairs shards. Default 60,000; for webhooks
   * 600,000.
   */
  checkMs?: number | undefined;
  /** Closes the listener when it aborts; the loop then rejects with the reason. Default: none. */
  signal?: AbortSignal | undefined;
  /**
   * Receives errors from handlers added with `on`, and errors from the API and from stores that no caller is waiting
   * for. Its own result and errors are ignored. Default: `console.error` with the error.
   */
  onError?: ((error: unknown) => unknown) | undefined;
  /** Clock for the time and for waits, for tests. Default: the real time, and real timers. */
  clock?: Clock | undefined;
  /**
   * Returns a number from 0 to below 1 for the length of pauses before new attempts, for tests. Default `Math.random`.
   */
  random?: (() => number) | undefined;
}

/** Settings for opening WebSockets. */
export interface WebSocketOptions {
  /** Address of the WebSocket server. Default `wss://eventsub.wss.twitch.tv/ws`. */
  url?: string | undefined;
  /**
   * Milliseconds without any message after which the API sends a keepalive message: whole seconds from 10,000 to
   * 600,000. A connection that is silent for 2 seconds longer counts as lost. Default 10,000.
   */
  keepaliveMs?: number | undefined;
  /** WebSocket class. Default: the runtime's own. */
  WebSocket?: (new (url: string) => WebSocketLike) | undefined;
}

/** Settings of a listener over WebSockets, for the events of one user. */
export interface WebSocketListenerOptions extends CommonListenerOptions, WebSocketOptions {
  /** Way in which events arrive. Default `websocket`. */
  transport?: 'websocket' | undefined;
  /** Only for events of many users. */
  accountOf?: undefined;
}

/** Settings of a listener over WebSockets, for the events of many users. */
export interface AccountsListenerOptions extends CommonListenerOptions, WebSocketOptions {
  /** Way in which events arrive. Default `websocket`. */
  transport?: 'websocket' | undefined;
  /**
   * Returns the account for a subscription, as passed to `withAccount`. Each account has at most 3 connections of 300
   * subscriptions.
   */
  accountOf: (subscription: WantedSubscription) => string;
}

/** Settings of a listener whose events arrive as requests to your server. */
export interface WebhookListenerOptions
  extends CommonListenerOptions,
    Pick<WebhookReceiverOptions, 'secret' | 'store' | 'toleranceMs' | 'leaseMs' | 'maxBytes'> {
  /** Way in which events arrive. */
  transport: 'webhook';
  /**
   * HTTPS address of your server, on port 443. Pass its requests to `handle`. Subscriptions for other addresses are
   * left alone.
   */
  callback: string;
}

/** Settings of a listener to a conduit, whose shards are divided among processes. */
export interface ConduitListenerOptions extends CommonListenerOptions, WebSocketOptions {
  /** Way in which events arrive. */
  transport: 'conduit';
  /**
   * ID of the conduit. Its subscriptions that are not in your list are deleted. Default: the conduit that processes
   * with the same `store` created before, or a new one if the app has none. If the app has other conduits, this option
   * is required.
   */
  conduitId?: string | undefined;
  /**
   * Whether the listener may use the app's only conduit even though no process with the same `store` created it, and
   * delete its subscriptions that are not in your list. Default `false`, because another service may use it.
   */
  adoptConduit?: boolean | undefined;
  /** Number of shards, 1 to 20,000. Default: the conduit's current number, or 1 for a new conduit. */
  shards?: number | undefined;
  /**
   * Store that divides the shards among the processes. All processes need the same store, such as `redisShardStore`
   * from `@x/redis`. Default: `memoryShardStore`, for a single process.
   */
  store?: ShardStore | undefined;
  /**
   * Milliseconds after which other processes take over a dead process's shards, above 0. Each process sends a heartbeat
   * three times as often. Default 15,000.
   */
  ttlMs?: number | undefined;
}

/** Settings of an {@link EventSubListener}. */
export type EventSubListenerOptions =
  | WebSocketListenerOptions
  | AccountsListenerOptions
  | WebhookListenerOptions
  | ConduitListenerOptions;

const commonRules = {
  maxQueued: optionKind.count,
  keepAlive: optionKind.boolean,
  timeoutMs: optionKind.milliseconds,
  wanted: optionKind.function,
  checkMs: optionKind.milliseconds,
  signal: optionKind.signal,
  onError: optionKind.function,
  clock: optionKind.clock,
  random: optionKind.function,
} satisfies RulesOf<CommonListenerOptions>;

const socketRules = {
  url: optionKind.string,
  keepaliveMs: optionKind.count,
  WebSocket: optionKind.function,
} satisfies RulesOf<WebSocketOptions>;

const transport = optionKind.choice(['websocket', 'webhook', 'conduit']);

const rules = {
  websocket: {
    ...commonRules,
    ...socketRules,
    transport,
    accountOf: optionKind.function,
  } satisfies RulesOf<WebSocketListenerOptions | AccountsListenerOptions>,
  webhook: {
    ...commonRules,
    transport,
    callback: optionKind.required(optionKind.string),
    secret: optionKind.checkedLater, // by the receiver
    store: optionKind.objectWith('a webhook store', ['take', 'finish', 'release']),
    toleranceMs: optionKind.milliseconds,
    leaseMs: optionKind.milliseconds,
    maxBytes: optionKind.bytes,
  } satisfies RulesOf<WebhookListenerOptions>,
  conduit: {
    ...commonRules,
    ...socketRules,
    transport,
    conduitId: optionKind.string,
    adoptConduit: optionKind.boolean,
    shards: optionKind.count,
    store: optionKind.objectWith('a shard store', ['beat', 'leave', 'shared', 'share']),
    ttlMs: optionKind.milliseconds,
  } satisfies RulesOf<ConduitListenerOptions>,
};

/** Returns the milliseconds between two checks of a listener. */
export const checkMsOf = ({ transport, checkMs }: EventSubListenerOptions): number =>
  checkMs ?? (transport === 'webhook' ? 600_000 : 60_000);

/** Throws an error if a listener's options are invalid. */
export function checkListenerOptions(options: EventSubListenerOptions, below: (...args: never[]) => unknown): void {
  const owner = { provider: 'stream', operation: 'createEventListener', below };
  const kind = Object(options).transport ?? 'websocket';
  checkOptions(owner, options, rules[kind as keyof typeof rules] ?? rules.websocket);
  const refuse = (problem: string) => failure('createEventListener', 'invalid_params', problem);
  const { maxQueued = 1 } = options;
  if (maxQueued < 1) throw refuse(`maxQueued must be a whole number of at least 1; got ${maxQueued}`);
  if (options.transport === 'webhook') {
    if (!/^https?:\/\//.test(options.callback)) throw refuse('callback must be an address that starts with https://');
    return;
  }
  const { url, keepaliveMs = 10_000, WebSocket = globalThis.WebSocket } = options;
  if (url !== undefined && !/^wss?:\/\//.test(url))
    throw refuse('url must be an address that starts with wss:// or ws://');
  if (keepaliveMs < 10_000 || keepaliveMs > 600_000 || keepaliveMs % 1000 !== 0)
    throw refuse(`keepaliveMs must be whole seconds, from 10,000 to 600,000 milliseconds; got ${keepaliveMs}`);
  if (!WebSocket)
    throw refuse('this runtime has no WebSocket: pass the option WebSocket, such as the one of the package ws');
  if (options.transport === 'conduit') checkShardCount('createEventListener', options.shards ?? 1);
}

/** Throws an error unless a conduit can have this many shards. */
export function checkShardCount(operation: string, shards: number): void {
  if (!Number.isSafeInteger(shards) || shards < 1 || shards > 20_000)
    throw failure(operation, 'invalid_params', `shards must be a whole number from 1 to 20,000; got ${shards}`);
}
