import { publishInChannel } from './publish.ts';
import { timestamp } from './values.ts';
import type { World, WorldContext } from './world.ts';

/** What a broadcast has beyond its channel. */
export interface LiveStream {
  readonly id: string;
  readonly user_id: string;
  viewer_count: number;
  readonly started_at: string;
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

/** Whether a channel is live. */
export function isOnAir(world: World, broadcasterId: string): boolean {
  return world.streams().some((stream) => stream.user_id === broadcasterId);
}

/** Puts a channel on air, with nobody watching yet. */
export function startStream(world: World, broadcasterId: string): void {
  const id = `${Math.floor(world.now() / 1000)}${broadcasterId}`;
  const started_at = timestamp(world.now());
  world.streams().push({ id, user_id: broadcasterId, viewer_count: 0, started_at });
  publishInChannel(world, broadcasterId, 'stream.online', { id, type: 'live', started_at });
}

/** Takes a channel off the air. */
export function endStream(world: World, broadcasterId: string): void {
  const index = world.streams().findIndex((stream) => stream.user_id === broadcasterId);
  if (index >= 0) world.streams().splice(index, 1);
  if (world.pins().of(broadcasterId)?.endsAt === undefined) world.pins().unpin(broadcasterId);
  publishInChannel(world, broadcasterId, 'stream.offline', {});
}
