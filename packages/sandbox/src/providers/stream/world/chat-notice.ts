import { badgesOf, type MessageParts, messageBody } from './chat-message.ts';
import type { WorldBase } from './context.ts';
import { named } from './named.ts';

/** Members of a `channel.chat.notification` event that tell of one kind of notice; all but that one are null. */
const noticeMembers = [
  'sub',
  'resub',
  'sub_gift',
  'community_sub_gift',
  'gift_paid_upgrade',
  'prime_paid_upgrade',
  'pay_it_forward',
  'raid',
  'unraid',
  'announcement',
  'bits_badge_tier',
  'charity_donation',
  'shared_chat_sub',
  'shared_chat_resub',
  'shared_chat_sub_gift',
  'shared_chat_community_sub_gift',
  'shared_chat_gift_paid_upgrade',
  'shared_chat_prime_paid_upgrade',
  'shared_chat_pay_it_forward',
  'shared_chat_raid',
  'shared_chat_announcement',
] as const;

/** The event of `channel.chat.notification`; `details` holds the member named like the kind of notice. */
export function noticeEvent(
  world: WorldBase & MessageParts,
  broadcasterId: string,
  chatterId: string,
  notice: { messageId: string; type: string; text: string; systemMessage?: string; details: object },
) {
  return {
    ...named(world, 'chatter_user', chatterId),
    chatter_is_anonymous: false,
    color: world.chat().color(chatterId),
    badges: badgesOf(world, broadcasterId, chatterId),
    system_message: notice.systemMessage ?? '',
    message_id: notice.messageId,
    message: messageBody(world, broadcasterId, notice.text),
    notice_type: notice.type,
    ...Object.fromEntries(noticeMembers.map((member) => [member, null])),
    source_broadcaster_user_id: null,
    source_broadcaster_user_login: null,
    source_broadcaster_user_name: null,
    source_message_id: null,
    source_badges: null,
    ...notice.details,
  };
}
