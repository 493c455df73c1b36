import type { Clock } from '@x/core';
import { pause } from '@x/core/provider';
import { Changes } from './changes.ts';
import { failure } from './failure.ts';
import type { HeldSubscription } from './held-subscription.ts';
import { inBackground, KeepAlive } from './keep-alive.ts';
import type { EventSubscription, ListenedEvent, ServerMessage } from './messages.ts';
import type { CommonListenerOptions } from './options.ts';
import { Queue } from './queue.ts';
import type { Cost, ListenerEvents } from './reports.ts';
import type { SubscriptionList } from './wanted.ts';

/** Number of message IDs that are remembered. A connection that moves may deliver some messages twice. */
const maxRemembered = 10_000;
/**
 * Longest pauses before new attempts, in milliseconds, by the number of failures before; then the last one. Most lost
 * connections can be opened again at once. If that fails, the clients of a server that is down come back one after the
 * other.
 */
const pausesMs = [0, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000];
/** Share of a limit at which its use is reported. */
const nearly = 0.8;

/** Limits that are reported before they are reached. */
type Limit = ListenerEvents['near_limit']['limit'];

/** State that a listener shares with its transport: time, handlers, the loop's queue, and reports. */
export class ListenerCore<Event extends { readonly type: string } = ListenedEvent> {
  /** Its waits do not keep the process alive. */
  readonly clock: Clock;
  readonly alive = new KeepAlive();
  readonly queue: Queue<Event>;
  /** Changes to subscriptions and connections. */
  readonly changes = new Changes();
  /** Number of events that were dropped because too many waited. */
  dropped = 0;
  /** When a subscription was last created, refused or removed, in Unix milliseconds. */
  progressAt: number;
  /** Called with a subscription that the API has ended. */
  onRevocation: (subscription: EventSubscription) => void = () => {};
  readonly #eventOf: (message: ServerMessage) => Event | undefined;
  readonly #maxQueued: number;
  readonly #random: () => number;
  readonly #onError: (error: unknown) => unknown;
  readonly #closing = new AbortController();
  readonly #handlers = new Map<string, Set<(value: never) => unknown>>();
  readonly #seen = new Set<string>();
  /** Limits that are nearly reached, each with its account. */
  readonly #near = new Set<string>();
  readonly #costs = new Map<string | undefined, Cost>();

