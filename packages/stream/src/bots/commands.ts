import type { Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, optionsError, type RulesOf } from '@x/core/options';
import { pause } from '@x/core/provider';
import { memoryWebhookStore, type WebhookStore } from '@x/webhooks';
import type { ChatMessage } from '../webhooks/chat-events.ts';
import type { Account } from '../webhooks/event-parts.ts';
import { type ChatRole, type Role, roleOf, roles } from './roles.ts';

/** Fields of a message that commands need, which messages from EventSub and IRC have. */
export interface CommandMessage
  extends Pick<ChatMessage, 'badges' | 'broadcaster_user_id' | 'chatter_user_id' | 'message_id'> {
  /** Content of the message. */
  message: {
    /** Whole message as plain text. */
    text: string;
    /** Parts of the message, in order. */
    fragments: readonly {
      /** User who is mentioned. */
      mention?: Account<'user'> | null | undefined;
    }[];
  };
  /** Message that this one replies to. Null when it is not a reply. */
  reply: object | null;
}

/** A command that was called. */
export interface CommandCall<Event extends CommandMessage = ChatMessage> extends ChatRole {
  /** Message that called it. */
  readonly event: Event;
  /** Name of the command, without prefix; also when an alias was used. */
  readonly name: string;
  /** Words after the name. Words in quotes are one, without the quotes. */
  readonly args: readonly string[];
  /** Text after the name. */
  readonly text: string;
  /** Users who are mentioned in the message, in order. */
  readonly mentions: readonly Account<'user'>[];
}

/** A command of a bot. */
export interface Command<Event extends CommandMessage = ChatMessage> {
  /** Lowest role that may call it. Default `viewer`: everyone. */
  readonly role?: Role | undefined;
  /** Milliseconds until it can be called again in the same channel. Default 0. */
  readonly cooldownMs?: number | undefined;
  /** Milliseconds until the same user can call it again in the same channel. Default 0. */
  readonly perUserMs?: number | undefined;
  /** Other names. Default: none. */
  readonly aliases?: readonly string[] | undefined;
  /** Runs the command. Errors are passed to `onError`. */
  readonly run: (call: CommandCall<Event>) => unknown;
}

/** Options of {@link createCommands}. */
export interface CommandsOptions<Event extends CommandMessage = ChatMessage> {
  /** Text that commands begin with. Default `!`. */
  prefix?: string | undefined;
  /** User ID of the bot, whose own messages are ignored. Default: no message is. */
  botId?: string | undefined;
  /**
   * Store for cooldowns and handled messages. Processes with the same store run each message once: pass
   * `redisWebhookStore` from `@x/redis` or `postgresWebhookStore` from `@x/postgres`. Default: this process's memory.
   */
  store?: WebhookStore | undefined;
  /**
   * Milliseconds after which another process runs a command whose process has ended; longer than any command takes,
   * with the time that a `ChatSender` waits, which is 30 seconds when a limit is reached. Above 0. Default 60,000.
   */
  leaseMs?: number | undefined;
  /** Receives errors of commands and of the store. Default: `console.error` with the error. */
  onError?: ((error: unknown, call: CommandCall<Event>) => unknown) | undefined;
  /** Clock for cooldowns in memory and for waits, for tests. Default: the real time. */
  clock?: Clock | undefined;
}

/**
 * What became of a message with a command: it ran, it failed, the role was too low, a cooldown had not ended, or the
 * message had been handled before.
 */
export type CommandOutcome = 'done' | 'failed' | 'forbidden' | 'cooldown' | 'repeated';

/** The commands of a bot. */
export interface Commands<Event extends CommandMessage = ChatMessage> {
  /** Names of the commands, without aliases, for a list of commands. */
  readonly names: readonly string[];
  /**
   * Runs the command in a message. Never rejects. Resolves to undefined for messages without one. Call it without
   * awaiting it, so that one command does not delay the next.
   */
  handle(event: Event): Promise<CommandOutcome | undefined>;
}

const optionRules = {
  prefix: optionKind.string,
  botId: optionKind.string,
  store: optionKind.objectWith('a webhook store', ['take', 'finish', 'release']),
  leaseMs: optionKind.milliseconds,
  onError: optionKind.function,
  clock: optionKind.clock,
} satisfies RulesOf<CommandsOptions>;

const commandRules = {
  role: optionKind.choice(roles),
  cooldownMs: optionKind.millisecondsFrom0,
  perUserMs: optionKind.millisecondsFrom0,
  aliases: optionKind.strings,
  run: optionKind.required(optionKind.function),
} satisfies RulesOf<Command>;

/** Milliseconds for which messages are remembered. The API delivers none later than 10 minutes after it was sent. */
const rememberMs = 15 * 60_000;
/** Milliseconds between two looks at a message that another process is handling. */
const pollMs = 250;

/**
 * Creates a bot's commands from their functions. Each message runs at most one command, once for all processes with the
 * same `store`.
 *
 * @throws ApiError `invalid_params` when a command or an option is unknown or invalid, or a name is used twice.
 * @example
 * const commands = createCommands({
 *   so: { role: 'moderator', cooldownMs: 5000, run: ({ args }) => shout(args[0]) },
 * });
 * for await (const { type, event } of listener) if (type === 'channel.chat.message') void commands.handle(event);
 */
