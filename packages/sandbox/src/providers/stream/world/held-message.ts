import type { Finding } from './automod.ts';
import { type ChatMessage, type MessageParts, messageBody } from './chat-message.ts';
import type { WorldBase } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { timestamp } from './values.ts';

/** A message that waits for a moderator. */
export interface HeldMessage {
  readonly message: ChatMessage;
  readonly finding: Finding;
}

/** Publishes that a message is held, or what a moderator has decided, to moderators and to its sender. */
export function publishHeld(
  world: WorldBase & Pick<MessageParts, 'emotes'>,
  { message, finding }: HeldMessage,
  outcome?: { moderatorId: string; status: 'approved' | 'denied' },
): void {
  const { broadcasterId, senderId } = message;
  const { category, level, term } = finding;
  const boundary = { start_pos: finding.start, end_pos: finding.end };
  const shown = {
    ...named(world, 'user', senderId),
    message_id: message.id,
    message: messageBody(world, broadcasterId, message.text),
  };
  const base = {
    ...shown,
    held_at: timestamp(message.sentAt),
    ...(outcome && { ...named(world, 'moderator_user', outcome.moderatorId), status: outcome.status }),
  };
  const type = `automod.message.${outcome ? 'update' : 'hold'}`;
  // Version 1 knows of no blocked terms.
  if (category) publishInChannel(world, broadcasterId, type, { ...base, category, level });
  const owner = named(world, 'owner_broadcaster_user', broadcasterId);
  const second = {
    ...base,
    reason: term ? 'blocked_term' : 'automod',
    automod: category ? { category, level, boundaries: [boundary] } : null,
    blocked_term: term ? { terms_found: [{ term_id: term.id, boundary, ...owner }] } : null,
  };
  publishInChannel(world, broadcasterId, type, second, { version: '2' });
  publishInChannel(
    world,
    broadcasterId,
    `channel.chat.user_message_${outcome ? 'update' : 'hold'}`,
    { ...shown, ...(outcome && { status: outcome.status }) },
    { subject: { user_id: senderId } },
  );
}
