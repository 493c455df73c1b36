import type { Connection, ConnectionEvents } from '../../../connection.ts';
import type { SandboxContext } from '../../../context.ts';
import { realEvent } from '../real-forms.ts';
import { uuid } from '../world/values.ts';
import { preciseTime, type ShownSubscription } from './messenger.ts';

/** Why a session has ended, as statuses of its subscriptions. */
export type SessionEnd =
  | 'websocket_disconnected'
  | 'websocket_failed_ping_pong'
  | 'websocket_received_inbound_traffic'
  | 'websocket_connection_unused'
  | 'websocket_internal_error'
  | 'websocket_network_timeout'
  | 'websocket_network_error'
  | 'websocket_failed_to_reconnect';

/** A WebSocket session, from its welcome on. */
export interface Session {
  readonly id: string;
  readonly connectedAt: number;
  disconnectedAt?: number;
  /** The user whose subscriptions it has; set with the first one. */
  userId?: string;
}

/** What a session of the sandbox looks like from outside. */
export interface ShownSession {
  /** ID of the session, which subscriptions name as `session_id`. */
  readonly id: string;
  /** The user whose subscriptions it has; undefined before the first one. */
  readonly userId: string | undefined;
  /** Unix milliseconds. */
  readonly connectedAt: number;
}

/** The close codes of the API, each with its reason and the status that it leaves subscriptions in. */
export const closeCodes = {
  4000: ['internal server error', 'websocket_internal_error'],
  4001: ['client sent inbound traffic', 'websocket_received_inbound_traffic'],
  4002: ['client failed ping-pong', 'websocket_failed_ping_pong'],
  4003: ['connection unused', 'websocket_connection_unused'],
  4004: ['reconnect grace time expired', 'websocket_failed_to_reconnect'],
  4005: ['network timeout', 'websocket_network_timeout'],
  4006: ['network error', 'websocket_network_error'],
  4007: ['invalid reconnect', 'websocket_failed_to_reconnect'],
} as const satisfies Record<number, readonly [string, SessionEnd]>;

/** A code with which the API closes a WebSocket. */
export type CloseCode = keyof typeof closeCodes;

/** Learns what becomes of sessions. */
export interface SessionListener {
  /** Its subscriptions and shards have moved to another session. */
  moved(from: Session, to: Session): void;
  ended(session: Session, why: SessionEnd): void;
}

/** The WebSocket sessions of one sandbox. */
export interface Sessions {
  /** Address that clients connect to. */
  url(): string;
  /** Welcomes a client, or refuses an invalid reconnect. */
  open(query: URLSearchParams, connection: Connection): ConnectionEvents;
  /** The session with this ID while it is connected. */
  find(id: string): Session | undefined;
  all(): readonly ShownSession[];
  /** Notes that something was subscribed to, so that the session is not closed as unused. */
  use(session: Session): void;
  notify(session: Session, subscription: ShownSubscription, event: object): void;
  revoke(session: Session, subscription: ShownSubscription): void;
  listen(listener: SessionListener): void;
  /** Asks sessions to move to a new connection; the ID of one, or undefined for all. Returns how many. */
  reconnect(id?: string): number;
  close(code: CloseCode, id?: string): number;
  drop(id?: string): number;
  /** Sends nothing more to sessions, keepalive messages included, while their connections stay open. */
  silence(id?: string): number;
  /** Sends every notification so many times, with the same message ID. */
  repeat(times: number): void;
  /** Sends every notification so many milliseconds later. */
  delay(ms: number): void;
}

const unusedMs = 10_000;
const graceMs = 30_000;
const pingMs = 10_000;

interface OpenSession extends Session {
  readonly connection: Connection;
  readonly keepaliveMs: number;
  isUsed: boolean;
  isSilent: boolean;
  cancelKeepalive: () => void;
  readonly cancels: (() => void)[];
}

/** Seconds between keepalive messages, from the query of the address; numbers out of range are clamped. */
function readKeepalive(query: URLSearchParams): number {
  const asked = query.get('keepalive_timeout_seconds');
  return asked !== null && /^\d+$/.test(asked) ? Math.min(600, Math.max(10, Number(asked))) : 10;
}

