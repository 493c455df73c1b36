import type { Account, InChannel, Known, Money, Nullable, OfUser, SubscriptionTier } from './event-parts.ts';

/** A Cheermote in a message: `Cheer100` has the prefix `Cheer` and 100 Bits. */
export interface Cheermote {
  /** Name of the Cheermote, without the number of Bits. */
  prefix: string;
  /** Number of Bits that were cheered. */
  bits: number;
  /** Tier of the Cheermote. */
  tier: number;
}

/** An emote in a message, as moderation events describe it. */
export interface ModeratedEmote {
  /** ID of the emote. */
  id: string;
  /** ID of the set that the emote belongs to. */
  emote_set_id: string;
}

/** An emote in a message. */
interface ChatEmote extends ModeratedEmote {
  /** User ID of the broadcaster who owns the emote. */
  owner_id: string;
  /** Formats that the emote has. */
  format: Known<'animated' | 'static'>[];
}

/** A GIF in a message. */
export interface ChatGif {
  /** ID of the animated image at its provider. */
  gif_id: string;
  /** Address of the GIF. */
  url: string;
}

/** A part of a chat message. */
export interface ChatFragment {
  /** Kind of the part. */
  type: Known<'text' | 'cheermote' | 'emote' | 'mention' | 'gif'>;
  /** Part of the message as plain text. */
  text: string;
  /** Bits in the message. Null or absent unless `type` is `cheermote`. */
  cheermote?: Cheermote | null;
  /** Emote. Null or absent unless `type` is `emote`. */
  emote?: ChatEmote | null;
  /** User who is mentioned. Null or absent unless `type` is `mention`. */
  mention?: Account<'user'> | null;
  /** GIF, whose title is `text`. Null or absent unless `type` is `gif`. */
  gif?: ChatGif | null;
}

/** The content of a message. */
export interface ChatText<Fragment = ChatFragment> {
  /** Whole message as plain text. */
  text: string;
  /** Parts of the message, in order. */
  fragments: Fragment[];
}

/** A badge next to a user's name. */
interface ChatBadge {
  /** ID of the set, such as `bits` or `subscriber`. */
  set_id: string;
  /** ID of the badge within its set. */
  id: string;
  /** Further information, such as the number of months; often empty. */
  info: string;
}

/** The message that this one replies to, and the message that started the thread. */
interface ChatReply extends Account<'parent_user'>, Account<'thread_user'> {
  /** ID of the message that this one replies to. */
  parent_message_id: string;
  /** Text of the message that this one replies to. */
  parent_message_body: string;
  /** ID of the message that started the thread. */
  thread_message_id: string;
}

/** The channel of a shared chat that a message comes from. Null when it is from the channel itself. */
interface ChatSource extends Account<'source_broadcaster_user', string | null> {
  /** ID that the message has in the source channel. */
  source_message_id: string | null;
  /** Badges that the user has in the source channel. */
  source_badges: ChatBadge[] | null;
}

/** A message in a chat. */
export interface ChatMessage extends InChannel, Account<'chatter_user'>, ChatSource {
  /** ID that the message got in the chat. */
  message_id: string;
  /** Content of the message. */
  message: ChatText;
  /** Kind of message. */
  message_type: Known<
    | 'text'
    | 'channel_points_highlighted'
    | 'channel_points_sub_only'
    | 'user_intro'
    | 'power_ups_message_effect'
    | 'power_ups_gigantified_emote'
  >;
  /** Badges that the user shows. */
  badges: ChatBadge[];
  /** Bits of the message. Null when there are none. */
  cheer: {
    /** Number of Bits that were cheered. */
    bits: number;
  } | null;
  /** Color of the user's name as `#RRGGBB`; empty when the user has not chosen one. */
  color: string;
  /** Message that this one replies to. Null when it is not a reply. */
  reply: ChatReply | null;
  /** ID of the reward that was redeemed with the message. Null when none was. */
  channel_points_custom_reward_id: string | null;
  /** ID of the animation that was redeemed with the message. Null or absent when none was. */
  channel_points_animation_id?: string | null;
  /** Whether only the source channel shows the message. Null or absent outside of a shared chat. */
  is_source_only?: boolean | null;
}

type Gifter = Nullable<
  Account<'gifter_user'> & {
    /** Whether the user who bought the subscription as a gift is anonymous. */
    gifter_is_anonymous: boolean;
  }
>;

