/** A subscription type in one version. */
export interface EventType {
  readonly type: string;
  readonly version: string;
  /** Members its condition must have. */
  readonly required: readonly string[];
  /** Members its condition may have; where it must have none, exactly one of these. */
  readonly optional: readonly string[];
  /** The scopes that must have been granted, one of each group. */
  readonly scopes: readonly (readonly string[])[];
  /** The members of the condition that may name who must have granted them; none where nobody needs to. */
  readonly authorizers: readonly string[];
  /**
   * What an app needs to read chat without a user token: the reader's consent to be a bot (`user`), and the channel's
   * too, or a reader who moderates it (`room`).
   */
  readonly bot?: 'user' | 'room';
  /** The member of the condition that must be the id of the app itself. */
  readonly ownClient?: string;
}

type Scopes = readonly (readonly string[])[];

const channel = ['broadcaster_user_id'];
const moderated = ['broadcaster_user_id', 'moderator_user_id'];
const room = ['broadcaster_user_id', 'user_id'];

const one = (...scopes: string[]): Scopes => [scopes];
const readOrManage = (whose: string, what: string): string[] => [`${whose}:read:${what}`, `${whose}:manage:${what}`];

/** In the order of who is asked first. */
const askedFirst = ['moderator_user_id', 'user_id', 'broadcaster_user_id', 'broadcaster_id'];

function row(
  type: string,
  version: string,
  required: readonly string[],
  scopes: Scopes = [],
  more: Partial<Pick<EventType, 'optional' | 'bot' | 'ownClient'>> = {},
): EventType {
  const { optional = [] } = more;
  // A user who is required is asked; else whichever is named.
  const members = required.length > 0 ? askedFirst.filter((name) => required.includes(name)).slice(0, 1) : optional;
  return { type, version, required, optional, scopes, authorizers: scopes.length > 0 ? members : [], ...more };
}

const automod = one('moderator:manage:automod');
const chat = one('user:read:chat');
const subscriptions = one('channel:read:subscriptions');
const ban = one('channel:moderate');
const unbanRequests = one(...readOrManage('moderator', 'unban_requests'));
const moderation = one('moderation:read');
const guestStar = one(...readOrManage('channel', 'guest_star'), ...readOrManage('moderator', 'guest_star'));
const redemptions = one(...readOrManage('channel', 'redemptions'));
const polls = one(...readOrManage('channel', 'polls'));
const predictions = one(...readOrManage('channel', 'predictions'));
const suspicion = one('moderator:read:suspicious_users');
const vips = one(...readOrManage('channel', 'vips'));
const warnings = one(...readOrManage('moderator', 'warnings'));
const charity = one('channel:read:charity');
const goals = one('channel:read:goals');
const hypeTrains = one('channel:read:hype_train');
const shield = one(...readOrManage('moderator', 'shield_mode'));
const shoutouts = one(...readOrManage('moderator', 'shoutouts'));
const moderate: Scopes = [
  ...['blocked_terms', 'chat_settings', 'unban_requests', 'banned_users', 'chat_messages'].map((what) =>
    readOrManage('moderator', what),
  ),
  ['moderator:read:moderators'],
  ['moderator:read:vips'],
];
const inRoom = { bot: 'room' } as const;
const asUser = { bot: 'user' } as const;
const ofReward = { optional: ['reward_id'] };

