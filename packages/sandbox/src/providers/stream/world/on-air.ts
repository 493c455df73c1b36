import type { WorldBase } from './context.ts';
import type { Pins } from './pins.ts';
import { publishInChannel } from './publish.ts';
import type { StreamParts } from './streams.ts';
import { timestamp } from './values.ts';

/** Puts a channel on air, with nobody watching yet. */
export function startStream(world: WorldBase & StreamParts, broadcasterId: string): void {
  const id = `${Math.floor(world.now() / 1000)}${broadcasterId}`;
  const started_at = timestamp(world.now());
  world.streams().push({ id, user_id: broadcasterId, viewer_count: 0, started_at });
  world.liveChanged();
  publishInChannel(world, broadcasterId, 'stream.online', { id, type: 'live', started_at });
}

/** Takes a channel off the air. */
export function endStream(world: WorldBase & StreamParts & { pins(): Pins }, broadcasterId: string): void {
  const index = world.streams().findIndex((stream) => stream.user_id === broadcasterId);
  if (index >= 0) world.streams().splice(index, 1);
  world.liveChanged();
  if (world.pins().of(broadcasterId)?.endsAt === undefined) world.pins().unpin(broadcasterId);
  publishInChannel(world, broadcasterId, 'stream.offline', {});
}
