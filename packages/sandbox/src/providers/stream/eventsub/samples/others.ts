import { named } from '../../world/named.ts';
import { id, type Samples } from './scene.ts';

/** What happens to channels, users and the app itself. */
export const otherSamples: Samples = {
  'channel.update': ({ channel, world, subject }) => {
    const shown = world.channels().get(subject.broadcaster_user_id ?? '');
    return {
      ...channel,
      title: shown?.title ?? '',
      language: shown?.broadcaster_language ?? 'en',
      category_id: shown?.game_id ?? '',
      category_name: shown?.game_name ?? '',
      content_classification_labels: shown?.content_classification_labels ?? [],
    };
  },
  'channel.ad_break.begin': ({ channel, world, subject, at }) => ({
    duration_seconds: 60,
    started_at: at(),
    is_automatic: false,
    ...channel,
    ...named(world, 'requester_user', subject.broadcaster_user_id ?? ''),
  }),
  'channel.guest_star_session.begin': ({ channel, at }) => ({ ...channel, session_id: id, started_at: at() }),
  'channel.guest_star_session.end': ({ channel, world, subject, at }) => ({
    ...channel,
    session_id: id,
    started_at: at(-3600),
    ended_at: at(),
    ...named(world, 'host_user', subject.broadcaster_user_id ?? ''),
  }),
  'channel.guest_star_guest.update': ({ channel, moderator, world, userId, subject }) => ({
    ...channel,
    session_id: id,
    ...moderator,
    ...named(world, 'guest_user', userId),
    slot_id: '1',
    state: 'live',
    ...named(world, 'host_user', subject.broadcaster_user_id ?? ''),
    host_video_enabled: true,
    host_audio_enabled: true,
    host_volume: 100,
  }),
  'channel.guest_star_settings.update': ({ channel }) => ({
    ...channel,
    is_moderator_send_live_enabled: true,
    slot_count: 4,
    is_browser_source_audio_enabled: true,
    group_layout: 'tiled',
  }),
  'conduit.shard.disabled': ({ subject }) => ({
    conduit_id: subject.conduit_id ?? id,
    shard_id: '0',
    status: 'notification_failures_exceeded',
    transport: {
      method: 'webhook',
      callback: 'https://receiver.example/hook',
      session_id: null,
      connected_at: null,
      disconnected_at: null,
    },
  }),
  'stream.online': ({ channel, at }) => ({ id: '41000000000', ...channel, type: 'live', started_at: at() }),
  'stream.offline': ({ channel }) => channel,
  'user.authorization.grant': ({ settings, user }) => ({ client_id: settings.clientId, ...user }),
  'user.authorization.revoke': ({ settings, user }) => ({ client_id: settings.clientId, ...user }),
  'user.update': ({ user, world, userId }) => ({
    ...user,
    email: '',
    email_verified: false,
    description: world.users().byId.get(userId)?.description ?? '',
  }),
  'user.whisper.message': ({ world, userId, moderatorId }) => ({
    ...named(world, 'from_user', moderatorId),
    ...named(world, 'to_user', userId),
    whisper_id: id,
    whisper: { text: 'psst' },
  }),
};
