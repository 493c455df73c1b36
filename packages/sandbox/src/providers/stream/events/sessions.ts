import type { Clock } from '../../../shared/clock.ts';
import type { Connection, ConnectionEvents } from '../../../shared/connection.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import type { Random } from '../../../shared/random.ts';
import { uuid } from '../data/values.ts';
import { preciseTime, type ShownSubscription } from './messenger.ts';

/** A WebSocket session, from its welcome on. */
export interface Session {
  readonly id: string;
  readonly connectedAt: number;
  disconnectedAt?: number;
  /** ID of the user whose subscriptions it has; set with the first subscription. */
  userId?: string;
}

/** Session as tests see it. */
export interface ShownSession {
  /** ID of the session, which subscriptions name as `session_id`. */
  readonly id: string;
  /** ID of the user whose subscriptions it has; undefined before the first subscription. */
  readonly userId: string | undefined;
  /** When the client connected, in Unix milliseconds of the sandbox's clock. */
  readonly connectedAt: number;
}

/** Close codes of the API, each with its reason and the status that it gives subscriptions. */
export const closeCodes = {
  4000: ['internal server error', 'websocket_internal_error'],
  4001: ['client sent inbound traffic', 'websocket_received_inbound_traffic'],
  4002: ['client failed ping-pong', 'websocket_failed_ping_pong'],
  4003: ['connection unused', 'websocket_connection_unused'],
  4004: ['reconnect grace time expired', 'websocket_failed_to_reconnect'],
  4005: ['network timeout', 'websocket_network_timeout'],
  4006: ['network error', 'websocket_network_error'],
  4007: ['invalid reconnect', 'websocket_failed_to_reconnect'],
} as const;

/** A code with which the API closes a WebSocket. */
export type CloseCode = keyof typeof closeCodes;

/** Reason why a session has ended, as the status of its subscriptions. */
export type SessionEnd = (typeof closeCodes)[CloseCode][1] | 'websocket_disconnected';

/** Listener to changes of sessions. */
export interface SessionListener {
  /** Its subscriptions and shards have moved to another session. */
  moved(from: Session, to: Session): void;
  ended(session: Session, why: SessionEnd): void;
}

const unusedMs = 10_000;
const graceMs = 30_000;
const pingMs = 10_000;

interface OpenSession extends Session {
  readonly connection: Connection;
  readonly keepaliveMs: number;
  isUsed: boolean;
  cancelKeepalive: () => void;
  readonly cancels: (() => void)[];
}

/** Returns the seconds between keepalive messages from a URL's query. Numbers out of range are clamped. */
function readKeepalive(query: URLSearchParams): number {
  const asked = query.get('keepalive_timeout_seconds');
  return asked !== null && /^\d+$/.test(asked) ? Math.min(600, Math.max(10, Number(asked))) : 10;
}

/** The WebSocket server of EventSub, without the sockets. */
export class Sessions {
  private readonly context: SandboxContext;
  private readonly clock: Clock;
  private readonly draw: Random;
  private readonly sessions = new Map<string, OpenSession>();
  /** Sessions that were asked to reconnect, by the secret in their reconnect URL. */
  private readonly reconnecting = new Map<string, OpenSession>();
  private readonly listeners: SessionListener[] = [];
  private times = 1;
  private delayMs = 0;

  constructor(context: SandboxContext) {
    this.context = context;
    this.clock = context.clock;
    this.draw = context.random('eventsub sessions');
  }

  /** Welcomes a client, or refuses an invalid reconnect. */
  open(query: URLSearchParams, connection: Connection): ConnectionEvents {
    const secret = query.get('reconnect');
    const former = secret === null ? undefined : this.reconnecting.get(secret);
    if (secret !== null && !former) {
      connection.close(4007, closeCodes[4007][0]);
      return { received() {}, closed() {} };
    }
    const keepaliveSeconds = former ? former.keepaliveMs / 1000 : readKeepalive(query);
    const session: OpenSession = {
      id: uuid(this.draw),
      connectedAt: this.clock.now(),
      connection,
      keepaliveMs: keepaliveSeconds * 1000,
      isUsed: false,
      cancelKeepalive() {},
      cancels: [],
    };
    this.sessions.set(session.id, session);
    this.sendPings(session);
    session.cancels.push(
      this.clock.schedule(unusedMs, () => {
        if (!session.isUsed) this.closeOne(session, 4003);
      }),
    );
    if (former && secret !== null) {
      this.reconnecting.delete(secret);
      this.move(former, session);
    }
    this.send(session, 'session_welcome', {
      session: {
        id: session.id,
        status: 'connected',
        keepalive_timeout_seconds: keepaliveSeconds,
        reconnect_url: null,
        recovery_url: null,
        connected_at: preciseTime(session.connectedAt),
      },
    });
    return {
      received: () => {
        if (this.sessions.has(session.id)) this.closeOne(session, 4001);
      },
      closed: () => this.end(session, 'websocket_disconnected'),
    };
  }

  /** Returns the session with this ID if it is connected. */
  find(id: string): Session | undefined {
    return this.sessions.get(id);
  }

