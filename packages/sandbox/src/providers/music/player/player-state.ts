import type { Track } from '../data/catalog.ts';
import type { Episode } from '../data/spoken.ts';

export type Playable = Track | Episode;

/** Something that plays music for a user. */
export interface Device {
  /** Null: nobody can address it. */
  readonly id: string | null;
  readonly name: string;
  readonly type: string;
  /** Takes no commands from the API. */
  readonly restricted: boolean;
  readonly privateSession: boolean;
  /** 0 to 100; null: it has no volume that can be set. */
  volumePercent: number | null;
}

/** Context that a list of items was taken from. */
export interface PlayContext {
  readonly type: 'album' | 'artist' | 'playlist' | 'show';
  readonly id: string;
}

/** Items to play one after the other. */
export interface Lineup {
  /** Missing: the items were named one by one. */
  readonly context?: PlayContext;
  readonly items: readonly Playable[];
}

/** A track that was heard. */
export interface Play {
  readonly track: Track;
  readonly context: PlayContext | undefined;
  /** When it ended or was left. */
  readonly at: number;
}

export const repeatModes = ['off', 'track', 'context'] as const;

export interface PlayerState {
  devices: Device[];
  active: Device | undefined;
  lineup: Lineup;
  /** The lineup's items in the order in which they are played. */
  ordered: readonly Playable[];
  /** Position among them. */
  place: number;
  /** Queued items, before the rest of the lineup. */
  queue: Playable[];
  item: Playable | undefined;
  /** The item is not of the lineup, which goes on after it where it was left. */
  fromQueue: boolean;
  playing: boolean;
  /** Progress into the item, at `since`. While it plays it grows; `since` lies ahead when it has yet to begin. */
  positionMs: number;
  since: number;
  repeat: (typeof repeatModes)[number];
  shuffle: boolean;
  /** Something that is not an item of the catalog; the item goes on after it. */
  interlude: { readonly kind: 'ad' | 'unknown'; readonly endsAt: number } | undefined;
  /** Last change of any of this. */
  changedAt: number;
}

/** How far the item has been played at `now`. */
export function progressAt({ playing, positionMs, since }: PlayerState, now: number): number {
  return playing ? positionMs + Math.max(0, now - since) : positionMs;
}

/** Returns the items that play next, in order; with repetition the whole lineup again. */
export function upcoming({ queue, ordered, place, repeat }: PlayerState): readonly Playable[] {
  return [...queue, ...ordered.slice(place + 1), ...(repeat === 'context' ? ordered.slice(0, place + 1) : [])];
}

/** Where the previous item is; undefined when there is none. */
export function previousPlace({ ordered, place, repeat, fromQueue }: PlayerState): number | undefined {
  if (fromQueue) return place;
  if (place > 0) return place - 1;
  return repeat === 'context' && ordered.length > 0 ? ordered.length - 1 : undefined;
}

export type Action = keyof ReturnType<typeof disallows>;

/** The actions of which the API reports whether they are possible. True: it is not possible now. */
export function disallows(state: PlayerState) {
  const { item, playing, interlude } = state;
  // An ad has to be sat through.
  const always = interlude !== undefined;
  return {
    interrupting_playback: always,
    pausing: always || !playing,
    resuming: always || playing || !item,
    seeking: always || !item,
    skipping_next: always || upcoming(state).length === 0,
    skipping_prev: always || previousPlace(state) === undefined,
    toggling_repeat_context: always,
    toggling_repeat_track: always,
    toggling_shuffle: always,
    transferring_playback: always,
  };
}
