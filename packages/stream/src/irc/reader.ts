import type { AsyncCloseable } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { pause } from '@x/core/provider';
import { memoryWebhookStore } from '@x/webhooks';
import { Connection } from '../events/connection.ts';
import { EventLoop } from '../events/event-loop.ts';
import { failure } from '../events/failure.ts';
import { healthOfConnections } from '../events/health.ts';
import { ListenerCore } from '../events/listener-core.ts';
import type { ServerMessage } from '../events/messages.ts';
import type { CommonListenerOptions } from '../events/options.ts';
import type { ListenerEvents, ListenerState } from '../events/reports.ts';
import type { Session } from '../events/session.ts';
import { slots } from '../slots.ts';
import { eventOfLine, type IrcEvents, type ReceivedChatEvent } from './events.ts';
import { type IrcLine, type IrcTags, loginOf } from './line.ts';
import { type ChatWebSocketLike, IrcSocket, type IrcSocketSettings } from './socket.ts';

/** Options of {@link createChatReader}. */
export interface ChatReaderOptions extends Omit<CommonListenerOptions, 'wanted' | 'checkMs'> {
  /** Address of the IRC server. Default `wss://irc-ws.chat.twitch.tv:443`. */
  url?: string | undefined;
  /** WebSocket class. Default: the runtime's own. */
  WebSocket?: (new (url: string) => ChatWebSocketLike) | undefined;
}

/** A channel that could not be joined. */
export interface RefusedChannel {
  /** Login of the channel. */
  readonly channel: string;
  /** Explanation in English. */
  readonly reason: string;
}

/** Result of joining channels. */
export interface JoinResult {
  /** Logins of the channels whose messages arrive. */
  readonly joined: readonly string[];
  /** Channels that could not be joined. Each new connection tries them again. */
  readonly refused: readonly RefusedChannel[];
}

/** State of a chat reader, for health checks. */
export interface ChatReaderState extends JoinResult, Pick<ListenerState, 'status' | 'reason' | 'dropped'> {}

/** Reports about the connection, by the name to pass to `on`. */
export type ChatReaderReports = {
  [Name in 'connected' | 'reconnecting' | 'disconnected' | 'missed']: ListenerEvents[Name];
};

/** Arguments of handlers, by the name to pass to `on`: events by their type, and reports about the connection. */
export type ChatHandled = ChatReaderReports & { [Type in keyof IrcEvents]: ReceivedChatEvent<Type> };

/** Reads chats without signing in. */
export interface ChatReader extends AsyncIterable<ReceivedChatEvent>, AsyncCloseable {
  /** Current state of the connection and its channels. */
  readonly state: ChatReaderState;
  /**
   * Joins channels, at most 20 in 10 seconds, as Twitch allows. The reader connects with the first call, and joins the
   * channels again whenever it reconnects.
   *
   * @param channels Logins of the channels.
   * @returns The joined and the refused channels, once each is one or the other.
   * @throws ApiError `invalid_params` for something that is not a login; `timeout` if no channel is joined within
   * `timeoutMs`, while the reader keeps trying; `rejected` if it is closed.
   */
  join(channels: readonly string[]): Promise<JoinResult>;
  /** Leaves channels. Without channels, the reader disconnects. */
  part(channels: readonly string[]): void;
  /**
   * Calls `handler` with each event of a type, or with each report about the connection. Events with a handler are not
   * passed to the loop.
   *
   * @returns A function that removes the handler.
   */
  on<Name extends keyof ChatHandled>(name: Name, handler: (event: ChatHandled[Name]) => unknown): () => void;
  /** Closes the connection. You can still read queued events; after that, the loop ends. `await using` calls it. */
  close(): Promise<void>;
}

const rules = {
  maxQueued: optionKind.countFrom1OrInfinity,
  keepAlive: optionKind.boolean,
  timeoutMs: optionKind.milliseconds,
  signal: optionKind.signal,
  onError: optionKind.function,
  clock: optionKind.clock,
  random: optionKind.function,
  url: optionKind.string,
  WebSocket: optionKind.function,
} satisfies RulesOf<ChatReaderOptions>;

/** Twitch allows so many joins in so many milliseconds. */
const joins = { limit: 20, windowMs: 10_000 };
/** Milliseconds after which a channel that Twitch has not confirmed counts as refused. */
const confirmedMs = 10_000;