/** Creates the WebSocket server of EventSub, without the sockets. */
export function createSessions(context: SandboxContext): Sessions {
  const { clock } = context;
  const draw = context.random('eventsub sessions');
  const open = new Map<string, OpenSession>();
  /** Sessions that were asked to reconnect, by the secret in the address that they were sent. */
  const reconnecting = new Map<string, OpenSession>();
  const listeners: SessionListener[] = [];
  let times = 1;
  let delayMs = 0;

  const url = () => `${context.baseUrl().replace(/^http/, 'ws')}/ws`;

  function send(session: OpenSession, type: string, payload: object, more: object = {}, copies = 1): void {
    const metadata = {
      message_id: uuid(draw),
      message_type: type,
      message_timestamp: preciseTime(clock.now()),
      ...more,
    };
    const text = JSON.stringify({ metadata, payload });
    for (let copy = 0; copy < copies; copy += 1) if (!session.isSilent) session.connection.send(text);
    session.cancelKeepalive();
    session.cancelKeepalive = clock.schedule(session.keepaliveMs, () => send(session, 'session_keepalive', {}));
  }

  function sendAbout(
    type: 'notification' | 'revocation',
    { id }: Session,
    subscription: ShownSubscription,
    event: object,
  ): void {
    const session = open.get(id);
    if (!session) return;
    const about = { subscription_type: subscription.type, subscription_version: subscription.version };
    if (type !== 'notification') {
      send(session, type, { subscription, ...event }, about);
      return;
    }
    const notify = () => send(session, type, { subscription, ...event }, about, times);
    if (delayMs === 0) notify();
    else session.cancels.push(clock.schedule(delayMs, notify));
  }

  /** Ends a session: nothing is sent to it any more, and the listeners are called. */
  function end(session: OpenSession, why: SessionEnd): void {
    if (!open.delete(session.id)) return;
    session.disconnectedAt = clock.now();
    session.cancelKeepalive();
    for (const cancel of session.cancels) cancel();
    for (const listener of listeners) listener.ended(session, why);
  }

  function close(session: OpenSession, code: CloseCode): void {
    const [reason, why] = closeCodes[code];
    end(session, why);
    session.connection.close(code, reason);
  }

  /**
   * Sends a ping now and then, as the API does. A missing pong ends nothing here: a clock that is moved ahead would leave no time
   * for one. Tests close sessions with 4002.
   */
  function sendPings(session: OpenSession): void {
    session.cancels[0] = clock.schedule(pingMs, () => {
      session.connection.ping();
      sendPings(session);
    });
  }

  /** Everything that a reconnected session had is now the new one's; its old connection may be closed by its client. */
  function move(from: OpenSession, to: OpenSession): void {
    to.isUsed = from.isUsed;
    if (from.userId !== undefined) to.userId = from.userId;
    for (const listener of listeners) listener.moved(from, to);
  }

  const chosen = (id: string | undefined) => [...open.values()].filter((each) => id === undefined || each.id === id);
  const forEach = (id: string | undefined, work: (session: OpenSession) => void): number => {
    const sessions = chosen(id);
    for (const session of sessions) work(session);
    return sessions.length;
  };

  return {
    url,
    open(query, connection) {
      const secret = query.get('reconnect');
      const former = secret === null ? undefined : reconnecting.get(secret);
      if (secret !== null && !former) {
        connection.close(4007, closeCodes[4007][0]);
        return { received() {}, closed() {} };
      }
      const keepaliveSeconds = former ? former.keepaliveMs / 1000 : readKeepalive(query);
      const session: OpenSession = {
        id: uuid(draw),
        connectedAt: clock.now(),
        connection,
        keepaliveMs: keepaliveSeconds * 1000,
        isUsed: false,
        isSilent: false,
        cancelKeepalive() {},
        cancels: [],
      };
      open.set(session.id, session);
      sendPings(session);
      session.cancels.push(
        clock.schedule(unusedMs, () => {
          if (!session.isUsed) close(session, 4003);
        }),
      );
      if (former && secret !== null) {
        reconnecting.delete(secret);
        move(former, session);
      }
      send(session, 'session_welcome', {
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
        received() {
          if (open.has(session.id)) close(session, 4001);
        },
        closed: () => end(session, 'websocket_disconnected'),
      };
    },
    find: (id) => open.get(id),
    all: () => [...open.values()].map(({ id, userId, connectedAt }) => ({ id, userId, connectedAt })),
    use({ id }) {
      const session = open.get(id);
      if (session) session.isUsed = true;
    },
    notify(session, subscription, event) {
      sendAbout('notification', session, subscription, {
        event: context.realQuirks ? realEvent(subscription.type, event) : event,
      });
    },
    revoke: (session, subscription) => sendAbout('revocation', session, subscription, {}),
    listen: (listener) => void listeners.push(listener),
    reconnect: (id) =>
      forEach(id, (session) => {
        const secret = uuid(draw);
        reconnecting.set(secret, session);
        session.cancels.push(
          clock.schedule(graceMs, () => {
            reconnecting.delete(secret);
            close(session, 4004);
          }),
        );
        send(session, 'session_reconnect', {
          session: {
            id: session.id,
            status: 'reconnecting',
            keepalive_timeout_seconds: null,
            reconnect_url: `${url()}?reconnect=${secret}`,
            recovery_url: null,
            connected_at: preciseTime(session.connectedAt),
          },
        });
      }),
    close: (code, id) => forEach(id, (session) => close(session, code)),
    drop: (id) =>
      forEach(id, (session) => {
        end(session, 'websocket_network_error');
        session.connection.drop();
      }),
    silence: (id) =>
      forEach(id, (session) => {
        session.isSilent = true;
      }),
    repeat(count) {
      times = count;
    },
    delay(ms) {
      delayMs = ms;
    },
  };
}

/** A session as a transport shows it. */
export function showSession({ id, connectedAt, disconnectedAt }: Session): Readonly<Record<string, string>> {
  return {
    method: 'websocket',
    session_id: id,
    connected_at: preciseTime(connectedAt),
    ...(disconnectedAt !== undefined && { disconnected_at: preciseTime(disconnectedAt) }),
  };
}
