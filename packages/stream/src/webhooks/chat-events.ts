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

/** Bits within a text: `Cheer100` has the prefix `Cheer` and 100 bits. */
interface Cheermote {
  prefix: string;
  bits: number;
  tier: number;
}

/** An emote within a text, as moderation events tell it. */
interface ModeratedEmote {
  id: string;
  emote_set_id: string;
}

/** An emote within a text. */
interface ChatEmote extends ModeratedEmote {
  owner_id: string;
  format: Known<'animated' | 'static'>[];
}

/** A piece of a moderated text: what it is besides `text` is null except for its own kind. */
interface ModeratedFragment {
  text: string;
  emote: ModeratedEmote | null;
  cheermote: Cheermote | null;
}

/** A piece of a moderated text that names its kind. */
interface TypedModeratedFragment extends ModeratedFragment {
  type: Known<'text' | 'emote' | 'cheermote'>;
}

/** A piece of a chat text: what it is besides `text` is null except for its own kind. */
export interface ChatFragment {
  type: Known<'text' | 'cheermote' | 'emote' | 'mention'>;
  text: string;
  cheermote: Cheermote | null;
  emote: ChatEmote | null;
  mention: Account<'user'> | null;
}

/** A text, whole and in pieces. */
export interface ChatText<Fragment = ChatFragment> {
  text: string;
  fragments: Fragment[];
}

/** A badge beside a chatter's name. */
interface ChatBadge {
  set_id: string;
  id: string;
  info: string;
}

/** The message this one answers, and the message that began the thread. */
interface ChatReply extends Account<'parent_user'>, Account<'thread_user'> {
  parent_message_id: string;
  parent_message_body: string;
  thread_message_id: string;
}

/** Where a message of a shared chat comes from; null when it is from the channel itself. */
interface ChatSource extends Account<'source_broadcaster_user', string | null> {
  source_message_id: string | null;
  source_badges: ChatBadge[] | null;
}

/** A message in a chat room. */
export interface ChatMessage extends InChannel, Account<'chatter_user'>, ChatSource {
  message_id: string;
  message: ChatText;
  message_type: Known<
    | 'text'
    | 'channel_points_highlighted'
    | 'channel_points_sub_only'
    | 'user_intro'
    | 'power_ups_message_effect'
    | 'power_ups_gigantified_emote'
  >;
  badges: ChatBadge[];
  cheer: { bits: number } | null;
  /** `#RRGGBB`, empty when the chatter never chose one. */
  color: string;
  reply: ChatReply | null;
  channel_points_custom_reward_id: string | null;
  is_source_only: boolean | null;
}

type Gifter = Nullable<Account<'gifter_user'> & { gifter_is_anonymous: boolean }>;

/** What the kinds of notice tell, under the member named like the notice. */
interface ChatNotices {
  sub: { sub_tier: SubscriptionTier; is_prime: boolean; duration_months: number };
  resub: {
    cumulative_months: number;
    duration_months: number;
    streak_months: number | null;
    sub_tier: SubscriptionTier;
    is_prime: boolean;
    is_gift: boolean;
  } & Gifter;
  sub_gift: Account<'recipient_user'> & {
    duration_months: number;
    /** Null when the gifter is anonymous. */
    cumulative_total: number | null;
    sub_tier: SubscriptionTier;
    community_gift_id: string | null;
  };
  community_sub_gift: {
    id: string;
    total: number;
    sub_tier: SubscriptionTier;
    /** Null when the gifter is anonymous. */
    cumulative_total: number | null;
  };
  gift_paid_upgrade: Gifter;
  prime_paid_upgrade: { sub_tier: SubscriptionTier };
  pay_it_forward: Gifter & Account<'recipient_user', string | null>;
  raid: OfUser & { viewer_count: number; profile_image_url: string };
  unraid: Record<string, never>;
  announcement: { color: string };
  bits_badge_tier: { tier: number };
  charity_donation: { charity_name: string; amount: Money };
}

/** Kinds of notice that the API added in 2026: their fields are absent from older recordings. */
interface LaterNotices {
  /** Broadcasts in a row that the user has watched, and the channel points given for it. */
  watch_streak: { streak_count: number; channel_points_awarded: number };
  /** Months that the user has been a moderator of the channel. */
  modiversary: { months: number };
}

type Shared = Omit<ChatNotices, 'unraid' | 'bits_badge_tier' | 'charity_donation'>;
type SharedNotices = { [Name in keyof Shared as `shared_chat_${Name}`]: Shared[Name] };
type SharedLaterNotices = { shared_chat_modiversary: LaterNotices['modiversary'] };

