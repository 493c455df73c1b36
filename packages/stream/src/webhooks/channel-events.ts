import type { ChatFragment, ChatText } from './chat-events.ts';
import type { Account, ByModerator, InChannel, Known, Money, SubscriptionTier, UserInChannel } from './event-parts.ts';

/** Bits that were used in a channel: for a cheer, a power-up, or a power-up that the broadcaster made. */
export interface BitsUse extends UserInChannel {
  bits: number;
  /** `combo` is no longer sent. */
  type: Known<'cheer' | 'power_up' | 'custom_power_up' | 'combo'>;
  /** What the user wrote; null or absent when there is no message. */
  message?: ChatText<Omit<ChatFragment, 'mention'>> | null;
  /** The power-up; null or absent unless `type` is `power_up`. */
  power_up?: {
    type: Known<'message_effect' | 'celebration' | 'gigantify_an_emote'>;
    /** The emote that was enlarged; null or absent for other power-ups. */
    emote?: { id: string; name: string } | null;
    /** ID of the effect; null or absent for other power-ups. */
    message_effect_id?: string | null;
  } | null;
  /** The broadcaster's own power-up; null or absent unless `type` is `custom_power_up`. */
  custom_power_up?: {
    title: string;
    /** ID of the power-up, as in `bits.customPowerUps` and `channel.custom_power_up_redemption.add`. */
    reward_id: string;
  } | null;
}

/** A power-up of the broadcaster that a viewer redeemed with Bits. */
export interface CustomPowerUpRedemption extends UserInChannel {
  /** ID of the redemption. */
  id: string;
  /** What the viewer wrote; empty when no text was asked for. */
  user_input: string;
  status: Known<'unknown' | 'unfulfilled' | 'fulfilled' | 'canceled'>;
  /** The power-up as it was when it was redeemed; `bits` is its price. */
  custom_power_up: { id: string; title: string; bits: number; prompt: string };
  /** RFC 3339. */
  redeemed_at: string;
}

/** Bits that were cheered; the user's members are null when `is_anonymous`. */
export interface Cheer extends InChannel, Account<'user', string | null> {
  is_anonymous: boolean;
  message: string;
  bits: number;
}

/** The new properties of a channel. */
export interface ChannelUpdate extends InChannel {
  title: string;
  /** ISO 639-1 code, or `other`. */
  language: string;
  category_id: string;
  category_name: string;
  content_classification_labels: string[];
}

/** A break for advertisements that has begun. */
export interface AdBreak extends InChannel, Account<'requester_user'> {
  duration_seconds: number;
  started_at: string;
  is_automatic: boolean;
}

/** Channels that share one chat. */
export interface SharedChat extends InChannel, Account<'host_broadcaster_user'> {
  session_id: string;
  participants: InChannel[];
}

/** A subscription that began or ended. */
export interface Subscribed extends UserInChannel {
  tier: SubscriptionTier;
  is_gift: boolean;
}

/** Gifts of subscriptions; the giver's members are null when `is_anonymous`. */
export interface SubscriptionGift extends InChannel, Account<'user', string | null> {
  total: number;
  tier: SubscriptionTier;
  /** Null when the giver is anonymous or does not share it. */
  cumulative_total: number | null;
  is_anonymous: boolean;
}

/** A text with its emotes; positions count from 0, and both ends are included. */
interface TextWithEmotes {
  text: string;
  emotes: { begin: number; end: number; id: string }[] | null;
}

/** What a subscriber says on renewal. */
export interface SubscriptionMessage extends UserInChannel {
  tier: SubscriptionTier;
  message: TextWithEmotes;
  cumulative_months: number;
  /** Null when the subscriber does not share it. */
  streak_months: number | null;
  duration_months: number;
}

/** A ban or time-out; `ends_at` is null when `is_permanent`. */
export interface Banned extends UserInChannel, ByModerator {
  reason: string;
  banned_at: string;
  ends_at: string | null;
  is_permanent: boolean;
}

/** A banned user's plea. */
export interface UnbanRequest extends UserInChannel {
  id: string;
  text: string;
  created_at: string;
}

/** The answer to a plea. */
export interface UnbanRequestResolution
  extends UserInChannel,
    // The reference's table has the second form, its sample the first.
    Partial<Account<'moderator_user', string | null>>,
    Partial<Account<'moderator', string | null>> {
  id: string;
  resolution_text?: string | null;
  status: Known<'approved' | 'canceled' | 'denied'>;
}

/** A session with guests. */
export interface GuestStarSession extends InChannel {
  session_id: string;
  started_at: string;
}

/** A guest who came, went or was moved; null is what does not hold at that moment. */
export interface GuestStarGuest
  extends InChannel,
    Account<'moderator_user', string | null>,
    Account<'guest_user', string | null>,
    Account<'host_user'> {
  session_id: string;
  slot_id: string | null;
  state: Known<'invited' | 'accepted' | 'ready' | 'backstage' | 'live' | 'removed'> | null;
  host_video_enabled: boolean | null;
  host_audio_enabled: boolean | null;
  /** 0 to 100. */
  host_volume: number | null;
}

/** How a host shows guests. */
export interface GuestStarSettings extends InChannel {
  is_moderator_send_live_enabled: boolean;
  slot_count: number;
  is_browser_source_audio_enabled: boolean;
  group_layout: Known<
    'tiled' | 'screenshare' | 'horizontal_top' | 'horizontal_bottom' | 'vertical_left' | 'vertical_right'
  >;
}

