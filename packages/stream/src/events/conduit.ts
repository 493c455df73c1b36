import type { ApiError } from '@x/core';
import type { Conduit } from '../resources/event-sub.ts';
import { AppSubscriptions } from './app-subscriptions.ts';
import { failure } from './failure.ts';
import type { Health } from './health.ts';
import type { HeldSubscription } from './held-subscription.ts';
import type { ListenerCore } from './listener-core.ts';
import type { EventSubscription } from './messages.ts';
import { type ShardSettings, Shards } from './shards.ts';
import { SharedList } from './shared-list.ts';
import { SoleWorker } from './sole-worker.ts';
import type { SubscriptionCalls } from './subscriber.ts';
import type { Transport } from './transport.ts';
import type { ListChange } from './wanted.ts';

/** Settings for serving a conduit's shards. */
export interface ConduitSettings extends Omit<ShardSettings, 'conduitId'> {
  /** ID of the conduit. Undefined: the one that listeners with the same store have created. */
  readonly conduitId: string | undefined;
  /** Whether the only conduit of the app may be used, even though it is unknown who created it. */
  readonly adoptConduit: boolean;
  /** Number of shards. Undefined: as many as the conduit has. */
  readonly shardCount: number | undefined;
  readonly checkMs: number;
  readonly subscriptions: SubscriptionCalls;
}

/** A conduit that is served. */
interface Serving {
  readonly id: string;
  readonly shards: Shards;
  readonly subscriptions: AppSubscriptions;
  readonly list: SharedList;
}

const refuse = (code: ApiError['code'], problem: string) => failure('events.setSubscriptions', code, problem);

/** Receives the events of an app over WebSockets, which are divided among processes. */
export class ConduitTransport implements Transport {
  readonly #core: ListenerCore;
  readonly #settings: ConduitSettings;
  readonly #alone: SoleWorker;
  #starting: Promise<Serving> | undefined;
  #serving: Serving | undefined;
  /** Revocations that the other processes do not know about. */
  #revoked: EventSubscription[] = [];

  constructor(core: ListenerCore, settings: ConduitSettings) {
    this.#core = core;
    this.#settings = settings;
    this.#alone = new SoleWorker(core, settings);
  }

  problemOf(): undefined {}

  /** Serves shards. Resolves when this process's shards receive events. */
  async start(): Promise<void> {
    const { shards } = await this.#serve();
    await shards.ready();
  }

