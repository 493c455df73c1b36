import { named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { type Track, trackSchema } from './music.ts';
import { followers, images, linkFields, optionalNullableLinkFields, pageOf } from './shared.ts';
import { type SimplifiedShow, simplifiedEpisodeSchema, simplifiedShowSchema } from './spoken.ts';

const entryCount = v.optional(
  v.object({
    href: v.string(),
    /** Number of items. Null for some playlists of the provider itself. */
    total: v.nullable(v.number()),
  }),
);

const simplifiedPlaylist = {
  ...linkFields('playlist'),
  name: v.string(),
  collaborative: v.boolean(),
  /** What the owner says of it. Null when that is nothing. */
  description: v.nullable(v.string()),
  /** The cover, widest first. Null when there is none, as for an empty playlist. */
  images: v.nullable(images),
  /** Whether the owner's profile shows it. Null when that does not apply. */
  public: v.nullable(v.boolean()),
  snapshot_id: v.string(),
  items: entryCount,
  tracks: entryCount,
};

const ownerName = {
  /** Name of the owner. Null when they have set none. */
  display_name: optionalNullableString,
};

export const simplifiedPlaylistSchema = v.object({
  ...simplifiedPlaylist,
  /** The user whose playlist it is. In some responses its `id`, `uri` and `href` are null. */
  owner: v.object({ ...optionalNullableLinkFields, type: v.literal('user'), ...ownerName }),
});

/**
 * A playlist, without its contents: how many there are is in `items`, or in `tracks`, its name before 2026.
 * `snapshot_id` changes with every change.
 */
export interface SimplifiedPlaylist extends v.InferOutput<typeof simplifiedPlaylistSchema> {}

const reference = v.nullish(
  v.object({
    /** Address of the contents. Null when the playlist is no longer available. */
    href: optionalNullableString,
    /** Number of items. Null for some playlists of the provider itself, and when the playlist is no longer available. */
    total: v.nullish(v.number()),
  }),
);

export const browsePlaylistSchema = v.object({
  ...optionalNullableLinkFields,
  type: v.literal('playlist'),
  /** ID of the playlist. Null when it is no longer available; most other fields are null then, too. */
  id: v.nullable(v.string()),
  /** Name of the playlist. Null when it is no longer available. */
  name: optionalNullableString,
  collaborative: v.optional(v.boolean()),
  /** What the provider says of it. Null when that is nothing, or when the playlist is no longer available. */
  description: optionalNullableString,
  /** The cover, widest first. Null when there is none. */
  images: v.nullish(images),
  /** The user whose playlist it is. Null, or without an `id`, when the playlist is no longer available. */
  owner: v.nullish(v.object({ ...optionalNullableLinkFields, ...ownerName })),
  /** Whether everybody sees it. Null when that is unknown. */
  public: v.nullish(v.boolean()),
  /** Changes with every change of the playlist. Null when the playlist is no longer available. */
  snapshot_id: optionalNullableString,
  items: reference,
  tracks: reference,
});

/** A playlist that `browse` lists. Its `id` is null when it is no longer available, and so are most other fields. */
export interface BrowsePlaylist extends v.InferOutput<typeof browsePlaylistSchema> {}

const nullableArtists = v.array(
  v.object({
    ...optionalNullableLinkFields,
    /** Name of an artist. Null where an episode is dressed up as a track. */
    name: optionalNullableString,
  }),
);
const { available_markets, duration_ms, external_ids, name, popularity, preview_url } = trackSchema.entries;
/** The members of a track, as they come with what the catalog does not have as one: most of them empty. */
const trackShape = {
  name,
  artists: nullableArtists,
  album: v.nullish(
    v.object({
      ...optionalNullableLinkFields,
      name: optionalNullableString,
      album_type: optionalNullableString,
      artists: v.optional(nullableArtists),
      available_markets,
      images: v.optional(images),
      release_date: optionalNullableString,
      release_date_precision: optionalNullableString,
    }),
  ),
  available_markets,
  disc_number: v.optional(v.number()),
  duration_ms,
  explicit: v.optional(v.boolean()),
  external_ids,
  popularity,
  preview_url,
  track_number: v.optional(v.number()),
};

const localTrackSchema = v.object({
  ...trackShape,
  ...optionalNullableLinkFields,
  type: v.literal('track'),
  is_local: v.literal(true),
  /** Always null; the ID of a track of the catalog is a string. */
  id: v.null(),
  uri: v.string(),
});

/**
 * A file on a user's own machine that stands in a playlist: it has no `id`, and the catalog does not know it. Names are
 * those that the file has itself.
 */
export interface LocalTrack extends v.InferOutput<typeof localTrackSchema> {}

const removedTrackSchema = v.object({
  ...trackShape,
  ...optionalNullableLinkFields,
  type: v.literal('track'),
  is_local: v.literal(false),
  /** Always null; the ID of a track that is available is a string. */
  id: v.null(),
  /** Name of the track. Null or empty when it is no longer known. */
  name: optionalNullableString,
  /** Length in milliseconds. Null or 0 when it is no longer known. */
  duration_ms: v.nullish(v.number()),
});

/** What is left of a track that was removed from the catalog: it has no `id`, and most other fields are null or empty. */
export interface RemovedTrack extends v.InferOutput<typeof removedTrackSchema> {}

// Without additional_types the API dresses episodes up as tracks: most of an episode's own members are not there then.
const { entries } = simplifiedEpisodeSchema;
const playlistEpisodeSchema = v.object({
  ...trackShape,
  artists: v.optional(nullableArtists),
  is_local: v.optional(v.boolean()),
  ...v.partial(simplifiedEpisodeSchema).entries,
  ...linkFields('episode'),
  name: entries.name,
  duration_ms: entries.duration_ms,
  explicit: entries.explicit,
  show: v.optional(named<SimplifiedShow>(simplifiedShowSchema)),
});

/**
 * An episode in a playlist or player. Whole, with its `show`, only where `additional_types` asked for episodes;
 * elsewhere it looks like a track whose `album` is the show.
 */
export interface PlaylistEpisode extends v.InferOutput<typeof playlistEpisodeSchema> {}

/**
 * What can be in a playlist, or play. `type` tells episodes from tracks. A null `id` means that the catalog does not have
 * it: a file of a user's own where `is_local` is true, else a track that was removed.
 */
export type PlaylistItem = Track | LocalTrack | RemovedTrack | PlaylistEpisode;

export const playlistItem = named<PlaylistItem>(
  v.variant('type', [trackSchema, localTrackSchema, removedTrackSchema, playlistEpisodeSchema]),
);

const item = v.nullish(playlistItem);

export const playlistEntrySchema = v.object({
  /** When it was added, ISO 8601 in UTC. Null in very old playlists. */
  added_at: v.nullable(v.string()),
  /** Who added it. Null in very old playlists; its `id` is empty in playlists of the provider itself. */
  added_by: v.nullish(v.object(linkFields('user'))),
  is_local: v.boolean(),
  /** What is at this place. Null when it is no longer available, absent where `track` has it. */
  item,
  /** What is at this place, by the name of before 2026. Null when it is no longer available, absent where `item` has it. */
  track: item,
});

/**
 * A place in a playlist. What stands there is in `item`, or in `track`, its name before 2026: {@link itemOf} reads
 * either.
 */
export interface PlaylistEntry extends v.InferOutput<typeof playlistEntrySchema> {}

const page = v.optional(pageOf(named<PlaylistEntry>(playlistEntrySchema)));

export const playlistSchema = v.object({
  ...simplifiedPlaylist,
  owner: v.object({ ...linkFields('user'), ...ownerName }),
  /** How many users follow the playlist. Null or absent when unknown. */
  followers,
  items: page,
  tracks: page,
});

/**
 * A playlist. The first of its contents are in `items`, or in `tracks`, the name before 2026: {@link contentsOf} reads
 * either. Apps in development mode see contents only of playlists that the user owns or works on.
 */
export interface Playlist extends v.InferOutput<typeof playlistSchema> {}

/** What stands at a place in a playlist, in either wire form. Null: it is no longer available. */
export const itemOf = ({ item, track }: Pick<PlaylistEntry, 'item' | 'track'>): PlaylistItem | null =>
  item ?? track ?? null;

/** The contents that came with a playlist, in either wire form: the first page, or their number. Undefined: not shown. */
export const contentsOf = <Contents>({ items, tracks }: { items?: Contents; tracks?: Contents }) => items ?? tracks;
