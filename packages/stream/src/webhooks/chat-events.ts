import type {
  Account,
  ByModerator,
  InChannel,
  Known,
  Money,
  Nullable,
  OfUser,
  SubscriptionTier,
  UserInChannel,
} from './event-parts.ts';

/** A Cheermote in a message: `Cheer100` has the prefix `Cheer` and 100 Bits. */
interface Cheermote {
  /** Name of the Cheermote, without the number of Bits. */
  prefix: string;
  /** Number of Bits that were cheered. */
  bits: number;
  /** Tier of the Cheermote. */
  tier: number;
}

/** An emote in a message, as moderation events describe it. */
interface ModeratedEmote {
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

/** A part of a moderated message. */
interface ModeratedFragment {
  /** Part of the message as plain text. */
  text: string;
  /** Emote. Null or absent unless the part is an emote. */
  emote?: ModeratedEmote | null;
  /** Bits in the message. Null or absent unless the part is a Cheermote. */
  cheermote?: Cheermote | null;
}

/** A part of a moderated message, with its kind. */
interface TypedModeratedFragment extends ModeratedFragment {
  /** Kind of the part. */
  type: Known<'text' | 'emote' | 'cheermote'>;
}

/** A part of a chat message. */
export interface ChatFragment {
  /** Kind of the part. */
  type: Known<'text' | 'cheermote' | 'emote' | 'mention'>;
  /** Part of the message as plain text. */
  text: string;
  /** Bits in the message. Null or absent unless `type` is `cheermote`. */
  cheermote?: Cheermote | null;
  /** Emote. Null or absent unless `type` is `emote`. */
  emote?: ChatEmote | null;
  /** User who is mentioned. Null or absent unless `type` is `mention`. */
  mention?: Account<'user'> | null;
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
  /** Whether only the source channel shows the message. Null or absent outside of a shared chat. */
  is_source_only?: boolean | null;
}

type Gifter = Nullable<Account<'gifter_user'> & { gifter_is_anonymous: boolean }>;

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
  /** A user gave a subscription to another. */
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
  /** A user gave subscriptions to the community. */
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
  /** A user who got a subscription gave one to another. */
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

type Shared = Omit<ChatNotices, 'unraid' | 'bits_badge_tier' | 'charity_donation'>;
type SharedNotices = { [Name in keyof Shared as `shared_chat_${Name}`]: Shared[Name] };
type SharedLaterNotices = { shared_chat_modiversary: LaterNotices['modiversary'] };

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
    /** What the user wrote with the notice. */
    message: ChatText;
    /** Kind of notice, and name of the field with its details. */
    notice_type: Known<keyof ChatNotices | keyof SharedNotices | keyof LaterNotices | keyof SharedLaterNotices>;
    /** Whether only the source channel shows the notice. Null or absent outside of a shared chat. */
    is_source_only?: boolean | null;
  } & Partial<Nullable<ChatNotices & SharedNotices & LaterNotices & SharedLaterNotices>>;

/** A message that AutoMod holds back. */
export interface AutomodHold extends UserInChannel {
  /** ID of the message, for `moderation.automod.manage`. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<ModeratedFragment>;
  /** Kind of offence that AutoMod found. */
  category: string;
  /** Severity of the offence, 1 to 4. */
  level: number;
  /** When the message was held back, RFC 3339. */
  held_at: string;
}

/** Positions of a part of a text. Both ends are included. */
interface TextBoundary {
  /** Position of the first character. */
  start_pos: number;
  /** Position of the last character. */
  end_pos: number;
}

/** A message that is held back, with the reason. */
export interface AutomodHoldV2 extends UserInChannel {
  /** ID of the message, for `moderation.automod.manage`. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<TypedModeratedFragment>;
  /** When the message was held back, RFC 3339. */
  held_at: string;
  /** Why the message is held back, and name of the field with the details. */
  reason: Known<'automod' | 'blocked_term'>;
  /** What AutoMod found. Null or absent unless `reason` is `automod`. */
  automod?: {
    /** Kind of offence that AutoMod found. */
    category: string;
    /** Severity of the offence, 1 to 4. */
    level: number;
    /** Positions of the offence in the message. */
    boundaries: TextBoundary[];
  } | null;
  /** Blocked terms that were found. Null or absent unless `reason` is `blocked_term`. */
  blocked_term?: {
    /** Terms, with the broadcaster who blocked each. */
    terms_found: (Account<'owner_broadcaster_user'> & {
      /** ID of the blocked term. */
      term_id: string;
      /** Position of the term in the message. */
      boundary: TextBoundary;
    })[];
  } | null;
}

/** The decision about a held message, and the moderator who made it. */
export interface AutomodResolution extends ByModerator {
  /** Decision about the message. `expired` was not decided in time. */
  status: Known<'approved' | 'denied' | 'expired'>;
}

/** The levels of AutoMod, 0 (off) to 4. */
export interface AutomodSettings extends InChannel, ByModerator {
  /** Level of all kinds of offence together. Null when the levels are set one by one. */
  overall_level: number | null;
  /** Level for aggression: threats and violence. */
  aggression: number;
  /** Level for bullying: name-calling and insults. */
  bullying: number;
  /** Level for discrimination against people with disabilities. */
  disability: number;
  /** Level for discrimination against women. */
  misogyny: number;
  /** Level for discrimination by race, ethnicity or religion. */
  race_ethnicity_or_religion: number;
  /** Level for sexual content. */
  sex_based_terms: number;
  /** Level for discrimination by sexuality, sex or gender. */
  sexuality_sex_or_gender: number;
  /** Level for swear words. */
  swearing: number;
}

