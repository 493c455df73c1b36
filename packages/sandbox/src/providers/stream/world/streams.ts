import type { WorldContext } from './context.ts';
import type { LiveIndex } from './live-index.ts';
import type { LiveStream } from './live-stream.ts';
import { timestamp } from './values.ts';

/** The part of the world that holds the broadcasts. */
export interface StreamParts {
  /** Most watched first. Whoever changes it calls `liveChanged`. */
  streams(): LiveStream[];
  /** The broadcasts by what requests ask for, indexed when first asked for after a change. */
  live(): LiveIndex;
  /** The broadcasts, or a channel's game or language, have changed. */
  liveChanged(): void;
}

/** Puts `settings.streams` of the users on air, the most watched first. */
export function createStreams({ random, settings, world, epoch }: WorldContext): LiveStream[] {
  const draw = random('streams');
  const { all } = world.users();
  const live = all.filter((_, index) => index < settings.streams);
  const offline = all.slice(settings.streams);
  // The quietest channels would otherwise be the only offline ones; an offline favourite is what tests need.
  for (const [index, user] of offline.entries()) {
    if (index % 2 === 0 && live.length > 0) {
      const place = draw.int(0, live.length - 1);
      live[place] = user;
    }
  }
  return live
    .map((user, rank) => ({
      id: String(41_000_000_000 + rank * 1009),
      user_id: user.id,
      viewer_count: Math.floor(60_000 / (rank + 1) ** 0.9) + draw.int(0, 30),
      started_at: timestamp(epoch - draw.int(60, 12 * 3600) * 1000),
    }))
    .sort((one, other) => other.viewer_count - one.viewer_count);
}

/** The broadcast of a channel; undefined while the channel is not live. */
export function streamOf(world: StreamParts, broadcasterId: string): LiveStream | undefined {
  return world.live().byUser.get(broadcasterId)?.stream;
}

/** Whether a channel is live. */
export function isOnAir(world: StreamParts, broadcasterId: string): boolean {
  return streamOf(world, broadcasterId) !== undefined;
}
