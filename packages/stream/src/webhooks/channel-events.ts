import type { ChatFragment, ChatText } from './chat-events.ts';
import type {
  Account,
  ByModerator,
  InChannel,
  Known,
  Money,
  SubscriptionTier,
  TextWithEmotes,
  UserInChannel,
} from './event-parts.ts';

/** Bits that were used in a channel: for a cheer, a power-up, or a power-up that the broadcaster created. */
export interface BitsUse extends UserInChannel {
  /** Number of Bits. */
  bits: number;
  /** Use of the Bits. `combo` is no longer sent. */
  type: Known<'cheer' | 'power_up' | 'custom_power_up' | 'combo'>;
  /** Message of the user. Null or absent when there is none. */
  message?: ChatText<Omit<ChatFragment, 'mention'>> | null;
  /** Power-up that was used. Null or absent unless `type` is `power_up`. */
  power_up?: {
    /** Kind of power-up. */
    type: Known<'message_effect' | 'celebration' | 'gigantify_an_emote'>;
    /** Emote that was enlarged. Null or absent for other power-ups. */
    emote?: {
      /** ID of the emote. */
      id: string;
      /** Name of the emote. */
      name: string;
    } | null;
    /** ID of the effect. Null or absent for other power-ups. */
    message_effect_id?: string | null;
  } | null;
  /** Power-up of the broadcaster. Null or absent unless `type` is `custom_power_up`. */
  custom_power_up?: {
    /** Title of the power-up. */
    title: string;
    /** ID of the power-up, as in `bits.customPowerUps` and `channel.custom_power_up_redemption.add`. */
    reward_id: string;
  } | null;
}

/** Bits that were cheered. The fields of the user are null when `is_anonymous` is true. */
export interface Cheer extends InChannel, Account<'user', string | null> {
  /** Whether the user cheered anonymously. */
  is_anonymous: boolean;
  /** Message of the cheer. */
  message: string;
  /** Number of Bits. */
  bits: number;
}

/** The new settings of a channel. */
export interface ChannelUpdate extends InChannel {
  /** Title of the broadcast. */
  title: string;
  /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
  language: string;
  /** ID of the game or category. */
  category_id: string;
  /** Title of the game or category. */
  category_name: string;
  /** IDs of the content classification labels. */
  content_classification_labels: string[];
}

/** A break for ads that has started. The requester is the user who started it, or the broadcaster. */
export interface AdBreak extends InChannel, Account<'requester_user'> {
  /** Length of the break in seconds. */
  duration_seconds: number;
  /** When the break started, RFC 3339. */
  started_at: string;
  /** Whether the break was scheduled, not started by a user. */
  is_automatic: boolean;
}

/** A chat that several channels share. */
export interface SharedChat extends InChannel, Account<'host_broadcaster_user'> {
  /** ID of the shared chat session. */
  session_id: string;
  /** Channels that take part, including the host's. */
  participants: InChannel[];
}

/** A subscription that started or ended. */
export interface Subscribed extends UserInChannel {
  /** Tier of the subscription. */
  tier: SubscriptionTier;
  /** Whether the subscription is a gift. */
  is_gift: boolean;
}

/** Gifts of subscriptions. The fields of the user are null when `is_anonymous` is true. */
export interface SubscriptionGift extends InChannel, Account<'user', string | null> {
  /** Number of subscriptions in this gift. */
  total: number;
  /** Tier of the subscriptions. */
  tier: SubscriptionTier;
  /** Number of subscriptions that the user has given in the channel. Null when anonymous or not shared. */
  cumulative_total: number | null;
  /** Whether the user gifted them anonymously. */
  is_anonymous: boolean;
}

/** The message that a subscriber sends when they renew. */
export interface SubscriptionMessage extends UserInChannel {
  /** Tier of the subscription. */
  tier: SubscriptionTier;
  /** Message of the subscriber. */
  message: TextWithEmotes;
  /** Number of months that the user has subscribed in total. */
  cumulative_months: number;
  /** Number of months in a row. Null when the subscriber does not share it. */
  streak_months: number | null;
  /** Length of the subscription in months. */
  duration_months: number;
}

/** A ban or timeout. */
export interface Banned extends UserInChannel, ByModerator {
  /** Reason that the moderator wrote; empty when none. */
  reason: string;
  /** When the user was banned, RFC 3339. */
  banned_at: string;
  /** End of the timeout, RFC 3339. Null for a ban. */
  ends_at: string | null;
  /** Whether it is a ban, not a timeout. */
  is_permanent: boolean;
}

/** A user's request to end their ban. */
export interface UnbanRequest extends UserInChannel {
  /** ID of the request. */
  id: string;
  /** The user's message. */
  text: string;
  /** When the request was made, RFC 3339. */
  created_at: string;
}

/** A decision about a request to end a ban. */
export interface UnbanRequestResolution
  extends UserInChannel,
    // The reference's table has the second form, its sample the first.
    Partial<Account<'moderator_user', string | null>>,
    Partial<Account<'moderator', string | null>> {
  /** ID of the request. */
  id: string;
  /** The moderator's message to the user. Null or absent if there is none. */
  resolution_text?: string | null;
  /** Decision about the request. `canceled` was withdrawn by the user. */
  status: Known<'approved' | 'canceled' | 'denied'>;
}

