import type { Base } from './base.ts';
import { perKey } from './values.ts';

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
export function createChatSettings({ publish, moderate }: Base) {
  const of = perKey((_broadcasterId) => open);
  return {
    of,
    change(broadcasterId: string, moderatorId: string, changes: Partial<ChatSettings>): void {
      const before = of(broadcasterId);
      const after = { ...before, ...changes };
      of.set(broadcasterId, after);
      const { non_moderator_chat_delay, non_moderator_chat_delay_duration, ...shown } = after;
      const { follower_mode_duration, slow_mode_wait_time, ...modes } = shown;
      publish(broadcasterId, 'channel.chat_settings.update', {
        ...modes,
        follower_mode_duration_minutes: follower_mode_duration,
        slow_mode_wait_time_seconds: slow_mode_wait_time,
      });
      const details: Partial<Record<string, object>> = {
        followers: { followers: { follow_duration_minutes: follower_mode_duration } },
        slow: { slow: { wait_time_seconds: slow_mode_wait_time } },
      };
      for (const mode of Object.keys(actions) as (keyof typeof actions)[]) {
        if (before[mode] === after[mode]) continue;
        const action = actions[mode] + (after[mode] ? '' : 'off');
        moderate(broadcasterId, moderatorId, action, details[action]);
      }
    },
  };
}