/** Every subscription type on offer. */
export const eventTypes: readonly EventType[] = [
  row('automod.message.hold', '1', moderated, automod),
  row('automod.message.hold', '2', moderated, automod),
  row('automod.message.update', '1', moderated, automod),
  row('automod.message.update', '2', moderated, automod),
  row('automod.settings.update', '1', moderated, one('moderator:read:automod_settings')),
  row('automod.terms.update', '1', moderated, automod),
  row('channel.bits.use', '1', channel, one('bits:read')),
  row('channel.update', '2', channel),
  row('channel.follow', '2', moderated, one('moderator:read:followers')),
  // The reference has the second name, apps send the first.
  row('channel.ad_break.begin', '1', [], one('channel:read:ads'), {
    optional: ['broadcaster_user_id', 'broadcaster_id'],
  }),
  row('channel.chat.clear', '1', room, chat, inRoom),
  row('channel.chat.clear_user_messages', '1', room, chat, inRoom),
  row('channel.chat.message', '1', room, chat, inRoom),
  row('channel.chat.message_delete', '1', room, chat, inRoom),
  row('channel.chat.notification', '1', room, chat, inRoom),
  row('channel.chat_settings.update', '1', room, chat, inRoom),
  row('channel.chat.user_message_hold', '1', room, chat, asUser),
  row('channel.chat.user_message_update', '1', room, chat, asUser),
  row('channel.shared_chat.begin', '1', channel),
  row('channel.shared_chat.update', '1', channel),
  row('channel.shared_chat.end', '1', channel),
  row('channel.subscribe', '1', channel, subscriptions),
  row('channel.subscription.end', '1', channel, subscriptions),
  row('channel.subscription.gift', '1', channel, subscriptions),
  row('channel.subscription.message', '1', channel, subscriptions),
  row('channel.cheer', '1', channel, one('bits:read')),
  row('channel.raid', '1', [], [], { optional: ['from_broadcaster_user_id', 'to_broadcaster_user_id'] }),
  row('channel.ban', '1', channel, ban),
  row('channel.unban', '1', channel, ban),
  row('channel.unban_request.create', '1', moderated, unbanRequests),
  row('channel.unban_request.resolve', '1', moderated, unbanRequests),
  row('channel.moderate', '1', moderated, moderate),
  row('channel.moderate', '2', moderated, [...moderate, readOrManage('moderator', 'warnings')]),
  row('channel.moderator.add', '1', channel, moderation),
  row('channel.moderator.remove', '1', channel, moderation),
  row('channel.guest_star_session.begin', 'beta', moderated, guestStar),
  row('channel.guest_star_session.end', 'beta', moderated, guestStar),
  row('channel.guest_star_guest.update', 'beta', moderated, guestStar),
  row('channel.guest_star_settings.update', 'beta', moderated, guestStar),
  row('channel.channel_points_automatic_reward_redemption.add', '1', channel, redemptions),
  row('channel.channel_points_automatic_reward_redemption.add', '2', channel, redemptions),
  row('channel.channel_points_custom_reward.add', '1', channel, redemptions),
  row('channel.channel_points_custom_reward.update', '1', channel, redemptions, ofReward),
  row('channel.channel_points_custom_reward.remove', '1', channel, redemptions, ofReward),
  row('channel.channel_points_custom_reward_redemption.add', '1', channel, redemptions, ofReward),
  row('channel.channel_points_custom_reward_redemption.update', '1', channel, redemptions, ofReward),
  row('channel.custom_power_up_redemption.add', '1', channel, one('bits:read'), ofReward),
  row('channel.poll.begin', '1', channel, polls),
  row('channel.poll.progress', '1', channel, polls),
  row('channel.poll.end', '1', channel, polls),
  row('channel.prediction.begin', '1', channel, predictions),
  row('channel.prediction.progress', '1', channel, predictions),
  row('channel.prediction.lock', '1', channel, predictions),
  row('channel.prediction.end', '1', channel, predictions),
  row('channel.suspicious_user.message', '1', moderated, suspicion),
  row('channel.suspicious_user.update', '1', moderated, suspicion),
  row('channel.vip.add', '1', channel, vips),
  row('channel.vip.remove', '1', channel, vips),
  row('channel.warning.acknowledge', '1', moderated, warnings),
  row('channel.warning.send', '1', moderated, warnings),
  row('channel.charity_campaign.donate', '1', channel, charity),
  row('channel.charity_campaign.start', '1', channel, charity),
  row('channel.charity_campaign.progress', '1', channel, charity),
  row('channel.charity_campaign.stop', '1', channel, charity),
  row('conduit.shard.disabled', '1', ['client_id'], [], { optional: ['conduit_id'], ownClient: 'client_id' }),
  row('drop.entitlement.grant', '1', ['organization_id'], [], { optional: ['category_id', 'campaign_id'] }),
  row('extension.bits_transaction.create', '1', ['extension_client_id'], [], { ownClient: 'extension_client_id' }),
  row('channel.goal.begin', '1', channel, goals),
  row('channel.goal.progress', '1', channel, goals),
  row('channel.goal.end', '1', channel, goals),
  row('channel.hype_train.begin', '2', channel, hypeTrains),
  row('channel.hype_train.progress', '2', channel, hypeTrains),
  row('channel.hype_train.end', '2', channel, hypeTrains),
  row('channel.shield_mode.begin', '1', moderated, shield),
  row('channel.shield_mode.end', '1', moderated, shield),
  row('channel.shoutout.create', '1', moderated, shoutouts),
  row('channel.shoutout.receive', '1', moderated, shoutouts),
  row('stream.online', '1', channel),
  row('stream.offline', '1', channel),
  row('user.authorization.grant', '1', ['client_id'], [], { ownClient: 'client_id' }),
  row('user.authorization.revoke', '1', ['client_id'], [], { ownClient: 'client_id' }),
  row('user.update', '1', ['user_id']),
  row('user.whisper.message', '1', ['user_id'], one(...readOrManage('user', 'whispers'))),
];

/** Types that once had a version 1, which the API no longer offers. */
export const retiredTypes = [
  'channel.follow',
  'channel.update',
  'channel.hype_train.begin',
  'channel.hype_train.progress',
  'channel.hype_train.end',
];

/** The type in that version, if it is on offer; without a version the latest one. */
export function findEventType(type: string, version?: string): EventType | undefined {
  return eventTypes.findLast((each) => each.type === type && (version === undefined || each.version === version));
}
