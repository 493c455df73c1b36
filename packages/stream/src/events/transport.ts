import type { Clock } from '@x/core';
import type { ServerMessage, WantedSubscription } from './messages.ts';
import type { Cost, ListenerEvents, ListenerState } from './reports.ts';
import type { HeldSubscription } from './subscriber.ts';

/** What a transport uses of its listener. */
export interface ListenerCore {
  /** Its waits do not keep the process alive. */
  readonly clock: Clock;
  /** Milliseconds to wait after so many failures. */
  readonly backoff: (failures: number) => number;
  /** Aborts when the listener is closed. */
  readonly signal: AbortSignal;
  report<Name extends keyof ListenerEvents>(name: Name, value: ListenerEvents[Name]): void;
  /** Notes what the API has reported about costs. */
  noteCost(cost: Cost): void;
  /** Takes a message of a WebSocket. */
  receive(message: ServerMessage): void;
  /** Passes on an error that no caller is waiting for. */
  fail(error: unknown): void;
}

/** The way in which events arrive. */
export interface Transport {
  /** Makes the subscriptions those that are wanted, by their keys. Rejects with the first refusal, after all others exist. */
  setSubscriptions(wanted: ReadonlyMap<string, WantedSubscription>): Promise<void>;
  status(): ListenerState['status'];
  /** All that is wanted. */
  held(): HeldSubscription[];
  /** The shards that this process serves. */
  shards(): readonly number[];
  /** Ends what `signal` does not end. */
  close(): Promise<void>;
}
