import type { EventSubType, EventSubVersion } from '../event-sub-types.ts';
import type {
  AdBreak,
  Banned,
  BitsUse,
  ChannelUpdate,
  CharityCampaign,
  CharityDonation,
  Cheer,
  Goal,
  GuestStarGuest,
  GuestStarSession,
  GuestStarSettings,
  HypeTrain,
  HypeTrainProgress,
  SharedChat,
  Shoutout,
  StreamOnline,
  Subscribed,
  SubscriptionGift,
  SubscriptionMessage,
  UnbanRequest,
  UnbanRequestResolution,
} from './channel-events.ts';
import type { ChatMessage, ChatNotification, ChatSettings } from './chat-events.ts';
import type { Account, ByModerator, InChannel, Known, OfUser, UserInChannel } from './event-parts.ts';
import type {
  AutomodHold,
  AutomodHoldV2,
  AutomodResolution,
  AutomodSettings,
  AutomodTerms,
  Moderation,
  ModerationActionsV2,
  SuspiciousMessage,
  UserMessageHold,
  WarningReason,
} from './moderation-events.ts';
import type {
  AutomaticRedemption,
  AutomaticRedemptionV2,
  CustomPowerUpRedemption,
  CustomRedemption,
  CustomReward,
} from './reward-events.ts';
import type { Poll, PollOption, Prediction, PredictionOption } from './vote-events.ts';

/** A benefit of a game that a user earned by watching. */
interface DropEntitlement extends OfUser {
  /** ID of the organization that owns the game. */
  organization_id: string;
  /** ID of the game. */
  category_id: string;
  /** Title of the game. */
  category_name: string;
  /** ID of the campaign. */
  campaign_id: string;
  /** ID of the entitlement, for `entitlements.update`. */
  entitlement_id: string;
  /** ID of the benefit that the user earned. */
  benefit_id: string;
  /** When the user earned the benefit, RFC 3339. */
  created_at: string;
}

/**
 * The event of each type of subscription, by version: `EventSubEvents['channel.follow'][2]`. Times are RFC 3339
 * strings.
 *
 * @see https://dev.twitch.tv/docs/eventsub/reference/
 */
