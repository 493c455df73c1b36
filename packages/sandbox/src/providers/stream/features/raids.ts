import type { Handlers } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

const countdown = 90_000;

/** Raids: sending one's viewers to another channel in 90 seconds. */
export function raidEndpoints({ clock, now, named, events, streamOf, blocks }: World): Handlers {
  /** How to call off the raid of a channel. */
  const pending = new Map<string, () => void>();

  function setOff(fromId: string, toId: string): void {
    pending.delete(fromId);
    const names = { ...named('from_broadcaster_user', fromId), ...named('to_broadcaster_user', toId) };
    events.publish({
      type: 'channel.raid',
      version: '1',
      subject: { from_broadcaster_user_id: fromId, to_broadcaster_user_id: toId },
      event: { ...names, viewers: streamOf(fromId)?.viewer_count ?? 0 },
    });
  }

  return {
    'POST /raids'({ ownId, namedId: toId }) {
      if (ownId === toId) refuse(400, 'The IDs in from_broadcaster_id and to_broadcaster_id cannot be the same.');
      if (blocks.has(toId, ownId)) refuse(400, 'The targeted channel has blocked this broadcaster.');
      if (pending.has(ownId)) refuse(409, 'The broadcaster is already about to raid a channel.');
      pending.set(
        ownId,
        clock.schedule(countdown, () => setOff(ownId, toId)),
      );
      return [{ created_at: timestamp(now()), is_mature: false }];
    },
    'DELETE /raids'({ ownId }) {
      const callOff = pending.get(ownId) ?? refuse(404, 'The broadcaster has no raid to cancel.');
      callOff();
      pending.delete(ownId);
    },
  };
}
