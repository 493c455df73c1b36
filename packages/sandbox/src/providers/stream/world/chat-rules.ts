import type { ChatMessage } from './chat-message.ts';
import type { AllChatSettings } from './chat-settings.ts';
import type { Emotes } from './emotes.ts';
import type { Follows } from './follows.ts';
import type { Roles } from './roles.ts';
import type { Subscriptions } from './subscriptions.ts';

/** The parts of the world that decide what a room lets through. */
export interface RuleParts {
  chatSettings(): AllChatSettings;
  emotes(): Emotes;
  follows(): Follows;
  roles(): Roles;
  subscriptions(): Subscriptions;
}

/** Why a message does not appear. */
export interface Drop {
  readonly code: string;
  readonly message: string;
}

const repeatedWithin = 30_000;

/**
 * Which of the room's modes keeps a message out, given what was said before, the latest last. The owner and the
 * moderators may say everything, VIPs are spared the modes that single out newcomers.
 */
export function keptOut(world: RuleParts, message: ChatMessage, said: readonly ChatMessage[]): Drop | undefined {
  const { broadcasterId, senderId, text, sentAt } = message;
  if (world.roles().moderates(senderId, broadcasterId)) return undefined;
  const settings = world.chatSettings().of(broadcasterId);
  const isVip = world.roles().vips(broadcasterId).includes(senderId);
  const own = said.filter((each) => each.senderId === senderId);
  const last = own.at(-1);

  if (settings.follower_mode && !isVip) {
    const follow = world
      .follows()
      .to(broadcasterId)
      .find((each) => each.userId === senderId);
    const minutes = settings.follower_mode_duration ?? 0;
    if (!follow || sentAt - Date.parse(follow.followedAt) < minutes * 60_000)
      return {
        code: 'msg_followersonly',
        message: `This room takes messages of followers of ${minutes} minutes only.`,
      };
  }
  if (settings.subscriber_mode && !isVip && !world.subscriptions().find(broadcasterId, senderId))
    return { code: 'msg_subsonly', message: 'This room takes messages of subscribers only.' };
  if (settings.emote_mode) {
    const emotes = [...world.emotes().global, ...world.emotes().of(broadcasterId)].map((emote) => emote.name);
    if (
      !text
        .trim()
        .split(/\s+/)
        .every((word) => emotes.includes(word))
    )
      return { code: 'msg_emoteonly', message: 'This room takes nothing but emotes.' };
  }
  if (settings.slow_mode && !isVip && last) {
    const seconds = settings.slow_mode_wait_time ?? 0;
    if (sentAt - last.sentAt < seconds * 1000)
      return { code: 'msg_slowmode', message: `This room takes one message every ${seconds} seconds.` };
  }
  if (settings.unique_chat_mode && said.some((each) => each.text.toLowerCase() === text.toLowerCase()))
    return { code: 'msg_r9k', message: 'This room takes every message once.' };
  if (last?.text === text && sentAt - last.sentAt < repeatedWithin)
    return { code: 'msg_duplicate', message: 'It is the message you sent less than 30 seconds ago.' };
  return undefined;
}
