import type { EventSubSubscription } from '../resources/eventsub.ts';
import { failure } from './failure.ts';
import { eachOf, inTurns } from './in-turns.ts';
import type { WantedSubscription } from './messages.ts';
import {
  createSubscriber,
  type HeldSubscription,
  holdOf,
  type SubscriptionCalls,
  shownRefusal,
  type Target,
} from './subscriber.ts';
import type { ListenerCore } from './transport.ts';
import { keyOf } from './wanted.ts';

/** The subscriptions of an app at one target, which exist independently of this process. */
export interface AppSubscriptions {
  /** Adopts what exists, deletes what is not wanted, and creates what is missing. */
  setSubscriptions(wanted: ReadonlyMap<string, WantedSubscription>): Promise<void>;
  /** Creates again what the API has ended because of failed deliveries, and reports what it has ended for other reasons. */
  repair(): Promise<void>;
  held(): HeldSubscription[];
}

const isAlive = (status: string) => status === 'enabled' || status === 'webhook_callback_verification_pending';

/** Ends that a new subscription repairs. The others are decisions, of a user or of the API. */
const isRepairable = (status: string) => status === 'notification_failures_exceeded' || status.startsWith('websocket_');

const endedError = (type: string, status: string) =>
  failure(
    'events',
    'permission_denied',
    status === 'webhook_callback_verification_failed'
      ? `the API could not verify callback for ${type}: it must respond to the challenge within 10 seconds. Pass all requests for it to handle, then call setSubscriptions again`
      : `the API has ended the subscription to ${type}: ${status}`,
  );

/** Creates the subscriptions of an app at a target. */
export function createAppSubscriptions(core: ListenerCore, calls: SubscriptionCalls, target: Target): AppSubscriptions {
  const subscriber = createSubscriber(calls, core.clock, core.backoff, core.noteCost);
  let held = new Map<string, HeldSubscription>();
  const inTurn = inTurns();

  /** The subscriptions at the target, by key. There may be several of one key, of which at most one is alive. */
  async function list(): Promise<Map<string, EventSubSubscription[]>> {
    const found = new Map<string, EventSubSubscription[]>();
    for await (const { items, raw } of calls.list().pages()) {
      const { total_cost, max_total_cost } = raw as { total_cost: number; max_total_cost: number };
      core.noteCost({ total: total_cost, max: max_total_cost });
      for (const each of items) {
        if (!target.owns(each.transport)) continue;
        const key = keyOf(each);
        found.set(key, [...(found.get(key) ?? []), each]);
      }
    }
    return found;
  }

  /** Takes over what exists of a subscription. Returns what has ended, to be deleted before it is created again. */
  function adopt(each: HeldSubscription, existing: readonly EventSubSubscription[]): EventSubSubscription[] {
    const alive = existing.find(({ status }) => isAlive(status));
    each.id = alive?.id;
    each.isEnabled = alive?.status === 'enabled';
    if (alive) each.wasAccepted = true;
    return existing.filter((other) => other !== alive);
  }

  const deleteAll = (those: readonly EventSubSubscription[]) => eachOf(those, ({ id }) => subscriber.delete(id));
  const createAll = (those: readonly HeldSubscription[]) =>
    eachOf(
      those.filter(({ id, refusal }) => id === undefined && refusal === undefined),
      (each) => subscriber.create(each, target),
    );

  async function replaceAll(wanted: ReadonlyMap<string, WantedSubscription>): Promise<void> {
    held = new Map([...wanted].map(([key, each]) => [key, holdOf(each, key)]));
    const existing = await list();
    const unwanted = [...existing].flatMap(([key, those]) => (held.has(key) ? [] : those));
    const ended = [...held.values()].flatMap((each) => adopt(each, existing.get(each.key) ?? []));
    await deleteAll([...unwanted, ...ended]);
    await createAll([...held.values()]);
    for (const { refusal } of held.values()) if (refusal !== undefined) throw refusal;
  }

  async function repair(): Promise<void> {
    const those = [...held.values()].filter(({ refusal }) => refusal === undefined);
    if (those.length === 0) return;
    const existing = await list();
    const ended: EventSubSubscription[] = [];
    for (const each of those) {
      const dead = adopt(each, existing.get(each.key) ?? []);
      const final = dead.find(({ status }) => !isRepairable(status));
      if (each.id === undefined && final) {
        each.refusal = endedError(final.type, final.status);
        core.report('refused', shownRefusal(each));
      } else ended.push(...dead);
    }
    await deleteAll(ended);
    const missing = those.filter(({ refusal }) => refusal === undefined);
    await createAll(missing);
    for (const each of missing) if (each.refusal !== undefined) core.report('refused', shownRefusal(each));
  }

  return {
    setSubscriptions: (wanted) => inTurn(() => replaceAll(wanted)),
    repair: () => inTurn(repair),
    held: () => [...held.values()],
  };
}
