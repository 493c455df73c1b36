import type { ChatText } from './chat-events.ts';
import type { InChannel, Known, TextWithEmotes, UserInChannel } from './event-parts.ts';

/** A redemption of a broadcaster's power-up with Bits. */
export interface CustomPowerUpRedemption extends UserInChannel {
  /** ID of the redemption. */
  id: string;
  /** Text that the viewer entered; empty when none was required. */
  user_input: string;
  /** State of the redemption. */
  status: Known<'unknown' | 'unfulfilled' | 'fulfilled' | 'canceled'>;
  /** Power-up as it was when it was redeemed. */
  custom_power_up: {
    /** ID of the power-up. */
    id: string;
    /** Title of the power-up. */
    title: string;
    /** Price of the power-up in Bits. */
    bits: number;
    /** Prompt for viewers. */
    prompt: string;
  };
  /** When the viewer redeemed the power-up, RFC 3339. */
  redeemed_at: string;
}

type AutomaticReward =
  | 'single_message_bypass_sub_mode'
  | 'send_highlighted_message'
  | 'random_sub_emote_unlock'
  | 'chosen_sub_emote_unlock'
  | 'chosen_modified_sub_emote_unlock';

/** A redemption of a reward that the platform offers. */
export interface AutomaticRedemption extends UserInChannel {
  /** ID of the redemption. */
  id: string;
  /** Reward that was redeemed. */
  reward: {
    /** Kind of reward. */
    type: Known<AutomaticReward | 'message_effect' | 'gigantify_an_emote' | 'celebration'>;
    /** Price in channel points, or in Bits for power-ups. */
    cost: number;
    /** Emote that was unlocked. Null for other rewards. */
    unlocked_emote: {
      /** ID of the emote. */
      id: string;
      /** Name of the emote. */
      name: string;
    } | null;
  };
  /** Message of the user. Null when the reward takes none. */
  message: TextWithEmotes | null;
  /** Text that the viewer entered. Null or absent when none was required. */
  user_input?: string | null;
  /** When the viewer redeemed the reward, RFC 3339. */
  redeemed_at: string;
}

/** A redemption of a reward that the platform offers; without rewards that are paid in Bits. */
export interface AutomaticRedemptionV2 extends UserInChannel {
  /** ID of the redemption. */
  id: string;
  /** Reward that was redeemed. */
  reward: {
    /** Kind of reward. */
    type: Known<AutomaticReward>;
    /** Price in channel points. */
    channel_points: number;
    /** Emote that the reward is about. Null for other rewards. */
    emote: {
      /** ID of the emote. */
      id: string;
      /** Name of the emote. */
      name: string;
    } | null;
  };
  /** Message of the user. Null when the reward takes none. */
  message: ChatText<{
    /** Part of the message. */
    text: string;
    /** Kind of the part. */
    type: Known<'text' | 'emote'>;
    /** Emote. Null or absent unless `type` is `emote`. */
    emote?: {
      /** ID of the emote. */
      id: string;
    } | null;
  }> | null;
  /** When the viewer redeemed the reward, RFC 3339. */
  redeemed_at: string;
}

/** Addresses of an image in three sizes. */
interface Images {
  /** Address of the small image. */
  url_1x: string;
  /** Address of the medium image. */
  url_2x: string;
  /** Address of the large image. */
  url_4x: string;
}

/** A reward of a channel, as it is after the change. */
export interface CustomReward extends InChannel {
  /** ID of the reward. */
  id: string;
  /** Whether viewers see the reward. */
  is_enabled: boolean;
  /** Whether redeeming the reward is paused. */
  is_paused: boolean;
  /** Whether the reward can be redeemed now, or its limit per broadcast is used up. */
  is_in_stock: boolean;
  /** Title of the reward. */
  title: string;
  /** Price in channel points. */
  cost: number;
  /** Prompt for viewers when `is_user_input_required` is true. */
  prompt: string;
  /** Whether viewers must enter text to redeem the reward. */
  is_user_input_required: boolean;
  /** Whether redemptions are fulfilled at once. */
  should_redemptions_skip_request_queue: boolean;
  /** Limit of redemptions per broadcast. */
  max_per_stream: {
    /** Whether there is a limit per broadcast. */
    is_enabled: boolean;
    /** Maximum number of redemptions per broadcast. Null when there is no limit. */
    value: number | null;
  };
  /** Limit of redemptions per viewer and broadcast. */
  max_per_user_per_stream: {
    /** Whether there is a limit per viewer. */
    is_enabled: boolean;
    /** Maximum number of redemptions per viewer and broadcast. Null when there is no limit. */
    value: number | null;
  };
  /** Pause between two redemptions, of any viewers. */
  global_cooldown: {
    /** Whether there is a cooldown. */
    is_enabled: boolean;
    /** Seconds between two redemptions. Null when there is no cooldown. */
    seconds: number | null;
  };
  /** Background of the reward, as `#RRGGBB`. */
  background_color: string;
  /** Images that the broadcaster uploaded. Null when there are none. */
  image: Images | null;
  /** Images that are shown when `image` is null. */
  default_image: Images;
  /** End of the cooldown, RFC 3339. Null when there is none. */
  cooldown_expires_at: string | null;
  /** Number of redemptions in this broadcast. Null when the channel is not live. */
  redemptions_redeemed_current_stream: number | null;
}

/** A redemption of a channel's reward. */
export interface CustomRedemption extends UserInChannel {
  /** ID of the redemption. */
  id: string;
  /** Text that the viewer entered; empty when none was required. */
  user_input: string;
  /** State of the redemption. */
  status: Known<'unknown' | 'unfulfilled' | 'fulfilled' | 'canceled'>;
  /** Reward as it was when it was redeemed. */
  reward: {
    /** ID of the reward. */
    id: string;
    /** Title of the reward. */
    title: string;
    /** Channel points that the viewer paid. */
    cost: number;
    /** Prompt for viewers. */
    prompt: string;
  };
  /** When the viewer redeemed the reward, RFC 3339. */
  redeemed_at: string;
}