/** A session with guests. */
export interface GuestStarSession extends InChannel {
  /** ID of the session. */
  session_id: string;
  /** When the session started, RFC 3339. */
  started_at: string;
}

/** A change of a guest or slot in a session. Fields that do not apply are null. */
export interface GuestStarGuest
  extends InChannel,
    Account<'moderator_user', string | null>,
    Account<'guest_user', string | null>,
    Account<'host_user'> {
  /** ID of the session. */
  session_id: string;
  /** Slot of the guest. Null when the guest has none. */
  slot_id: string | null;
  /** New state of the guest. Null when the slot is empty. */
  state: Known<'invited' | 'accepted' | 'ready' | 'backstage' | 'live' | 'removed'> | null;
  /** Whether the host lets the slot be seen. Null when the guest has no slot. */
  host_video_enabled: boolean | null;
  /** Whether the host lets the slot be heard. Null when the guest has no slot. */
  host_audio_enabled: boolean | null;
  /** Volume of the slot, 0 to 100. Null when the guest has no slot. */
  host_volume: number | null;
}

/** The new settings of Guest Star in a channel. */
export interface GuestStarSettings extends InChannel {
  /** Whether moderators may set guests live. */
  is_moderator_send_live_enabled: boolean;
  /** Number of slots in a session. */
  slot_count: number;
  /** Whether browser sources of the session play sound. */
  is_browser_source_audio_enabled: boolean;
  /** Layout of the guests in the browser source. */
  group_layout: Known<
    'tiled' | 'screenshare' | 'horizontal_top' | 'horizontal_bottom' | 'vertical_left' | 'vertical_right'
  >;
}

/** The charity of a campaign. */
interface Charity {
  /** Name of the charity that gets the donations. */
  charity_name: string;
  /** The charity's description of itself. */
  charity_description: string;
  /** Address of the charity's logo. */
  charity_logo: string;
  /** Address of the charity's website. */
  charity_website: string;
}

/** A user's donation to a campaign. */
export interface CharityDonation extends UserInChannel, Charity {
  /** ID of the donation. */
  id: string;
  /** ID of the campaign that the donation is for. */
  campaign_id: string;
  /** Amount that the user donated. */
  amount: Money;
}

/**
 * A campaign for a charity. The fields of its channel start with `broadcaster`, not with `broadcaster_user` as in other
 * events.
 */
export interface CharityCampaign extends Account<'broadcaster'>, Charity {
  /** ID of the campaign. */
  id: string;
  /** Donations that the campaign has received so far. */
  current_amount: Money;
  /** Amount that the campaign wants to reach. Null when it has no goal. */
  target_amount: Money | null;
}

/** A number that a broadcaster wants to reach. */
export interface Goal extends InChannel {
  /** ID of the goal. */
  id: string;
  /** Kind of goal. */
  type: Known<
    | 'follow'
    | 'subscription'
    | 'subscription_count'
    | 'new_subscription'
    | 'new_subscription_count'
    | 'new_bit'
    | 'new_cheerer'
  >;
  /** The broadcaster's description of the goal. */
  description: string;
  /** Number that has been reached so far. */
  current_amount: number;
  /** Number to reach. */
  target_amount: number;
  /** When the goal was created, RFC 3339. */
  started_at: string;
}

/** The state of a Hype Train. */
export interface HypeTrain extends InChannel {
  /** ID of the Hype Train. */
  id: string;
  /** Kind of Hype Train. */
  type: Known<'regular' | 'treasure' | 'golden_kappa'>;
  /** Level that the Hype Train has reached, from 1. */
  level: number;
  /** Points that were contributed to all levels. */
  total: number;
  /** Largest contribution of each type. Null was seen at the end of a Hype Train. */
  top_contributions:
    | (Account<'user'> & {
        /** Kind of contribution. */
        type: Known<'bits' | 'subscription' | 'other'>;
        /** Points that the user contributed in this way. */
        total: number;
      })[]
    | null;
  /** Whether other channels take part. */
  is_shared_train: boolean;
  /** Channels that take part. Null when no other channel does. */
  shared_train_participants: InChannel[] | null;
  /** When the Hype Train started, RFC 3339. */
  started_at: string;
}

/** The state of an active Hype Train. */
export interface HypeTrainProgress extends HypeTrain {
  /** Points that were contributed to the current level. */
  progress: number;
  /** Points that complete the current level. */
  goal: number;
  /** When the Hype Train ends unless it reaches the next level, RFC 3339. */
  expires_at: string;
}

/** A recommendation of another channel. */
export interface Shoutout extends InChannel {
  /** Number of viewers of the recommending channel. */
  viewer_count: number;
  /** When the recommendation was sent, RFC 3339. */
  started_at: string;
}

/** A broadcast that has started. */
export interface StreamOnline extends InChannel {
  /** ID of the broadcast. */
  id: string;
  /** Kind of broadcast. */
  type: Known<'live' | 'playlist' | 'watch_party' | 'premiere' | 'rerun'>;
  /** When the broadcast started, RFC 3339. */
  started_at: string;
}
