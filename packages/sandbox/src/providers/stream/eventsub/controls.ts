import type { Settings } from '../options.ts';
import type { World } from '../world/world.ts';
import type { EventSubDelivery, Messenger } from './messenger.ts';
import { sampleEvent } from './samples.ts';
import type { RevocationStatus, Subscriptions } from './subscriptions.ts';
import { findEventType } from './types.ts';

/** What an event that is fired by hand is to be like. */
export interface FiredEvent {
  /**
   * Whom it concerns, under the names that conditions use. Default: whom the oldest enabled subscription to the type is
   * about, or the most popular channel.
   */
  subject?: Readonly<Record<string, string>>;
  /** Members that replace those of the default event. */
  event?: object;
}

/** What tests do with EventSub. */
export interface EventSubControls {
  /**
   * Makes an event of any type happen, as far as subscriptions can tell: nothing else changes. `version` defaults to
   * the latest. Returns how many subscriptions it was sent to. Throws `RangeError` for a type that is not on offer.
   */
  fire(type: string, version?: string, fired?: FiredEvent): number;
  /** Ends a subscription as the API does by itself. Throws `RangeError` when there is no such subscription alive. */
  revoke(subscriptionId: string, status: RevocationStatus): void;
  /** Messages so far, oldest first, those refused because they would have left this machine included; the last 1,000. */
  deliveries(): readonly EventSubDelivery[];
}

/** The EventSub controls of one sandbox. */
export function createEventSubControls(
  settings: Settings,
  world: World,
  { subscriptions, messenger }: { subscriptions: Subscriptions; messenger: Messenger },
): EventSubControls {
  return {
    fire(name, version, fired = {}) {
      const type = findEventType(name, version);
      if (!type) throw new RangeError(`EventSub has no type ${name}${version ? ` in version ${version}` : ''}`);
      const taker = subscriptions.all().find((each) => each.status === 'enabled' && each.type === type);
      // Who reads along is no part of what happened.
      const readers = ['moderator_user_id', ...(type.bot === 'room' ? ['user_id'] : [])];
      const condition = Object.entries(taker?.condition ?? {});
      const subject =
        fired.subject ?? Object.fromEntries(condition.filter(([member, value]) => value && !readers.includes(member)));
      const event = { ...sampleEvent(settings, world, type, subject), ...fired.event };
      return subscriptions.route({ type: name, version: type.version, subject, event });
    },
    revoke(subscriptionId, status) {
      const subscription = subscriptions.live().find(({ id }) => id === subscriptionId);
      if (!subscription) throw new RangeError(`the sandbox has no live subscription ${subscriptionId}`);
      subscriptions.revoke(subscription, status);
    },
    deliveries: () => messenger.deliveries,
  };
}
