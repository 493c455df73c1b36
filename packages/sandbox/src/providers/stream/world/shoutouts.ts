import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import { type StreamParts, streamOf } from './streams.ts';
import { timestamp } from './values.ts';

/** Who has pointed out whom, and when it may be done again. */
export interface Shoutouts {
  /** Whether the channel may give this one a shoutout now: one in 2 minutes, the same one once an hour. */
  isDue(fromId: string, toId: string): boolean;
  give(fromId: string, toId: string, moderatorId: string): void;
}

const cooldown = 2 * 60_000;
const targetCooldown = 60 * 60_000;

/** Makes the register of shoutouts. */
export function createShoutouts({ clock, world }: WorldContext<StreamParts>): Shoutouts {
  const given = new Map<string, number>();
  const isOver = (key: string, span: number) => clock.now() - (given.get(key) ?? Number.NEGATIVE_INFINITY) >= span;
  return {
    isDue: (fromId, toId) => isOver(fromId, cooldown) && isOver(`${fromId}/${toId}`, targetCooldown),
    give(fromId, toId, moderatorId) {
      const now = clock.now();
      given.set(fromId, now).set(`${fromId}/${toId}`, now);
      const viewer_count = streamOf(world, fromId)?.viewer_count ?? 0;
      const started_at = timestamp(now);
      publishInChannel(world, fromId, 'channel.shoutout.create', {
        ...named(world, 'to_broadcaster_user', toId),
        ...named(world, 'moderator_user', moderatorId),
        viewer_count,
        started_at,
        cooldown_ends_at: timestamp(now + cooldown),
        target_cooldown_ends_at: timestamp(now + targetCooldown),
      });
      const from = named(world, 'from_broadcaster_user', fromId);
      publishInChannel(world, toId, 'channel.shoutout.receive', { ...from, viewer_count, started_at });
    },
  };
}