  all(): ShownSession[] {
    return [...this.sessions.values()].map(({ id, userId, connectedAt }) => ({ id, userId, connectedAt }));
  }

  /** Marks a session as used by a subscription, so that it is not closed as unused. */
  use({ id }: Session): void {
    const session = this.sessions.get(id);
    if (session) session.isUsed = true;
  }

  notify({ id }: Session, subscription: ShownSubscription, event: object): void {
    const session = this.sessions.get(id);
    if (!session) return;
    const notify = () =>
      this.send(session, 'notification', { subscription, event }, this.about(subscription), this.times);
    if (this.delayMs === 0) notify();
    else session.cancels.push(this.clock.schedule(this.delayMs, notify));
  }

  revoke({ id }: Session, subscription: ShownSubscription): void {
    const session = this.sessions.get(id);
    if (session) this.send(session, 'revocation', { subscription }, this.about(subscription));
  }

  listen(listener: SessionListener) {
    return void this.listeners.push(listener);
  }

  /** Asks the session with this ID, or all sessions, to move to a new connection. Returns the number of sessions. */
  reconnect(id?: string) {
    return this.forEach(id, (session) => {
      const secret = uuid(this.draw);
      this.reconnecting.set(secret, session);
      session.cancels.push(
        this.clock.schedule(graceMs, () => {
          this.reconnecting.delete(secret);
          this.closeOne(session, 4004);
        }),
      );
      this.send(session, 'session_reconnect', {
        session: {
          id: session.id,
          status: 'reconnecting',
          keepalive_timeout_seconds: null,
          reconnect_url: `${this.url()}?reconnect=${secret}`,
          recovery_url: null,
          connected_at: preciseTime(session.connectedAt),
        },
      });
    });
  }

  close(code: CloseCode, id?: string) {
    return this.forEach(id, (session) => this.closeOne(session, code));
  }

  drop(id?: string) {
    return this.forEach(id, (session) => {
      this.end(session, 'websocket_network_error');
      session.connection.drop();
    });
  }

  /** Ends sessions, but leaves their connections open, so that clients only notice that nothing arrives. */
  silence(id?: string) {
    return this.forEach(id, (session) => this.end(session, 'websocket_failed_ping_pong'));
  }

  /** Sends every notification `count` times with the same message ID. */
  repeat(count: number): void {
    this.times = count;
  }

  /** Delays every notification by `ms` milliseconds. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  /** URL that clients connect to. */
  url() {
    return `${this.context.baseUrl().replace(/^http/, 'ws')}/ws`;
  }

  private send(session: OpenSession, type: string, payload: object, more: object = {}, copies = 1): void {
    const metadata = {
      message_id: uuid(this.draw),
      message_type: type,
      message_timestamp: preciseTime(this.clock.now()),
      ...more,
    };
    const text = JSON.stringify({ metadata, payload });
    for (let copy = 0; copy < copies; copy += 1) session.connection.send(text);
    session.cancelKeepalive();
    session.cancelKeepalive = this.clock.schedule(session.keepaliveMs, () =>
      this.send(session, 'session_keepalive', {}),
    );
  }

  private about({ type, version }: ShownSubscription) {
    return { subscription_type: type, subscription_version: version };
  }

  /** Ends a session: sends it nothing more, and calls the listeners. */
  private end(session: OpenSession, why: SessionEnd): void {
    if (!this.sessions.delete(session.id)) return;
    session.disconnectedAt = this.clock.now();
    session.cancelKeepalive();
    for (const cancel of session.cancels) cancel();
    for (const listener of this.listeners) listener.ended(session, why);
  }

  private closeOne(session: OpenSession, code: CloseCode): void {
    const [reason, why] = closeCodes[code];
    this.end(session, why);
    session.connection.close(code, reason);
  }

  /**
   * Sends pings regularly, as the API does. A missing pong does not end a session here, because moving the clock ahead
   * would leave no time for one. Tests can close sessions with 4002 instead.
   */
  private sendPings(session: OpenSession): void {
    session.cancels[0] = this.clock.schedule(pingMs, () => {
      session.connection.ping();
      this.sendPings(session);
    });
  }

  /** Moves everything of a reconnected session to the new one. The client may then close the old connection. */
  private move(from: OpenSession, to: OpenSession): void {
    to.isUsed = from.isUsed;
    if (from.userId !== undefined) to.userId = from.userId;
    for (const listener of this.listeners) listener.moved(from, to);
  }

  /** Calls `work` for the session with this ID, or for all sessions. Returns the number of sessions. */
  private forEach(id: string | undefined, work: (session: OpenSession) => void): number {
    const chosen = [...this.sessions.values()].filter((each) => id === undefined || each.id === id);
    for (const session of chosen) work(session);
    return chosen.length;
  }
}

/** Returns a session as a transport shows it. */
export function showSession({ id, connectedAt, disconnectedAt }: Session): Readonly<Record<string, string>> {
  return {
    method: 'websocket',
    session_id: id,
    connected_at: preciseTime(connectedAt),
    ...(disconnectedAt !== undefined && { disconnected_at: preciseTime(disconnectedAt) }),
  };
}