/** A notice in a chat room, such as a subscription: of the members named like notices, all but one are null. */
export type ChatNotification = InChannel &
  Account<'chatter_user', string | null> &
  ChatSource & {
    chatter_is_anonymous: boolean;
    color: string;
    badges: ChatBadge[];
    system_message: string;
    message_id: string;
    message: ChatText;
    notice_type: Known<keyof ChatNotices | keyof SharedNotices | keyof LaterNotices | keyof SharedLaterNotices>;
    /** Whether only the source channel shows it; null or absent outside of a shared chat. */
    is_source_only?: boolean | null;
  } & Nullable<ChatNotices & SharedNotices> &
  Partial<Nullable<LaterNotices & SharedLaterNotices>>;

/** A message that AutoMod held back. */
export interface AutomodHold extends UserInChannel {
  message_id: string;
  message: ChatText<ModeratedFragment>;
  category: string;
  level: number;
  held_at: string;
}

/** Positions of a part of a text; both ends are included. */
interface TextBoundary {
  start_pos: number;
  end_pos: number;
}

/** A message that was held back, with the reason: of `automod` and `blocked_term`, one is null or absent. */
export interface AutomodHoldV2 extends UserInChannel {
  message_id: string;
  message: ChatText<TypedModeratedFragment>;
  held_at: string;
  reason: Known<'automod' | 'blocked_term'>;
  /** What AutoMod found; null or absent unless `reason` is `automod`. */
  automod?: { category: string; level: number; boundaries: TextBoundary[] } | null;
  /** The blocked terms that were found; null or absent unless `reason` is `blocked_term`. */
  blocked_term?: {
    terms_found: (Account<'owner_broadcaster_user'> & { term_id: string; boundary: TextBoundary })[];
  } | null;
}

/** How a held message was dealt with, and by whom. */
export interface AutomodResolution extends ByModerator {
  status: Known<'approved' | 'denied' | 'expired'>;
}

/** AutoMod's levels, 0 (off) to 4; `overall_level` is null when they are set one by one. */
export interface AutomodSettings extends InChannel, ByModerator {
  overall_level: number | null;
  aggression: number;
  bullying: number;
  disability: number;
  misogyny: number;
  race_ethnicity_or_religion: number;
  sex_based_terms: number;
  sexuality_sex_or_gender: number;
  swearing: number;
}

/** Terms that were put on, or taken off, a list of AutoMod. */
export interface AutomodTerms extends InChannel, ByModerator {
  action: Known<'add_permitted' | 'remove_permitted' | 'add_blocked' | 'remove_blocked'>;
  from_automod: boolean;
  terms: string[];
}

/** The modes of a chat room; a duration is null while its mode is off. */
export interface ChatSettings extends InChannel {
  emote_mode: boolean;
  follower_mode: boolean;
  follower_mode_duration_minutes: number | null;
  slow_mode: boolean;
  slow_mode_wait_time_seconds: number | null;
  subscriber_mode: boolean;
  unique_chat_mode: boolean;
}

/** The reader's own message, held back by AutoMod. */
export interface UserMessageHold extends UserInChannel {
  message_id: string;
  message: ChatText<TypedModeratedFragment>;
}

/** A message of a user under watch. */
export interface SuspiciousMessage extends UserInChannel {
  low_trust_status: Known<'none' | 'active_monitoring' | 'restricted'>;
  shared_ban_channel_ids: string[] | null;
  types: Known<'manually_added' | 'ban_evader' | 'banned_in_shared_channel'>[] | null;
  ban_evasion_evaluation: Known<'unknown' | 'possible' | 'likely'>;
  message: ChatText<TypedModeratedFragment> & { message_id: string };
}

type Ban = OfUser & { reason: string | null };
type Timeout = Ban & { expires_at: string };
type Deletion = OfUser & { message_id: string; message_body: string };

/** What the kinds of moderation tell, under the member named like the action. */
interface ModerationActions {
  followers: { follow_duration_minutes: number };
  slow: { wait_time_seconds: number };
  vip: OfUser;
  unvip: OfUser;
  mod: OfUser;
  unmod: OfUser;
  ban: Ban;
  unban: OfUser;
  timeout: Timeout;
  untimeout: OfUser;
  raid: OfUser & { viewer_count: number };
  unraid: OfUser;
  delete: Deletion;
  automod_terms: {
    action: Known<'add' | 'remove'>;
    list: Known<'blocked' | 'permitted'>;
    terms: string[];
    from_automod: boolean;
  };
  unban_request: OfUser & { is_approved: boolean; moderator_message: string };
  shared_chat_ban: Ban;
  shared_chat_unban: OfUser;
  shared_chat_timeout: Timeout;
  shared_chat_untimeout: OfUser;
  shared_chat_delete: Deletion;
}

/** The actions of version 2: warnings, too. */
export interface ModerationActionsV2 extends ModerationActions {
  warn: OfUser & Nullable<{ reason: string; chat_rules_cited: string[] }>;
}

/** A moderator's deed: of the members named like actions, all but one are null. */
export type Moderation<Actions = ModerationActions> = InChannel &
  ByModerator &
  // Absent or null unless the deed was done in another channel of a shared chat.
  Partial<Account<'source_broadcaster_user', string | null>> & {
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
  } & Nullable<Actions>;
