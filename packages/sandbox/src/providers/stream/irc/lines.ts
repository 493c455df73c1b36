/** A tag's value; undefined if it is not sent. */
type Tags = Readonly<Record<string, string | number | boolean | null | undefined>>;

interface Badge {
  readonly set_id: string;
  readonly id: string;
  readonly info: string;
}

interface Fragment {
  readonly type: string;
  readonly text: string;
  readonly emote?: { readonly id: string } | null;
  readonly gif?: { readonly gif_id: string; readonly url: string } | null;
}

/** Fields of the events that chat clients receive. The caller of `fire` may have replaced any of them. */
export interface ChatEvent {
  readonly broadcaster_user_id: string;
  readonly broadcaster_user_login: string;
  readonly chatter_user_id: string | null;
  readonly chatter_user_login: string | null;
  readonly chatter_user_name: string | null;
  readonly message_id: string;
  readonly message: { readonly text: string; readonly fragments: readonly Fragment[] };
  readonly message_type: string;
  readonly notice_type: string;
  readonly system_message: string;
  readonly badges: readonly Badge[] | null;
  readonly color: string | null;
  readonly cheer?: { readonly bits: number } | null;
  readonly reply?: Readonly<Record<string, string>> | null;
  readonly channel_points_custom_reward_id?: string | null;
  readonly channel_points_animation_id?: string | null;
  readonly source_broadcaster_user_id?: string | null;
  readonly source_message_id?: string | null;
  readonly source_badges?: readonly Badge[] | null;
  readonly is_source_only?: boolean | null;
  readonly target_user_id?: string;
  readonly target_user_login?: string;
}

const escapes: Readonly<Record<string, string>> = { ';': '\\:', ' ': '\\s', '\\': '\\\\', '\r': '\\r', '\n': '\\n' };

/** Formats a line with tags. Undefined ones are left out, and null ones are empty. */
export function line(tags: Tags, text: string): string {
  const shown = Object.entries(tags)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const plain = typeof value === 'boolean' ? String(Number(value)) : String(value ?? '');
      return `${name}=${plain.replaceAll(/[; \\\r\n]/g, (character) => escapes[character] ?? character)}`;
    });
  return `@${shown.join(';')} ${text}`;
}

const named = (badges: readonly Badge[] | null | undefined) =>
  badges?.map(({ set_id, id }) => `${set_id}/${id}`).join(',');
const months = (badges: readonly Badge[] | null | undefined) =>
  badges?.flatMap(({ set_id, info }) => (info ? [`${set_id}/${info}`] : [])).join(',');
const has = (badges: readonly Badge[] | null, ...names: string[]) =>
  badges?.some(({ set_id }) => names.includes(set_id)) ?? false;

/** Returns where the emotes and GIFs of a text are. Positions count code points. */
function places({ fragments }: ChatEvent['message']) {
  const emotes = new Map<string, string[]>();
  let gifs: string | undefined;
  let at = 0;
  for (const { text, emote, gif } of fragments) {
    const place = `${at}-${at + [...text].length - 1}`;
    if (emote) emotes.set(emote.id, [...(emotes.get(emote.id) ?? []), place]);
    if (gif) gifs = `${place}|${gif.gif_id}|${gif.url}`;
    at += [...text].length;
  }
  return { emotes: [...emotes].map(([id, all]) => `${id}:${all.join(',')}`).join('/'), gifs };
}

/** Returns the tags of everything that users write. */
const written = (event: ChatEvent, sentAt: number): Tags => ({
  ...places(event.message),
  'badge-info': months(event.badges) ?? '',
  badges: named(event.badges) ?? '',
  color: event.color,
  'display-name': event.chatter_user_name ?? 'AnAnonymousGifter',
  flags: '',
  id: event.message_id,
  mod: has(event.badges, 'moderator'),
  'room-id': event.broadcaster_user_id,
  subscriber: has(event.badges, 'subscriber', 'founder'),
  'tmi-sent-ts': sentAt,
  turbo: has(event.badges, 'turbo'),
  'user-id': event.chatter_user_id ?? '274598607',
  'user-type': has(event.badges, 'moderator') ? 'mod' : '',
  ...(event.source_broadcaster_user_id && {
    'source-badge-info': months(event.source_badges) ?? '',
    'source-badges': named(event.source_badges) ?? '',
    'source-id': event.source_message_id,
    'source-only': event.is_source_only ?? undefined,
    'source-room-id': event.source_broadcaster_user_id,
  }),
});

