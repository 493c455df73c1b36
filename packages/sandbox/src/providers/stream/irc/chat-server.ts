import type { Connection, ConnectionEvents } from '../../../shared/connection.ts';
import type { Happening } from '../data/base.ts';
import type { World } from '../data/world.ts';
import type { Settings } from '../options.ts';
import { type ChatEvent, line, lineOf, settingTags } from './lines.ts';

/** A chat client as tests see it. */
export interface ShownChatClient {
  /** Name under which it reads, such as `justinfan12345`. */
  readonly nick: string;
  /** Logins of the channels that it has joined. */
  readonly channels: readonly string[];
}

/**
 * Actions on the clients that read chats over IRC. Those that act on clients apply to all of them, and return their
 * number.
 */
export interface IrcControls {
  /** Clients that are connected, oldest first. */
  clients(): readonly ShownChatClient[];
  /** Sends a `PING`, which clients must answer, and waits for nothing. */
  ping(): number;
  /** Asks clients to reconnect. The connections stay open until `drop`, so that clients can move first. */
  reconnect(): number;
  /** Drops connections without a close frame, like a network failure. */
  drop(): number;
  /** Keeps connections open, but sends clients nothing more, not even responses to a `PING`. */
  silence(): number;
}

interface Client {
  readonly connection: Connection;
  readonly capabilities: Set<string>;
  readonly channels: Set<string>;
  nick: string;
  isSilent: boolean;
}

/** Lines that welcome a client, with their numbers. */
const welcome = [
  ['001', 'Welcome, GLHF!'],
  ['002', 'Your host is tmi.twitch.tv'],
  ['003', 'This server is rather new'],
  ['004', '-'],
  ['375', '-'],
  ['372', 'You are in a maze of twisty passages, all alike.'],
  ['376', '>'],
] as const;

/** Joins that a client may make in a time, if requests are limited. */
const joins = { limit: 20, windowMs: 10_000 };

const keptTexts = 1000;

/** Twitch's chat over IRC, for clients that do not sign in and only read. */
export class ChatServer {
  readonly #clients = new Set<Client>();
  readonly #world: World;
  readonly #settings: Settings;
  readonly #host = ':tmi.twitch.tv';
  /** Texts of the last messages by their IDs, which the event of their removal does not have. */
  readonly #texts = new Map<string, string>();
  /** Users who have written in a room. */
  readonly #known = new Set<string>();
  /** Settings of rooms that clients have joined, as tags. */
  readonly #rooms = new Map<string, ReturnType<typeof settingTags>>();
  #joinedAt: number[] = [];

  constructor(settings: Settings, world: World) {
    this.#settings = settings;
    this.#world = world;
    world.events.listen((happening) => this.tell(happening));
  }

  /** Whether any client reads. */
  get isUsed(): boolean {
    return this.#clients.size > 0;
  }