/** The details of each kind of notice. The field has the name of the notice. */
interface ChatNotices {
  /** A user subscribed for the first time. */
  sub: {
    /** Tier of the subscription. */
    sub_tier: SubscriptionTier;
    /** Whether the subscription is paid by Prime. */
    is_prime: boolean;
    /** Length of the subscription in months. */
    duration_months: number;
  };
  /** A user renewed a subscription. */
  resub: {
    /** Number of months that the user has subscribed in total. */
    cumulative_months: number;
    /** Length of the subscription in months. */
    duration_months: number;
    /** Number of months in a row. Null when the user does not share it. */
    streak_months: number | null;
    /** Tier of the subscription. */
    sub_tier: SubscriptionTier;
    /** Whether the subscription is paid by Prime. */
    is_prime: boolean;
    /** Whether the subscription is a gift. */
    is_gift: boolean;
  } & Gifter;
  /** A user gifted a subscription to another. */
  sub_gift: Account<'recipient_user'> & {
    /** Length of the subscription in months. */
    duration_months: number;
    /** Number of subscriptions that the user has given in the channel. Null when the user is anonymous. */
    cumulative_total: number | null;
    /** Tier of the subscription. */
    sub_tier: SubscriptionTier;
    /** ID of the gift to the community that this one belongs to. Null when it is a single gift. */
    community_gift_id: string | null;
  };
  /** A user gifted subscriptions to the community. */
  community_sub_gift: {
    /** ID of the gift, as in `community_gift_id`. */
    id: string;
    /** Number of subscriptions in this gift. */
    total: number;
    /** Tier of the subscriptions. */
    sub_tier: SubscriptionTier;
    /** Number of subscriptions that the user has given in the channel. Null when the user is anonymous. */
    cumulative_total: number | null;
  };
  /** A user continued a gifted subscription by paying for it. */
  gift_paid_upgrade: Gifter;
  /** A user continued a Prime subscription by paying for it. */
  prime_paid_upgrade: {
    /** Tier of the subscription. */
    sub_tier: SubscriptionTier;
  };
  // The API does not guarantee that the notice names the recipient.
  /** A user who received a gift subscription gifted one to another. */
  pay_it_forward: Gifter & Partial<Account<'recipient_user', string | null>>;
  /** Another channel raided this one. */
  raid: OfUser & {
    /** Number of viewers who take part. */
    viewer_count: number;
    /** Address of the raiding broadcaster's profile picture. */
    profile_image_url: string;
  };
  /** A raid was canceled. */
  unraid: Record<string, never>;
  /** An announcement was sent. */
  announcement: {
    /** Color of the highlight. */
    color: string;
  };
  /** A user earned a new Bits badge. */
  bits_badge_tier: {
    /** Number of Bits that the badge is for. */
    tier: number;
  };
  /** A user donated to a charity campaign. */
  charity_donation: {
    /** Name of the charity that gets the donation. */
    charity_name: string;
    /** Amount that the user donated. */
    amount: Money;
  };
}

/** Kinds of notice that the API added in 2026. Their fields are absent from older recordings. */
interface LaterNotices {
  /** A user watched several broadcasts in a row. */
  watch_streak: {
    /** Number of broadcasts in a row. */
    streak_count: number;
    /** Channel points that the user got for it. */
    channel_points_awarded: number;
  };
  /** A moderator's anniversary in the channel. */
  modiversary: {
    /** Number of months that the user has been a moderator. */
    months: number;
  };
}

/** The same notices in another channel of a shared chat. */
interface SharedNotices {
  /** `sub` in another channel of the shared chat. */
  shared_chat_sub: ChatNotices['sub'];
  /** `resub` in another channel of the shared chat. */
  shared_chat_resub: ChatNotices['resub'];
  /** `sub_gift` in another channel of the shared chat. */
  shared_chat_sub_gift: ChatNotices['sub_gift'];
  /** `community_sub_gift` in another channel of the shared chat. */
  shared_chat_community_sub_gift: ChatNotices['community_sub_gift'];
  /** `gift_paid_upgrade` in another channel of the shared chat. */
  shared_chat_gift_paid_upgrade: ChatNotices['gift_paid_upgrade'];
  /** `prime_paid_upgrade` in another channel of the shared chat. */
  shared_chat_prime_paid_upgrade: ChatNotices['prime_paid_upgrade'];
  /** `pay_it_forward` in another channel of the shared chat. */
  shared_chat_pay_it_forward: ChatNotices['pay_it_forward'];
  /** `raid` in another channel of the shared chat. */
  shared_chat_raid: ChatNotices['raid'];
  /** `announcement` in another channel of the shared chat. */
  shared_chat_announcement: ChatNotices['announcement'];
}

interface SharedLaterNotices {
  /** `modiversary` in another channel of the shared chat. */
  shared_chat_modiversary: LaterNotices['modiversary'];
}

/** The details of every kind of notice. */
export interface AllNotices extends ChatNotices, SharedNotices, LaterNotices, SharedLaterNotices {}

/** A notice in a chat, such as a subscription. Of the fields named like notices, all but one are null or absent. */
export type ChatNotification = InChannel &
  Account<'chatter_user', string | null> &
  ChatSource & {
    /** Whether the user is anonymous; the fields of the user are then null. */
    chatter_is_anonymous: boolean;
    /** Color of the user's name as `#RRGGBB`; empty when the user has not chosen one. */
    color: string;
    /** Badges that the user shows. */
    badges: ChatBadge[];
    /** Text of the notice, as the chat shows it. */
    system_message: string;
    /** ID that the notice got in the chat. */
    message_id: string;
    /** The user's message with the notice. */
    message: ChatText;
    /** Kind of notice, and name of the field with its details. */
    notice_type: Known<keyof AllNotices>;
    /** Whether only the source channel shows the notice. Null or absent outside of a shared chat. */
    is_source_only?: boolean | null;
  } & Partial<Nullable<AllNotices>>;

/** The new settings of a chat. */
export interface ChatSettings extends InChannel {
  /** Whether messages may contain only emotes. */
  emote_mode: boolean;
  /** Whether only followers may write. */
  follower_mode: boolean;
  /** Minutes that users must have followed the channel before they may write. Null while the mode is off. */
  follower_mode_duration_minutes: number | null;
  /** Whether users must wait between two messages. */
  slow_mode: boolean;
  /** Seconds that users must wait between two messages. Null while the mode is off. */
  slow_mode_wait_time_seconds: number | null;
  /** Whether only subscribers may write. */
  subscriber_mode: boolean;
  /** Whether a user's messages must differ from each other. */
  unique_chat_mode: boolean;
}
