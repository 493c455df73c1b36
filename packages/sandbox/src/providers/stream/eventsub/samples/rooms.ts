import { noticeEvent } from '../../world/chat-notice.ts';
import { named } from '../../world/named.ts';
import { moderateEvent } from '../../world/publish.ts';
import { id, message, roleChange, type Sample, type Samples, type Scene, without } from './scene.ts';

const held: Sample = ({ channel, user, version, at }) => ({
  ...channel,
  ...user,
  message_id: id,
  message: message('what a noob'),
  held_at: at(),
  ...(version === '1'
    ? { category: 'bullying', level: 2 }
    : {
        reason: 'automod',
        automod: { category: 'bullying', level: 2, boundaries: [{ start_pos: 7, end_pos: 10 }] },
        blocked_term: null,
      }),
});

const userMessage: Sample = ({ channel, user }) => ({
  ...channel,
  ...user,
  message_id: id,
  message: message('what a noob'),
});

const chatter = ({ world, userId }: Scene) => ({
  ...named(world, 'chatter_user', userId),
  color: '#1E90FF',
  badges: [{ set_id: 'vip', id: '1', info: '' }],
  message_id: id,
  message: message('hello chat'),
  source_broadcaster_user_id: null,
  source_broadcaster_user_login: null,
  source_broadcaster_user_name: null,
  source_message_id: null,
  source_badges: null,
});

const sharedChat: Sample = ({ channel, world, subject }) => ({
  session_id: id,
  ...channel,
  ...named(world, 'host_broadcaster_user', subject.broadcaster_user_id ?? ''),
  participants: [channel],
});

/** What happens in chat rooms, and what moderators do there. */
export const roomSamples: Samples = {
  'automod.message.hold': held,
  'automod.message.update': (scene) => ({ ...held(scene), ...scene.moderator, status: 'approved' }),
  'automod.settings.update': ({ channel, moderator }) => ({
    ...channel,
    ...moderator,
    bullying: 2,
    overall_level: null,
    disability: 0,
    race_ethnicity_or_religion: 0,
    misogyny: 0,
    sexuality_sex_or_gender: 0,
    aggression: 1,
    sex_based_terms: 0,
    swearing: 0,
  }),
  'automod.terms.update': ({ channel, moderator }) => ({
    ...channel,
    ...moderator,
    action: 'add_blocked',
    from_automod: false,
    terms: ['spoiler'],
  }),
  'channel.chat.clear': ({ channel }) => channel,
  'channel.chat.clear_user_messages': ({ channel, world, userId }) => ({
    ...channel,
    ...named(world, 'target_user', userId),
  }),
  'channel.chat.message': (scene) => ({
    ...scene.channel,
    ...chatter(scene),
    message_type: 'text',
    cheer: null,
    reply: null,
    channel_points_custom_reward_id: null,
    is_source_only: null,
  }),
  'channel.chat.message_delete': ({ channel, world, userId }) => ({
    ...channel,
    ...named(world, 'target_user', userId),
    message_id: id,
  }),
  'channel.chat.notification': (scene) => ({
    ...scene.channel,
    ...noticeEvent(scene.world, scene.subject.broadcaster_user_id ?? '', scene.userId, {
      messageId: id,
      type: 'announcement',
      text: 'hello chat',
      details: { announcement: { color: 'PRIMARY' } },
    }),
  }),
  'channel.chat_settings.update': ({ channel }) => ({
    ...channel,
    emote_mode: false,
    follower_mode: true,
    follower_mode_duration_minutes: 10,
    slow_mode: false,
    slow_mode_wait_time_seconds: null,
    subscriber_mode: false,
    unique_chat_mode: false,
  }),
  'channel.chat.user_message_hold': userMessage,
  'channel.chat.user_message_update': (scene) => ({ ...userMessage(scene), status: 'approved' }),
  'channel.shared_chat.begin': sharedChat,
  'channel.shared_chat.update': sharedChat,
  'channel.shared_chat.end': (scene) => without(sharedChat(scene), 'participants'),
  'channel.ban': ({ channel, user, moderator, at }) => ({
    ...user,
    ...channel,
    ...moderator,
    reason: 'spoilers',
    banned_at: at(),
    ends_at: null,
    is_permanent: true,
  }),
  'channel.unban': ({ channel, user, moderator }) => ({ ...user, ...channel, ...moderator }),
  'channel.unban_request.create': ({ channel, user, at }) => ({
    id,
    ...channel,
    ...user,
    text: 'I will be good',
    created_at: at(),
  }),
  'channel.unban_request.resolve': ({ channel, user, world, moderatorId }) => ({
    id,
    ...channel,
    ...named(world, 'moderator', moderatorId),
    ...user,
    resolution_text: 'welcome back',
    status: 'approved',
  }),
  'channel.moderate': ({ channel, user, world, moderatorId, version, at }) => ({
    ...channel,
    ...moderateEvent(
      world,
      moderatorId,
      'timeout',
      { timeout: { ...user, reason: 'spoilers', expires_at: at(600) } },
      version === '1' ? '1' : '2',
    ),
  }),
  'channel.moderator.add': roleChange,
  'channel.moderator.remove': roleChange,
  'channel.suspicious_user.message': ({ channel, user }) => ({
    ...channel,
    ...user,
    low_trust_status: 'active_monitoring',
    shared_ban_channel_ids: [],
    types: ['manually_added'],
    ban_evasion_evaluation: 'unknown',
    message: { message_id: id, ...message('hello chat') },
  }),
  'channel.suspicious_user.update': ({ channel, user, moderator }) => ({
    ...channel,
    ...moderator,
    ...user,
    low_trust_status: 'restricted',
  }),
  'channel.vip.add': roleChange,
  'channel.vip.remove': roleChange,
  'channel.warning.acknowledge': roleChange,
  'channel.warning.send': ({ channel, user, moderator }) => ({
    ...channel,
    ...moderator,
    ...user,
    reason: 'no spoilers',
    chat_rules_cited: [],
  }),
  'channel.shield_mode.begin': ({ channel, moderator, at }) => ({ ...channel, ...moderator, started_at: at() }),
  'channel.shield_mode.end': ({ channel, moderator, at }) => ({ ...channel, ...moderator, ended_at: at() }),
  'channel.shoutout.create': ({ channel, moderator, world, userId, at }) => ({
    ...channel,
    ...named(world, 'to_broadcaster_user', userId),
    ...moderator,
    viewer_count: 860,
    started_at: at(),
    cooldown_ends_at: at(120),
    target_cooldown_ends_at: at(3600),
  }),
  'channel.shoutout.receive': ({ channel, world, userId, at }) => ({
    ...channel,
    ...named(world, 'from_broadcaster_user', userId),
    viewer_count: 860,
    started_at: at(),
  }),
};
