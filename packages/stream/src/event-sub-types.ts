const channel = { required: ['broadcaster_user_id'] } as const;
const moderated = { required: ['broadcaster_user_id', 'moderator_user_id'] } as const;
const user = { required: ['user_id'] } as const;
const own = { required: ['client_id'] } as const;

const automod = { ...moderated, scopes: [['moderator:manage:automod']] } as const;
const bits = { 1: { ...channel, scopes: [['bits:read']] } } as const;
const held = {
  1: { required: ['broadcaster_user_id', 'user_id'], scopes: [['user:read:chat']], botScopes: ['user:bot'] },
} as const;
const chat = { 1: { ...held[1], botScopes: ['user:bot', 'channel:bot'] } } as const;
const open = { 1: channel } as const;
const subscribers = { 1: { ...channel, scopes: [['channel:read:subscriptions']] } } as const;
const bans = { 1: { ...channel, scopes: [['channel:moderate']] } } as const;
const unbanRequests = {
  1: { ...moderated, scopes: [['moderator:read:unban_requests', 'moderator:manage:unban_requests']] },
} as const;
const moderation = [
  ['moderator:read:blocked_terms', 'moderator:manage:blocked_terms'],
  ['moderator:read:chat_settings', 'moderator:manage:chat_settings'],
  ['moderator:read:unban_requests', 'moderator:manage:unban_requests'],
  ['moderator:read:banned_users', 'moderator:manage:banned_users'],
  ['moderator:read:chat_messages', 'moderator:manage:chat_messages'],
  ['moderator:read:moderators'],
  ['moderator:read:vips'],
] as const;
const warned = ['moderator:read:warnings', 'moderator:manage:warnings'] as const;
const warnings = { 1: { ...moderated, scopes: [warned] } } as const;
const moderators = { 1: { ...channel, scopes: [['moderation:read']] } } as const;
const guestStar = {
  beta: {
    ...moderated,
    scopes: [
      [
        'channel:read:guest_star',
        'channel:manage:guest_star',
        'moderator:read:guest_star',
        'moderator:manage:guest_star',
      ],
    ],
  },
} as const;
const redeemed = { ...channel, scopes: [['channel:read:redemptions', 'channel:manage:redemptions']] } as const;
const reward = { 1: { ...redeemed, optional: ['reward_id'] } } as const;
const polls = { 1: { ...channel, scopes: [['channel:read:polls', 'channel:manage:polls']] } } as const;
const predictions = {
  1: { ...channel, scopes: [['channel:read:predictions', 'channel:manage:predictions']] },
} as const;
const suspicious = { 1: { ...moderated, scopes: [['moderator:read:suspicious_users']] } } as const;
const vips = { 1: { ...channel, scopes: [['channel:read:vips', 'channel:manage:vips']] } } as const;
const charity = { 1: { ...channel, scopes: [['channel:read:charity']] } } as const;
const goals = { 1: { ...channel, scopes: [['channel:read:goals']] } } as const;
const hypeTrain = { 2: { ...channel, scopes: [['channel:read:hype_train']] } } as const;
const shield = {
  1: { ...moderated, scopes: [['moderator:read:shield_mode', 'moderator:manage:shield_mode']] },
} as const;
const shoutouts = {
  1: { ...moderated, scopes: [['moderator:read:shoutouts', 'moderator:manage:shoutouts']] },
} as const;

/**
 * All types of events that can be subscribed to, each with its versions.
 *
 * @see https://dev.twitch.tv/docs/eventsub/reference/
 */