  async change(read: () => Promise<ListChange>): Promise<void> {
    const { id, shards, subscriptions, list } = await this.#serve();
    await shards.ready(); // before the subscriptions, so that no event is lost
    subscriptions.stop();
    const { named } = await this.#alone.run(`${id}:subscriptions`, async () => {
      await follow(list, subscriptions);
      const change = await read();
      const removed = subscriptions.replace(change);
      await list.publish(subscriptions.held()); // another process takes over if this one dies
      await subscriptions.apply(change, removed);
      await list.publish(subscriptions.held());
      return change;
    });
    await this.#core.untilDecided(named, () => subscriptions.held());
  }

  async scale(shards: number): Promise<void> {
    if (!this.#serving) throw failure('events.scale', 'rejected', 'no shard is served yet. Call start first');
    await this.#settings.conduits.update({ id: this.#serving.id, shard_count: shards });
    await this.#serving.shards.beat(shards);
  }

  health(): Health {
    if (!this.#starting) return { status: 'idle' };
    return this.#serving?.shards.health() ?? { status: 'connecting', reason: 'no shard is served yet' };
  }

  held(): HeldSubscription[] {
    return this.#serving?.subscriptions.held() ?? [];
  }

  isLeading(): boolean {
    return this.shards().includes(0);
  }

  shards(): readonly number[] {
    return this.#serving?.shards.numbers ?? [];
  }

  revoke(subscription: EventSubscription): void {
    const serving = this.#serving;
    if (!serving) return;
    serving.subscriptions.revoke(subscription);
    this.#revoked.push(subscription);
    if (this.#revoked.length > 1) return; // the first update includes the others
    this.#update(serving, async () => {
      for (const each of this.#revoked.splice(0)) serving.subscriptions.revoke(each);
    }).catch(this.#core.failUnlessClosed);
  }

  async close(): Promise<void> {
    if (this.#serving) await this.#settings.store.leave(this.#serving.id, this.#settings.member);
  }

  #serve(): Promise<Serving> {
    this.#starting ??= this.#startNow().catch((error) => {
      this.#starting = undefined; // the next call tries again
      throw error;
    });
    return this.#starting;
  }

  async #startNow(): Promise<Serving> {
    const { store, checkMs, ttlMs } = this.#settings;
    const { id, shard_count } = await this.#alone.run('setup', () => this.#prepareConduit());
    const serving = {
      id,
      shards: new Shards(this.#core, { ...this.#settings, conduitId: id }, shard_count),
      subscriptions: new AppSubscriptions(this.#core, this.#settings.subscriptions, {
        transport: { method: 'conduit', conduit_id: id },
        owns: (transport) => transport.conduit_id === id,
      }),
      list: new SharedList(store, id),
    };
    await this.#beat(serving, shard_count);
    if (this.#core.signal.aborted) await store.leave(id, this.#settings.member);
    this.#serving = serving;
    this.#core.every(ttlMs / 3, () => this.#beat(serving));
    this.#core.every(checkMs, () => this.#check(serving));
    return serving;
  }

  async #prepareConduit(): Promise<Conduit> {
    const { conduits, shardCount, store } = this.#settings;
    const conduit = await this.#findConduit();
    // The shared list shows processes that start later that the conduit is theirs.
    if (!(await store.shared(conduit.id))) await store.share(conduit.id, '[]');
    if (shardCount === undefined || conduit.shard_count === shardCount) return conduit;
    return conduits.update({ id: conduit.id, shard_count: shardCount });
  }

  /** Finds the conduit, or creates one if the app has none. Leaves a conduit of another service alone. */
  async #findConduit(): Promise<Conduit> {
    const { conduits, conduitId, shardCount, adoptConduit } = this.#settings;
    const { items } = await conduits.list();
    if (conduitId !== undefined) return items.find(({ id }) => id === conduitId) ?? refuseUnknown(conduitId);
    const [only, another] = await this.#ownOf(items);
    if (only && !another) return only;
    if (items.length === 0) return conduits.create({ shard_count: shardCount ?? 1 });
    const [first] = items;
    if (first && items.length === 1 && adoptConduit) return first;
    const ids = items.map(({ id }) => id).join(', ');
    throw refuse(
      'conflict',
      `the app already has a conduit that this listener may not have created (${ids}). Pass its ID as conduitId to use it, which deletes its subscriptions that are not in your list`,
    );
  }

  async #ownOf(conduits: readonly Conduit[]): Promise<Conduit[]> {
    const shared = await Promise.all(conduits.map(({ id }) => this.#settings.store.shared(id)));
    return conduits.filter((_, index) => shared[index] !== undefined);
  }

  /** Sends a heartbeat, and adopts the list that the processes agree on. */
  async #beat({ shards, subscriptions, list }: Serving, resizeTo?: number): Promise<void> {
    const { revision } = await shards.beat(resizeTo);
    const held = await list.follow(revision);
    if (held) subscriptions.adopt(held);
  }

  /** Repairs this process's shards. The process that serves the first shard also repairs what all processes share. */
  async #check(serving: Serving): Promise<void> {
    const { shards, subscriptions } = serving;
    await shards.repair();
    if (!this.isLeading()) return;
    await this.#followSize(serving);
    await this.#update(serving, () => subscriptions.repair());
  }

  /**
   * Adopts the number of shards that the API reports, because another program may have changed it, or the store lost a
   * change.
   */
  async #followSize({ id, shards }: Serving): Promise<void> {
    const { items } = await this.#settings.conduits.list();
    const conduit = items.find((each) => each.id === id) ?? refuseUnknown(id);
    if (conduit.shard_count !== shards.count) await shards.beat(conduit.shard_count);
  }

  /** Changes the newest list, and shares the result with the other processes. */
  #update({ id, subscriptions, list }: Serving, change: () => Promise<void>): Promise<void> {
    return this.#alone.run(`${id}:subscriptions`, async () => {
      await follow(list, subscriptions);
      await change();
      await list.publish(subscriptions.held());
    });
  }
}

function refuseUnknown(conduitId: string): never {
  const advice = 'Pass the ID of an existing conduit, or leave conduitId out';
  throw refuse('not_found', `the app has no conduit ${conduitId}. ${advice}`);
}

/** Takes over the changes of other processes. */
async function follow(list: SharedList, subscriptions: AppSubscriptions): Promise<void> {
  const newer = await list.read();
  if (newer) subscriptions.adopt(newer);
}
