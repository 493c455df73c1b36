import type {
  AllNotices,
  ChatFragment,
  ChatGif,
  ChatMessage,
  ChatNotification,
  ChatSettings,
  ChatText,
} from '../webhooks/chat-events.ts';
import type { Account, InChannel } from '../webhooks/event-parts.ts';
import { type IrcLine, type IrcTags, loginOf } from './line.ts';
import { type IrcNotices, noticeOf } from './notices.ts';
import { present } from './present.ts';

/** The same fields, some of which IRC never has. */
type Without<Event, Names extends keyof Event> = Omit<Event, Names> & { [Name in Names]?: undefined };

type InSharedChat = 'source_broadcaster_user_login' | 'source_broadcaster_user_name';

/** A part of a chat message over IRC: text, an emote of which IRC has only the ID, or a GIF. */
export interface IrcFragment extends Omit<ChatFragment, 'cheermote' | 'emote' | 'mention'> {
  /** Never there: over IRC, Cheermotes are text. `cheer` of the message has the Bits. */
  cheermote?: undefined;
  /** Emote. Absent unless `type` is `emote`. */
  emote?: {
    /** ID of the emote. */
    id: string;
  };
  /** Never there: over IRC, mentions are text. */
  mention?: undefined;
}

/** A message in a chat, received over IRC: the same fields as in the event, except those that IRC does not have. */
export interface IrcChatMessage
  extends Without<Omit<ChatMessage, 'message' | 'reply'>, 'broadcaster_user_name' | InSharedChat> {
  /** Content of the message. */
  message: ChatText<IrcFragment>;
  /** Message that this one replies to. Null when it is not a reply. */
  reply: Partial<NonNullable<ChatMessage['reply']>> | null;
}

/** A notice in a chat, received over IRC. Of the details of its kind, it has those that Twitch has sent. */
export type IrcChatNotification = Without<
  Omit<ChatNotification, 'message' | keyof AllNotices>,
  'broadcaster_user_name' | InSharedChat
> & {
  /** The user's message with the notice. */
  message: ChatText<IrcFragment>;
} & IrcNotices;

/** The events that IRC has, by their types. */
export interface IrcEvents {
  /** A message was sent. */
  'channel.chat.message': IrcChatMessage;
  /** A notice, such as a subscription or a raid. */
  'channel.chat.notification': IrcChatNotification;
  /** One message was removed. */
  'channel.chat.message_delete': Without<InChannel, 'broadcaster_user_name'> &
    Without<Account<'target_user'>, 'target_user_id' | 'target_user_name'> & {
      /** ID of the removed message. */
      message_id: string;
    };
  /** All messages were removed. */
  'channel.chat.clear': Without<InChannel, 'broadcaster_user_name'>;
  /** All messages of one user were removed, by a ban or a timeout. */
  'channel.chat.clear_user_messages': Without<InChannel, 'broadcaster_user_name'> &
    Without<Account<'target_user'>, 'target_user_name'>;
  /** The settings of the chat have changed. */
  'channel.chat_settings.update': Without<ChatSettings, 'broadcaster_user_name'>;
}

/** Type of an event that IRC has. */
export type IrcEventType = keyof IrcEvents;

interface TypedEvent<Type extends IrcEventType> {
  /** ID of the message. Each is delivered once. */
  readonly id: string;
  /** When the message was sent, in Unix milliseconds. */
  readonly sentAt: number;
  /** Type of the event, as in EventSub. */
  readonly type: Type;
  /** Version of the type. */
  readonly version: '1';
  /** Data of the event. Its fields depend on `type`. */
  readonly event: IrcEvents[Type];
  /**
   * All tags of the message, also those that the event has no field for: `first-msg` is `1` in a user's first message
   * in the channel, and `ban-duration` has the seconds of a timeout.
   */
  readonly tags: IrcTags;
}

/** An event that was received over IRC. Compare `type` to narrow the type of `event`. */
export type ReceivedChatEvent<Type extends IrcEventType = IrcEventType> = { [Name in Type]: TypedEvent<Name> }[Type];

/** Kinds of message, by the tag `msg-id`. */
const messageTypes: Readonly<Record<string, IrcChatMessage['message_type']>> = {
  'highlighted-message': 'channel_points_highlighted',
  'skip-subs-mode-message': 'channel_points_sub_only',
  'user-intro': 'user_intro',
  'animated-message': 'power_ups_message_effect',
  'gigantified-emote-message': 'power_ups_gigantified_emote',
};

/**
 * Returns the event of a line, or undefined if it has none.
 *
 * @param room Settings of the channel, as far as they are known.
 * @param now When it was received, in Unix milliseconds.
 */
export function eventOfLine(line: IrcLine, room: IrcTags, now: number): ReceivedChatEvent | undefined {
  const { tags, command, params } = line;
  const sentAt = Number(tags['tmi-sent-ts'] ?? now);
  const roomId = tags['room-id'] || room['room-id']; // empty in some messages
  const of = (type: IrcEventType, fields: object, id = [command, sentAt, ...Object.values(tags)].join(' ')) => {
    const channel = { broadcaster_user_id: roomId, broadcaster_user_login: loginOf(line) };
    const event = present({ ...channel, ...fields });
    return { id, sentAt, type, version: '1', event, tags } as object as ReceivedChatEvent;
  };
  switch (command) {
    case 'PRIVMSG':
      return of('channel.chat.message', messageOf(line), tags.id);
    case 'USERNOTICE':
      return of('channel.chat.notification', { ...written(line), ...noticeOf(tags) }, tags.id);
    case 'CLEARMSG':
      return of('channel.chat.message_delete', { target_user_login: tags.login, message_id: tags['target-msg-id'] });
    case 'CLEARCHAT': {
      const [, target_user_login] = params;
      if (target_user_login === undefined) return of('channel.chat.clear', {});
      return of('channel.chat.clear_user_messages', { target_user_id: tags['target-user-id'], target_user_login });
    }
    case 'ROOMSTATE':
      return of('channel.chat_settings.update', settingsOf({ ...room, ...tags }));
    default:
      return undefined;
  }
}