export const eventSubTypes = {
  /** AutoMod holds a message for review. */
  'automod.message.hold': { 1: automod, 2: automod },
  /** A moderator approves or denies a message that AutoMod held, or nobody does so in time. */
  'automod.message.update': { 1: automod, 2: automod },
  /** The AutoMod settings of a channel change. */
  'automod.settings.update': { 1: { ...moderated, scopes: [['moderator:read:automod_settings']] } },
  /** The permitted or blocked terms of a channel change. */
  'automod.terms.update': { 1: automod },
  /** A viewer uses Bits in a channel: in a cheer, a power-up or a combo. */
  'channel.bits.use': bits,
  /** The title, category, language or content labels of a channel change. */
  'channel.update': { 2: channel },
  /** A user follows a channel. */
  'channel.follow': { 2: { ...moderated, scopes: [['moderator:read:followers']] } },
  /** An ad break begins. */
  // The reference names the second; the first is what applications send.
  'channel.ad_break.begin': { 1: { oneOf: ['broadcaster_user_id', 'broadcaster_id'], scopes: [['channel:read:ads']] } },
  /** All messages of a chat are removed. */
  'channel.chat.clear': chat,
  /** All messages of a user are removed from a chat. */
  'channel.chat.clear_user_messages': chat,
  /** A message is sent to a chat. */
  'channel.chat.message': chat,
  /** A message is removed from a chat. */
  'channel.chat.message_delete': chat,
  /** Something appears in a chat that is not a message, such as a subscription or a raid. */
  'channel.chat.notification': chat,
  /** The settings of a chat change. */
  'channel.chat_settings.update': chat,
  /** A message of the user is held by AutoMod. */
  'channel.chat.user_message_hold': held,
  /** A held message of the user is approved or denied. */
  'channel.chat.user_message_update': held,
  /** A channel joins a shared chat. */
  'channel.shared_chat.begin': open,
  /** Channels join or leave a shared chat. */
  'channel.shared_chat.update': open,
  /** A channel leaves a shared chat, or the shared chat ends. */
  'channel.shared_chat.end': open,
  /** A user subscribes to a channel; resubscriptions are not included. */
  'channel.subscribe': subscribers,
  /** A subscription to a channel ends. */
  'channel.subscription.end': subscribers,
  /** A user gifts subscriptions to others. */
  'channel.subscription.gift': subscribers,
  /** A user resubscribes, and writes a message. */
  'channel.subscription.message': subscribers,
  /** A user cheers with Bits. */
  'channel.cheer': bits,
  /** A broadcaster raids another channel. */
  'channel.raid': { 1: { oneOf: ['from_broadcaster_user_id', 'to_broadcaster_user_id'] } },
  /** A user is banned or timed out. */
  'channel.ban': bans,
  /** A ban or timeout is lifted. */
  'channel.unban': bans,
  /** A user asks for a ban to be lifted. */
  'channel.unban_request.create': unbanRequests,
  /** A request to lift a ban is decided. */
  'channel.unban_request.resolve': unbanRequests,
  /** A moderator does something. */
  'channel.moderate': {
    1: { ...moderated, scopes: moderation },
    2: { ...moderated, scopes: [...moderation, warned] },
  },
  /** A user becomes a moderator. */
  'channel.moderator.add': moderators,
  /** A user is no longer a moderator. */
  'channel.moderator.remove': moderators,
  /** A Guest Star session begins. */
  'channel.guest_star_session.begin': guestStar,
  /** A Guest Star session ends. */
  'channel.guest_star_session.end': guestStar,
  /** A guest or a slot of a Guest Star session changes. */
  'channel.guest_star_guest.update': guestStar,
  /** The Guest Star settings of a channel change. */
  'channel.guest_star_settings.update': guestStar,
  /** A viewer redeems a reward that every channel has. */
  'channel.channel_points_automatic_reward_redemption.add': { 1: redeemed, 2: redeemed },
  /** A custom reward is created. */
  'channel.channel_points_custom_reward.add': { 1: redeemed },
  /** A custom reward changes. */
  'channel.channel_points_custom_reward.update': reward,
  /** A custom reward is removed. */
  'channel.channel_points_custom_reward.remove': reward,
  /** A viewer redeems a custom reward. */
  'channel.channel_points_custom_reward_redemption.add': reward,
  /** The redemption of a custom reward is fulfilled or canceled. */
  'channel.channel_points_custom_reward_redemption.update': reward,
  /** A viewer redeems a custom power-up. */
  'channel.custom_power_up_redemption.add': {
    1: { ...channel, optional: ['reward_id'], scopes: [['bits:read']] },
  },
  /** A poll begins. */
  'channel.poll.begin': polls,
  /** Viewers vote in a poll. */
  'channel.poll.progress': polls,
  /** A poll ends. */
  'channel.poll.end': polls,
  /** A prediction begins. */
  'channel.prediction.begin': predictions,
  /** Viewers take part in a prediction. */
  'channel.prediction.progress': predictions,
  /** A prediction is locked. */
  'channel.prediction.lock': predictions,
  /** A prediction ends. */
  'channel.prediction.end': predictions,
  /** A suspicious user sends a message. */
  'channel.suspicious_user.message': suspicious,
  /** The status of a suspicious user changes. */
  'channel.suspicious_user.update': suspicious,
  /** A user becomes a VIP. */
  'channel.vip.add': vips,
  /** A user is no longer a VIP. */
  'channel.vip.remove': vips,
  /** A user acknowledges a warning. */
  'channel.warning.acknowledge': warnings,
  /** A user is warned. */
  'channel.warning.send': warnings,
  /** A user donates to a charity campaign. */
  'channel.charity_campaign.donate': charity,
  /** A charity campaign starts. */
  'channel.charity_campaign.start': charity,
  /** A charity campaign makes progress towards its goal. */
  'channel.charity_campaign.progress': charity,
  /** A charity campaign stops. */
  'channel.charity_campaign.stop': charity,
  /** A shard of a conduit is disabled. */
  'conduit.shard.disabled': { 1: { ...own, optional: ['conduit_id'] } },
  /** A viewer is granted drops. */
  'drop.entitlement.grant': { 1: { required: ['organization_id'], optional: ['category_id', 'campaign_id'] } },
  /** A viewer pays with Bits in an extension. */
  'extension.bits_transaction.create': { 1: { required: ['extension_client_id'] } },
  /** A goal begins. */
  'channel.goal.begin': goals,
  /** A goal makes progress. */
  'channel.goal.progress': goals,
  /** A goal ends. */
  'channel.goal.end': goals,
  /** A hype train begins. */
  'channel.hype_train.begin': hypeTrain,
  /** A hype train makes progress. */
  'channel.hype_train.progress': hypeTrain,
  /** A hype train ends. */
  'channel.hype_train.end': hypeTrain,
  /** Shield mode is turned on. */
  'channel.shield_mode.begin': shield,
  /** Shield mode is turned off. */
  'channel.shield_mode.end': shield,
  /** A channel sends a shoutout. */
  'channel.shoutout.create': shoutouts,
  /** A channel receives a shoutout. */
  'channel.shoutout.receive': shoutouts,
  /** A stream starts. */
  'stream.online': open,
  /** A stream ends. */
  'stream.offline': open,
  /** A user connects your app. */
  'user.authorization.grant': { 1: own },
  /** A user disconnects your app. */
  'user.authorization.revoke': { 1: own },
  /**
   * A user changes their account, such as name or description. With `user:read:email`, events have the email address.
   */
  'user.update': { 1: user },
  /** A user receives a whisper. */
  'user.whisper.message': { 1: { ...user, scopes: [['user:read:whispers', 'user:manage:whispers']] } },
} as const satisfies Record<string, Record<string, EventSubDefinition>>;

