import { timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { refuse } from '../errors.ts';

const countdown = 90_000;

/** Endpoints of raids, which send a channel's viewers to another channel after 90 seconds. */
export function raidEndpoints({ clock, now, named, events, moderate, streamOf, blocks }: World): Endpoints {
  const pending = new Map<string, { toId: string; callOff: () => void }>();
  const viewersOf = (id: string) => streamOf(id)?.viewer_count ?? 0;

  function setOff(fromId: string, toId: string): void {
    pending.delete(fromId);
    const names = { ...named('from_broadcaster_user', fromId), ...named('to_broadcaster_user', toId) };
    events.publish({
      type: 'channel.raid',
      version: '1',
      subject: { from_broadcaster_user_id: fromId, to_broadcaster_user_id: toId },
      event: { ...names, viewers: viewersOf(fromId) },
    });
  }

  return {
    'POST /raids'({ ownId, namedId: toId }) {
      if (ownId === toId) refuse(400, 'The IDs in from_broadcaster_id and to_broadcaster_id cannot be the same.');
      if (blocks.has(toId, ownId)) refuse(400, 'The targeted channel has blocked this broadcaster.');
      if (pending.has(ownId)) refuse(409, 'The broadcaster is already about to raid a channel.');
      pending.set(ownId, { toId, callOff: clock.schedule(countdown, () => setOff(ownId, toId)) });
      moderate(ownId, ownId, 'raid', { raid: { ...named('user', toId), viewer_count: viewersOf(ownId) } });
      return [{ created_at: timestamp(now()), is_mature: false }];
    },
    'DELETE /raids'({ ownId }) {
      const { toId, callOff } = pending.get(ownId) ?? refuse(404, 'The broadcaster has no raid to cancel.');
      callOff();
      pending.delete(ownId);
      moderate(ownId, ownId, 'unraid', { unraid: named('user', toId) });
    },
  };
}
