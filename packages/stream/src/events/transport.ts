import type { Health } from './health.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { EventSubscription, WantedSubscription } from './messages.ts';

/** The way in which events arrive. */
export interface Transport {
  /**
   * Returns the problem with a list of subscriptions, by their keys, or undefined if there is none. Called before
   * `set`.
   */
  problemOf(wanted: ReadonlyMap<string, WantedSubscription>): string | undefined;
  /** Changes the subscriptions to match the list, by their keys. Resolves when each is active, refused or removed. */
  set(wanted: ReadonlyMap<string, WantedSubscription>): Promise<void>;
  /** State of the connections, regardless of subscriptions. */
  health(): Health;
  /** Returns the wanted subscriptions. */
  held(): HeldSubscription[];
  /** The shards that this process serves. */
  shards(): readonly number[];
  /** Notes that the API has ended a subscription. */
  revoke(subscription: EventSubscription): void;
  /** Ends everything that closing the listener does not end. */
  close(): Promise<void>;
}
