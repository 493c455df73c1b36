import type { Track } from '../data/catalog.ts';
import type { Episode } from '../data/spoken.ts';

export type Playable = Track | Episode;

/** Something that plays music for a user. */
export interface Device {
  /** Null if nothing can address it. */
  readonly id: string | null;
  readonly name: string;
  readonly type: string;
  /** Whether it refuses commands from the API. */
  readonly restricted: boolean;
  readonly privateSession: boolean;
  /** Volume, 0 to 100; null if it cannot be set. */
  volumePercent: number | null;
}

/** Context that a list of items was taken from. */
export interface PlayContext {
  readonly type: 'album' | 'artist' | 'playlist' | 'show';
  readonly id: string;
}

/** Items to play one after the other. */
export interface Lineup {
  /** Missing if the items were named one by one. */
  readonly context?: PlayContext;
  readonly items: readonly Playable[];
}

/** A track that was played. */
export interface Play {
  readonly track: Track;
  readonly context: PlayContext | undefined;
  /** When it ended or was skipped, in Unix milliseconds. */
  readonly at: number;
}

export const repeatModes = ['off', 'track', 'context'] as const;

export interface PlayerState {
  devices: Device[];
  active: Device | undefined;
  lineup: Lineup;
  /** The lineup's items in the order in which they are played. */
  ordered: readonly Playable[];
  /** Position of the current item in `ordered`. */
  place: number;
  /** Queued items, which play before the rest of the lineup. */
  queue: Playable[];
  item: Playable | undefined;
  /** Whether the item came from the queue. After it, the lineup continues where it stopped. */
  fromQueue: boolean;
  playing: boolean;
  /**
   * Progress into the item at `since`, in milliseconds. It grows during playback; `since` is in the future while the
   * item has yet to start.
   */
  positionMs: number;
  since: number;
  repeat: (typeof repeatModes)[number];
  shuffle: boolean;
  /** Something outside the catalog that plays now. The item continues after it. */
  interlude: { readonly kind: 'ad' | 'unknown'; readonly endsAt: number } | undefined;
  /** Time of the last change to any of these fields, in Unix milliseconds. */
  changedAt: number;
}

/** Returns the progress into the item at `now`, in milliseconds. */
export function progressAt({ playing, positionMs, since }: PlayerState, now: number): number {
  return playing ? positionMs + Math.max(0, now - since) : positionMs;
}

/** Returns the items that play next, in order; with `repeat: 'context'`, the whole lineup again. */
export function upcoming({ queue, ordered, place, repeat }: PlayerState): readonly Playable[] {
  return [...queue, ...ordered.slice(place + 1), ...(repeat === 'context' ? ordered.slice(0, place + 1) : [])];
}

/** Returns the position of the previous item; undefined when there is none. */
export function previousPlace({ ordered, place, repeat, fromQueue }: PlayerState): number | undefined {
  if (fromQueue) return place;
  if (place > 0) return place - 1;
  return repeat === 'context' && ordered.length > 0 ? ordered.length - 1 : undefined;
}

export type Action = keyof ReturnType<typeof disallows>;

/** Returns the actions whose availability the API reports; true if an action is not possible now. */
export function disallows(state: PlayerState) {
  const { item, playing, interlude } = state;
  // None of these works during an ad.
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
