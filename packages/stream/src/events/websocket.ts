import { Connection } from './connection.ts';
import { type Health, healthOfConnections } from './health.ts';
import { HeldSubscription } from './held-subscription.ts';
import { eachOf, inTurns } from './in-turns.ts';
import type { ListenerCore } from './listener-core.ts';
import type { EventSubscription, WantedSubscription } from './messages.ts';
import { describe, endedError } from './refusal.ts';
import type { SessionSettings } from './session.ts';
import type { SessionChain } from './session-chain.ts';
import { Subscriber, type SubscriberSettings } from './subscriber.ts';
import type { Transport } from './transport.ts';
import { keyOf, type ListChange, listAfter, type SubscriptionList } from './wanted.ts';

/** Maximum number of subscriptions per WebSocket session. */
const maxPerSession = 300;
/** Maximum number of WebSocket sessions with subscriptions per user. */
const maxSessions = 3;
const maxPerUser = maxPerSession * maxSessions;

/** Settings for opening WebSockets. */
export interface WebSocketSettings extends Pick<SessionSettings, 'WebSocket'> {
  readonly url: string;
}

/** Accounts whose events are received over WebSockets. */
export interface AccountSettings extends WebSocketSettings {
  /** Returns the account of a subscription; undefined when the listener has only one. */
  accountOf(subscription: WantedSubscription): string | undefined;
  /** Returns how to subscribe for an account. */
  subscriberOf(account: string | undefined): SubscriberSettings;
}

/** Receives the events of users over WebSockets. */
export class WebSocketTransport implements Transport {
  readonly #core: ListenerCore;
  readonly #settings: AccountSettings;
  readonly #users = new Map<string | undefined, UserConnections>();
  #list: SubscriptionList = new Map();

  constructor(core: ListenerCore, settings: AccountSettings) {
    this.#core = core;
    this.#settings = settings;
  }

