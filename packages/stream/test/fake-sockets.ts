import { createClock } from '@x/sandbox/stream';
import { onTestFinished } from 'vitest';
import { createStreamClient } from '../src/client.ts';
import {
  createEventListener,
  type WantedSubscription,
  type WebSocketLike,
  type WebSocketListenerOptions,
} from '../src/events.ts';

type Listener = (event: never) => void;

/** A WebSocket whose server is the test. */
export class FakeSocket implements WebSocketLike {
  readonly listeners = new Map<string, Listener[]>();
  readonly url: string;
  isClosed = false;
  constructor(url: string) {
    this.url = url;
    sockets.push(this);
    opened.shift()?.(this);
  }
  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, [...(this.listeners.get(type) ?? []), listener]);
  }
  close(): void {
    this.isClosed = true;
  }
  dispatch(type: string, event: object): void {
    for (const listener of this.listeners.get(type) ?? []) listener(event as never);
  }
  send(message_type: string, payload: object = {}, message_id: string = crypto.randomUUID()): void {
    const metadata = { message_id, message_type, message_timestamp: '2026-01-01T00:00:00.123456789Z' };
    this.dispatch('message', { data: JSON.stringify({ metadata, payload }) });
  }
  welcome(id: string, keepalive_timeout_seconds = 10): void {
    this.send('session_welcome', { session: { id, status: 'connected', keepalive_timeout_seconds } });
  }
}
/** Every WebSocket of the current test. */
export const sockets: FakeSocket[] = [];
const opened: ((socket: FakeSocket) => void)[] = [];

export const online: WantedSubscription = {
  type: 'stream.online',
  version: '1',
  condition: { broadcaster_user_id: '1' },
};
/** Returns a subscription, as the API describes it. */
export const subscription = (type = 'stream.online', id = 'sub') => ({
  id,
  type,
  version: '1',
  status: 'enabled',
  condition: { broadcaster_user_id: '1' },
  transport: { method: 'websocket', session_id: 'one' },
  created_at: '2026-01-01T00:00:00Z',
  cost: 0,
});

/** Creates a listener with fake WebSockets and a stopped clock. `respond` responds to its requests. */
export function listen(
  respond: () => Response | Promise<Response> = () => accepted(),
  options: WebSocketListenerOptions = {},
) {
  sockets.length = 0;
  opened.length = 0;
  const clock = createClock(1_000_000, false);
  const stream = createStreamClient({
    clientId: 'id',
    clientSecret: 'secret',
    validateTokens: false,
    retries: 0,
    fetch: async () => respond(),
  });
  const client = stream.withAccount('ann');
  const events = createEventListener(client, { WebSocket: FakeSocket, clock, random: () => 0.5, ...options });
  onTestFinished(() => events.close());
  const reports: [string, unknown][] = [];
  for (const name of ['connected', 'reconnecting', 'disconnected', 'missed', 'refused', 'near_limit'] as const)
    events.on(name, (report) => reports.push([name, report]));
  /** Resolves to the next WebSocket that is opened. */
  const next = () => new Promise<FakeSocket>((resolve) => opened.push(resolve));
  const start = async () => {
    await stream.accounts.set('ann', { accessToken: 'access' });
    const socket = next();
    const wanted = events.setSubscriptions([online]);
    return { socket: await socket, wanted };
  };
  return { events, clock, reports, next, start };
}
/** Returns the response to the creation of a subscription. */
export const accepted = (id?: string) =>
  Response.json({ data: [subscription(undefined, id)], total: 1, total_cost: 0, max_total_cost: 10 }, { status: 202 });
