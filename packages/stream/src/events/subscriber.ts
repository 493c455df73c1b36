import { type ApiCall, isApiError, type PagedCall } from '@x/core';
import { pause } from '@x/core/provider';
import { lostSession } from '../errors.ts';
import type { EventSubRequest, EventSubSubscription, EventSubTransport } from '../resources/event-sub.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { ListenerCore } from './listener-core.ts';
import { explainRefusal } from './refusal.ts';
import { keyOf } from './wanted.ts';

/** Client calls that a listener makes. */
export interface SubscriptionCalls {
  /** Creates a subscription. */
  create(
    params: EventSubRequest,
  ): ApiCall<{ data: EventSubSubscription[]; total_cost: number; max_total_cost: number }>;
  /** Lists all subscriptions, or the subscriptions of one type. */
  list(params?: { type?: EventSubRequest['type'] }): PagedCall<EventSubSubscription>;
  /** Deletes a subscription. */
  delete(params: { id: string }): ApiCall<void>;
}

/** Destination of events. */
export interface Target {
  /** Transport that refers to it in subscriptions. Another object after a move. */
  readonly transport: EventSubTransport;
  /** Whether a subscription of the API sends its events there. */
  owns(transport: EventSubSubscription['transport']): boolean;
  /** Aborts when the target is gone, so that creating subscriptions for it makes no sense any more. */
  readonly signal: AbortSignal;
  /** Resolves when it is known whether the target is gone or has moved, for targets that can. */
  settled?(): Promise<void>;
  /** Ends a target that the API no longer knows, so that another follows. */
  giveUp?(reason: string): void;
}

/** Owner of the subscriptions that are created and deleted. */
export interface SubscriberSettings {
  readonly calls: SubscriptionCalls;
  /** The account that they belong to; undefined for the app's, or the only account's. */
  readonly account?: string | undefined;
  /** The scopes that the account has granted; undefined if they are not known. */
  grantedScopes?(): Promise<readonly string[] | undefined>;
}

/** Creates and deletes subscriptions. */
export class Subscriber {
  readonly #core: ListenerCore;
  readonly #settings: SubscriberSettings;

  constructor(core: ListenerCore, settings: SubscriberSettings) {
    this.#core = core;
    this.#settings = settings;
  }

  /**
   * Creates a subscription. Temporary failures are retried for as long as the target lasts and the subscription is
   * wanted; others become its `refusal`.
   */
  async create(held: HeldSubscription, target: Target): Promise<void> {
    for (let failures = 0; !target.signal.aborted && !held.isRemoved; failures += 1) {
      const { transport } = target;
      try {
        const found = await this.#createOrFind(held, target);
        if (!target.signal.aborted) held.accept(found);
        break;
      } catch (error) {
        await target.settled?.();
        if (target.signal.aborted || held.isRemoved) break; // the next target gets it
        if (target.transport !== transport) continue; // the session has moved in the meantime
        if (target.giveUp && isApiError(error) && lostSession.test(error.message)) {
          target.giveUp('the API no longer knows the session');
          break;
        }
        if (!mayPass(error, held)) {
          held.refuse(await this.#explain(held, error));
          break;
        }
        held.problem = (error as Error).message;
        const waitMs = (isApiError(error) && error.retryAfterMs) || this.#core.backoff(failures + 1);
        await pause(waitMs, target.signal, undefined, this.#core.clock).catch(() => {}); // rejects when the target ends
      }
    }
    if (held.isDecided) this.#core.noteProgress();
  }

  /** Deletes a subscription that is no longer wanted. */
  async remove(held: HeldSubscription): Promise<void> {
    held.isRemoved = true;
    this.#core.noteProgress();
    if (held.id !== undefined) await this.delete(held.id);
  }

  /** Deletes a subscription. One that does not exist counts as deleted. */
  async delete(id: string): Promise<void> {
    try {
      await this.#settings.calls.delete({ id });
    } catch (error) {
      if (!isApiError(error, 'not_found')) throw error;
    }
  }

  /**
   * Returns the subscriptions at a target, or those of one type, by key. There may be several with one key, of which at
   * most one is alive.
   */
  async list(target: Target, type?: EventSubRequest['type']): Promise<Map<string, EventSubSubscription[]>> {
    const found = new Map<string, EventSubSubscription[]>();
    for await (const { items, raw } of this.#settings.calls.list(type && { type }).pages()) {
      const { total_cost, max_total_cost } = raw as { total_cost: number; max_total_cost: number };
      this.#core.noteCost({ total: total_cost, max: max_total_cost }, this.#settings.account);
      for (const each of items) {
        if (!target.owns(each.transport)) continue;
        const key = keyOf(each);
        found.set(key, [...(found.get(key) ?? []), each]);
      }
    }
    return found;
  }

  /** Creates a subscription, or finds the one that an attempt created whose response was lost or corrupted. */
  async #createOrFind(held: HeldSubscription, target: Target): Promise<Pick<EventSubSubscription, 'id' | 'status'>> {
    try {
      return await this.#createOnce(held, target);
    } catch (error) {
      const mayExist = isApiError(error) && (error.code === 'conflict' || error.outcome === 'done');
      const found = mayExist ? await this.#find(held, target) : undefined;
      if (found === undefined) throw error;
      return found;
    }
  }

  async #createOnce(held: HeldSubscription, { transport }: Target): Promise<EventSubSubscription> {
    const request = { ...held.wanted, transport } as EventSubRequest;
    const { data, total_cost, max_total_cost } = await this.#settings.calls.create(request);
    if (!held.isRemoved) this.#core.noteCost({ total: total_cost, max: max_total_cost }, this.#settings.account);
    return data[0] as EventSubSubscription;
  }

  /** Finds the subscription if it already exists. */
  async #find({ key, wanted }: HeldSubscription, target: Target): Promise<EventSubSubscription | undefined> {
    for await (const each of this.#settings.calls.list({ type: wanted.type }))
      if (target.owns(each.transport) && keyOf(each) === key) return each;
    return undefined;
  }

  async #explain({ wanted }: HeldSubscription, error: unknown): Promise<unknown> {
    // The scopes make the message better; an error in reading them must not hide the refusal.
    const granted = await this.#settings.grantedScopes?.().catch(() => undefined);
    return explainRefusal(wanted, error, granted);
  }
}

/**
 * Whether a failure may be temporary. A lost session counts toward the limits until the API has noticed the loss, so a
 * subscription that was accepted before is tried again.
 */
function mayPass(error: unknown, { wasAccepted }: HeldSubscription): boolean {
  if (!isApiError(error)) return false;
  const { retryable, outcome, code } = error;
  return retryable || outcome !== 'not_done' || (wasAccepted && code === 'rate_limited');
}