  problemOf(change: ListChange): string | undefined {
    const counts = new Map<string | undefined, number>();
    for (const each of listAfter(change, this.#list).values()) {
      const account: unknown = this.#settings.accountOf(each);
      if (account !== undefined && (typeof account !== 'string' || account === ''))
        return `accountOf must return the account of ${describe(each)}, a non-empty string`;
      counts.set(account, (counts.get(account) ?? 0) + 1);
    }
    for (const [account, count] of counts) {
      if (count <= maxPerUser) this.#core.noteUse('subscriptions', count, maxPerUser, account);
      else
        return `the API allows ${maxPerUser} subscriptions per user over WebSocket (${maxSessions} sessions of ${maxPerSession}); got ${count}${account === undefined ? '' : ` for the account ${account}`}. Use a conduit or webhooks for more`;
    }
    return undefined;
  }

  async change(read: () => Promise<ListChange>): Promise<void> {
    const change = await read();
    this.#list = listAfter(change, this.#list);
    const byAccount = new Map(
      [...this.#users.keys()].map((account) => [account, new Map<string, WantedSubscription>()]),
    );
    for (const [key, each] of this.#list) {
      const account = this.#settings.accountOf(each);
      byAccount.set(account, (byAccount.get(account) ?? new Map()).set(key, each));
    }
    const setAll = ([account, those]: [string | undefined, Map<string, WantedSubscription>]) =>
      this.#userOf(account).set(those, change);
    await eachOf([...byAccount], setAll, byAccount.size);
    for (const [account, user] of this.#users) {
      if (!user.isIdle) continue;
      this.#users.delete(account);
      this.#core.forget(account);
    }
  }

  #userOf(account: string | undefined): UserConnections {
    const known = this.#users.get(account);
    if (known) return known;
    const user = new UserConnections(this.#core, account, this.#settings);
    this.#users.set(account, user);
    return user;
  }

  health(): Health {
    const used = this.#lines().filter(({ held }) => held.size > 0);
    if (used.length === 0) return { status: 'idle' };
    return healthOfConnections(used.filter(({ isNeeded }) => isNeeded));
  }

  #lines(): Line[] {
    return [...this.#users.values()].flatMap(({ lines }) => lines);
  }

  held(): HeldSubscription[] {
    return this.#lines().flatMap(({ held }) => [...held.values()]);
  }

  isLeading(): boolean {
    return true;
  }

  shards(): readonly number[] {
    return [];
  }

  revoke(subscription: EventSubscription): void {
    const key = keyOf(subscription);
    for (const { held } of this.#lines()) held.get(key)?.revoke(subscription.id, endedError(subscription));
    this.#core.noteProgress();
  }

  async close(): Promise<void> {}
}

/** The connections of a user, each with up to 300 subscriptions. */
class UserConnections {
  readonly lines: Line[] = [];
  readonly #core: ListenerCore;
  readonly #account: string | undefined;
  readonly #settings: AccountSettings;
  readonly #subscriber: Subscriber;
  readonly #inTurn = inTurns();
  #list: SubscriptionList = new Map();
  #callers = 0;

  constructor(core: ListenerCore, account: string | undefined, settings: AccountSettings) {
    this.#core = core;
    this.#account = account;
    this.#settings = settings;
    this.#subscriber = new Subscriber(core, settings.subscriberOf(account));
  }

  /** Whether it has no subscriptions, and no change is in progress. */
  get isIdle(): boolean {
    return this.#callers === 0 && this.lines.every(({ held }) => held.size === 0);
  }

  /** Replaces the list by the result of a change. */
  async set(list: SubscriptionList, change: ListChange): Promise<void> {
    this.#list = list;
    this.#callers += 1;
    try {
      const removed = this.#takeOthers(change);
      const deletion = this.#inTurn(() => eachOf(removed, (each) => this.#subscriber.remove(each)));
      await deletion.catch(() => {}); // create wanted subscriptions even if a deletion fails
      this.#addMissing(change);
      await this.#core.untilDecided(change.named, () => this.lines.flatMap(({ held }) => [...held.values()]));
      await deletion;
    } finally {
      this.#callers -= 1;
    }
    for (const { connection, held } of this.lines)
      if (held.size === 0) connection.end('no subscription is wanted any more');
  }

  /** Removes unwanted subscriptions, and refused ones that are tried again. */
  #takeOthers({ named, isAwaited }: ListChange): HeldSubscription[] {
    const isRetried = ({ key, refusal }: HeldSubscription) => isAwaited && refusal !== undefined && named.has(key);
    const removed = this.lines.flatMap(({ held }) =>
      [...held.values()].filter((each) => !this.#list.has(each.key) || isRetried(each)),
    );
    for (const { held } of this.lines) for (const { key } of removed) held.delete(key);
    return removed;
  }

  /** Adds missing subscriptions of the list, which may have changed since the deletion of others began. */
  #addMissing({ named, isAwaited }: ListChange): void {
    const existing = new Map(this.lines.flatMap(({ held }) => [...held]));
    for (const [key, each] of this.#list) {
      const held = existing.get(key) ?? new HeldSubscription(each, key);
      if (isAwaited && named.has(key)) held.isAwaited = true;
      if (!existing.has(key)) this.#addOne(held);
    }
  }

  #addOne(held: HeldSubscription): void {
    const line = this.lines.find((each) => each.held.size < maxPerSession) ?? this.#openLine();
    line.add(held);
  }

  #openLine(): Line {
    const line = new Line(this.#core, this.#subscriber, { ...this.#settings, account: this.#account });
    this.lines.push(line);
    return line;
  }
}

/** A connection, and the subscriptions that it keeps alive. */
class Line {
  readonly held = new Map<string, HeldSubscription>();
  readonly connection: Connection;
  readonly #core: ListenerCore;
  readonly #subscriber: Subscriber;

  constructor(
    core: ListenerCore,
    subscriber: Subscriber,
    settings: WebSocketSettings & { account: string | undefined },
  ) {
    const { url, WebSocket, account } = settings;
    this.#core = core;
    this.#subscriber = subscriber;
    const isNeeded = () => this.isNeeded;
    const prepare = (sessions: SessionChain) => this.#subscribeAll(sessions);
    this.connection = new Connection(core, { url, WebSocket, account, isNeeded, prepare });
  }

  /** Whether it has subscriptions that the API does not refuse. */
  get isNeeded(): boolean {
    return [...this.held.values()].some(({ refusal }) => refusal === undefined);
  }

  get isReady(): boolean {
    return this.connection.isReady;
  }

  get wasReady(): boolean {
    return this.connection.wasReady;
  }

  /** Reason why it is not ready. */
  get problem(): string | undefined {
    return this.connection.problem ?? [...this.held.values()].find(({ problem }) => problem !== undefined)?.problem;
  }

  add(held: HeldSubscription): void {
    this.held.set(held.key, held);
    const { sessions } = this.connection;
    if (sessions) void this.#subscribe(held, sessions);
    else this.connection.start();
  }

  async #subscribeAll(sessions: SessionChain): Promise<void> {
    const all = [...this.held.values()];
    for (const each of all) each.lose();
    await eachOf(all, (each) => this.#subscribe(each, sessions));
  }

  async #subscribe(held: HeldSubscription, sessions: SessionChain): Promise<void> {
    if (held.refusal !== undefined) return;
    await this.#subscriber.create(held, sessions);
    if (held.refusal !== undefined && !held.isAwaited) this.#core.report('refused', held.shown);
    if (held.isRemoved) await this.#subscriber.remove(held).catch((error) => this.#core.fail(error));
  }
}
