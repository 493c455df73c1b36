import type { ConduitTransport } from './conduit.ts';
import { EventLoop } from './event-loop.ts';
import type {
  ConduitListener,
  EventSubListener,
  HandledEvent,
  HandledName,
  WebhookListener,
} from './event-sub-listener.ts';
import { failure } from './failure.ts';
import { type Health, healthOfSubscriptions } from './health.ts';
import { ListSource } from './list-source.ts';
import type { ListenerCore } from './listener-core.ts';
import type { EventSubscription, ListenedEvent, WantedSubscription } from './messages.ts';
import { checkMsOf, checkShardCount, type EventSubListenerOptions } from './options.ts';
import type { ListenerState, SubscriptionsResult } from './reports.ts';
import type { Transport } from './transport.ts';
import { type ListChange, readList, type SubscriptionList } from './wanted.ts';
import type { WebhookTransport } from './webhook.ts';

type HandledEvents = { [Name in HandledName]: HandledEvent<Name> };

/** Receives events over a transport. */
export class Listener extends EventLoop<ListenedEvent, HandledEvents> implements EventSubListener {
  readonly #transport: Transport;
  readonly #core: ListenerCore;
  readonly #checkMs: number;
  readonly #source: ListSource | undefined;
  #isFollowing = false;

  constructor(core: ListenerCore, transport: Transport, options: EventSubListenerOptions) {
    const { timeoutMs = 60_000, wanted } = options;
    super(core, options, () => transport.close());
    this.#core = core;
    this.#transport = transport;
    this.#checkMs = checkMsOf(options);
    this.#source = wanted && new ListSource(core, wanted, timeoutMs);
    core.onRevocation = (subscription) => this.#revoke(subscription);
  }

  get state(): ListenerState {
    const held = this.#transport.held();
    return {
      ...this.#health(),
      wanted: held.length,
      subscribed: held.filter(({ isSubscribed }) => isSubscribed).length,
      refused: held.filter(({ refusal }) => refusal !== undefined).map(({ shown }) => shown),
      cost: this.#core.cost,
      dropped: this.#core.dropped,
      shards: this.#transport.shards(),
    };
  }

  #health(): Pick<ListenerState, 'status' | 'reason'> {
    if (this.#core.signal.aborted) return { status: 'closed', reason: undefined };
    const { status, reason }: Health = this.#transport.health();
    if (status !== 'connected') return { status, reason };
    return { reason: undefined, ...healthOfSubscriptions(this.#transport.held()) };
  }

  setSubscriptions(subscriptions: readonly WantedSubscription[]): Promise<SubscriptionsResult> {
    return this.#change('events.setSubscriptions', 'set', subscriptions);
  }

  add(subscriptions: readonly WantedSubscription[]): Promise<SubscriptionsResult> {
    return this.#change('events.add', 'add', subscriptions);
  }

  async remove(subscriptions: readonly WantedSubscription[]): Promise<void> {
    await this.#change('events.remove', 'remove', subscriptions);
  }

  async refresh(): Promise<SubscriptionsResult> {
    const source = this.#source;
    if (!source)
      throw failure('events.refresh', 'rejected', 'the listener has no option wanted. Call setSubscriptions instead');
    this.follow();
    return this.#apply('events.refresh', () => this.#readSource(source, true));
  }

  async #change(
    operation: string,
    kind: ListChange['kind'],
    subscriptions: readonly WantedSubscription[],
  ): Promise<SubscriptionsResult> {
    if (this.#source)
      throw failure(operation, 'rejected', 'the list is what wanted returns. Change that, and call refresh');
    const change = { kind, named: readList(operation, subscriptions), isAwaited: true };
    this.#requirePossible(operation, change);
    return this.#apply(operation, async () => change);
  }

  async #readSource(source: ListSource, isAwaited: boolean): Promise<ListChange> {
    const change = { kind: 'set', named: await source.read(), isAwaited, readAgain: () => source.read() } as const;
    this.#requirePossible('events.refresh', change);
    return change;
  }

  #requirePossible(operation: string, change: ListChange): void {
    const problem = this.#transport.problemOf(change);
    if (problem !== undefined) throw failure(operation, 'invalid_params', problem);
  }

  /** Changes the list. Resolves when each subscription that the change names is active or refused. */
  async #apply(operation: string, read: () => Promise<ListChange>): Promise<SubscriptionsResult> {
    let named: SubscriptionList = new Map();
    const readNamed = async () => {
      const change = await read();
      ({ named } = change);
      return change;
    };
    try {
      await this.finish(operation, () => this.#transport.change(readNamed));
    } finally {
      for (const each of this.#transport.held()) if (named.has(each.key)) each.isAwaited = false;
    }
    return this.#resultOf(named);
  }

  /** Follows the list that `wanted` returns, from now on. */
  protected follow(): void {
    if (!this.#source || this.#isFollowing) return;
    this.#isFollowing = true;
    this.#core.every(this.#checkMs, () => this.checkSource());
  }

  /** Applies the list that `wanted` returns if it has changed. */
  protected async checkSource(): Promise<void> {
    const source = this.#source;
    if (!source || !this.#transport.isLeading()) return;
    const list = await source.read();
    const held = this.#transport.held();
    if (list.size === held.length && held.every(({ key }) => list.has(key))) return;
    // Not awaited, because a subscription that keeps failing must not hold up the next check.
    this.#transport.change(() => this.#readSource(source, false)).catch(this.#core.failUnlessClosed);
  }

  protected progress() {
    return { problem: 'no subscription was created or refused', reason: this.#health().reason };
  }

  #resultOf(wanted: ReadonlyMap<string, unknown>): SubscriptionsResult {
    const held = this.#transport.held().filter(({ key }) => wanted.has(key));
    return {
      subscribed: held.filter(({ id }) => id !== undefined).map((each) => each.wanted),
      refused: held.filter(({ refusal }) => refusal !== undefined).map(({ shown }) => shown),
    };
  }

  #revoke(subscription: EventSubscription): void {
    this.#transport.revoke(subscription);
    this.#core.report('revoked', { subscription, reason: subscription.status });
  }
}

/** Receives events as requests to a server. */
export class ReceivingListener extends Listener implements WebhookListener {
  // A separate function, so that it can be passed to a server.
  readonly handle: WebhookListener['handle'];

  constructor(core: ListenerCore, transport: WebhookTransport, options: EventSubListenerOptions) {
    super(core, transport, options);
    this.handle = (request) => transport.handle(request);
  }
}

/** Receives the events of the shards of a conduit. */
export class ShardListener extends Listener implements ConduitListener {
  readonly #core: ListenerCore;
  readonly #conduit: ConduitTransport;

  constructor(core: ListenerCore, transport: ConduitTransport, options: EventSubListenerOptions) {
    super(core, transport, options);
    this.#core = core;
    this.#conduit = transport;
  }

  async start(): Promise<void> {
    await this.finish('events.start', () => this.#conduit.start());
    this.follow();
    this.checkSource().catch(this.#core.failUnlessClosed);
  }

  async scale(shards: number): Promise<void> {
    checkShardCount('events.scale', shards);
    await this.#conduit.scale(shards);
  }
}