export interface EventSubEvents {
  'automod.message.hold': { 1: AutomodHold; 2: AutomodHoldV2 };
  'automod.message.update': { 1: AutomodHold & AutomodResolution; 2: AutomodHoldV2 & AutomodResolution };
  'automod.settings.update': { 1: AutomodSettings };
  'automod.terms.update': { 1: AutomodTerms };
  'channel.bits.use': { 1: BitsUse };
  'channel.update': { 2: ChannelUpdate };
  'channel.follow': {
    2: UserInChannel & {
      /** When the user started to follow the channel, RFC 3339. */
      followed_at: string;
    };
  };
  'channel.ad_break.begin': { 1: AdBreak };
  'channel.chat.clear': { 1: InChannel };
  'channel.chat.clear_user_messages': { 1: InChannel & Account<'target_user'> };
  'channel.chat.message': { 1: ChatMessage };
  'channel.chat.message_delete': {
    1: InChannel &
      Account<'target_user'> & {
        /** ID of the removed message. */
        message_id: string;
      };
  };
  'channel.chat.notification': { 1: ChatNotification };
  'channel.chat_settings.update': { 1: ChatSettings };
  'channel.chat.user_message_hold': { 1: UserMessageHold };
  'channel.chat.user_message_update': {
    1: UserMessageHold & {
      /** Decision about the message. */
      status: Known<'approved' | 'denied' | 'invalid'>;
    };
  };
  'channel.shared_chat.begin': { 1: SharedChat };
  'channel.shared_chat.update': { 1: SharedChat };
  'channel.shared_chat.end': { 1: Omit<SharedChat, 'participants'> };
  'channel.subscribe': { 1: Subscribed };
  'channel.subscription.end': { 1: Subscribed };
  'channel.subscription.gift': { 1: SubscriptionGift };
  'channel.subscription.message': { 1: SubscriptionMessage };
  'channel.cheer': { 1: Cheer };
  'channel.raid': {
    1: Account<'from_broadcaster_user'> &
      Account<'to_broadcaster_user'> & {
        /** Number of viewers who take part. */
        viewers: number;
      };
  };
  'channel.ban': { 1: Banned };
  'channel.unban': { 1: UserInChannel & ByModerator };
  'channel.unban_request.create': { 1: UnbanRequest };
  'channel.unban_request.resolve': { 1: UnbanRequestResolution };
  'channel.moderate': { 1: Moderation; 2: Moderation<ModerationActionsV2> };
  'channel.moderator.add': { 1: UserInChannel };
  'channel.moderator.remove': { 1: UserInChannel };
  'channel.guest_star_session.begin': { beta: GuestStarSession };
  'channel.guest_star_session.end': {
    beta: GuestStarSession &
      Account<'host_user'> & {
        /** When the session ended, RFC 3339. */
        ended_at: string;
      };
  };
  'channel.guest_star_guest.update': { beta: GuestStarGuest };
  'channel.guest_star_settings.update': { beta: GuestStarSettings };
  'channel.channel_points_automatic_reward_redemption.add': { 1: AutomaticRedemption; 2: AutomaticRedemptionV2 };
  'channel.channel_points_custom_reward.add': { 1: CustomReward };
  'channel.channel_points_custom_reward.update': { 1: CustomReward };
  'channel.channel_points_custom_reward.remove': { 1: CustomReward };
  'channel.channel_points_custom_reward_redemption.add': { 1: CustomRedemption };
  'channel.channel_points_custom_reward_redemption.update': { 1: CustomRedemption };
  'channel.custom_power_up_redemption.add': { 1: CustomPowerUpRedemption };
  'channel.poll.begin': {
    1: Poll<PollOption> & {
      /** When the poll ends, RFC 3339. */
      ends_at: string;
    };
  };
  'channel.poll.progress': {
    1: Poll & {
      /** When the poll ends, RFC 3339. */
      ends_at: string;
    };
  };
  'channel.poll.end': {
    1: Poll & {
      /** How the poll ended. */
      status: Known<'completed' | 'archived' | 'terminated'>;
      /** When the poll ended, RFC 3339. */
      ended_at: string;
    };
  };
  'channel.prediction.begin': {
    1: Prediction<PredictionOption> & {
      /** When betting ends, RFC 3339. */
      locks_at: string;
    };
  };
  'channel.prediction.progress': {
    1: Prediction & {
      /** When betting ends, RFC 3339. */
      locks_at: string;
    };
  };
  'channel.prediction.lock': {
    1: Prediction & {
      /** When the prediction was locked, RFC 3339. */
      locked_at: string;
    };
  };
  'channel.prediction.end': {
    1: Prediction & {
      /** ID of the outcome that won. Null when the prediction was canceled. */
      winning_outcome_id: string | null;
      /** How the prediction ended. */
      status: Known<'resolved' | 'canceled'>;
      /** When the prediction ended, RFC 3339. */
      ended_at: string;
    };
  };
  'channel.suspicious_user.message': { 1: SuspiciousMessage };
  'channel.suspicious_user.update': { 1: UserInChannel & ByModerator & Pick<SuspiciousMessage, 'low_trust_status'> };
  'channel.vip.add': { 1: UserInChannel };
  'channel.vip.remove': { 1: UserInChannel };
  'channel.warning.acknowledge': { 1: UserInChannel };
  'channel.warning.send': {
    1: UserInChannel & ByModerator & WarningReason;
  };
  'channel.charity_campaign.donate': { 1: CharityDonation };
  'channel.charity_campaign.start': {
    1: CharityCampaign & {
      /** When the campaign started, RFC 3339. */
      started_at: string;
    };
  };
  'channel.charity_campaign.progress': { 1: CharityCampaign };
  'channel.charity_campaign.stop': {
    1: CharityCampaign & {
      /** When the campaign ended, RFC 3339. */
      stopped_at: string;
    };
  };
  'conduit.shard.disabled': {
    1: {
      /** ID of the conduit. */
      conduit_id: string;
      /** Number of the shard within its conduit. */
      shard_id: string;
      /** Why the shard is disabled. */
      status: string;
      /** Where the shard sent its events. */
      transport: {
        /** Kind of transport. */
        method: Known<'webhook' | 'websocket'>;
        /** Address of the server. Null or absent unless `method` is `webhook`. */
        callback?: string | null;
        /** ID of the WebSocket session. Null or absent unless `method` is `websocket`. */
        session_id?: string | null;
        /** When the WebSocket connected, RFC 3339. Null or absent unless `method` is `websocket`. */
        connected_at?: string | null;
        /** When the WebSocket disconnected, RFC 3339. Null or absent unless `method` is `websocket`. */
        disconnected_at?: string | null;
      };
    };
  };
  /** The only type whose events arrive in batches. */
  'drop.entitlement.grant': {
    /** Entitlements, several at a time. */
    1: {
      /** ID of the event. */
      id: string;
      /** The entitlement. */
      data: DropEntitlement;
    }[];
  };
  'extension.bits_transaction.create': {
    1: UserInChannel & {
      /** ID of the transaction. */
      id: string;
      /** Client ID of the extension. */
      extension_client_id: string;
      /** Product that was bought. */
      product: {
        /** Name of the product. */
        name: string;
        /** Price of the product in Bits. */
        bits: number;
        /** ID of the product, chosen by the extension. */
        sku: string;
        /** Whether the product is still being tested. */
        in_development: boolean;
      };
    };
  };
  'channel.goal.begin': { 1: Goal };
  'channel.goal.progress': { 1: Goal };
  'channel.goal.end': {
    1: Goal & {
      /** Whether the goal was reached. */
      is_achieved: boolean;
      /** When the goal ended, RFC 3339. */
      ended_at: string;
    };
  };
  'channel.hype_train.begin': {
    2: HypeTrainProgress & {
      /** Highest level that a Hype Train of the channel reached. */
      all_time_high_level: number;
      /** Highest number of points that a Hype Train of the channel received. */
      all_time_high_total: number;
    };
  };
  'channel.hype_train.progress': { 2: HypeTrainProgress };
  'channel.hype_train.end': {
    2: HypeTrain & {
      /** When the next Hype Train can start, RFC 3339. */
      cooldown_ends_at: string;
      /** When the Hype Train ended, RFC 3339. */
      ended_at: string;
    };
  };
  'channel.shield_mode.begin': {
    1: InChannel &
      ByModerator & {
        /** When Shield Mode was turned on, RFC 3339. */
        started_at: string;
      };
  };
  'channel.shield_mode.end': {
    1: InChannel &
      ByModerator & {
        /** When Shield Mode was turned off, RFC 3339. */
        ended_at: string;
      };
  };
  'channel.shoutout.create': {
    1: Shoutout &
      ByModerator &
      Account<'to_broadcaster_user'> & {
        /** When the broadcaster can send the next shoutout, RFC 3339. */
        cooldown_ends_at: string;
        /** When the broadcaster can send the next shoutout to the same channel, RFC 3339. */
        target_cooldown_ends_at: string;
      };
  };
  'channel.shoutout.receive': { 1: Shoutout & Account<'from_broadcaster_user'> };
  'stream.online': { 1: StreamOnline };
  'stream.offline': {
    1: InChannel & {
      /** ID of the broadcast that ended. */
      id: string;
    };
  };
  'user.authorization.grant': {
    1: OfUser & {
      /** Client ID of your app. */
      client_id: string;
    };
  };
  // A user whose account was deleted has only the ID.
  'user.authorization.revoke': {
    1: {
      /** Client ID of your app. */
      client_id: string;
      /** ID of the user who revoked the authorization. */
      user_id: string;
      /** Login of the user. Null when the account was deleted. */
      user_login: string | null;
      /** Display name of the user. Null when the account was deleted. */
      user_name: string | null;
    };
  };
  // `email` is present only with the scope user:read:email.
  'user.update': {
    1: OfUser & {
      /** Email address of the user. */
      email?: string;
      /** Whether the user has verified the email address. */
      email_verified: boolean;
      /** The user's description of themselves. */
      description: string;
    };
  };
  'user.whisper.message': {
    1: Account<'from_user'> &
      Account<'to_user'> & {
        /** ID of the whisper. */
        whisper_id: string;
        /** Content of the whisper. */
        whisper: {
          /** Text of the whisper. */
          text: string;
        };
      };
  };
}

/** The event of one type and version. */
export type EventSubEvent<Type extends EventSubType, Version extends EventSubVersion<Type> = EventSubVersion<Type>> = {
  [Key in keyof EventSubEvents[Type]]: `${Key & (string | number)}` extends Version ? EventSubEvents[Type][Key] : never;
}[keyof EventSubEvents[Type]];
