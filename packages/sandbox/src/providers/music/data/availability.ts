import type { Viewer } from '../request.ts';
import type { Track } from './catalog.ts';
import type { Episode } from './spoken.ts';

export interface Availability {
  available_markets?: readonly string[];
  is_playable?: boolean;
  restrictions?: { reason: 'market' | 'explicit' };
}

/** Returns the list of markets or, if the viewer's market is known, whether the record plays there. */
export function availability(markets: readonly string[], viewer: Viewer, explicit = false): Availability {
  if (viewer.market === undefined) return { available_markets: markets };
  const reason = !markets.includes(viewer.market)
    ? 'market'
    : explicit && viewer.filtersExplicit
      ? 'explicit'
      : undefined;
  return { is_playable: !reason, ...(reason && { restrictions: { reason } }) };
}

/** Returns the list of markets, unless the viewer's market is known. */
export function marketsOf(markets: readonly string[], viewer: Viewer): Availability {
  return viewer.market === undefined ? { available_markets: markets } : {};
}

/** Returns the requested edition of a recording, or its twin if only the twin plays in the viewer's market. */
export function relink(asked: Track, { market }: Viewer): Track {
  if (!market || !asked.twin || asked.album.markets.includes(market)) return asked;
  return asked.twin.album.markets.includes(market) ? asked.twin : asked;
}

/** Returns whether a player in the viewer's market can play the item. */
export function isPlayable(item: Track | Episode, viewer: Viewer): boolean {
  const { markets, explicit } =
    'show' in item ? item.show : { markets: relink(item, viewer).album.markets, explicit: item.explicit };
  return availability(markets, viewer, explicit).is_playable ?? true;
}
