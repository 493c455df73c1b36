import type { WorldContext } from './context.ts';
import type { StreamParts } from './streams.ts';
import { timestamp, uuid } from './values.ts';

/** Channels whose chats are one for the time being. */
export interface SharedChat {
  readonly id: string;
  readonly hostId: string;
  /** The host first. */
  readonly participantIds: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Lets every tenth broadcast share its chat with the next two. By participant. */
export function createSharedChats({ random, world, epoch }: WorldContext<StreamParts>): Map<string, SharedChat> {
  const draw = random('shared chats');
  const live = world.streams().map((stream) => stream.user_id);
  const chats = new Map<string, SharedChat>();
  for (let first = 4; first + 2 < live.length; first += 10) {
    const participantIds = live.slice(first, first + 3);
    const createdAt = epoch - draw.int(5, 50) * 60_000;
    const chat = {
      id: uuid(draw),
      hostId: participantIds[0] ?? '',
      participantIds,
      createdAt: timestamp(createdAt),
      updatedAt: timestamp(createdAt + 60_000),
    };
    for (const id of participantIds) chats.set(id, chat);
  }
  return chats;
}
