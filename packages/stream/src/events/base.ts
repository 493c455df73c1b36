import type { EventSubType } from '../eventsub-types.ts';
import type { EventSubListener } from './event-sub-listener.ts';
import { failure } from './failure.ts';
import { createKeepAlive, inBackground } from './keep-alive.ts';
import { type EventSubscription, eventOf, type ListenedEvent, type ServerMessage } from './messages.ts';
import type { EventSubListenerOptions } from './options.ts';
import { createQueue } from './queue.ts';
import type { Cost, ListenerEvents } from './reports.ts';
import { shownRefusal } from './subscriber.ts';
import type { ListenerCore, Transport } from './transport.ts';
import { keyOf, maxWanted, problemOfWanted } from './wanted.ts';

/** What listeners have in common, whatever their transport. */
export interface ListenerBase {
  readonly core: ListenerCore;
  /** Calls the handlers of an event, or adds it to the queue. Rejects when a handler fails or the queue is full. */
  handleEvent(event: ListenedEvent): Promise<void>;
  /** Notes and reports that the API has ended a subscription. */
  revoke(subscription: EventSubscription): void;
  /** Creates the listener. Called once. */
  listen(transport: Transport): EventSubListener;
}

/** Message IDs that are remembered. A connection that moves may deliver some messages twice. */
const maxRemembered = 10_000;
const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** The part of a limit from which on its use is reported. */
const nearly = 0.8;

/** Creates what listeners have in common: handlers, the queue of the loop, and how they are closed. */
export function createListenerBase(options: EventSubListenerOptions): ListenerBase {
  const { random = Math.random, onError = console.error, maxQueued = 10_000, keepAlive = false, signal } = options;
  const closing = new AbortController();
  const queue = createQueue<ListenedEvent>(maxQueued);
  const handlers = new Map<string, Set<(value: never) => unknown>>();
  const seen = new Set<string>();
  const alive = createKeepAlive();
  const near = new Set<'cost' | 'subscriptions'>();
  let transport: Transport | undefined;
  let cost: Cost | undefined;
  let dropped = 0;
  let closed: Promise<void> | undefined;

  async function fail(error: unknown): Promise<void> {
    try {
      await onError(error);
    } catch {} // reported nowhere: this is the place where errors are reported
  }

  /** Calls the handlers of a name. Returns how each of them ends; nothing when there are none. */
  function call(name: string, value: object): Promise<unknown>[] {
    return [...(handlers.get(name) ?? [])].map(async (handler) => handler(value as never));
  }

  function report<Name extends keyof ListenerEvents>(name: Name, value: ListenerEvents[Name]): void {
    for (const result of call(name, value)) result.catch(fail);
  }

  function reportNear(limit: 'cost' | 'subscriptions', used: number, max: number): void {
    const isNear = used >= max * nearly;
    if (isNear && !near.has(limit)) report('near_limit', { limit, used, max });
    if (isNear) near.add(limit);
    else near.delete(limit);
  }

  function isNew(id: string): boolean {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest = ''] = seen;
    if (seen.size > maxRemembered) seen.delete(oldest);
    return true;
  }

  function deliver(event: ListenedEvent): void {
    const results = call(event.type, event);
    for (const result of results) result.catch(fail);
    if (results.length > 0 || !queue.add(event)) return;
    dropped += 1;
    report('missed', { reason: 'queue_full', dropped });
  }

  function revoke(subscription: EventSubscription): void {
    const key = keyOf(subscription);
    const held = transport?.held().find((each) => each.key === key);
    const { type, status } = subscription;
    if (held) {
      held.id = undefined;
      held.refusal = failure('events', 'permission_denied', `the API has ended the subscription to ${type}: ${status}`);
    }
    report('revoked', { subscription, reason: status });
  }

  const core: ListenerCore = {
    clock: inBackground(options.clock ?? Date),
    backoff: (failures) => Math.min(firstPauseMs * 2 ** failures, longestPauseMs) * random(),
    signal: closing.signal,
    report,
    noteCost(latest) {
      cost = latest;
      reportNear('cost', latest.total, latest.max);
    },
    receive(message: ServerMessage) {
      const { metadata, payload } = message;
      if (!isNew(metadata.message_id)) return;
      const event = metadata.message_type === 'notification' ? eventOf(message) : undefined;
      if (event) deliver(event);
      if (metadata.message_type === 'revocation' && payload.subscription) revoke(payload.subscription);
    },
    fail,
  };

  async function handleEvent(event: ListenedEvent): Promise<void> {
    const results = call(event.type, event);
    if (results.length > 0) await Promise.all(results);
    else if (closing.signal.aborted) throw failure('events', 'rejected', 'the listener is closed');
    else if (queue.isFull())
      throw failure(
        'events',
        'rejected',
        `${maxQueued} events wait for the loop already. The API sends this one again`,
      );
    else queue.add(event);
  }

  function close(error?: { readonly reason: unknown }): Promise<void> {
    closed ??= (async () => {
      closing.abort();
      queue.end(error);
      await transport?.close();
    })();
    return closed;
  }

  function listen(used: Transport): EventSubListener {
    transport = used;
    const letExit = keepAlive ? alive.hold() : () => {};
    closing.signal.addEventListener('abort', letExit);
    if (signal) {
      const onAbort = () => void close({ reason: signal.reason }).catch(fail);
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort, { once: true, signal: closing.signal });
    }
    const listener: Omit<EventSubListener, symbol> = {
      get state() {
        const held = used.held();
        return {
          status: closing.signal.aborted ? 'closed' : used.status(),
          wanted: held.length,
          subscribed: held.filter(({ id, isEnabled }) => id !== undefined && isEnabled).length,
          refused: held.filter(({ refusal }) => refusal !== undefined).map(shownRefusal),
          cost,
          dropped,
          shards: used.shards(),
        };
      },
      async setSubscriptions(subscriptions) {
        const max = maxWanted(options.transport);
        const problem = problemOfWanted(subscriptions, max);
        if (problem !== undefined) throw failure('events.setSubscriptions', 'invalid_params', problem);
        if (closing.signal.aborted)
          throw failure('events.setSubscriptions', 'rejected', 'the listener is closed. Create a new one');
        const wanted = new Map(subscriptions.map((each) => [keyOf(each), each]));
        if (max !== undefined) reportNear('subscriptions', wanted.size, max);
        const done = alive.hold();
        await used.setSubscriptions(wanted).finally(done);
      },
      on(name: EventSubType | keyof ListenerEvents, handler: (value: never) => unknown) {
        const known = handlers.get(name) ?? new Set();
        handlers.set(name, known.add(handler));
        return () => void known.delete(handler);
      },
      close: () => close(),
    };
    return Object.defineProperties(listener, {
      [Symbol.asyncIterator]: { value: () => iterator },
      ...(Symbol.asyncDispose && { [Symbol.asyncDispose]: { value: () => close() } }),
    }) as EventSubListener;
  }

  const iterator: AsyncIterator<ListenedEvent> = {
    async next() {
      const done = alive.hold();
      const value = await queue.next().finally(done);
      return value ? { value, done: false } : { value: undefined, done: true };
    },
    async return() {
      await close();
      return { value: undefined, done: true };
    },
  };

  return { core, handleEvent, revoke, listen };
}
