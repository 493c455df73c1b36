import type { Connection, ConnectionEvents } from '../../../server/connection.ts';
import type { SandboxContext } from '../../../shared/context.ts';
import { uuid } from '../data/values.ts';
import { preciseTime, type ShownSubscription } from './messenger.ts';

/** A WebSocket session, from its welcome on. */
export interface Session {
  readonly id: string;
  readonly connectedAt: number;
  disconnectedAt?: number;
  /** The user whose subscriptions it has; set with the first one. */
  userId?: string;
}

/** Session as tests see it. */
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
} as const;

/** A code with which the API closes a WebSocket. */
export type CloseCode = keyof typeof closeCodes;

/** Why a session has ended, as statuses of its subscriptions. */
export type SessionEnd = (typeof closeCodes)[CloseCode][1] | 'websocket_disconnected';

/** Learns what becomes of sessions. */
export interface SessionListener {
  /** Its subscriptions and shards have moved to another session. */
  moved(from: Session, to: Session): void;
  ended(session: Session, why: SessionEnd): void;
}

/** The WebSocket sessions of one sandbox. */
export type Sessions = ReturnType<typeof createSessions>;

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
export function createSessions(context: SandboxContext) {
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

  const about = ({ type, version }: ShownSubscription) => ({ subscription_type: type, subscription_version: version });

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
   * Sends a ping now and then, as the API does. A missing pong ends nothing here: a clock that is moved ahead would
   * leave no time for one. Tests close sessions with 4002.
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

  /** Does `work` for the session with this ID, or for all. Returns for how many. */
  function forEach(id: string | undefined, work: (session: OpenSession) => void): number {
    const chosen = [...open.values()].filter((each) => id === undefined || each.id === id);
    for (const session of chosen) work(session);
    return chosen.length;
  }

  return {
    /** Address that clients connect to. */
    url,
    /** Welcomes a client, or refuses an invalid reconnect. */
    open(query: URLSearchParams, connection: Connection): ConnectionEvents {
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
    /** The session with this ID while it is connected. */
    find: (id: string): Session | undefined => open.get(id),
    all: (): ShownSession[] => [...open.values()].map(({ id, userId, connectedAt }) => ({ id, userId, connectedAt })),
    /** Notes that something was subscribed to, so that the session is not closed as unused. */
    use({ id }: Session): void {
      const session = open.get(id);
      if (session) session.isUsed = true;
    },
    notify({ id }: Session, subscription: ShownSubscription, event: object): void {
      const session = open.get(id);
      if (!session) return;
      const notify = () => send(session, 'notification', { subscription, event }, about(subscription), times);
      if (delayMs === 0) notify();
      else session.cancels.push(clock.schedule(delayMs, notify));
    },
    revoke({ id }: Session, subscription: ShownSubscription): void {
      const session = open.get(id);
      if (session) send(session, 'revocation', { subscription }, about(subscription));
    },
    listen: (listener: SessionListener) => void listeners.push(listener),
    /** Asks sessions to move to a new connection; the ID of one, or undefined for all. Returns how many. */
    reconnect: (id?: string) =>
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
    close: (code: CloseCode, id?: string) => forEach(id, (session) => close(session, code)),
    drop: (id?: string) =>
      forEach(id, (session) => {
        end(session, 'websocket_network_error');
        session.connection.drop();
      }),
    /** Sends nothing more to sessions, keepalive messages included, while their connections stay open. */
    silence: (id?: string) =>
      forEach(id, (session) => {
        session.isSilent = true;
      }),
    /** Sends every notification so many times, with the same message ID. */
    repeat(count: number): void {
      times = count;
    },
    /** Sends every notification so many milliseconds later. */
    delay(ms: number): void {
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