/** Terms that were added to or removed from a list of AutoMod. */
export interface AutomodTerms extends InChannel, ByModerator {
  /** What was done, and to which list. */
  action: Known<'add_permitted' | 'remove_permitted' | 'add_blocked' | 'remove_blocked'>;
  /** Whether the terms come from a decision about a message that AutoMod held back. */
  from_automod: boolean;
  /** Words and phrases that were added or removed. */
  terms: string[];
}

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

/** A message of the subscription's own user that AutoMod holds back. */
export interface UserMessageHold extends UserInChannel {
  /** ID of the message. */
  message_id: string;
  /** Content of the message. */
  message: ChatText<TypedModeratedFragment>;
}

/** A message of a suspicious user. */
export interface SuspiciousMessage extends UserInChannel {
  /** How the user's messages are treated. */
  low_trust_status: Known<'none' | 'active_monitoring' | 'restricted'>;
  /** User IDs of broadcasters with shared ban information who banned the user. Null when there are none. */
  shared_ban_channel_ids: string[] | null;
  /** Why the user is suspicious. Null when unknown. */
  types: Known<'manually_added' | 'ban_evader' | 'banned_in_shared_channel'>[] | null;
  /** How likely the user evades a ban. */
  ban_evasion_evaluation: Known<'unknown' | 'possible' | 'likely'>;
  /** Content of the message. */
  message: ChatText<TypedModeratedFragment> & {
    /** ID that the message got in the chat. */
    message_id: string;
  };
}

// The reason is null or absent when the moderator gave none.
/** A banned user. */
type Ban = OfUser & {
  /** Reason of the moderator. Null or absent when none was written. */
  reason?: string | null;
};
/** A user in a timeout. */
type Timeout = Ban & {
  /** End of the timeout, RFC 3339. */
  expires_at: string;
};
/** A user whose message was removed. */
type Deletion = OfUser & {
  /** ID of the removed message. */
  message_id: string;
  /** Text of the removed message. */
  message_body: string;
};

/** The details of each action of a moderator. The field has the name of the action. */
interface ModerationActions {
  /** The chat was restricted to followers. */
  followers: {
    /** Minutes that users must have followed the channel before they may write. */
    follow_duration_minutes: number;
  };
  /** Slow mode was turned on. */
  slow: {
    /** Seconds that users must wait between two messages. */
    wait_time_seconds: number;
  };
  /** A user became a VIP. */
  vip: OfUser;
  /** A user is no longer a VIP. */
  unvip: OfUser;
  /** A user became a moderator. */
  mod: OfUser;
  /** A user is no longer a moderator. */
  unmod: OfUser;
  /** A user was banned. */
  ban: Ban;
  /** A ban was ended. */
  unban: OfUser;
  /** A user was put in a timeout. */
  timeout: Timeout;
  /** A timeout was ended. */
  untimeout: OfUser;
  /** A raid was started. */
  raid: OfUser & {
    /** Number of viewers who take part. */
    viewer_count: number;
  };
  /** A raid was canceled. */
  unraid: OfUser;
  /** A message was removed. */
  delete: Deletion;
  /** Terms were added to or removed from a list. */
  automod_terms: {
    /** Whether the terms were added or removed. */
    action: Known<'add' | 'remove'>;
    /** List that was changed. */
    list: Known<'blocked' | 'permitted'>;
    /** Words and phrases that were added or removed. */
    terms: string[];
    /** Whether the terms come from a decision about a message that AutoMod held back. */
    from_automod: boolean;
  };
  /** A request to end a ban was decided. */
  unban_request: OfUser & {
    /** Whether the ban was ended. */
    is_approved: boolean;
    /** What the moderator wrote to the user. */
    moderator_message: string;
  };
  /** A user was banned in another channel of the shared chat. */
  shared_chat_ban: Ban;
  /** A ban was ended in another channel of the shared chat. */
  shared_chat_unban: OfUser;
  /** A user was put in a timeout in another channel of the shared chat. */
  shared_chat_timeout: Timeout;
  /** A timeout was ended in another channel of the shared chat. */
  shared_chat_untimeout: OfUser;
  /** A message was removed in another channel of the shared chat. */
  shared_chat_delete: Deletion;
}

/** The reason of a warning. */
export interface WarningReason {
  /** Reason of the moderator. Null or absent when none was written. */
  reason?: string | null;
  /** Rules of the chat that were broken. Null or absent when the moderator named none. */
  chat_rules_cited?: string[] | null;
}

/** The actions of version 2, which include warnings. */
export interface ModerationActionsV2 extends ModerationActions {
  /** A user was warned. */
  warn: OfUser & WarningReason;
}

/** An action of a moderator. Of the fields named like actions, all but one are null or absent. */
export type Moderation<Actions = ModerationActions> = InChannel &
  ByModerator &
  // Absent or null unless the deed was done in another channel of a shared chat.
  Partial<Account<'source_broadcaster_user', string | null>> & {
    /** What the moderator did. Actions with details name the field that has them. */
    action: Known<
      | Exclude<keyof Actions & string, 'automod_terms' | 'unban_request'>
      | `${'add' | 'remove'}_${'blocked' | 'permitted'}_term`
      | `${'approve' | 'deny'}_unban_request`
      | 'clear'
      | 'emoteonly'
      | 'emoteonlyoff'
      | 'followersoff'
      | 'slowoff'
      | 'subscribers'
      | 'subscribersoff'
      | 'uniquechat'
      | 'uniquechatoff'
    >;
  } & Partial<Nullable<Actions>>;