/** The tag `msg-id` of messages of a special kind. */
const messageIds: Readonly<Record<string, string>> = {
  channel_points_highlighted: 'highlighted-message',
  channel_points_sub_only: 'skip-subs-mode-message',
  user_intro: 'user-intro',
  power_ups_message_effect: 'animated-message',
  power_ups_gigantified_emote: 'gigantified-emote-message',
};

const replyTags = (reply: ChatEvent['reply']): Tags =>
  reply
    ? {
        'reply-parent-display-name': reply.parent_user_name,
        'reply-parent-msg-body': reply.parent_message_body,
        'reply-parent-msg-id': reply.parent_message_id,
        'reply-parent-user-id': reply.parent_user_id,
        'reply-parent-user-login': reply.parent_user_login,
        'reply-thread-parent-display-name': reply.thread_user_name,
        'reply-thread-parent-msg-id': reply.thread_message_id,
        'reply-thread-parent-user-id': reply.thread_user_id,
        'reply-thread-parent-user-login': reply.thread_user_login,
      }
    : {};

type Details = Readonly<Record<string, string | number | boolean | null | undefined>>;

const plan = ({ sub_tier, is_prime }: Details) => ({ 'sub-plan': is_prime ? 'Prime' : sub_tier });
const giver = (prefix: string, { gifter_user_id, gifter_user_login, gifter_user_name }: Details) =>
  gifter_user_login
    ? {
        [`${prefix}-id`]: gifter_user_id,
        [`${prefix}-login`]: gifter_user_login,
        [`${prefix}-name`]: gifter_user_name,
      }
    : {};
const receiver = (details: Details) =>
  details.recipient_user_id
    ? {
        'recipient-display-name': details.recipient_user_name,
        'recipient-id': details.recipient_user_id,
        'recipient-user-name': details.recipient_user_login,
      }
    : {};

/** The tag `msg-id` of each kind of notice, and the tags of its details, without `msg-param-`. */
const notices: Readonly<Record<string, (details: Details) => readonly [id: string, params?: Tags]>> = {
  sub: (details) => [
    'sub',
    { ...plan(details), 'cumulative-months': 1, 'multimonth-duration': details.duration_months, 'was-gifted': 'false' },
  ],
  resub: (details) => [
    'resub',
    {
      ...plan(details),
      'cumulative-months': details.cumulative_months,
      'multimonth-duration': details.duration_months,
      'should-share-streak': details.streak_months !== null,
      'streak-months': details.streak_months ?? undefined,
      'was-gifted': String(details.is_gift ?? false),
      ...(details.is_gift && {
        'anon-gift': String(details.gifter_is_anonymous ?? false),
        ...giver('gifter', details),
      }),
    },
  ],
  sub_gift: (details) => [
    'subgift',
    {
      ...receiver(details),
      'community-gift-id': details.community_gift_id ?? undefined,
      'gift-months': details.duration_months,
      'sender-count': details.cumulative_total ?? undefined,
      'sub-plan': details.sub_tier,
    },
  ],
  community_sub_gift: (details) => [
    'submysterygift',
    {
      'community-gift-id': details.id,
      'mass-gift-count': details.total,
      'sender-count': details.cumulative_total ?? undefined,
      'sub-plan': details.sub_tier,
    },
  ],
  gift_paid_upgrade: (details) =>
    details.gifter_is_anonymous
      ? ['anongiftpaidupgrade']
      : ['giftpaidupgrade', { 'sender-login': details.gifter_user_login, 'sender-name': details.gifter_user_name }],
  prime_paid_upgrade: (details) => ['primepaidupgrade', { 'sub-plan': details.sub_tier }],
  pay_it_forward: (details) => [
    details.recipient_user_id ? 'standardpayforward' : 'communitypayforward',
    {
      ...receiver(details),
      'prior-gifter-anonymous': String(details.gifter_is_anonymous ?? false),
      'prior-gifter-display-name': details.gifter_user_name ?? undefined,
      'prior-gifter-id': details.gifter_user_id ?? undefined,
      'prior-gifter-user-name': details.gifter_user_login ?? undefined,
    },
  ],
  raid: (details) => [
    'raid',
    {
      displayName: details.user_name,
      login: details.user_login,
      profileImageURL: details.profile_image_url,
      viewerCount: details.viewer_count,
    },
  ],
  unraid: () => ['unraid'],
  announcement: ({ color }) => ['announcement', { color }],
  bits_badge_tier: ({ tier }) => ['bitsbadgetier', { threshold: tier }],
  charity_donation: ({ charity_name, amount }) => {
    const money = Object(amount) as Details;
    return [
      'charitydonation',
      {
        'charity-name': charity_name,
        'donation-amount': money.value,
        'donation-currency': money.currency,
        exponent: money.decimal_places,
      },
    ];
  },
  watch_streak: (details) => [
    'viewermilestone',
    { category: 'watch-streak', copoReward: details.channel_points_awarded, value: details.streak_count },
  ],
  modiversary: (details) => ['modiversary', { months: details.months }],
};