function messageOf(line: IrcLine): object {
  const { tags, nick } = line;
  return {
    ...written(line),
    chatter_user_id: tags['user-id'],
    chatter_user_login: nick,
    chatter_user_name: tags['display-name'] || nick,
    message_type: messageTypes[tags['msg-id'] ?? ''] ?? 'text',
    cheer: tags.bits ? { bits: Number(tags.bits) } : null,
    reply: replyOf(tags),
    channel_points_custom_reward_id: tags['custom-reward-id'] || null,
    channel_points_animation_id: tags['animation-id'] || null,
  };
}

/** Returns the fields of everything that was written: messages and notices. */
function written({ tags, params: [, text = ''] }: IrcLine): object {
  // The tags are there for the channel's own messages too, as soon as it shares its chat.
  const isFromElsewhere = Boolean(tags['source-room-id']) && tags['source-room-id'] !== tags['room-id'];
  return {
    message_id: tags.id,
    message: textOf(text, tags),
    badges: badgesOf(tags.badges, tags['badge-info']),
    color: tags.color ?? '',
    source_broadcaster_user_id: isFromElsewhere ? tags['source-room-id'] : null,
    source_message_id: isFromElsewhere ? tags['source-id'] : null,
    source_badges: isFromElsewhere ? badgesOf(tags['source-badges'], tags['source-badge-info']) : null,
    is_source_only: tags['source-room-id'] ? tags['source-only'] === '1' : null,
  };
}

/** Reads badges such as `subscriber/6,bits/100`. `info` has the exact number of months: `subscriber/8`. */
function badgesOf(badges = '', info = ''): IrcChatMessage['badges'] {
  const pairs = (list: string) =>
    list
      .split(',')
      .filter(Boolean)
      .map((each) => /^([^/]*)\/?(.*)$/s.exec(each) ?? []);
  const infoOf = new Map(pairs(info).map(([, set_id = '', text = '']) => [set_id, text]));
  return pairs(badges).map(([, set_id = '', id = '']) => ({ set_id, id, info: infoOf.get(set_id) ?? '' }));
}

const action = '\u0001ACTION ';

/** Reads the text, and splits it at emotes and GIFs. */
function textOf(written: string, { emotes = '', gifs = '' }: IrcTags): ChatText<IrcFragment> {
  // Text after /me arrives as a command to the client, and positions begin after its name.
  const text = written.startsWith(action) ? written.slice(action.length).replace('\u0001', '') : written;
  const found: [place: string, fragment: { type: 'emote' | 'gif'; emote?: { id: string }; gif?: ChatGif }][] = [];
  for (const [, id = '', places = ''] of emotes.matchAll(/([^/:]+):([^/]*)/g))
    for (const place of places.split(',')) found.push([place, { type: 'emote', emote: { id } }]);
  const [, gifPlace, gif_id = '', url = ''] = /^([^|]*)\|([^|]*)\|(.*)$/s.exec(gifs) ?? [];
  if (gifPlace !== undefined) found.push([gifPlace, { type: 'gif', gif: { gif_id, url } }]);
  const spans = found.map(([place, fragment]) => {
    const [first = Number.NaN, last = Number.NaN] = place.split('-').map(Number);
    return { first, end: last + 1, fragment };
  });
  const characters = [...text]; // positions count code points
  const slice = (from: number, to?: number) => characters.slice(from, to).join('');
  const fragments: IrcFragment[] = [];
  let at = 0;
  for (const { first, end, fragment } of spans.sort((one, other) => one.first - other.first)) {
    if (!(first >= at && end > first && end <= characters.length)) continue; // not a part of this text
    if (first > at) fragments.push({ type: 'text', text: slice(at, first) });
    fragments.push({ text: slice(first, end), ...fragment });
    at = end;
  }
  if (at < characters.length) fragments.push({ type: 'text', text: slice(at) });
  return { text, fragments };
}

function replyOf(tags: IrcTags): object | null {
  if (!tags['reply-parent-msg-id']) return null;
  return present({
    parent_message_id: tags['reply-parent-msg-id'],
    parent_message_body: tags['reply-parent-msg-body'],
    parent_user_id: tags['reply-parent-user-id'],
    parent_user_login: tags['reply-parent-user-login'],
    parent_user_name: tags['reply-parent-display-name'],
    thread_message_id: tags['reply-thread-parent-msg-id'],
    thread_user_id: tags['reply-thread-parent-user-id'],
    thread_user_login: tags['reply-thread-parent-user-login'],
    thread_user_name: tags['reply-thread-parent-display-name'],
  });
}

function settingsOf(tags: IrcTags): object {
  const followers = Number(tags['followers-only']); // -1 when the mode is off
  const slow = Number(tags.slow);
  return {
    emote_mode: tags['emote-only'] === '1',
    follower_mode: followers >= 0,
    follower_mode_duration_minutes: followers >= 0 ? followers : null,
    slow_mode: slow > 0,
    slow_mode_wait_time_seconds: slow > 0 ? slow : null,
    subscriber_mode: tags['subs-only'] === '1',
    unique_chat_mode: tags.r9k === '1',
  };
}
