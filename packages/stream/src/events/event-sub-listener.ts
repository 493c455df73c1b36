import type { AsyncCloseable } from '@x/core';
import type { ReceivedRequest } from '@x/core/webhooks';
import type { EventSubType } from '../event-sub-types.ts';
import type { ListenedEvent, WantedSubscription } from './messages.ts';
import type { ListenerEvents, ListenerState, SubscriptionsResult } from './reports.ts';

/** The names that a listener calls handlers for: the types of events, and what it reports about its connections. */
export type HandledName = EventSubType | keyof ListenerEvents;

/** The event or the report that the handler of a name is called with. */
export type HandledEvent<Name extends HandledName> = Name extends keyof ListenerEvents
  ? ListenerEvents[Name]
  : Name extends EventSubType
    ? ListenedEvent<Name>
    : never;

/** Receives events, and keeps their subscriptions alive. */
export interface EventSubListener extends AsyncIterable<ListenedEvent>, AsyncCloseable {
  /** Its connections and subscriptions at the moment: what a health check reads. */
  readonly state: ListenerState;
  /**
   * Sets which subscriptions there are: adopts those that exist, creates those that are missing, and deletes those that are not in the
   * list any more. From then on the listener creates them again whenever that is necessary. A later call takes the place of one that
   * still waits.
   *
   * @returns The subscriptions that exist and those that the API refuses, once each is one or the other.
   * @throws ApiError `invalid_params` when an entry is not valid or there are more than 900 per user over WebSockets, before any
   * request; `timeout` when nothing could be subscribed to for `timeoutMs`, while the listener goes on trying; `rejected` when the
   * listener is closed.
   */
  setSubscriptions(subscriptions: readonly WantedSubscription[]): Promise<SubscriptionsResult>;
  /**
   * Calls `handler` with each event of a type, or with what the listener reports about its connections. An event that has a handler
   * is not passed to the loop.
   *
   * @returns A function that removes the handler.
   */
  on<Name extends HandledName>(name: Name, handler: (event: HandledEvent<Name>) => unknown): () => void;
  /**
   * Closes the connections, and releases the shards of a conduit to other processes. Subscriptions of webhooks and conduits stay at the
   * API. Events that wait can still be read; then the loop ends. `await using` calls it.
   */
  close(): Promise<void>;
}

/** A listener whose events arrive as requests to your server. */
export interface WebhookListener extends EventSubListener {
  /**
   * Handles a request of the API to `callback`, and resolves to the response to send. It works as `handle` of a `WebhookReceiver`
   * does: an event counts as handled when its handlers have ended, or when it waits for the loop. When a handler fails or the queue is
   * full, the response is 500 and the API sends the event again.
   *
   * @throws TypeError when the body was read or parsed before.
   */
  handle(request: Request | ReceivedRequest): Promise<Response>;
}

/** A listener to a conduit. */
export interface ConduitListener extends EventSubListener {
  /**
   * Serves shards for the subscriptions that any process has set with `setSubscriptions`, which starts the listener, too. Resolves when
   * the shards of this process receive events.
   *
   * @throws ApiError `conflict` when the app has conduits that none of the processes has created; `timeout` and `rejected` as
   * `setSubscriptions`.
   */
  start(): Promise<void>;
  /**
   * Changes the number of shards of the conduit, for all processes.
   *
   * @param shards The new number, 1 to 20,000.
   * @throws ApiError `invalid_params` for another number; `rejected` before the listener was started.
   */
  scale(shards: number): Promise<void>;
}
