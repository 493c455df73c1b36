import type { CallOptions, Clock } from '@x/core';
import * as optionKind from '@x/core/options';
import { checkOptions, type RulesOf } from '@x/core/options';
import { type EndpointMethods, pause } from '@x/core/provider';
import type { SentMessage } from '../records/chat.ts';
import type { messages } from '../resources/chat-messages.ts';

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
  /** Clock for tests. Default: the real time. */
  clock?: Clock | undefined;
}

/** State of a sender's limits. */
export interface ChatLimitState {
  /** Messages sent in the last 30 seconds, in all channels. */
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
   * part; a part that the chat dropped has `is_sent: false` and a `drop_reason`, and ends the message.
   */
  send(draft: ChatDraft, options?: CallOptions): Promise<SentMessage[]>;
  /** Returns the state of the limits. */
  state(): ChatLimitState;
}

const rules = {
  sender_id: optionKind.required(optionKind.string),
  moderates: optionKind.function,
  split: optionKind.boolean,
  clock: optionKind.clock,
} satisfies RulesOf<ChatSenderOptions>;

const windowMs = 30_000;
const limits = { member: 20, moderator: 100 };
/** Milliseconds between two messages in a channel that the sender does not moderate. */
const spacingMs = 1000;

/**
 * Creates a sender of chat messages for one user. The chat allows 20 messages in 30 seconds, 100 in channels that the
 * user moderates, and elsewhere one per second and channel. It drops what exceeds that, so the sender waits. These limits
 * are separate from `client.rateLimit`, and count for each process on its own.
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
  const now = () => (clock ?? Date).now();
  /** Times of messages in the last 30 seconds, oldest first. */
  let times: number[] = [];
  const lastIn = new Map<string, number>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function waitMs(broadcasterId: string): number {
    times = times.filter((time) => time > now() - windowMs);
    const isModerator = moderates(broadcasterId);
    const limit = isModerator ? limits.moderator : limits.member;
    const oldest = times.at(-limit);
    const forLimit = oldest === undefined ? 0 : oldest + windowMs - now();
    const forSpacing = isModerator ? 0 : (lastIn.get(broadcasterId) ?? Number.NEGATIVE_INFINITY) + spacingMs - now();
    return Math.max(forLimit, forSpacing, 0);
  }

  async function sendPart(draft: ChatDraft, callOptions?: CallOptions): Promise<SentMessage> {
    const { broadcaster_id } = draft;
    for (let ms = waitMs(broadcaster_id); ms > 0; ms = waitMs(broadcaster_id))
      await pause(ms, callOptions?.signal, undefined, clock);
    times.push(now());
    lastIn.delete(broadcaster_id);
    lastIn.set(broadcaster_id, now());
    if (lastIn.size > 10_000) lastIn.delete(lastIn.keys().next().value as string);
    return messages.send({ ...draft, sender_id }, callOptions);
  }

  async function sendParts(draft: ChatDraft, callOptions?: CallOptions): Promise<SentMessage[]> {
    const sent: SentMessage[] = [];
    for (const message of split ? splitMessage(draft.message) : [draft.message]) {
      const result = await sendPart({ ...draft, message }, callOptions);
      sent.push(result);
      if (!result.is_sent) break;
    }
    return sent;
  }

  return {
    async send(draft, callOptions) {
      waiting += 1;
      const result = last
        .then(() => sendParts(draft, callOptions))
        .finally(() => {
          waiting -= 1;
        });
      last = result.catch(() => {});
      return result;
    },
    state: () => {
      times = times.filter((time) => time > now() - windowMs);
      return { sent: times.length, limits, waiting };
    },
  };
}

/**
 * Splits a text into messages at spaces, and words that are longer between two characters.
 *
 * @param max Maximum length of a message in characters. Default 500, the API's limit.
 */
export function splitMessage(text: string, max = 500): string[] {
  const parts: string[] = [];
  let part = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (part !== '' && part.length + 1 + word.length <= max) {
      part += ` ${word}`;
      continue;
    }
    if (part !== '') parts.push(part);
    part = '';
    for (const character of word) {
      if (part.length + character.length > max) {
        parts.push(part);
        part = '';
      }
      part += character;
    }
  }
  return part === '' ? parts : [...parts, part];
}