  readonly controls: IrcControls = {
    clients: () => [...this.#clients].map(({ nick, channels }) => ({ nick, channels: [...channels] })),
    ping: () => this.#all((client) => this.#send(client, 'PING :tmi.twitch.tv')),
    reconnect: () => this.#all((client) => this.#send(client, `${this.#host} RECONNECT`)),
    drop: () =>
      this.#all((client) => {
        this.#clients.delete(client);
        client.connection.drop();
      }),
    silence: () =>
      this.#all((client) => {
        client.isSilent = true;
      }),
  };

  open(connection: Connection): ConnectionEvents {
    const client: Client = { connection, capabilities: new Set(), channels: new Set(), nick: '', isSilent: false };
    this.#clients.add(client);
    return {
      received: (text) => {
        for (const each of text.split(/\r?\n/).filter(Boolean)) this.#receive(client, each);
      },
      closed: () => void this.#clients.delete(client),
    };
  }

  /** Sends what happened to the clients in its channel. */
  tell(happening: Happening): void {
    const { type } = happening;
    const event = happening.event as ChatEvent;
    if (!type.startsWith('channel.chat')) return;
    const { broadcaster_user_login: login, chatter_user_id: user, message_id: id } = event;
    if (type === 'channel.chat_settings.update')
      this.#tellSettings(login, happening.event as Parameters<typeof settingTags>[0]);
    const key = `${login} ${user}`;
    const isFirst = !this.#known.has(key);
    if (type === 'channel.chat.message') {
      this.#known.add(key);
      this.#texts.set(id, event.message.text);
      const [oldest = ''] = this.#texts.keys();
      if (this.#texts.size > keptTexts) this.#texts.delete(oldest);
    }
    const more = { sentAt: this.#world.now(), isFirst, removed: this.#texts.get(id) ?? '' };
    const text = this.isUsed ? lineOf(type, event, more) : undefined;
    if (text !== undefined) this.#tellRoom(login, text);
  }

  /** Sends the settings that have changed, as Twitch does. */
  #tellSettings(login: string, settings: Parameters<typeof settingTags>[0]): void {
    const before = this.#rooms.get(login) ?? {};
    const tags = settingTags(settings);
    this.#rooms.set(login, tags);
    const changed = Object.fromEntries(Object.entries(tags).filter(([name, value]) => before[name] !== value));
    const roomId = this.#world.users().byLogin.get(login)?.id;
    this.#tellRoom(login, line({ ...changed, 'room-id': roomId }, `${this.#host} ROOMSTATE #${login}`));
  }

  #tellRoom(login: string, text: string): void {
    for (const client of this.#clients) if (client.channels.has(login)) this.#send(client, text);
  }

  #receive(client: Client, text: string): void {
    const [command = '', ...params] = text.replace(/^@\S+ /, '').split(' ');
    const [first = ''] = params;
    if (command === 'CAP' && first === 'REQ') {
      const asked = params.slice(1).join(' ').replace(/^:/, '');
      for (const each of asked.split(' ')) client.capabilities.add(each);
      this.#send(client, `${this.#host} CAP * ACK :${asked}`);
    } else if (command === 'NICK') this.#greet(client, first.toLowerCase());
    else if (command === 'PING') this.#send(client, `${this.#host} PONG tmi.twitch.tv ${params.join(' ')}`);
    else if (client.nick === '') return;
    else if (command === 'JOIN') for (const each of first.split(',')) this.#join(client, each);
    else if (command === 'PART') for (const each of first.split(',')) this.#part(client, each);
  }

  #greet(client: Client, nick: string): void {
    if (!/^justinfan\d+$/.test(nick)) {
      this.#send(client, `${this.#host} NOTICE * :Login authentication failed`);
      client.connection.close(1000, '');
      return;
    }
    client.nick = nick;
    for (const [code, text] of welcome) this.#send(client, `${this.#host} ${code} ${nick} :${text}`);
  }

  /** Lets a client join a channel. About unknown channels, and joins beyond the limit, Twitch says nothing. */
  #join(client: Client, channel: string): void {
    const login = channel.replace(/^#/, '').toLowerCase();
    const user = this.#world.users().byLogin.get(login);
    const now = this.#world.now();
    this.#joinedAt = this.#joinedAt.filter((time) => time > now - joins.windowMs);
    const isAllowed = !this.#settings.limited || this.#joinedAt.length < joins.limit;
    if (!user || !isAllowed) return;
    this.#joinedAt.push(now);
    client.channels.add(login);
    const { nick } = client;
    const own = `:${nick}.tmi.twitch.tv`;
    this.#send(client, `:${nick}!${nick}@${nick}.tmi.twitch.tv JOIN #${login}`);
    this.#send(client, `${own} 353 ${nick} = #${login} :${nick}`);
    this.#send(client, `${own} 366 ${nick} #${login} :End of /NAMES list`);
    const tags = settingTags(this.#world.chatSettings().of(user.id));
    this.#rooms.set(login, tags);
    this.#send(client, line({ ...tags, 'room-id': user.id }, `${this.#host} ROOMSTATE #${login}`));
  }

  #part(client: Client, channel: string): void {
    const login = channel.replace(/^#/, '').toLowerCase();
    if (!client.channels.delete(login)) return;
    this.#send(client, `:${client.nick}!${client.nick}@${client.nick}.tmi.twitch.tv PART #${login}`);
  }

  /** Sends a line. Without the capabilities, clients get neither tags nor Twitch's own commands. */
  #send(client: Client, text: string): void {
    if (client.isSilent) return;
    const plain = client.capabilities.has('twitch.tv/tags') ? text : text.replace(/^@\S+ /, '');
    const isTwitchs = /^(@\S+ )?:tmi\.twitch\.tv (ROOMSTATE|USERNOTICE|CLEARCHAT|CLEARMSG|RECONNECT)/.test(text);
    if (isTwitchs && !client.capabilities.has('twitch.tv/commands')) return;
    client.connection.send(`${plain}\r\n`);
  }

  #all(work: (client: Client) => void): number {
    const clients = [...this.#clients];
    for (const client of clients) work(client);
    return clients.length;
  }
}