type AutomaticReward =
  | 'single_message_bypass_sub_mode'
  | 'send_highlighted_message'
  | 'random_sub_emote_unlock'
  | 'chosen_sub_emote_unlock'
  | 'chosen_modified_sub_emote_unlock';

/** A reward of the platform that was redeemed. */
export interface AutomaticRedemption extends UserInChannel {
  id: string;
  reward: {
    type: Known<AutomaticReward | 'message_effect' | 'gigantify_an_emote' | 'celebration'>;
    cost: number;
    unlocked_emote: { id: string; name: string } | null;
  };
  message: TextWithEmotes | null;
  user_input?: string | null;
  redeemed_at: string;
}

/** The same in version 2: without rewards that are paid in bits. */
export interface AutomaticRedemptionV2 extends UserInChannel {
  id: string;
  reward: {
    type: Known<AutomaticReward>;
    channel_points: number;
    emote: { id: string; name: string } | null;
  };
  message: ChatText<{ text: string; type: Known<'text' | 'emote'>; emote: { id: string } | null }> | null;
  redeemed_at: string;
}

interface Images {
  url_1x: string;
  url_2x: string;
  url_4x: string;
}

/** A reward of a channel, as it is after the change. */
export interface CustomReward extends InChannel {
  id: string;
  is_enabled: boolean;
  is_paused: boolean;
  is_in_stock: boolean;
  title: string;
  cost: number;
  prompt: string;
  is_user_input_required: boolean;
  should_redemptions_skip_request_queue: boolean;
  max_per_stream: { is_enabled: boolean; value: number | null };
  max_per_user_per_stream: { is_enabled: boolean; value: number | null };
  global_cooldown: { is_enabled: boolean; seconds: number | null };
  /** `#RRGGBB`. */
  background_color: string;
  image: Images | null;
  default_image: Images;
  cooldown_expires_at: string | null;
  /** Null when the channel is not live. */
  redemptions_redeemed_current_stream: number | null;
}

/** A channel's reward that was redeemed. */
export interface CustomRedemption extends UserInChannel {
  id: string;
  user_input: string;
  status: Known<'unknown' | 'unfulfilled' | 'fulfilled' | 'canceled'>;
  reward: { id: string; title: string; cost: number; prompt: string };
  redeemed_at: string;
}

/** What voting with bits or points costs. */
interface PollVoting {
  is_enabled: boolean;
  amount_per_vote: number;
}

/** A choice before any vote: without counts. */
export interface PollOption {
  id: string;
  title: string;
}

/** A choice and its votes: of all, of those for bits, of those for points. */
interface PollChoice extends PollOption {
  votes: number;
  bits_votes: number;
  channel_points_votes: number;
}

/** A poll. */
export interface Poll<Choice = PollChoice> extends InChannel {
  id: string;
  title: string;
  choices: Choice[];
  bits_voting: PollVoting;
  channel_points_voting: PollVoting;
  started_at: string;
}

/** An outcome before anybody chose it: without counts. */
export interface PredictionOption {
  id: string;
  title: string;
  color: Known<'pink' | 'blue'>;
}

/** An outcome, and who chose it. */
interface PredictionOutcome extends PredictionOption {
  users: number;
  channel_points: number;
  /** `channel_points_won` is null until the prediction is resolved. */
  top_predictors: (Account<'user'> & { channel_points_won: number | null; channel_points_used: number })[];
}

/** A prediction. */
export interface Prediction<Outcome = PredictionOutcome> extends InChannel {
  id: string;
  title: string;
  outcomes: Outcome[];
  started_at: string;
}

/** What is told of a charity. */
interface Charity {
  charity_name: string;
  charity_description: string;
  charity_logo: string;
  charity_website: string;
}

/** A donation. */
export interface CharityDonation extends UserInChannel, Charity {
  id: string;
  campaign_id: string;
  amount: Money;
}

/** A campaign for a charity. Its channel's members are named otherwise than in all other events. */
export interface CharityCampaign extends Account<'broadcaster'>, Charity {
  id: string;
  current_amount: Money;
  /** What the campaign is to raise; null when the broadcaster has set no goal. */
  target_amount: Money | null;
}

/** A channel's goal. */
export interface Goal extends InChannel {
  id: string;
  type: Known<
    | 'follow'
    | 'subscription'
    | 'subscription_count'
    | 'new_subscription'
    | 'new_subscription_count'
    | 'new_bit'
    | 'new_cheerer'
  >;
  description: string;
  current_amount: number;
  target_amount: number;
  started_at: string;
}

/** What all events of a hype train tell. */
export interface HypeTrain extends InChannel {
  id: string;
  type: Known<'regular' | 'treasure' | 'golden_kappa'>;
  level: number;
  total: number;
  top_contributions: (Account<'user'> & { type: Known<'bits' | 'subscription' | 'other'>; total: number })[];
  is_shared_train: boolean;
  /** Null when the train is not shared. */
  shared_train_participants: InChannel[] | null;
  started_at: string;
}

/** A hype train under way. */
export interface HypeTrainProgress extends HypeTrain {
  progress: number;
  goal: number;
  expires_at: string;
}

/** Praise of another channel. */
export interface Shoutout extends InChannel {
  viewer_count: number;
  started_at: string;
}

/** A broadcast that began. */
export interface StreamOnline extends InChannel {
  id: string;
  type: Known<'live' | 'playlist' | 'watch_party' | 'premiere' | 'rerun'>;
  started_at: string;
}