function noticeTags(event: ChatEvent): Tags {
  const name = event.notice_type.replace(/^shared_chat_/, '');
  const details = Object(Reflect.get(event, event.notice_type)) as Details;
  const [id = name, params = {}] = notices[name]?.(details) ?? [];
  return {
    ...(name === event.notice_type ? { 'msg-id': id } : { 'msg-id': 'sharedchatnotice', 'source-msg-id': id }),
    ...Object.fromEntries(Object.entries(params).map(([param, value]) => [`msg-param-${param}`, value])),
  };
}

/** The settings of a room. The numbers are null while their mode is off. */
interface Settings {
  readonly emote_mode: boolean;
  readonly follower_mode: boolean;
  readonly follower_mode_duration?: number | null;
  readonly follower_mode_duration_minutes?: number | null;
  readonly slow_mode_wait_time?: number | null;
  readonly slow_mode_wait_time_seconds?: number | null;
  readonly subscriber_mode: boolean;
  readonly unique_chat_mode: boolean;
}

/** Returns the tags of a room's settings, as the API or an event has them. */
export const settingTags = (settings: Settings): Tags => ({
  'emote-only': settings.emote_mode,
  'followers-only': settings.follower_mode
    ? (settings.follower_mode_duration ?? settings.follower_mode_duration_minutes ?? 0)
    : -1,
  r9k: settings.unique_chat_mode,
  slow: settings.slow_mode_wait_time ?? settings.slow_mode_wait_time_seconds ?? 0,
  'subs-only': settings.subscriber_mode,
});

/**
 * Returns what chat clients receive about an event; undefined for everything that is not in the chat.
 *
 * @param more What the event does not have: the time, whether it is the user's first message, and the removed text.
 */
export function lineOf(
  type: string,
  event: ChatEvent,
  { sentAt, isFirst, removed }: { sentAt: number; isFirst: boolean; removed: string },
): string | undefined {
  const channel = `#${event.broadcaster_user_login}`;
  const room = { 'room-id': event.broadcaster_user_id, 'tmi-sent-ts': sentAt };
  const said = (text: string) => (text ? ` :${text}` : '');
  switch (type) {
    case 'channel.chat.message': {
      const login = event.chatter_user_login ?? '';
      const tags = {
        ...written(event, sentAt),
        ...replyTags(event.reply),
        bits: event.cheer?.bits,
        'animation-id': event.channel_points_animation_id ?? undefined,
        'custom-reward-id': event.channel_points_custom_reward_id ?? undefined,
        'first-msg': isFirst,
        'msg-id': messageIds[event.message_type],
        'returning-chatter': 0,
        vip: has(event.badges, 'vip') ? 1 : undefined,
      };
      return line(tags, `:${login}!${login}@${login}.tmi.twitch.tv PRIVMSG ${channel} :${event.message.text}`);
    }
    case 'channel.chat.notification': {
      const tags = {
        ...written(event, sentAt),
        ...noticeTags(event),
        login: event.chatter_user_login ?? 'ananonymousgifter',
        'system-msg': event.system_message,
      };
      return line(tags, `:tmi.twitch.tv USERNOTICE ${channel}${said(event.message.text)}`);
    }
    case 'channel.chat.message_delete': {
      // As on Twitch, the ID of the room is empty.
      const tags = { ...room, login: event.target_user_login, 'room-id': '', 'target-msg-id': event.message_id };
      return line(tags, `:tmi.twitch.tv CLEARMSG ${channel} :${removed}`);
    }
    case 'channel.chat.clear':
      return line(room, `:tmi.twitch.tv CLEARCHAT ${channel}`);
    case 'channel.chat.clear_user_messages':
      return line(
        { ...room, 'target-user-id': event.target_user_id },
        `:tmi.twitch.tv CLEARCHAT ${channel} :${event.target_user_login}`,
      );
    default:
      return undefined;
  }
}
