import type { Viewer } from './input.ts';
import type { Player } from './player.ts';
import { type Device, disallows, type Playable, type PlayContext, progressAt } from './player-state.ts';
import type { Wire } from './wire.ts';

/** Who reads a player, and when. */
export interface Reading {
  readonly viewer: Viewer;
  /** The caller knows episodes; to others an episode is not an item. */
  readonly episodes: boolean;
  /** Unix milliseconds. */
  readonly now: number;
  /** What plays from nothing has no `context`, where it would otherwise be null. */
  readonly omitsContext: boolean;
}

export const writeItem = (wire: Wire, item: Playable, viewer: Viewer) =>
  'show' in item ? wire.embeddedEpisode(item, viewer) : wire.track(item, viewer);

export function writeContext(wire: Wire, context: PlayContext | undefined) {
  if (!context) return null;
  const { external_urls, href, type, uri } = wire.link(context.type, context.id);
  return { external_urls, href, type, uri };
}

export function writeDevice(device: Device, active: boolean) {
  return {
    id: device.id,
    is_active: active,
    is_private_session: device.privateSession,
    is_restricted: device.restricted,
    name: device.name,
    supports_volume: device.volumePercent !== null,
    type: device.type,
    volume_percent: device.volumePercent,
  };
}

/** What plays. */
export function writePlaying(wire: Wire, { state }: Player, { viewer, episodes, now, omitsContext }: Reading) {
  const { item, interlude, lineup, fromQueue } = state;
  const shown = !interlude && item && (episodes || !('show' in item)) ? item : undefined;
  const context = writeContext(wire, fromQueue || interlude ? undefined : lineup.context);
  return {
    actions: { disallows: Object.fromEntries(Object.entries(disallows(state)).filter(([, never]) => never)) },
    ...((context || !omitsContext) && { context }),
    currently_playing_type: interlude?.kind ?? (item ? ('show' in item ? 'episode' : 'track') : 'unknown'),
    is_playing: state.playing,
    item: shown ? writeItem(wire, shown, viewer) : null,
    progress_ms: interlude || !item ? null : progressAt(state, now),
    timestamp: now,
  };
}

/** What plays, where and how. */
export function writePlayback(wire: Wire, player: Player, device: Device, reading: Reading) {
  const { repeat, shuffle, changedAt } = player.state;
  return {
    ...writePlaying(wire, player, reading),
    timestamp: changedAt,
    device: writeDevice(device, true),
    repeat_state: repeat,
    shuffle_state: shuffle,
  };
}
