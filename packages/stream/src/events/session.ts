import type { Clock } from '@x/core';
import { pause } from '@x/core/provider';
import { openInBackground } from './keep-alive.ts';
import { readMessage, type ServerMessage } from './messages.ts';

/** What is used of a WebSocket, as all runtimes have it. */
export interface WebSocketLike {
  /** Calls a listener when something happens: `message`, `close` or `error`. */
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  /** Closes the connection. */
  close(): void;
}

/** Why a session has ended. */
export interface SessionEnd {
  /** Close code of the WebSocket: 4000 to 4007 are the API's. Undefined: the listener ended the session. */
  readonly code: number | undefined;
  /** Explanation, in English. */
  readonly reason: string;
}

/** A WebSocket session, from its welcome message on. */
export interface Session {
  /** The ID that subscriptions are created with. */
  readonly id: string;
  /** Resolves when the session has ended. It never rejects. */
  readonly ended: Promise<SessionEnd>;
  /** Whether it has ended. */
  isOver(): boolean;
  /** When its last message arrived, in Unix milliseconds. */
  lastMessageAt(): number;
  close(reason: string): void;
}

/** How a session is opened. */
export interface SessionSettings {
  readonly WebSocket: new (url: string) => WebSocketLike;
  readonly clock: Clock;
  /** Called with every message but the welcome message and keepalive messages. */
  readonly onMessage: (message: ServerMessage, session: Session) => void;
}

/** Milliseconds in which the API must send its welcome message. */
const welcomeMs = 10_000;
/** Milliseconds that a keepalive message may take longer than the API promises. */
const slackMs = 5000;

const secondsOf = (ms: number) => `${Math.round(ms / 1000)} seconds`;

/** What each close code of the API means, and what to do about it. */
const explanations: Readonly<Record<number, string>> = {
  4000: 'the server had an internal error. The listener connects again',
  4001: 'the client sent a message, which is not allowed. Do not write to the WebSocket yourself',
  4002: 'the client did not respond to a ping. Check whether the process is overloaded',
  4003: 'nothing was subscribed to within 10 seconds. Check whether the API or the network is slow',
  4004: 'the listener did not move to the new connection within 30 seconds. It connects again',
  4005: 'the server had a network time-out. The listener connects again',
  4006: 'the server had a network error. The listener connects again',
  4007: 'the address of the new connection was not valid. The listener connects again',
};

/**
 * Opens a WebSocket and resolves when the API has welcomed it. The session ends when the WebSocket closes, and when no message has
 * arrived for as long as the API promises to send keepalive messages.
 *
 * @throws SessionEnd when there is no welcome message in time.
 */
export function openSession(url: string, { WebSocket, clock, onMessage }: SessionSettings): Promise<Session> {
  const welcomed = Promise.withResolvers<Session>();
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<SessionEnd>();
  const over = new AbortController();
  const socket = openInBackground(() => new WebSocket(url));
  let session: Session | undefined;
  let silenceMs = welcomeMs;
  let lastMessageAt = clock.now();

  function end(why: SessionEnd): void {
    if (over.signal.aborted) return;
    over.abort();
    socket.close();
    resolveEnded(why);
    welcomed.reject(why);
  }

  /** One wait for many messages: each of them only notes its time. */
  async function watchSilence(): Promise<void> {
    for (;;) {
      const leftMs = lastMessageAt + silenceMs - clock.now();
      if (leftMs <= 0) break;
      await pause(leftMs, over.signal, undefined, clock);
    }
    const reason = session
      ? `no message arrived for ${secondsOf(silenceMs)}`
      : `no welcome message arrived within ${secondsOf(welcomeMs)}`;
    end({ code: undefined, reason });
  }

  function welcome({ payload }: ServerMessage): void {
    const { id = '', keepalive_timeout_seconds } = payload.session ?? {};
    silenceMs = (keepalive_timeout_seconds ?? 10) * 1000 + slackMs;
    session = {
      id,
      ended,
      isOver: () => over.signal.aborted,
      lastMessageAt: () => lastMessageAt,
      close: (reason) => end({ code: undefined, reason }),
    };
    welcomed.resolve(session);
  }

  socket.addEventListener('message', ({ data }) => {
    if (over.signal.aborted) return;
    lastMessageAt = clock.now();
    const message = readMessage(data);
    if (!message) return;
    const type = message.metadata.message_type;
    if (type === 'session_welcome') welcome(message);
    else if (session && type !== 'session_keepalive') onMessage(message, session);
  });
  socket.addEventListener('close', ({ code, reason }) => end({ code, reason: explanations[code] ?? reason }));
  socket.addEventListener('error', () => {}); // `close` follows
  watchSilence().catch(() => {}); // the session is over
  return welcomed.promise;
}
