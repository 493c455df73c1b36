import type { Health } from './health.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { EventSubscription } from './messages.ts';
import type { ListChange } from './wanted.ts';

/** The way in which events arrive. */
export interface Transport {
  /** Returns the problem with the list after a change, or undefined if there is none. */
  problemOf(change: ListChange): string | undefined;
  /**
   * Changes the subscriptions. Resolves when each that the change names is active, refused or removed.
   *
   * @param read Returns the change. Called when it is this process's turn, if several share the list.
   */
  change(read: () => Promise<ListChange>): Promise<void>;
  /** Whether this process, of all that share the list, has to follow its source. */
  isLeading(): boolean;
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
