import { known, named } from '@x/core';
import * as v from 'valibot';
import { type Track, trackSchema } from './music.ts';
import { playlistItem } from './playlists.ts';
import { external_urls } from './shared.ts';

export const deviceSchema = v.object({
  /** ID of the device. Null when it takes no commands. */
  id: v.nullable(v.string()),
  name: v.string(),
  type: v.string(),
  is_active: v.boolean(),
  is_private_session: v.boolean(),
  is_restricted: v.boolean(),
  supports_volume: v.optional(v.boolean()),
  /** Volume, 0 to 100. Null when the device has none. */
  volume_percent: v.nullable(v.number()),
});

/**
 * Something that plays. Without an `id`, or with `is_restricted`, it takes no commands; `volume_percent` is null where
 * it has no volume.
 */
export interface Device extends v.InferOutput<typeof deviceSchema> {}

const contextSchema = v.object({
  type: known('album', 'artist', 'playlist', 'show', 'collection'),
  uri: v.string(),
  /** Address of the record in the API. Null when it has none. */
  href: v.nullish(v.string()),
  /** Addresses for people. Null when it has none. */
  external_urls: v.nullish(external_urls),
});

/** What an item plays from: an album, a playlist, … */
export interface PlayContext extends v.InferOutput<typeof contextSchema> {}

const context = v.nullish(named<PlayContext>(contextSchema));

const commands = [
  'interrupting_playback',
  'pausing',
  'resuming',
  'seeking',
  'skipping_next',
  'skipping_prev',
  'toggling_repeat_context',
  'toggling_repeat_track',
  'toggling_shuffle',
  'transferring_playback',
] as const;
const disallows = v.object(
  Object.fromEntries(commands.map((name) => [name, v.optional(v.boolean())])) as Record<
    (typeof commands)[number],
    v.OptionalSchema<v.BooleanSchema<undefined>, undefined>
  >,
);

export const currentlyPlayingSchema = v.object({
  is_playing: v.boolean(),
  /** The track or episode. Null for advertisements, and for what the API does not know. */
  item: v.nullish(playlistItem),
  currently_playing_type: known('track', 'episode', 'ad', 'unknown'),
  /** What it plays from. Null or absent when that is nothing the API knows, such as a search, and on some devices. */
  context,
  /** Position in the item, in milliseconds. Null when nothing plays that has one, such as an advertisement. */
  progress_ms: v.nullish(v.number()),
  timestamp: v.number(),
  actions: v.optional(v.object({ disallows: v.optional(disallows) })),
});

/**
 * What plays now. `item` is null for advertisements and for what the API does not know; `timestamp`, in Unix
 * milliseconds, is when the state last changed; `actions.disallows` names what cannot be done now.
 */
export interface CurrentlyPlaying extends v.InferOutput<typeof currentlyPlayingSchema> {}

export const playbackSchema = v.object({
  ...currentlyPlayingSchema.entries,
  device: named<Device>(deviceSchema),
  repeat_state: known('off', 'track', 'context'),
  shuffle_state: v.boolean(),
});

/** What plays now, where and how. */
export interface Playback extends v.InferOutput<typeof playbackSchema> {}

export const playHistorySchema = v.object({
  track: named<Track>(trackSchema),
  played_at: v.string(),
  /** What it was played from. Null when that is nothing the API knows, such as a search or a deleted playlist. */
  context,
});

/** A track that was played; `played_at` is exact to the millisecond. */
export interface PlayHistory extends v.InferOutput<typeof playHistorySchema> {}

export const queueSchema = v.object({
  /** What plays now. Null when nothing does. */
  currently_playing: v.nullish(playlistItem),
  queue: v.array(playlistItem),
});

/** What plays now, and about 20 of what comes next. */
export interface Queue extends v.InferOutput<typeof queueSchema> {}
