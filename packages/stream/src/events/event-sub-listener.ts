import type { AsyncCloseable } from '@x/core';
import type { ReceivedRequest } from '@x/core/webhooks';
import type { EventSubType } from '../eventsub-types.ts';
import type { ListenedEvent, WantedSubscription } from './messages.ts';
import type { ListenerEvents, ListenerState } from './reports.ts';

/** Receives events, and keeps their subscriptions alive. */
export interface EventSubListener extends AsyncIterable<ListenedEvent>, AsyncCloseable {
  /** What it is doing at the moment. */
  readonly state: ListenerState;
  /**
   * Sets which subscriptions there are: adopts those that exist, creates those that are missing, and deletes those that are not in the
   * list any more. The listener creates them again whenever that is necessary.
   *
   * @throws ApiError `invalid_params` when an entry is not valid or there are more than 900 over WebSockets, before any request; the
   * error of the first subscription that the API refuses, after all others exist.
   */
  setSubscriptions(subscriptions: readonly WantedSubscription[]): Promise<void>;
  /**
   * Calls `handler` with each event of a type, or with what the listener reports about its connections. An event that has a handler
   * is not passed to the loop.
   *
   * @returns A function that removes the handler.
   */
  on<Type extends EventSubType>(type: Type, handler: (event: ListenedEvent<Type>) => unknown): () => void;
  on<Name extends keyof ListenerEvents>(name: Name, handler: (report: ListenerEvents[Name]) => unknown): () => void;
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
   * Changes the number of shards of the conduit, for all processes.
   *
   * @param shards The new number, 1 to 20,000.
   * @throws ApiError `invalid_params` for another number; `rejected` before the first `setSubscriptions`.
   */
  scale(shards: number): Promise<void>;
}
