import type { ChatMessage } from '../webhooks/chat-events.ts';

/** Roles in a channel, from the lowest to the highest. */
export const roles = ['viewer', 'subscriber', 'vip', 'moderator', 'broadcaster'] as const;

/** Role in a channel. */
export type Role = (typeof roles)[number];

/** Role of a user in a channel, as their badges show it. */
export interface ChatRole {
  /** The user's highest role. */
  readonly role: Role;
  /** Tier of the user's subscription: 1, 2 or 3. Undefined if the user is not a subscriber. */
  readonly tier?: 1 | 2 | 3;
  /** Months that the user has subscribed. Undefined if the user is not a subscriber. */
  readonly months?: number;
}

/**
 * Returns a user's role from a chat message. In a shared chat it is the role in the channel that received the event, even
 * if the message was sent in another one, so moderators there are viewers here.
 *
 * @example
 * if (roleOf(event).role === 'moderator') await act();
 */
export function roleOf(event: Pick<ChatMessage, 'badges' | 'chatter_user_id' | 'broadcaster_user_id'>): ChatRole {
  const badges = new Map(event.badges.map((badge) => [badge.set_id, badge]));
  const subscription = badges.get('subscriber') ?? badges.get('founder');
  const role =
    event.chatter_user_id === event.broadcaster_user_id || badges.has('broadcaster')
      ? 'broadcaster'
      : badges.has('moderator') || badges.has('lead_moderator')
        ? 'moderator'
        : badges.has('vip')
          ? 'vip'
          : subscription
            ? 'subscriber'
            : 'viewer';
  if (!subscription) return { role };
  // Badges of tiers 2 and 3 have the IDs 2000 and 3000, plus months. `info` has the exact number of months.
  const thousands = Math.floor(Number(subscription.id) / 1000);
  const tier = thousands === 2 || thousands === 3 ? thousands : 1;
  return { role, tier, months: Number(subscription.info) || 0 };
}