/** Requirements of a subscription with a given type and version. */
export interface EventSubDefinition {
  /** Members that the condition must have. */
  readonly required?: readonly string[];
  /** Members that the condition may have. */
  readonly optional?: readonly string[];
  /** Members of which the condition must have exactly one. */
  readonly oneOf?: readonly string[];
  /** Scopes that a user must have granted to the application: one of each group. Default: none. */
  readonly scopes?: readonly (readonly string[])[];
  /**
   * Additional scopes for an app token: `user:bot`, granted by the user in the condition, and `channel:bot`, granted by
   * the broadcaster unless that user is a moderator of the channel.
   */
  readonly botScopes?: readonly string[];
}

type Types = typeof eventSubTypes;

/** Condition of a subscription to events of a channel. */
export interface ChannelCondition {
  /** User ID of the broadcaster whose channel the events are about. */
  broadcaster_user_id: string;
}

/** Condition of a subscription to events that a channel's moderators see. */
export interface ModeratorCondition extends ChannelCondition {
  /** User ID of a moderator of the channel, or of its broadcaster; must have granted the scopes. */
  moderator_user_id: string;
}

/** Condition of a subscription to a user's events. */
export interface UserCondition {
  /** ID of the user whom the events are about, or who reads the chat. */
  user_id: string;
}

