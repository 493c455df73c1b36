import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { type Track, trackSchema } from './music.ts';
import { playlistItemSchema } from './playlists.ts';
import { external_urls } from './shared.ts';

export const deviceSchema = v.object({
  /** ID of the device, for `device_id`. Null when it takes no commands. */
  id: v.nullable(v.string()),
  /** Name of the device, as the user sees it. */
  name: v.string(),
  /** Kind of device, such as `Computer`, `Smartphone` or `Speaker`. */
  type: v.string(),
  /** Whether the device is the one that plays. */
  is_active: v.boolean(),
  /** Whether the device is in a private session. */
  is_private_session: v.boolean(),
  /** Whether the device takes no commands from the API. */
  is_restricted: v.boolean(),
  /** Whether the volume can be set. Absent on some devices. */
  supports_volume: v.optional(v.boolean()),
  /** Volume in percent, 0 to 100. Null when the device has no volume control. */
  volume_percent: v.nullable(v.number()),
});

/** A device that plays. A device without an `id`, or with `is_restricted`, takes no commands. */
export interface Device extends v.InferOutput<typeof deviceSchema> {}

export const contextSchema = v.object({
  /** Kind of context; `collection` is the library of the user. */
  type: known('album', 'artist', 'playlist', 'show', 'collection'),
  /** URI of the context, for `context_uri`. */
  uri: v.string(),
  /** Address of the record in the API. Null when it has none. */
  href: v.nullish(v.string()),
  /** Addresses of the record for people. Null when it has none. */
  external_urls: v.nullish(external_urls),
});

/** Source that an item is played from: an album, artist, playlist or show, or the user's library. */
export interface PlayContext extends v.InferOutput<typeof contextSchema> {}

const context = v.nullish(named<PlayContext>(contextSchema));

const disallows = v.object({
  /** Whether playback cannot be interrupted. Absent means false. */
  interrupting_playback: v.optional(v.boolean()),
  /** Whether playback cannot be paused. Absent means false. */
  pausing: v.optional(v.boolean()),
  /** Whether playback cannot be resumed. Absent means false. */
  resuming: v.optional(v.boolean()),
  /** Whether the position cannot be changed. Absent means false. */
  seeking: v.optional(v.boolean()),
  /** Whether the next item cannot be skipped to. Absent means false. */
  skipping_next: v.optional(v.boolean()),
  /** Whether the previous item cannot be returned to. Absent means false. */
  skipping_prev: v.optional(v.boolean()),
  /** Whether repeating the context cannot be turned on or off. Absent means false. */
  toggling_repeat_context: v.optional(v.boolean()),
  /** Whether repeating the track cannot be turned on or off. Absent means false. */
  toggling_repeat_track: v.optional(v.boolean()),
  /** Whether shuffling cannot be turned on or off. Absent means false. */
  toggling_shuffle: v.optional(v.boolean()),
  /** Whether playback cannot be moved to another device. Absent means false. */
  transferring_playback: v.optional(v.boolean()),
});

export const currentlyPlayingSchema = v.object({
  /** Whether it plays; false while paused. */
  is_playing: v.boolean(),
  /** Track or episode that plays. Null for advertisements and for items that the API does not know. */
  item: v.nullish(playlistItemSchema),
  /** Kind of `item`; `ad` is an advertisement. */
  currently_playing_type: known('track', 'episode', 'ad', 'unknown'),
  /**
   * Source that the item is played from. Null or absent if the API does not know it, for example after a search, and on
   * some devices.
   */
  context,
  /** Position in the item, in milliseconds. Null when nothing plays that has one, such as an advertisement. */
  progress_ms: v.nullish(v.number()),
  /** Time at which the state last changed, in Unix milliseconds. */
  timestamp: v.number(),
  /** Actions that the player currently allows. Absent on some devices. */
  actions: v.optional(
    v.object({
      /** Commands that would be refused now. A command that is absent is allowed. */
      disallows: v.optional(disallows),
    }),
  ),
});

/** The item that is playing. */
export interface CurrentlyPlaying extends v.InferOutput<typeof currentlyPlayingSchema> {}

export const playbackSchema = v.object({
  ...currentlyPlayingSchema.entries,
  /** Device that plays. */
  device: named<Device>(deviceSchema),
  /** Repeat mode: off, the track or the context. */
  repeat_state: known('off', 'track', 'context'),
  /** Whether the order is shuffled. */
  shuffle_state: v.boolean(),
  /** Whether the provider mixes recommendations into the order. Absent on some devices. */
  smart_shuffle: v.optional(v.boolean()),
});

/** The item that is playing, its device and its settings. */
export interface Playback extends v.InferOutput<typeof playbackSchema> {}

export const playHistorySchema = v.object({
  /** Track that was played. Null when it is no longer available. */
  track: v.nullable(named<Track>(trackSchema)),
  /** Time at which the track was played, ISO 8601 in UTC with milliseconds. */
  played_at: v.string(),
  /**
   * Source that the track was played from. Null if the API does not know it, for example after a search or for a
   * deleted playlist.
   */
  context,
});

/** A track that was played. */
export interface PlayHistory extends v.InferOutput<typeof playHistorySchema> {}

export const queueSchema = v.object({
  /** Track or episode that plays now. Null when nothing does. */
  currently_playing: v.nullish(playlistItemSchema),
  /** Tracks and episodes that play next, about 20 at most. May be empty. */
  queue: v.array(playlistItemSchema),
});

/** The item that is playing, and about 20 of the next items. */
export interface Queue extends v.InferOutput<typeof queueSchema> {}
