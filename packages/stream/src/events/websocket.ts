import { type Connection, createConnection } from './connection.ts';
import { eachOf, inTurns } from './in-turns.ts';
import type { Session, SessionSettings } from './session.ts';
import {
  createSubscriber,
  type HeldSubscription,
  holdOf,
  type SubscriptionCalls,
  shownRefusal,
  type Target,
} from './subscriber.ts';
import type { ListenerCore, Transport } from './transport.ts';
import { maxPerSession } from './wanted.ts';

/** A connection, and the subscriptions that it keeps alive. */
interface Line {
  readonly connection: Connection;
  readonly held: Map<string, HeldSubscription>;
}

/** How WebSockets are opened. */
export interface WebSocketSettings extends Pick<SessionSettings, 'WebSocket'> {
  readonly url: string;
}

const targetOf = (session: Session): Target => ({
  transport: { method: 'websocket', session_id: session.id },
  owns: (transport) => transport.session_id === session.id,
  isOver: session.isOver,
  ended: session.ended,
});

/** Receives the events of a user over WebSockets, each with up to 300 subscriptions. */
export function createWebSocketTransport(
  core: ListenerCore,
  calls: SubscriptionCalls,
  settings: WebSocketSettings,
): Transport {
  const subscriber = createSubscriber(calls, core.clock, core.backoff, core.noteCost);
  const lines: Line[] = [];
  /** Resolves the promises of `add`, once a subscription exists, was refused, or is no longer wanted. */
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const inTurn = inTurns();

  function settle(key: string): void {
    waiting.get(key)?.resolve();
    waiting.delete(key);
  }

  async function subscribe(held: HeldSubscription, session: Session): Promise<void> {
    if (held.refusal !== undefined) return;
    await subscriber.create(held, targetOf(session));
    if (held.refusal !== undefined && !waiting.has(held.key)) core.report('refused', shownRefusal(held));
    if (held.id !== undefined || held.refusal !== undefined) settle(held.key);
    if (held.isRemoved) await subscriber.remove(held).catch(core.fail);
  }

  function connect(): Line {
    const held: Line['held'] = new Map();
    const all = () => [...held.values()];
    const connection = createConnection({
      ...settings,
      core,
      isNeeded: () => all().some(({ refusal }) => refusal === undefined),
      async prepare(session) {
        for (const each of all()) each.id = undefined;
        await eachOf(all(), (each) => subscribe(each, session));
      },
    });
    const line = { connection, held };
    lines.push(line);
    return line;
  }

  async function add(held: HeldSubscription): Promise<void> {
    const { connection, held: those } = lines.find((each) => each.held.size < maxPerSession) ?? connect();
    those.set(held.key, held);
    const added = Promise.withResolvers<void>();
    waiting.set(held.key, added);
    const session = connection.session();
    if (session) void subscribe(held, session);
    else connection.start();
    await added.promise;
    if (held.refusal !== undefined) throw held.refusal;
  }

  async function remove({ held }: Line, each: HeldSubscription): Promise<void> {
    held.delete(each.key);
    settle(each.key);
    await subscriber.remove(each);
  }

  core.signal.addEventListener('abort', () => {
    for (const key of [...waiting.keys()]) settle(key);
  });

  return {
    async setSubscriptions(wanted) {
      const added = await inTurn(async () => {
        const removed = lines.flatMap((line) =>
          [...line.held.values()]
            .filter(({ key, refusal }) => !wanted.has(key) || refusal !== undefined)
            .map((each) => ({ line, each })),
        );
        await eachOf(removed, ({ line, each }) => remove(line, each));
        const existing = new Set(lines.flatMap(({ held }) => [...held.keys()]));
        const missing = [...wanted].filter(([key]) => !existing.has(key));
        return missing.map(([key, each]) => add(holdOf(each, key)));
      });
      const results = await Promise.allSettled(added);
      for (const { connection, held } of lines) if (held.size === 0) connection.end('nothing is wanted any more');
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    },
    status() {
      const used = lines.filter(({ held }) => held.size > 0);
      if (used.length === 0) return 'idle';
      if (used.every(({ connection }) => connection.isReady())) return 'connected';
      return used.some(({ held }) => [...held.values()].some(({ wasAccepted }) => wasAccepted))
        ? 'disconnected'
        : 'connecting';
    },
    held: () => lines.flatMap(({ held }) => [...held.values()]),
    shards: () => [],
    async close() {},
  };
}
