import type { Clock } from '@x/core';
import { pause } from '@x/core/provider';
import { openInBackground } from './keep-alive.ts';
import { readMessage, type ServerMessage } from './messages.ts';

/** The part of the WebSocket API that sessions use, which all runtimes have. */
export interface WebSocketLike {
  /** Calls a listener when something happens: `message`, `close` or `error`. */
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  /** Closes the connection. */
  close(): void;
}

/** Reason why a session has ended. */
export interface SessionEnd {
  /** Close code of the WebSocket: 4000 to 4007 are the API's. Undefined: the listener ended the session. */
  readonly code: number | undefined;
  /** Explanation, in English; never empty. */
  readonly reason: string;
}

/** Settings for opening a session. */
export interface SessionSettings {
  readonly WebSocket: new (url: string) => WebSocketLike;
  /** Reads the data of a message. Default: as EventSub sends it. */
  readonly read?: ((data: unknown) => ServerMessage | undefined) | undefined;
  readonly clock: Clock;
  /** Called with every message but the welcome message and keepalive messages. */
  readonly onMessage: (message: ServerMessage, session: Session) => void;
}

/** Milliseconds in which the API must send its welcome message. */
const welcomeMs = 10_000;
/** Milliseconds that a keepalive message may take longer than the API promises. */
const slackMs = 2000;
/** Range of seconds between keepalive messages that the API offers. Other values are treated as mistakes. */
const [leastSeconds, mostSeconds] = [10, 600];

const secondsOf = (ms: number) => `${Math.round(ms / 1000)} seconds`;

/** Explanations of the API's close codes, with advice. */
const explanations: Readonly<Record<number, string>> = {
  4000: 'the server had an internal error. The listener connects again',
  4001: 'the client sent a message, which is not allowed. Do not write to the WebSocket yourself',
  4002: 'the client did not respond to a ping. Check whether the process is overloaded',
  4003: 'no subscription was created within 10 seconds. Check whether the API or the network is slow',
  4004: 'the listener did not move to the new connection within 30 seconds. It connects again',
  4005: 'the server had a network timeout. The listener connects again',
  4006: 'the server had a network error. The listener connects again',
  4007: 'the address of the new connection was not valid. The listener connects again',
};

/** Explains why a WebSocket was closed. The runtime's own WebSocket gives no reason for a failed connection. */
function explainClose(code: number, reason: string): string {
  const lost = 'the connection was lost, or could not be opened. Check the network';
  return (
    explanations[code] ?? (reason || (code === 1006 ? lost : `the server closed the connection with code ${code}`))
  );
}

/**
 * Opens a WebSocket and resolves when the API has welcomed it.
 *
 * @throws SessionEnd when there is no welcome message in time.
 */
export async function openSession(url: string, settings: SessionSettings): Promise<Session> {
  const session = new Session(url, settings);
  await session.welcomed;
  return session;
}

/**
 * A WebSocket session. It ends when the WebSocket closes, and when no message has arrived for as long as the API
 * promises to send keepalive messages.
 */
export class Session {
  /** The ID that subscriptions are created with. */
  id = '';
  /** When its last message arrived, in Unix milliseconds. */
  lastMessageAt: number;
  /** Address that the API asks to move to; undefined until it asks. */
  moveTo: string | undefined;
  /** Resolves with the welcome message; rejects with the reason if the session ends before. */
  readonly welcomed: Promise<void>;
  /** Resolves when the session has ended. It never rejects. */
  readonly ended: Promise<SessionEnd>;
  readonly #clock: Clock;
  readonly #read: (data: unknown) => ServerMessage | undefined;
  readonly #onMessage: SessionSettings['onMessage'];
  readonly #socket: WebSocketLike;
  readonly #over = new AbortController();
  readonly #welcome = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<SessionEnd>();
  #silenceMs = welcomeMs;

  constructor(url: string, { WebSocket, read, clock, onMessage }: SessionSettings) {
    this.#read = read ?? readMessage;
    this.#clock = clock;
    this.#onMessage = onMessage;
    this.lastMessageAt = clock.now();
    this.welcomed = this.#welcome.promise;
    this.ended = this.#end.promise;
    this.#socket = openInBackground(() => new WebSocket(url));
    this.#socket.addEventListener('message', ({ data }) => this.#receive(data));
    this.#socket.addEventListener('close', ({ code, reason }) =>
      this.#finish({ code, reason: explainClose(code, reason) }),
    );
    this.#socket.addEventListener('error', () => {}); // `close` follows
    this.#watchSilence().catch(() => {}); // the session is over
  }

  /** Whether it has ended. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  close(reason: string): void {
    this.#finish({ code: undefined, reason });
  }

  #finish(why: SessionEnd): void {
    if (this.isOver) return;
    this.#over.abort();
    this.#socket.close();
    this.#end.resolve(why);
    this.#welcome.reject(why);
  }

  #receive(data: unknown): void {
    if (this.isOver) return;
    this.lastMessageAt = this.#clock.now();
    const message = this.#read(data);
    if (!message) return;
    const { message_type: type } = message.metadata;
    if (type === 'session_welcome') this.#greet(message);
    else if (this.id !== '' && type !== 'session_keepalive') this.#pass(message);
  }

  #greet({ payload }: ServerMessage): void {
    if (this.id !== '' || !payload.session) return;
    const { id, keepalive_timeout_seconds } = payload.session;
    const seconds = keepalive_timeout_seconds ?? leastSeconds;
    this.#silenceMs = Math.min(Math.max(seconds, leastSeconds), mostSeconds) * 1000 + slackMs;
    this.id = id;
    this.#welcome.resolve();
  }

  #pass(message: ServerMessage): void {
    if (message.metadata.message_type === 'session_reconnect')
      this.moveTo = message.payload.session?.reconnect_url ?? '';
    this.#onMessage(message, this);
  }

  /** Waits once for many messages, because each of them only records its time. */
  async #watchSilence(): Promise<void> {
    for (;;) {
      const leftMs = this.lastMessageAt + this.#silenceMs - this.#clock.now();
      if (leftMs <= 0) break;
      await pause(leftMs, this.#over.signal, undefined, this.#clock);
    }
    const silence = secondsOf(this.#silenceMs);
    this.close(this.id === '' ? `no welcome message arrived within ${silence}` : `no message arrived for ${silence}`);
  }
}
