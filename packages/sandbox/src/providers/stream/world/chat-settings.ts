import type { WorldContext } from './context.ts';
import { publishInChannel, publishModeration } from './publish.ts';

/** What a chat room lets through; the numbers are null while their mode is off. */
export interface ChatSettings {
  readonly emote_mode: boolean;
  readonly follower_mode: boolean;
  /** Minutes. */
  readonly follower_mode_duration: number | null;
  readonly non_moderator_chat_delay: boolean;
  /** Seconds. */
  readonly non_moderator_chat_delay_duration: number | null;
  readonly slow_mode: boolean;
  /** Seconds. */
  readonly slow_mode_wait_time: number | null;
  readonly subscriber_mode: boolean;
  readonly unique_chat_mode: boolean;
}

/** The settings of every room. */
export interface AllChatSettings {
  of(broadcasterId: string): ChatSettings;
  change(broadcasterId: string, moderatorId: string, changes: Partial<ChatSettings>): void;
}

const open: ChatSettings = {
  emote_mode: false,
  follower_mode: false,
  follower_mode_duration: null,
  non_moderator_chat_delay: false,
  non_moderator_chat_delay_duration: null,
  slow_mode: false,
  slow_mode_wait_time: null,
  subscriber_mode: false,
  unique_chat_mode: false,
};

/** What `channel.moderate` calls switching a mode on. */
const actions = {
  emote_mode: 'emoteonly',
  follower_mode: 'followers',
  slow_mode: 'slow',
  subscriber_mode: 'subscribers',
  unique_chat_mode: 'uniquechat',
} as const;

/** Makes the settings; every room is open to all at first. */
export function createChatSettings({ world }: WorldContext): AllChatSettings {
  const rooms = new Map<string, ChatSettings>();
  const of = (broadcasterId: string) => rooms.get(broadcasterId) ?? open;
  return {
    of,
    change(broadcasterId, moderatorId, changes) {
      const before = of(broadcasterId);
      const after = { ...before, ...changes };
      rooms.set(broadcasterId, after);
      publishInChannel(world, broadcasterId, 'channel.chat_settings.update', {
        emote_mode: after.emote_mode,
        follower_mode: after.follower_mode,
        follower_mode_duration_minutes: after.follower_mode_duration,
        slow_mode: after.slow_mode,
        slow_mode_wait_time_seconds: after.slow_mode_wait_time,
        subscriber_mode: after.subscriber_mode,
        unique_chat_mode: after.unique_chat_mode,
      });
      const details: Partial<Record<string, object>> = {
        followers: { followers: { follow_duration_minutes: after.follower_mode_duration } },
        slow: { slow: { wait_time_seconds: after.slow_mode_wait_time } },
      };
      for (const mode of Object.keys(actions) as (keyof typeof actions)[]) {
        if (before[mode] === after[mode]) continue;
        const action = actions[mode] + (after[mode] ? '' : 'off');
        publishModeration(world, broadcasterId, moderatorId, action, details[action]);
      }
    },
  };
}