export function createCommands<Event extends CommandMessage = ChatMessage>(
  commands: Readonly<Record<string, Command<Event>>>,
  options: CommandsOptions<Event> = {},
): Commands<Event> {
  const owner = { provider: 'stream', operation: 'createCommands', below: createCommands };
  checkOptions(owner, options, optionRules);
  const byName = new Map<string, [name: string, command: Command<Event>]>();
  for (const [name, command] of Object.entries(commands)) {
    checkOptions({ ...owner, operation: `createCommands: ${name}` }, command, commandRules);
    for (const each of [name, ...(command.aliases ?? [])]) {
      const key = each.toLowerCase();
      if (key === '' || /\s/.test(key)) throw optionsError(owner, `the name "${each}" must be one word`);
      if (byName.has(key)) throw optionsError(owner, `the name ${each} is used twice. Rename a command or an alias`);
      byName.set(key, [name, command]);
    }
  }
  const { prefix = '!', botId, clock, leaseMs = 60_000, onError = (error: unknown) => console.error(error) } = options;
  const store = options.store ?? memoryWebhookStore(clock ? { clock } : {});

  /** Takes a message as soon as no other process handles it; `late` when the process that had it has ended. */
  async function takeMessage(id: string): Promise<'first' | 'late' | undefined> {
    for (let tries = 0; ; tries += 1) {
      const state = await store.take(id, leaseMs);
      if (state === 'done') return undefined;
      if (state === 'taken') return tries === 0 ? 'first' : 'late';
      await pause(Math.min(pollMs, leaseMs), undefined, undefined, clock);
    }
  }

  /** Begins the cooldowns, unless one of them has not ended. */
  async function coolDown(
    key: string,
    { cooldownMs = 0, perUserMs = 0 }: Command<Event>,
    userId: string,
  ): Promise<boolean> {
    const ofUser = `${key} ${userId}`;
    if (perUserMs > 0 && (await store.take(ofUser, perUserMs)) !== 'taken') return false;
    if (cooldownMs === 0 || (await store.take(key, cooldownMs)) === 'taken') return true;
    if (perUserMs > 0) await store.release(ofUser);
    return false;
  }

  async function run(call: CommandCall<Event>, command: Command<Event>): Promise<CommandOutcome> {
    const { event, name } = call;
    const channel = event.broadcaster_user_id;
    const message = `bot ${channel} message ${event.message_id}`;
    const taken = await takeMessage(message);
    if (!taken) return 'repeated';
    // A process that has ended may already have begun the cooldowns for this message.
    const isReady =
      taken === 'late' || (await coolDown(`bot ${channel} command ${name}`, command, event.chatter_user_id));
    try {
      if (!isReady) return 'cooldown';
      await command.run(call);
      return 'done';
    } finally {
      await store.finish(message, rememberMs); // after an error as well, because it may have sent something
    }
  }

  return {
    names: Object.keys(commands),
    async handle(event) {
      if (event.chatter_user_id === botId) return undefined;
      const words = parseCommand(event, prefix);
      const [name, command] = byName.get(words?.name.toLowerCase() ?? '') ?? [];
      if (!words || name === undefined || !command) return undefined;
      const role = roleOf(event);
      if (roles.indexOf(role.role) < roles.indexOf(command.role ?? 'viewer')) return 'forbidden';
      const mentions = event.message.fragments.flatMap(({ mention }) => mention ?? []);
      const call: CommandCall<Event> = { ...role, event, mentions, ...words, name };
      try {
        return await run(call, command);
      } catch (error) {
        try {
          await onError(error, call);
        } catch {} // its own errors are ignored
        return 'failed';
      }
    },
  };
}

/** Space at the ends of a message, and invisible characters, which chat apps append to send the same text twice. */
const invisible = String.raw`(?:\s|\u034F|[\u200B-\u200F\u2060-\u2064\uFEFF\u{E0000}-\u{E007F}])+`;
const ends = new RegExp(`^${invisible}|${invisible}$`, 'gu');

/**
 * Reads the command in a message: name, words and text after it. Words in quotes are one word. Undefined for messages that do
 * not begin with the prefix. In a reply, the command may follow the name of the user who is replied to.
 *
 * @param prefix Text that commands begin with. Default `!`.
 */
export function parseCommand(
  { message, reply }: Pick<CommandMessage, 'message' | 'reply'>,
  prefix = '!',
): Pick<CommandCall, 'name' | 'args' | 'text'> | undefined {
  let text = message.text.replaceAll(ends, '');
  if (reply) text = text.replace(/^@\S+\s+/, '');
  if (!text.startsWith(prefix)) return undefined;
  const [name = ''] = /^\S*/.exec(text.slice(prefix.length)) ?? [];
  if (name === '') return undefined;
  const rest = text.slice(prefix.length + name.length).trim();
  const words = rest.matchAll(/"([^"]*)"|\u201C([^\u201D]*)\u201D|(\S+)/g);
  return {
    name,
    text: rest,
    args: Array.from(words, ([, ...found]) => found.find((each) => each !== undefined) ?? ''),
  };
}
