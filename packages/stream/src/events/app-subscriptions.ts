import type { EventSubSubscription } from '../resources/event-sub.ts';
import { HeldSubscription } from './held-subscription.ts';
import { eachOf, inTurns } from './in-turns.ts';
import type { ListenerCore } from './listener-core.ts';
import type { EventSubscription, WantedSubscription } from './messages.ts';
import { endedError } from './refusal.ts';
import { Subscriber, type SubscriptionCalls, type Target } from './subscriber.ts';
import { keyOf, type ListChange, listAfter } from './wanted.ts';

const isAlive = (status: string) => status === 'enabled' || status === 'webhook_callback_verification_pending';

/** Whether a new subscription repairs one with this status. Other ends were decided by a user or by the API. */
const isRepairable = (status: string) => status === 'notification_failures_exceeded' || status.startsWith('websocket_');

/** The subscriptions of an app at one target, which exist independently of this process. */
export class AppSubscriptions {
  readonly #core: ListenerCore;
  readonly #subscriber: Subscriber;
  readonly #target: Omit<Target, 'signal'>;
  readonly #inTurn = inTurns();
  #held = new Map<string, HeldSubscription>();
  /** Aborts when another list replaces the current one. */
  #replaced = new AbortController();

  constructor(core: ListenerCore, calls: SubscriptionCalls, target: Omit<Target, 'signal'>) {
    this.#core = core;
    this.#subscriber = new Subscriber(core, { calls });
    this.#target = target;
  }

  held(): HeldSubscription[] {
    return [...this.#held.values()];
  }

  /** Ends the work on the current list, which another one is about to replace. */
  stop(): void {
    this.#replaced.abort();
  }

  /** Changes the list. Returns the subscriptions that are no longer in it. */
  replace(change: ListChange): HeldSubscription[] {
    const before = this.held();
    const list = new Map(before.map(({ key, wanted }) => [key, wanted]));
    this.#hold([...listAfter(change, list)].map(([key, each]) => this.#holdOne(each, key, change)));
    return before.filter(({ key }) => !this.#held.has(key));
  }

  /**
   * Makes the API's subscriptions match a change of the list: deletes unwanted ones, and creates missing ones. Resolves
   * when each exists or was refused.
   *
   * @param removed The result of `replace`.
   */
  apply(change: ListChange, removed: readonly HeldSubscription[]): Promise<void> {
    return this.#inTurn(() => this.#applyNow(change, removed));
  }

  /** Takes over subscriptions that another process has set up. */
  adopt(held: readonly HeldSubscription[]): void {
    this.#hold(held);
    this.#core.noteProgress();
  }

  /**
   * Recreates subscriptions that the API has ended because of failed deliveries, and reports ones that it has ended for
   * other reasons.
   */
  repair(): Promise<void> {
    return this.#inTurn(() => this.#repairNow());
  }

  revoke(subscription: EventSubscription): void {
    this.#held.get(keyOf(subscription))?.revoke(subscription.id, endedError(subscription));
    this.#core.noteProgress();
  }

  #hold(held: readonly HeldSubscription[]): void {
    const next = new Map(held.map((each) => [each.key, each]));
    for (const each of this.#held.values()) each.isRemoved = next.get(each.key) !== each;
    this.#held = next;
    this.#replaced.abort();
    this.#replaced = new AbortController();
  }

  #holdOne(wanted: WantedSubscription, key: string, { isAwaited, named }: ListChange): HeldSubscription {
    const known = this.#held.get(key);
    const isRetried = isAwaited && named.has(key);
    const held = known && !(isRetried && known.refusal !== undefined) ? known : new HeldSubscription(wanted, key);
    if (isRetried) held.isAwaited = true;
    return held;
  }

  async #applyNow(change: ListChange, removed: readonly HeldSubscription[]): Promise<void> {
    const all = this.held();
    const target = this.#targetNow();
    const unwanted = change.kind === 'set' ? this.#adoptAll(all, target, change) : this.#find(change, removed, target);
    const deletion = this.#deleteAll(await unwanted);
    await deletion.catch(() => {}); // create wanted subscriptions even if a deletion fails
    await this.#createAll(all, target);
    await deletion;
  }

  /** Adopts existing subscriptions. Returns the IDs of those that are unwanted or have ended. */
  async #adoptAll(all: readonly HeldSubscription[], target: Target, { readAgain }: ListChange): Promise<string[]> {
    const existing = await this.#subscriber.list(target);
    const ended = all.flatMap((each) => adopt(each, existing.get(each.key) ?? []));
    let unwanted = [...existing].filter(([key]) => !this.#held.has(key));
    if (unwanted.length > 0 && readAgain) {
      // Another process may have created them since the list was read.
      const list = await readAgain();
      unwanted = unwanted.filter(([key]) => !list.has(key));
    }
    return [...unwanted.flatMap(([, those]) => those), ...ended].map(({ id }) => id);
  }

  /** Returns the IDs of subscriptions to remove. Asks the API for those that another process has created. */
  async #find({ kind, named }: ListChange, removed: readonly HeldSubscription[], target: Target): Promise<string[]> {
    if (kind === 'add') return [];
    const ids = new Map(removed.flatMap(({ key, id }) => (id === undefined ? [] : [[key, id]])));
    const unknown = [...named].filter(([key]) => !ids.has(key));
    const found: string[] = [];
    for (const type of new Set(unknown.map(([, each]) => each.type))) {
      const existing = await this.#subscriber.list(target, type);
      found.push(...unknown.flatMap(([key]) => existing.get(key) ?? []).map(({ id }) => id));
    }
    return [...ids.values(), ...found];
  }

  async #repairNow(): Promise<void> {
    const those = this.held().filter(({ refusal }) => refusal === undefined);
    if (those.length === 0) return;
    const target = this.#targetNow();
    const existing = await this.#subscriber.list(target);
    const ended: EventSubSubscription[] = [];
    for (const each of those) {
      const dead = adopt(each, existing.get(each.key) ?? []);
      const final = dead.find(({ status }) => !isRepairable(status));
      if (each.id !== undefined || !final) ended.push(...dead);
      else this.#refuse(each, final);
    }
    await this.#deleteAll(ended.map(({ id }) => id));
    await this.#createAll(those, target);
  }

  #refuse(held: HeldSubscription, ended: EventSubSubscription): void {
    held.refuse(endedError(ended));
    this.#core.report('refused', held.shown);
    this.#core.noteProgress();
  }

  /** Returns the target, which lasts for as long as the list is the current one. */
  #targetNow(): Target {
    const { transport, owns } = this.#target;
    return { transport, owns, signal: AbortSignal.any([this.#core.signal, this.#replaced.signal]) };
  }

  #deleteAll(ids: readonly string[]): Promise<void> {
    return eachOf(ids, (id) => this.#subscriber.delete(id));
  }

  #createAll(those: readonly HeldSubscription[], target: Target): Promise<void> {
    const missing = those.filter(({ id, refusal }) => id === undefined && refusal === undefined);
    return eachOf(missing, async (each) => {
      await this.#subscriber.create(each, target);
      if (each.refusal !== undefined && !each.isAwaited) this.#core.report('refused', each.shown);
    });
  }
}

/** Takes over an existing subscription. Returns ended ones, to be deleted before it is created again. */
function adopt(held: HeldSubscription, existing: readonly EventSubSubscription[]): EventSubSubscription[] {
  const alive = existing.find(({ status }) => isAlive(status));
  if (alive) held.accept(alive);
  else held.lose();
  return existing.filter((other) => other !== alive);
}
