import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishModeration } from './publish.ts';
import { type StreamParts, streamOf } from './streams.ts';

/** The raids that are about to go off. */
export interface Raids {
  isPending(broadcasterId: string): boolean;
  /** Sends the viewers of one channel to another in 90 seconds. */
  start(fromId: string, toId: string): void;
  /** Returns false when none was pending. */
  cancel(fromId: string): boolean;
}

const countdown = 90_000;

/** No raid is pending at first. */
export function createRaids({ clock, world }: WorldContext<StreamParts>): Raids {
  const pending = new Map<string, { toId: string; callOff: () => void }>();
  const viewersOf = (id: string) => streamOf(world, id)?.viewer_count ?? 0;
  return {
    isPending: (broadcasterId) => pending.has(broadcasterId),
    start(fromId, toId) {
      const viewers = viewersOf(fromId);
      const callOff = clock.schedule(countdown, () => {
        pending.delete(fromId);
        world.events.publish({
          type: 'channel.raid',
          version: '1',
          subject: { from_broadcaster_user_id: fromId, to_broadcaster_user_id: toId },
          event: {
            ...named(world, 'from_broadcaster_user', fromId),
            ...named(world, 'to_broadcaster_user', toId),
            viewers: viewersOf(fromId),
          },
        });
      });
      pending.set(fromId, { toId, callOff });
      const raid = { ...named(world, 'user', toId), viewer_count: viewers };
      publishModeration(world, fromId, fromId, 'raid', { raid });
    },
    cancel(fromId) {
      const raid = pending.get(fromId);
      if (!raid) return false;
      raid.callOff();
      pending.delete(fromId);
      publishModeration(world, fromId, fromId, 'unraid', { unraid: named(world, 'user', raid.toId) });
      return true;
    },
  };
}