/** Condition of a subscription to the chat of a channel, as a user reads it. */
export interface ChatCondition extends ChannelCondition, UserCondition {}

/** Condition of a subscription to rewards of a channel. */
export interface RewardCondition extends ChannelCondition {
  /** ID of one reward, to receive only its events. Default: all rewards of the channel. */
  reward_id?: string;
}

/** Condition of a subscription to ad breaks of a channel; the broadcaster goes by either name. */
export type AdBreakCondition = EitherOf<
  ChannelCondition,
  {
    /** Other name of `broadcaster_user_id`, for ad breaks only. Pass one of the two. */
    broadcaster_id: string;
  }
>;

/** Condition of a subscription to raids, from a channel or to it. */
export type RaidCondition = EitherOf<
  {
    /** User ID of the broadcaster who raids another channel. Pass either this or `to_broadcaster_user_id`. */
    from_broadcaster_user_id: string;
  },
  {
    /** User ID of the broadcaster whose channel is raided. Pass either this or `from_broadcaster_user_id`. */
    to_broadcaster_user_id: string;
  }
>;

/** Condition of a subscription to events of your app. */
export interface AppCondition {
  /** Client ID of your app. */
  client_id: string;
}

/** Condition of a subscription to shards of your app's conduits. */
export interface ShardCondition extends AppCondition {
  /** ID of the conduit whose shards are watched. Default: all conduits of your app. */
  conduit_id?: string;
}

/** Condition of a subscription to drops that are granted. */
export interface DropCondition {
  /** ID of the organization that owns the game. */
  organization_id: string;
  /** ID of one game, to receive only its drops. Default: all games of the organization. */
  category_id?: string;
  /** ID of one campaign, to receive only its drops. Default: all campaigns of the organization. */
  campaign_id?: string;
}

/** Condition of a subscription to events of an extension. */
export interface ExtensionCondition {
  /** Client ID of an extension that you own. */
  extension_client_id: string;
}

type EitherOf<One, Other> = (One & { [Name in keyof Other]?: never }) | (Other & { [Name in keyof One]?: never });

type AnyCondition =
  | ChannelCondition
  | ModeratorCondition
  | UserCondition
  | ChatCondition
  | RewardCondition
  | AdBreakCondition
  | RaidCondition
  | AppCondition
  | ShardCondition
  | DropCondition
  | ExtensionCondition;

type NamesIn<List> = List extends readonly (infer Name)[] ? Name : never;
/** Names of the fields that a definition lists. */
type FieldNames<Definition> = NamesIn<Definition[keyof Definition & ('required' | 'optional' | 'oneOf')]>;
/** The condition that has exactly the fields of a definition. */
type Condition<Definition, Each = AnyCondition> = Each extends unknown
  ? [keyof Each, FieldNames<Definition>] extends [FieldNames<Definition>, keyof Each]
    ? Each
    : never
  : never;

/** A type of events: `channel.follow`. */
export type EventSubType = keyof Types;

/** Versions of a type, as the API writes them. Without a type, all versions. */
export type EventSubVersion<Type extends EventSubType = EventSubType> = {
  [Name in Type]: `${keyof Types[Name] & (string | number)}`;
}[Type];

/** Condition of a subscription with this type and version: the channels and users whose events it receives. */
export type EventSubCondition<
  Type extends EventSubType = EventSubType,
  Version extends EventSubVersion<Type> = EventSubVersion<Type>,
> = {
  [Name in Type]: {
    [Key in keyof Types[Name]]: `${Key & (string | number)}` extends Version ? Condition<Types[Name][Key]> : never;
  }[keyof Types[Name]];
}[Type];
