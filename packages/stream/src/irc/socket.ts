import type { Clock } from '@x/core';
import { pause } from '@x/core/provider';
import type { ServerMessage } from '../events/messages.ts';
import type { WebSocketLike } from '../events/session.ts';
import { type IrcLine, loginOf, readLine } from './line.ts';

/** The part of the WebSocket API that chat readers use, which all runtimes have. */
export interface ChatWebSocketLike extends WebSocketLike {
  addEventListener(type: 'open', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: 'close', listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: 'error', listener: () => void): void;
  /** Sends a message. */
  send(data: string): void;
}

/** Settings of a socket. */
export interface IrcSocketSettings {
  readonly WebSocket: new (url: string) => ChatWebSocketLike;
  readonly clock: Clock;
  /** Returns a number from 0 to below 1. */
  random(): number;
  /** Called with each line that is not about the connection. Returns the message for the session. */
  onLine(line: IrcLine, socket: IrcSocket): ServerMessage | undefined;
  /** Called when the server has welcomed the client. Returns an ID for the session. */
  onWelcome(socket: IrcSocket): string;
  /** Called when a channel was joined or left, and when the socket has closed. */
  onChange(socket: IrcSocket): void;
}

/** Seconds between two of our pings. */
const pingSeconds = 50;
/** Seconds of silence after which the connection counts as lost. */
const silentSeconds = pingSeconds + 10;

/** A WebSocket with IRC, which passes the messages of a session to its listeners. */
export class IrcSocket implements WebSocketLike {
  /** The channels whose messages it receives. */
  readonly joined = new Set<string>();
  /** The channels that it was told to join. */
  readonly asked = new Set<string>();
  readonly #socket: ChatWebSocketLike;
  readonly #settings: IrcSocketSettings;
  readonly #nick: string;
  readonly #over = new AbortController();
  #isWelcome = false;
  readonly #listeners: ((event: { readonly data: unknown }) => void)[] = [];

  constructor(url: string, settings: IrcSocketSettings) {
    this.#settings = settings;
    this.#nick = `justinfan${10_000 + Math.floor(settings.random() * 90_000)}`; // everybody may read under such a name
    this.#socket = new settings.WebSocket(url);
    this.#socket.addEventListener('open', () => {
      this.say('CAP REQ :twitch.tv/tags twitch.tv/commands');
      this.say(`NICK ${this.#nick}`);
    });
    this.#socket.addEventListener('message', ({ data }) => {
      for (const text of String(data).split('\r\n')) this.#receive(readLine(text));
    });
    this.#socket.addEventListener('close', () => this.#end());
  }

  /** Whether it has closed. */
  get isOver(): boolean {
    return this.#over.signal.aborted;
  }

  /** Sends a line. */
  say(line: string): void {
    if (!this.isOver) this.#socket.send(`${line}\r\n`);
  }

  addEventListener(type: 'message' | 'close' | 'error', listener: (event: never) => void): void {
    if (type === 'message') this.#listeners.push(listener as (event: object) => void);
    else this.#socket.addEventListener(type as 'close', listener as () => void);
  }

  close(): void {
    this.#end();
    this.#socket.close();
  }

  #end(): void {
    if (this.isOver) return;
    this.#over.abort();
    this.#settings.onChange(this);
  }

  #receive(line: IrcLine | undefined): void {
    if (!line || this.isOver) return;
    const data = this.#messageOf(line); // undefined is a sign of life
    for (const listener of this.#listeners) listener({ data });
  }

  #messageOf(line: IrcLine): ServerMessage | undefined {
    const { command, nick, params } = line;
    switch (command) {
      case '001':
        if (this.#isWelcome) return undefined;
        this.#isWelcome = true;
        this.#ping().catch(() => {}); // the socket has closed
        return sessionMessage('welcome', this.#settings.onWelcome(this));
      case 'PING':
        this.say(`PONG :${params.at(-1) ?? ''}`);
        return undefined;
      case 'RECONNECT':
        return sessionMessage('reconnect', '');
      case 'JOIN':
      case 'PART':
        if (nick !== this.#nick) return undefined;
        if (command === 'JOIN') this.joined.add(loginOf(line));
        else for (const logins of [this.joined, this.asked]) logins.delete(loginOf(line));
        this.#settings.onChange(this);
        return undefined;
      default:
        return this.#settings.onLine(line, this);
    }
  }

  /** Twitch pings every 5 minutes. More often, so that a lost connection is noticed sooner. */
  async #ping(): Promise<never> {
    for (;;) {
      await pause(pingSeconds * 1000, this.#over.signal, undefined, this.#settings.clock);
      this.say('PING :x');
    }
  }
}

/** Returns the message with which EventSub welcomes a client, or asks it to reconnect. */
const sessionMessage = (kind: 'welcome' | 'reconnect', id: string): ServerMessage => ({
  metadata: { message_id: '', message_type: `session_${kind}`, message_timestamp: '' },
  payload: { session: { id, keepalive_timeout_seconds: silentSeconds } },
});