/**
 * Creates a reader of chats that needs no sign-in: it connects to Twitch's IRC as an anonymous user, who can only read.
 * It reconnects by itself. Its events have the types of EventSub, without the fields that IRC does not have.
 *
 * @throws ApiError `invalid_params` when an option is unknown or invalid, or the runtime has no WebSocket.
 * @see https://dev.twitch.tv/docs/chat/irc/
 * @example
 * const chat = createChatReader();
 * await chat.join(['ann']);
 * for await (const { type, event } of chat)
 *   if (type === 'channel.chat.message') console.log(event.chatter_user_name, event.message.text);
 */
export function createChatReader(options: ChatReaderOptions = {}): ChatReader {
  const operation = 'createChatReader';
  checkOptions({ provider: 'stream', operation, below: createChatReader }, options, rules);
  const { url = 'wss://irc-ws.chat.twitch.tv:443', WebSocket = globalThis.WebSocket } = options;
  if (!/^wss?:\/\//.test(url))
    throw failure(operation, 'invalid_params', 'url must be an address that starts with wss:// or ws://');
  if (!WebSocket)
    throw failure(
      operation,
      'invalid_params',
      'this runtime has no WebSocket: pass the option WebSocket, such as the one of the package ws',
    );
  return new Reader({ ...options, url, WebSocket });
}

interface Settings extends Omit<ChatReaderOptions, 'url' | 'WebSocket'>, Pick<IrcSocketSettings, 'WebSocket'> {
  readonly url: string;
}

/** A channel to read. */
interface Room {
  /** Why it could not be joined. */
  refusal: string | undefined;
  /** Its settings, as tags. */
  tags: IrcTags;
}

class Reader extends EventLoop<ReceivedChatEvent, ChatHandled> implements ChatReader {
  readonly #core: ListenerCore<ReceivedChatEvent>;
  readonly #connection: Connection;
  readonly #rooms = new Map<string, Room>();
  /** The open sockets, by the IDs of their sessions; two during a move. */
  readonly #sockets = new Map<string, IrcSocket>();
  readonly #waitForJoin: () => Promise<void>;
  #sessions = 0;

  constructor(options: Settings) {
    const core = new ListenerCore<ReceivedChatEvent>(
      options,
      ({ payload }) => payload.event as object as ReceivedChatEvent,
    );
    super(core, options, async () => {});
    this.#core = core;
    const { clock, signal } = core;
    const take = slots(memoryWebhookStore({ clock }), 'join', joins);
    this.#waitForJoin = () => take.wait({ signal, clock });
    const settings = {
      WebSocket: options.WebSocket,
      clock,
      random: options.random ?? Math.random,
      onLine: (line: IrcLine, socket: IrcSocket) => this.#read(line, socket),
      onWelcome: (socket: IrcSocket) => this.#welcome(socket),
      onChange: (socket: IrcSocket) => this.#note(socket),
    };
    this.#connection = new Connection(core, {
      url: options.url,
      WebSocket: class extends IrcSocket {
        constructor(url: string) {
          super(url, settings);
        }
      },
      read: (data) => data as ServerMessage | undefined,
      isNeeded: () => this.#rooms.size > 0,
      enter: (session) => this.#enter(session),
      prepare: async () => {},
    });
  }

  get state(): ChatReaderState {
    const { aborted } = this.#core.signal;
    const health = this.#rooms.size === 0 ? { status: 'idle' as const } : healthOfConnections([this.#connection]);
    const status = aborted ? 'closed' : health.status;
    return {
      status,
      reason: aborted ? undefined : health.reason,
      dropped: this.#core.dropped,
      ...this.#resultOf([...this.#rooms.keys()]),
    };
  }

  async join(channels: readonly string[]): Promise<JoinResult> {
    const logins = readLogins('irc.join', channels);
    for (const login of logins) {
      const room = this.#rooms.get(login);
      if (room?.refusal !== undefined) for (const { asked } of this.#sockets.values()) asked.delete(login);
      this.#rooms.set(login, { tags: {}, ...room, refusal: undefined });
    }
    await this.finish('irc.join', async () => {
      if (logins.length > 0) this.#connection.start();
      for (const socket of this.#sockets.values()) void this.#joinRooms(socket);
      await this.#core.changes.until(() => logins.every((login) => this.#isDecided(login)));
    });
    return this.#resultOf(logins);
  }

  part(channels: readonly string[]): void {
    for (const login of readLogins('irc.part', channels)) {
      if (!this.#rooms.delete(login)) continue;
      for (const socket of this.#sockets.values()) {
        socket.say(`PART #${login}`);
        socket.asked.delete(login);
        socket.joined.delete(login);
      }
    }
    if (this.#rooms.size === 0) for (const socket of this.#sockets.values()) socket.close();
    this.#core.noteProgress();
  }

  protected progress() {
    return { problem: 'no channel was joined', reason: this.state.reason };
  }

  #resultOf(logins: readonly string[]): JoinResult {
    const refused = logins.flatMap((channel) => {
      const reason = this.#rooms.get(channel)?.refusal;
      return reason === undefined ? [] : { channel, reason };
    });
    return { joined: logins.filter((login) => this.#isJoined(login)), refused };
  }

  #isJoined(login: string): boolean {
    return [...this.#sockets.values()].some(({ joined }) => joined.has(login));
  }

  /** Whether it is known that a channel is read, refused or left. */
  #isDecided(login: string): boolean {
    const room = this.#rooms.get(login);
    return room === undefined || room.refusal !== undefined || this.#isJoined(login);
  }

  #welcome(socket: IrcSocket): string {
    this.#sessions += 1;
    const id = String(this.#sessions);
    this.#sockets.set(id, socket);
    return id;
  }

  #note(socket: IrcSocket): void {
    if (socket.isOver) for (const [id, each] of this.#sockets) if (each === socket) this.#sockets.delete(id);
    for (const login of socket.joined) {
      const room = this.#rooms.get(login);
      if (room) room.refusal = undefined;
    }
    this.#core.noteProgress();
  }

  /** Joins all channels on a new connection, before it replaces another one. */
  async #enter({ id }: Session): Promise<void> {
    const socket = this.#sockets.get(id);
    if (!socket) return; // lost again
    void this.#joinRooms(socket);
    const isEntered = (login: string) => socket.joined.has(login) || this.#rooms.get(login)?.refusal !== undefined;
    const { changes, signal } = this.#core;
    await changes.until(() => socket.isOver || signal.aborted || [...this.#rooms.keys()].every(isEntered));
    if (this.#rooms.size === 0) socket.close(); // all were left in the meantime
  }

  /** Joins all channels that a connection was not told to join. Those that are added in the meantime are joined too. */
  async #joinRooms(socket: IrcSocket): Promise<void> {
    try {
      for (const [login] of this.#rooms) {
        if (socket.asked.has(login)) continue;
        socket.asked.add(login);
        await this.#waitForJoin();
        if (socket.isOver) return;
        if (!this.#rooms.has(login)) continue;
        socket.say(`JOIN #${login}`);
        void this.#awaitJoin(socket, login);
      }
    } catch {} // closed
  }

  async #awaitJoin(socket: IrcSocket, login: string): Promise<void> {
    const { signal, clock } = this.#core;
    await pause(confirmedMs, signal, undefined, clock).catch(() => {}); // rejects when closed
    if (socket.isOver || signal.aborted || socket.joined.has(login) || !socket.asked.has(login)) return;
    this.#refuse(login, 'Twitch did not confirm it. Check the login');
  }

  #refuse(login: string, reason: string): void {
    const room = this.#rooms.get(login);
    if (!room || room.refusal !== undefined) return;
    room.refusal = reason;
    this.#core.noteProgress();
  }

  #read(line: IrcLine, socket: IrcSocket): ServerMessage | undefined {
    const login = loginOf(line);
    const room = this.#rooms.get(login);
    if (!room) return undefined;
    const { command, params, tags } = line;
    // Twitch explains why a channel cannot be joined. Notices about channels that were joined are about their settings.
    if (command === 'NOTICE' && !socket.joined.has(login)) this.#refuse(login, params.at(-1) ?? '');
    const event = eventOfLine(line, room.tags, this.#core.clock.now());
    if (command === 'ROOMSTATE') {
      const isKnown = Object.keys(room.tags).length > 0;
      const isChanged = Object.entries(tags).some(([name, value]) => room.tags[name] !== value);
      room.tags = { ...room.tags, ...tags };
      if (!isKnown || !isChanged) return undefined; // the settings at the beginning
    }
    return (
      event && {
        metadata: { message_id: event.id, message_type: 'notification', message_timestamp: '' },
        payload: { event: { ...event } },
      }
    );
  }
}

function readLogins(operation: string, channels: readonly string[]): string[] {
  const logins = [...new Set(channels.map((channel) => String(channel).toLowerCase().replace(/^#/, '')))];
  const wrong = logins.find((login) => !/^\w{1,25}$/.test(login));
  if (wrong === undefined) return logins;
  throw failure(operation, 'invalid_params', `channels must be logins, such as "ann"; got ${JSON.stringify(wrong)}`);
}
