import type { Viewer } from '../request.ts';
import type { Track } from './catalog.ts';
import type { Episode } from './spoken.ts';

export interface Availability {
  available_markets?: readonly string[];
  is_playable?: boolean;
  restrictions?: { reason: 'market' | 'explicit' };
}

/** The list of markets, or, for a known market, whether it plays there. */
export function availability(markets: readonly string[], viewer: Viewer, explicit = false): Availability {
  if (viewer.market === undefined) return { available_markets: markets };
  const reason = !markets.includes(viewer.market)
    ? 'market'
    : explicit && viewer.filtersExplicit
      ? 'explicit'
      : undefined;
  return { is_playable: !reason, ...(reason && { restrictions: { reason } }) };
}

/** The list of markets, unless the market is known. */
export function marketsOf(markets: readonly string[], viewer: Viewer): Availability {
  return viewer.market === undefined ? { available_markets: markets } : {};
}

/** The recording that plays in the viewer's market: the edition asked for, or its twin. */
export function relink(asked: Track, { market }: Viewer): Track {
  if (!market || !asked.twin || asked.album.markets.includes(market)) return asked;
  return asked.twin.album.markets.includes(market) ? asked.twin : asked;
}

/** Whether a player in the viewer's market plays it. */
export function isPlayable(item: Track | Episode, viewer: Viewer): boolean {
  const { markets, explicit } =
    'show' in item ? item.show : { markets: relink(item, viewer).album.markets, explicit: item.explicit };
  return availability(markets, viewer, explicit).is_playable ?? true;
}
