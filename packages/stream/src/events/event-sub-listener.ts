import type { AsyncCloseable } from '@x/core';
import type { ReceivedRequest } from '@x/webhooks';
import type { EventSubType } from '../event-sub-types.ts';
import type { ListenedEvent, WantedSubscription } from './messages.ts';
import type { ListenerEvents, ListenerState, SubscriptionsResult } from './reports.ts';

/** Names for handlers: event types, and reports about the listener's connections. */
export type HandledName = EventSubType | keyof ListenerEvents;

/** Event or report that a handler receives, by its name. */
export type HandledEvent<Name extends HandledName> = Name extends keyof ListenerEvents
  ? ListenerEvents[Name]
  : Name extends EventSubType
    ? ListenedEvent<Name>
    : never;

/** Receives events, and keeps their subscriptions alive. */
export interface EventSubListener extends AsyncIterable<ListenedEvent>, AsyncCloseable {
  /** Current state of its connections and subscriptions, for health checks. */
  readonly state: ListenerState;
  /**
   * Sets the subscriptions. Adopts existing ones, creates missing ones, and deletes any that are no longer in the list.
   * From then on, the listener recreates them whenever necessary. A later call replaces one that is still waiting.
   *
   * @returns The active and the refused subscriptions, once each is one or the other.
   * @throws ApiError `invalid_params` if an entry is invalid or there are more than 900 per user over WebSockets,
   * before any request; `timeout` if no subscription is created or refused within `timeoutMs`, while the listener keeps
   * trying; `rejected` if the listener is closed, or the list comes from the option `wanted`.
   */
  setSubscriptions(subscriptions: readonly WantedSubscription[]): Promise<SubscriptionsResult>;
  /**
   * Adds subscriptions to the list, and leaves all others as they are, including those of other processes.
   *
   * @returns The active and the refused ones of `subscriptions`, once each is one or the other.
   * @throws ApiError as in `setSubscriptions`.
   */
  add(subscriptions: readonly WantedSubscription[]): Promise<SubscriptionsResult>;
  /**
   * Removes subscriptions from the list, and deletes them at the API. Leaves all others as they are.
   *
   * @throws ApiError as in `setSubscriptions`.
   */
  remove(subscriptions: readonly WantedSubscription[]): Promise<void>;
  /**
   * Reads the list that the option `wanted` returns, and does with it what `setSubscriptions` does. From then on, the
   * listener reads it again every `checkMs`.
   *
   * @throws ApiError as in `setSubscriptions`, and `rejected` without the option. Whatever `wanted` throws.
   */
  refresh(): Promise<SubscriptionsResult>;
  /**
   * Calls `handler` with each event of a type, or with each report about the listener's connections. Events with a
   * handler are not passed to the loop.
   *
   * @returns A function that removes the handler.
   */
  on<Name extends HandledName>(name: Name, handler: (event: HandledEvent<Name>) => unknown): () => void;
  /**
   * Closes the connections, and releases a conduit's shards to other processes. Webhook and conduit subscriptions stay
   * at the API. You can still read queued events; after that, the loop ends. `await using` calls it.
   */
  close(): Promise<void>;
}

/** A listener whose events arrive as requests to your server. */
export interface WebhookListener extends EventSubListener {
  /**
   * Handles an API request to `callback`, and resolves to the response to send. It works like `handle` of a
   * `WebhookReceiver`: an event counts as handled once its handlers have finished, or once it is in the queue for the
   * loop. If a handler fails or the queue is full, the response is 500 and the API sends the event again.
   *
   * @throws TypeError if the body was already read or parsed.
   */
  handle(request: Request | ReceivedRequest): Promise<Response>;
}

/** A conduit listener. */
export interface ConduitListener extends EventSubListener {
  /**
   * Serves shards for the subscriptions that any process sets, and follows `wanted` if it is set. The other methods
   * that change the list also start the listener. Resolves when this process's shards receive events.
   *
   * @throws ApiError `conflict` if the app has conduits that none of the processes created; `timeout` and `rejected` as
   * in `setSubscriptions`.
   */
  start(): Promise<void>;
  /**
   * Changes the conduit's number of shards, for all processes.
   *
   * @param shards The new number, 1 to 20,000.
   * @throws ApiError `invalid_params` for another number; `rejected` before the listener was started.
   */
  scale(shards: number): Promise<void>;
}
