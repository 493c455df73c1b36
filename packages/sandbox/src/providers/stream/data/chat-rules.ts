import type { Base } from './base.ts';
import type { Follow, People } from './people.ts';
import { perKey } from './values.ts';

/** Settings of a chat room. The numbers are null while their mode is off. */
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

/** Actions that `channel.moderate` reports when a mode is switched on. */
const actions = {
  emote_mode: 'emoteonly',
  follower_mode: 'followers',
  slow_mode: 'slow',
  subscriber_mode: 'subscribers',
  unique_chat_mode: 'uniquechat',
} as const;

/** Creates the settings. Every room is open to everyone at first. */
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

/** Parts of a message that the rules check. */
interface Said {
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  readonly sentAt: number;
}

interface Parts extends Pick<People, 'roles' | 'follows' | 'subscriptions'> {
  chatSettings(): { of(broadcasterId: string): ChatSettings };
  emotes(): {
    readonly global: readonly { readonly name: string }[];
    of(broadcasterId: string): readonly { readonly name: string }[];
  };
}

const repeatedWithin = 30_000;

/**
 * Returns which of the room's modes drops a message, if any. `said` has the earlier messages, the latest last. The
 * owner and the moderators may say anything; VIPs are exempt from the modes that single out newcomers.
 */
export function keptOut(world: Parts, message: Said, said: readonly Said[]) {
  const { broadcasterId, senderId, text, sentAt } = message;
  if (world.roles().moderates(senderId, broadcasterId)) return undefined;
  const settings = world.chatSettings().of(broadcasterId);
  const isVip = world.roles().has('vip', broadcasterId, senderId);
  const last = said.findLast((each) => each.senderId === senderId);
  const minutes = settings.follower_mode_duration ?? 0;
  const seconds = settings.slow_mode_wait_time ?? 0;

  function isFollower(): boolean {
    const isOwn = (each: Follow) => each.userId === senderId;
    const follow = world.follows().to(broadcasterId).find(isOwn);
    return follow !== undefined && sentAt - Date.parse(follow.followedAt) >= minutes * 60_000;
  }
  function isOfEmotes(): boolean {
    const names = [...world.emotes().global, ...world.emotes().of(broadcasterId)].map(({ name }) => name);
    return text
      .trim()
      .split(/\s+/)
      .every((word) => names.includes(word));
  }

  const rules: [code: string, message: string, isBroken: () => unknown][] = [
    [
      'msg_followersonly',
      `This room only accepts messages from users who have followed it for ${minutes} minutes.`,
      () => settings.follower_mode && !isVip && !isFollower(),
    ],
    [
      'msg_subsonly',
      'This room only accepts messages from subscribers.',
      () => settings.subscriber_mode && !isVip && !world.subscriptions().find(broadcasterId, senderId),
    ],
    ['msg_emoteonly', 'This room only accepts emotes.', () => settings.emote_mode && !isOfEmotes()],
    [
      'msg_slowmode',
      `This room only accepts one message per user every ${seconds} seconds.`,
      () => settings.slow_mode && !isVip && last && sentAt - last.sentAt < seconds * 1000,
    ],
    [
      'msg_r9k',
      'This room only accepts each message once.',
      () => settings.unique_chat_mode && said.some((each) => each.text.toLowerCase() === text.toLowerCase()),
    ],
    [
      'msg_duplicate',
      'You sent the same message less than 30 seconds ago.',
      () => last?.text === text && sentAt - last.sentAt < repeatedWithin,
    ],
  ];
  const broken = rules.find(([, , isBroken]) => isBroken());
  return broken && { code: broken[0], message: broken[1] };
}