  /** @param eventOf Returns the event in a notification, or undefined if the message has none. */
  constructor(
    { clock = Date, random, onError, maxQueued }: CommonListenerOptions,
    eventOf: (message: ServerMessage) => Event | undefined,
  ) {
    this.#eventOf = eventOf;
    this.clock = inBackground(clock);
    this.#random = random ?? Math.random;
    this.#onError = onError ?? console.error;
    this.#maxQueued = maxQueued ?? 10_000;
    this.queue = new Queue(this.#maxQueued);
    this.progressAt = clock.now();
  }

  /** Aborts when the listener is closed. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  /** The cost that is nearest to its limit, as the API last reported it. */
  get cost(): Cost | undefined {
    const shareOf = ({ total, max }: Cost) => total / max;
    return [...this.#costs.values()].sort((one, other) => shareOf(other) - shareOf(one))[0];
  }

  /** Closes the listener. With `error`, its loop rejects with the reason. */
  close(error?: { readonly reason: unknown }): void {
    this.#closing.abort();
    this.queue.end(error);
    this.changes.notify();
  }

  /** Returns the milliseconds to wait after this many failures. */
  backoff(failures: number): number {
    const longest = pausesMs[Math.min(failures, pausesMs.length - 1)] as number;
    return longest * this.#random();
  }

  /** Adds a handler of events of a type, or of reports. Returns a function that removes it. */
  on(name: string, handler: (value: never) => unknown): () => void {
    const known = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, known.add(handler));
    return () => void known.delete(handler);
  }

  report<Name extends keyof ListenerEvents>(name: Name, value: ListenerEvents[Name]): void {
    for (const result of this.#call(name, value)) result.catch((error) => this.fail(error));
  }

  /** Passes on an error that no caller is waiting for. */
  readonly fail = async (error: unknown): Promise<void> => {
    try {
      await this.#onError(error);
    } catch {} // not reported, because errors are reported here
  };

  /** Passes on an error, unless it comes from work that was cut off when the listener was closed. */
  readonly failUnlessClosed = (error: unknown): void => {
    if (!this.signal.aborted) void this.fail(error);
  };

  /** Repeats work until the listener is closed, each time after a pause. */
  every(ms: number, work: () => Promise<void>): void {
    void (async () => {
      while (!this.signal.aborted) {
        await pause(ms, this.signal, undefined, this.clock).catch(() => {}); // rejects when closed, which ends the loop
        if (!this.signal.aborted) await work().catch(this.failUnlessClosed);
      }
    })();
  }

  /** Resolves when each subscription of a list is active, refused or removed. */
  async untilDecided(named: SubscriptionList, held: () => readonly HeldSubscription[]): Promise<void> {
    const undecided = () => held().filter((each) => named.has(each.key) && !each.isDecided);
    let pending = undecided();
    await this.changes.until(() => {
      while (pending.at(-1)?.isDecided) pending.pop();
      if (pending.length === 0) pending = undecided(); // another process may have replaced the list
      return pending.length === 0;
    });
  }

  /** Notes that a subscription was created, refused or removed. */
  noteProgress(): void {
    this.progressAt = this.clock.now();
    this.changes.notify();
  }

  /** Records the costs that the API has reported for an account, or for the app. */
  noteCost(cost: Cost, account?: string): void {
    this.#costs.set(account, cost);
    this.noteUse('cost', cost.total, cost.max, account);
  }

  /** Forgets the costs and limits of an account that has no subscriptions any more. */
  forget(account: string | undefined): void {
    this.#costs.delete(account);
    for (const limit of ['cost', 'subscriptions'] as const) this.#near.delete(`${limit} ${account}`);
  }

  /** Reports the use of a limit once it is nearly reached. */
  noteUse(limit: Limit, used: number, max: number, account?: string): void {
    const key = `${limit} ${account}`;
    const isNear = used >= max * nearly;
    if (isNear && !this.#near.has(key)) this.report('near_limit', { account, limit, used, max });
    if (isNear) this.#near.add(key);
    else this.#near.delete(key);
  }

  /** Handles a WebSocket message. */
  receive(message: ServerMessage): void {
    const { metadata, payload } = message;
    if (!this.#isNew(metadata.message_id)) return;
    const event = metadata.message_type === 'notification' ? this.#eventOf(message) : undefined;
    if (event) this.#deliver(event);
    if (metadata.message_type === 'revocation' && payload.subscription)
      this.onRevocation(payload.subscription as object as EventSubscription);
  }

  /** Calls the handlers of an event, or adds it to the queue. Rejects when a handler fails or the queue is full. */
  async handle(event: Event): Promise<void> {
    const results = this.#call(event.type, event);
    const refuse = (problem: string) => failure('events', 'rejected', problem);
    if (results.length > 0) await Promise.all(results);
    else if (this.signal.aborted) throw refuse('the listener is closed');
    else if (this.queue.isFull)
      throw refuse(`${this.#maxQueued} events are already waiting for the loop. The API will send this one again`);
    else this.queue.add(event);
  }

  #deliver(event: Event): void {
    const results = this.#call(event.type, event);
    for (const result of results) result.catch((error) => this.fail(error));
    if (results.length > 0 || !this.queue.add(event)) return;
    this.dropped += 1;
    this.report('missed', { reason: 'queue_full', dropped: this.dropped });
  }

  /** Calls the handlers of a name. Returns a promise for each of them. */
  #call(name: string, value: object): Promise<unknown>[] {
    return [...(this.#handlers.get(name) ?? [])].map(async (handler) => handler(value as never));
  }

  #isNew(id: string): boolean {
    if (this.#seen.has(id)) return false;
    this.#seen.add(id);
    const [oldest = ''] = this.#seen;
    if (this.#seen.size > maxRemembered) this.#seen.delete(oldest);
    return true;
  }
}
