import type { CallOptions, Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type EndpointMethods, pause } from '@x/core/provider';
import { memoryWebhookStore, type WebhookStore } from '@x/webhooks';
import type { SentMessage } from '../records/chat.ts';
import type { messages } from '../resources/chat-messages.ts';
import { pollMs, slots } from '../slots.ts';

type Messages = Pick<EndpointMethods<typeof messages>, 'send'>;

/** A message for {@link ChatSender.send}. */
export type ChatDraft = Omit<Parameters<Messages['send']>[0], 'sender_id'>;

/** Options of {@link createChatSender}. */
export interface ChatSenderOptions {
  /** User ID of the sender. */
  sender_id: string;
  /** Whether the sender moderates a channel, or owns it: higher limits apply there. Default: only in its own channel. */
  moderates?: ((broadcaster_id: string) => boolean) | undefined;
  /** Whether messages of more than 500 characters are split at words. Default `false`: they are refused. */
  split?: boolean | undefined;
  /**
   * Store that counts the messages. Processes with the same store stay within the limits together: pass
   * `redisWebhookStore` from `@x/redis` or `postgresWebhookStore` from `@x/postgres`. Default: this process's memory.
   */
  store?: WebhookStore | undefined;
  /** Clock for messages that are counted in memory and for waits, for tests. Default: the real time. */
  clock?: Clock | undefined;
}

/** State of a sender's limits. */
export interface ChatLimitState {
  /** Messages that this sender has sent in the last 30 seconds, in all channels. */
  readonly sent: number;
  /** Number of messages allowed in 30 seconds. */
  readonly limits: {
    /** In channels that the sender does not moderate: 20. */
    readonly member: number;
    /** In channels that the sender moderates or owns: 100. */
    readonly moderator: number;
  };
  /** Number of messages that are waiting. */
  readonly waiting: number;
}

/** Sends chat messages within the limits of the chat. */
export interface ChatSender {
  /**
   * Sends a message as soon as the limits allow, after all that were passed before. Resolves to the result of each
   * part; a part that the chat dropped has `is_sent: false` and a `drop_reason`, and ends the message. Rejects as soon
   * as `options.signal` aborts; a message that was still waiting is then not sent.
   */
  send(draft: ChatDraft, options?: CallOptions): Promise<SentMessage[]>;
  /** Returns the state of the limits. */
  state(): ChatLimitState;
}

const rules = {
  sender_id: optionKind.required(optionKind.string),
  moderates: optionKind.function,
  split: optionKind.boolean,
  store: optionKind.objectWith('a webhook store', ['take', 'finish', 'release']),
  clock: optionKind.clock,
} satisfies RulesOf<ChatSenderOptions>;

/** Maximum length of a message in characters. */
const maxLength = 500;
const windowMs = 30_000;
const limits = { member: 20, moderator: 100 };
/** Milliseconds between two messages in a channel that the sender does not moderate. */
const spacingMs = 1000;

/**
 * Creates a sender of chat messages for one user. The chat allows 20 messages in 30 seconds, 100 in channels that the
 * user moderates, and elsewhere one per second and channel. It drops what exceeds that, so the sender waits. These limits
 * are separate from `client.rateLimit`.
 *
 * @param messages `chat.messages` of the client that sends.
 * @throws ApiError `invalid_params` when an option is unknown or invalid.
 * @example
 * const sender = createChatSender(bot.chat.messages, { sender_id: botId, split: true });
 * await sender.send({ broadcaster_id, message });
 */
export function createChatSender(messages: Messages, options: ChatSenderOptions): ChatSender {
  checkOptions({ provider: 'stream', operation: 'createChatSender', below: createChatSender }, options, rules);
  const { sender_id, moderates = (id: string) => id === sender_id, split = false, clock } = options;
  const store = options.store ?? memoryWebhookStore(clock ? { clock } : {});
  const now = () => (clock ?? Date).now();
  const slotsOf = (limit: number) => slots(store, `chat ${sender_id}`, { limit, windowMs });
  const [member, moderator] = [slotsOf(limits.member), slotsOf(limits.moderator)];
  /** Times of messages in the last 30 seconds, oldest first. */
  let times: number[] = [];
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Counts a message if the limits allow it. */
  async function take(broadcasterId: string): Promise<boolean> {
    if (moderates(broadcasterId)) return moderator.take();
    const spacing = `chat ${sender_id} in ${broadcasterId}`;
    if ((await store.take(spacing, spacingMs)) !== 'taken') return false;
    if (await member.take()) return true;
    await store.release(spacing);
    return false;
  }

  async function sendPart(draft: ChatDraft, callOptions?: CallOptions): Promise<SentMessage> {
    while (!(await take(draft.broadcaster_id))) await pause(pollMs, callOptions?.signal, undefined, clock);
    times.push(now());
    return messages.send({ ...draft, sender_id }, callOptions);
  }

  async function sendParts(draft: ChatDraft, callOptions?: CallOptions): Promise<SentMessage[]> {
    const sent: SentMessage[] = [];
    const { message: text } = Object(draft) as ChatDraft;
    const isLong = split && typeof text === 'string' && text.length > maxLength;
    for (const message of isLong ? splitMessage(text) : [text]) {
      const result = await sendPart({ ...draft, message }, callOptions);
      sent.push(result);
      if (!result.is_sent) break;
    }
    return sent;
  }

  return {
    async send(draft, callOptions) {
      waiting += 1;
      const signal = callOptions?.signal;
      const { promise: left, reject } = Promise.withResolvers<never>();
      const leave = () => reject(signal?.reason);
      signal?.addEventListener('abort', leave);
      if (signal?.aborted) leave();
      const sent = last.then(() => {
        signal?.throwIfAborted();
        return sendParts(draft, callOptions);
      });
      last = sent.catch(() => {});
      return Promise.race([sent, left]).finally(() => {
        waiting -= 1;
        signal?.removeEventListener('abort', leave);
      });
    },
    state: () => {
      times = times.filter((time) => time > now() - windowMs);
      return { sent: times.length, limits, waiting };
    },
  };
}

const characters = /* @__PURE__ */ new Intl.Segmenter();

/**
 * Splits a text into messages at spaces, and words that are longer between two characters, but not inside an emoji.
 *
 * @param max Maximum length of a message in characters. Default 500, the API's limit.
 */
export function splitMessage(text: string, max = maxLength): string[] {
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (part !== '' && part.length + 1 + word.length <= max) {
      part += ` ${word}`;
      continue;
    }
    if (part !== '') parts.push(part);
    part = '';
    for (const { segment: character } of characters.segment(word)) {
      if (part !== '' && part.length + character.length > max) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
  }
  return part === '' ? parts : [...parts, part];
}
