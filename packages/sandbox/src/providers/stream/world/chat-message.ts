import type { WorldBase } from './context.ts';
import type { Emotes } from './emotes.ts';
import { named } from './named.ts';
import type { Roles } from './roles.ts';
import type { SharedChat } from './shared-chats.ts';

/** A message in a chat room. */
export interface ChatMessage {
  readonly id: string;
  readonly broadcasterId: string;
  readonly senderId: string;
  readonly text: string;
  /** Unix milliseconds. */
  readonly sentAt: number;
  /** What it answers. */
  readonly parent?: ChatMessage;
}

/** The parts of the world that the event of a message shows. Not the whole `Chat`: its module imports this one. */
export interface MessageParts {
  chat(): { color(userId: string): string };
  emotes(): Emotes;
  roles(): Roles;
  sharedChats(): Map<string, SharedChat>;
}

/** The text of a message cut into emotes, mentions and what is between, as events carry it. */
export function messageBody(world: WorldBase & Pick<MessageParts, 'emotes'>, broadcasterId: string, text: string) {
  const emotes = new Map(
    [...world.emotes().global, ...world.emotes().of(broadcasterId)].map((emote) => [emote.name, emote]),
  );
  const fragments: object[] = [];
  let plain = '';
  const flush = () => {
    if (plain) fragments.push({ type: 'text', text: plain, cheermote: null, emote: null, mention: null });
    plain = '';
  };
  for (const part of text.split(/(\s+)/)) {
    const emote = emotes.get(part);
    const mentioned = part.startsWith('@') ? world.users().byLogin.get(part.slice(1).toLowerCase()) : undefined;
    if (emote) {
      flush();
      const { id, setId: emote_set_id, ownerId: owner_id, format } = emote;
      const found = { id, emote_set_id, owner_id, format };
      fragments.push({ type: 'emote', text: part, cheermote: null, emote: found, mention: null });
    } else if (mentioned) {
      flush();
      const mention = named(world, 'user', mentioned.id);
      fragments.push({ type: 'mention', text: part, cheermote: null, emote: null, mention });
    } else plain += part;
  }
  flush();
  return { text, fragments };
}

/** The badges of a user in a room, as events carry them. */
export function badgesOf(world: Pick<MessageParts, 'roles'>, broadcasterId: string, userId: string) {
  const badges: { set_id: string; id: string; info: string }[] = [];
  if (userId === broadcasterId) badges.push({ set_id: 'broadcaster', id: '1', info: '' });
  else if (world.roles().moderates(userId, broadcasterId)) badges.push({ set_id: 'moderator', id: '1', info: '' });
  if (world.roles().vips(broadcasterId).includes(userId)) badges.push({ set_id: 'vip', id: '1', info: '' });
  return badges;
}

/** The event of `channel.chat.message`, in the room it was sent to or in one that shares the chat with it. */
export function messageEvent(world: WorldBase & MessageParts, message: ChatMessage, isSourceOnly: boolean) {
  const { broadcasterId, senderId, text, parent } = message;
  const badges = badgesOf(world, broadcasterId, senderId);
  const source = named(world, 'source_broadcaster_user', broadcasterId);
  const shared = world.sharedChats().has(broadcasterId);
  return {
    ...named(world, 'chatter_user', senderId),
    message_id: message.id,
    message: messageBody(world, broadcasterId, text),
    message_type: 'text',
    badges,
    cheer: null,
    color: world.chat().color(senderId),
    reply: parent ? replyTo(world, parent) : null,
    channel_points_custom_reward_id: null,
    ...(shared ? source : Object.fromEntries(Object.keys(source).map((name) => [name, null]))),
    source_message_id: shared ? message.id : null,
    source_badges: shared ? badges : null,
    is_source_only: shared ? isSourceOnly : null,
  };
}

function replyTo(world: WorldBase, parent: ChatMessage) {
  let thread = parent;
  while (thread.parent) thread = thread.parent;
  return {
    parent_message_id: parent.id,
    parent_message_body: parent.text,
    ...named(world, 'parent_user', parent.senderId),
    thread_message_id: thread.id,
    ...named(world, 'thread_user', thread.senderId),
  };
}
