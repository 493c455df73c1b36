import { type ApiCall, type Clock, isApiError, type PagedCall } from '@x/core';
import { pause } from '@x/core/provider';
import type { EventSubRequest, EventSubSubscription, EventSubTransport } from '../resources/eventsub.ts';
import type { WantedSubscription } from './messages.ts';
import type { Cost, RefusedSubscription } from './reports.ts';
import { keyOf } from './wanted.ts';

/** The calls of a client that a listener makes. */
export interface SubscriptionCalls {
  /** Creates a subscription. */
  create(
    params: EventSubRequest,
  ): ApiCall<{ data: EventSubSubscription[]; total_cost: number; max_total_cost: number }>;
  /** Lists subscriptions, all or those of a type. */
  list(params?: { type?: EventSubRequest['type'] }): PagedCall<EventSubSubscription>;
  /** Deletes a subscription. */
  delete(params: { id: string }): ApiCall<void>;
}

/** A subscription that a listener keeps alive. */
export interface HeldSubscription {
  readonly wanted: WantedSubscription;
  readonly key: string;
  /** The ID at the API; undefined while it does not exist. */
  id: string | undefined;
  /** Whether events are sent to it: the API verifies the address of a webhook first. */
  isEnabled: boolean;
  /** Whether the API has accepted it before. */
  wasAccepted: boolean;
  /** Whether it is no longer wanted. */
  isRemoved: boolean;
  /** Why the API refuses it; it is not tried again. */
  refusal: unknown;
}

/** Starts to hold what is wanted. */
export const holdOf = (wanted: WantedSubscription, key: string): HeldSubscription => ({
  wanted,
  key,
  id: undefined,
  isEnabled: false,
  wasAccepted: false,
  isRemoved: false,
  refusal: undefined,
});

/** A refused subscription, as callers see it. */
export const shownRefusal = ({ wanted, refusal }: HeldSubscription): RefusedSubscription => ({
  subscription: wanted,
  error: refusal,
});

/** Where events are sent to. */
export interface Target {
  readonly transport: EventSubTransport;
  /** Whether a subscription of the API sends its events there. */
  owns(transport: EventSubSubscription['transport']): boolean;
  /** Whether the target is gone, so that creating subscriptions for it makes no sense any more. */
  isOver(): boolean;
  /** Resolves when it is over. */
  readonly ended: Promise<unknown>;
}

/** Creates and deletes subscriptions. */
export interface Subscriber {
  /**
   * Creates a subscription. Failures that may pass are repeated for as long as the target lasts and the subscription is wanted;
   * others become its `refusal`.
   */
  create(held: HeldSubscription, target: Target): Promise<void>;
  /** Deletes a subscription that is no longer wanted. */
  remove(held: HeldSubscription): Promise<void>;
  /** Deletes a subscription; one that does not exist is deleted. */
  delete(id: string): Promise<void>;
}

/** Creates a subscriber. `backoff` returns the milliseconds to wait after so many failures. */
export function createSubscriber(
  calls: SubscriptionCalls,
  clock: Clock,
  backoff: (failures: number) => number,
  noteCost: (cost: Cost) => void,
): Subscriber {
  async function createOnce({ wanted }: HeldSubscription, { transport }: Target) {
    const { data, total_cost, max_total_cost } = await calls.create({ ...wanted, transport } as EventSubRequest);
    noteCost({ total: total_cost, max: max_total_cost });
    return data[0];
  }

  /** The subscription where it exists already. */
  async function find({ key, wanted }: HeldSubscription, target: Target): Promise<EventSubSubscription | undefined> {
    for await (const each of calls.list({ type: wanted.type }))
      if (target.owns(each.transport) && keyOf(each) === key) return each;
    return undefined;
  }

  /** Creates a subscription, or finds the one that an attempt created whose response was lost or corrupted. */
  async function createOrFind(
    held: HeldSubscription,
    target: Target,
  ): Promise<Pick<EventSubSubscription, 'id' | 'status'> | undefined> {
    try {
      return await createOnce(held, target);
    } catch (error) {
      const mayExist = isApiError(error) && (error.code === 'conflict' || error.code === 'invalid_response');
      const found = mayExist ? await find(held, target) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }

  async function deleteOne(id: string): Promise<void> {
    try {
      await calls.delete({ id });
    } catch (error) {
      if (!isApiError(error) || error.code !== 'not_found') throw error;
    }
  }

  return {
    async create(held, target) {
      for (let failures = 0; ; failures += 1) {
        try {
          const created = await createOrFind(held, target);
          if (target.isOver()) return;
          held.id = created?.id;
          held.isEnabled = created?.status === 'enabled';
          held.wasAccepted = true;
          return;
        } catch (error) {
          if (target.isOver() || held.isRemoved) return; // the next target gets it
          if (!mayPass(error, held)) {
            held.refusal = error;
            return;
          }
          const waitMs = (isApiError(error) && error.retryAfterMs) || backoff(failures);
          await pause(waitMs, undefined, target.ended, clock);
          if (target.isOver()) return;
        }
      }
    },
    async remove(held) {
      held.isRemoved = true;
      if (held.id !== undefined) await deleteOne(held.id);
    },
    delete: deleteOne,
  };
}

/** A lost session counts towards the limits until the API has noticed the loss: what was accepted before is tried again. */
function mayPass(error: unknown, { wasAccepted }: HeldSubscription): boolean {
  return isApiError(error) && (error.retryable || (wasAccepted && error.code === 'rate_limited'));
}
