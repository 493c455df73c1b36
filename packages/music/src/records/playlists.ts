import { named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { type Track, trackSchema } from './music.ts';
import { followers, images, linkFields, optionalNullableLinkFields, pageOf } from './shared.ts';
import { type SimplifiedShow, simplifiedEpisodeSchema, simplifiedShowSchema } from './spoken.ts';

const entryCount = v.optional(
  v.object({
    /** Address of the contents in the API. */
    href: v.string(),
    /** Number of items. Null for some playlists of the provider itself. */
    total: v.nullable(v.number()),
  }),
);

const simplifiedPlaylist = {
  ...linkFields('playlist'),
  /** Title of the playlist. */
  name: v.string(),
  /** Whether other users may change the playlist. */
  collaborative: v.boolean(),
  /** Description by the owner, escaped as HTML: `&#x27;` for an apostrophe. Null when there is none. */
  description: v.nullable(v.string()),
  /** Cover in several sizes, widest first. Null when there is none, as for an empty playlist. */
  images: v.nullable(images),
  /** Whether the owner's profile shows it. Null when that does not apply. */
  public: v.nullable(v.boolean()),
  /** Version of the playlist: every change makes a new one. */
  snapshot_id: v.string(),
  /** Number of items and their address. Absent where `tracks` has it, and for contents that are not shown. */
  items: entryCount,
  /**
   * Number of items and their address. Absent where `items` has it.
   *
   * @deprecated The name before 2026: use `contentsOf`, which reads either.
   */
  tracks: entryCount,
};

const ownerName = {
  /** Display name of the owner. Null when they have not set one. */
  display_name: optionalNullableString,
};

export const simplifiedPlaylistSchema = v.object({
  ...simplifiedPlaylist,
  /** User who owns the playlist. In some responses the `id`, `uri` and `href` are null. */
  owner: v.object({
    ...optionalNullableLinkFields,
    /** Type of the record. */
    type: v.literal('user'),
    ...ownerName,
  }),
});

/**
 * A playlist without its contents. The number of items is in `items`, or in `tracks`, its name before 2026.
 */
export interface SimplifiedPlaylist extends v.InferOutput<typeof simplifiedPlaylistSchema> {}

const reference = v.nullish(
  v.object({
    /** Address of the contents in the API. Null when the playlist is no longer available. */
    href: optionalNullableString,
    /**
     * Number of items. Null for some playlists of the provider itself, and when the playlist is no longer available.
     */
    total: v.nullish(v.number()),
  }),
);

export const browsePlaylistSchema = v.object({
  ...optionalNullableLinkFields,
  /** Type of the record. */
  type: v.literal('playlist'),
  /** Catalog ID of the playlist. Null when it is no longer available, and so are most other fields. */
  id: v.nullable(v.string()),
  /** Title of the playlist. Null when it is no longer available. */
  name: optionalNullableString,
  /** Whether other users may change the playlist. */
  collaborative: v.optional(v.boolean()),
  /**
   * Description by the owner, escaped as HTML: `&#x27;` for an apostrophe. Null when there is none, or when the playlist
   * is no longer available.
   */
  description: optionalNullableString,
  /** Cover in several sizes, widest first. Null when there is none. */
  images: v.nullish(images),
  /** User who owns the playlist. Null, or without an `id`, when the playlist is no longer available. */
  owner: v.nullish(v.object({ ...optionalNullableLinkFields, ...ownerName })),
  /** Whether the owner's profile shows it. Null when unknown. */
  public: v.nullish(v.boolean()),
  /** Version of the playlist: every change makes a new one. Null when the playlist is no longer available. */
  snapshot_id: optionalNullableString,
  /**
   * Number of items and their address. Null when the playlist is no longer available, absent where `tracks` has it.
   */
  items: reference,
  /**
   * Number of items and their address. Null when the playlist is no longer available, absent where `items` has it.
   *
   * @deprecated The name before 2026: use `contentsOf`, which reads either.
   */
  tracks: reference,
});

/** A playlist that `browse` lists. If it is no longer available, its `id` and most other fields are null. */
export interface BrowsePlaylist extends v.InferOutput<typeof browsePlaylistSchema> {}

const nullableArtists = v.array(
  v.object({
    ...optionalNullableLinkFields,
    /** Name of the artist. Null for an episode in the form of a track. */
    name: optionalNullableString,
  }),
);
const { available_markets, duration_ms, external_ids, name, popularity, preview_url } = trackSchema.entries;
/** Fields of a track for items that are not tracks of the catalog; most of them are empty. */
const trackShape = {
  /** Title of the item. */
  name,
  /** Artists of the item. Empty, or their fields are null, when unknown. */
  artists: nullableArtists,
  /** Album of the item; for an episode, its show. Null or absent when unknown. */
  album: v.nullish(
    v.object({
      ...optionalNullableLinkFields,
      /** Title of the album. Null or absent when unknown. */
      name: optionalNullableString,
      /** Kind of release, such as `album`. Null or absent when unknown. */
      album_type: optionalNullableString,
      /** Artists of the album. Empty, absent, or their fields are null, when unknown. */
      artists: v.optional(nullableArtists),
      /** Markets in which the album is offered, ISO 3166-1 alpha-2. Absent when unknown. */
      available_markets,
      /** Cover in several sizes, widest first. Empty or absent when there is none. */
      images: v.optional(images),
      /** Release date, as exact as `release_date_precision`. Null or absent when unknown. */
      release_date: optionalNullableString,
      /** Precision of `release_date`: `year`, `month` or `day`. Null or absent when unknown. */
      release_date_precision: optionalNullableString,
    }),
  ),
  /** Markets in which the item is offered, ISO 3166-1 alpha-2. Absent when unknown. */
  available_markets,
  /** Number of the disc. Meaningless unless the item is a track of the catalog; usually 0 or 1. */
  disc_number: v.optional(v.number()),
  /** Length in milliseconds. */
  duration_ms,
  /** Whether the content is explicit; false if unknown. */
  explicit: v.optional(v.boolean()),
  /** Identifiers outside of the catalog. Empty or absent when there are none. */
  external_ids,
  /** Popularity, 0 to 100; usually 0 for items that are not tracks of the catalog. */
  popularity,
  /** Address of a 30-second preview. Null or absent when there is none. */
  preview_url,
  /** Number of the track on its disc; usually 0 for items that are not tracks of the catalog. */
  track_number: v.optional(v.number()),
};

export const localTrackSchema = v.object({
  ...trackShape,
  ...optionalNullableLinkFields,
  /** Type of the record. */
  type: v.literal('track'),
  /** Always true: it is a user's own file. */
  is_local: v.literal(true),
  /** Always null; the ID of a track of the catalog is a string. */
  id: v.null(),
  /** URI made of the names in the file, `spotify:local:…`. */
  uri: v.string(),
});

/**
 * A file on a user's own machine that is in a playlist. It is not in the catalog and has no `id`; its names are those
 * in the file.
 */
export interface LocalTrack extends v.InferOutput<typeof localTrackSchema> {}

export const removedTrackSchema = v.object({
  ...trackShape,
  ...optionalNullableLinkFields,
  /** Type of the record. */
  type: v.literal('track'),
  /** Always false: a user's own file is a `LocalTrack`. */
  is_local: v.literal(false),
  /** Always null; the ID of a track that is available is a string. */
  id: v.null(),
  /** Name of the track. Null or empty when it is no longer known. */
  name: optionalNullableString,
  /** Length in milliseconds. Null or 0 when it is no longer known. */
  duration_ms: v.nullish(v.number()),
});

/**
 * Remains of a track that was removed from the catalog. It has no `id`, and most other fields are null or empty.
 */
export interface RemovedTrack extends v.InferOutput<typeof removedTrackSchema> {}

// Without additional_types the API returns episodes in the form of tracks, without most fields of an episode.
const { entries } = simplifiedEpisodeSchema;
export const playlistEpisodeSchema = v.object({
  ...trackShape,
  /** Artists of the episode: usually the publisher, or with null fields. */
  artists: v.optional(nullableArtists),
  /** Whether it is a user's own file; never true for episodes. */
  is_local: v.optional(v.boolean()),
  ...v.partial(simplifiedEpisodeSchema).entries,
  ...linkFields('episode'),
  /** Title of the episode. */
  name: entries.name,
  /** Length of the episode in milliseconds. */
  duration_ms: entries.duration_ms,
  /** Whether the episode is explicit; false if unknown. */
  explicit: entries.explicit,
  /** Podcast that the episode belongs to. Absent unless `additional_types` included `episode`. */
  show: v.optional(named<SimplifiedShow>(simplifiedShowSchema)),
});

/**
 * An episode in a playlist or player. It is complete, with its `show`, only if `additional_types` included `episode`;
 * otherwise it has the form of a track whose `album` is the show.
 */
export interface PlaylistEpisode extends v.InferOutput<typeof playlistEpisodeSchema> {}

/**
 * An item of a playlist or player. `type` distinguishes episodes from tracks. A null `id` means that the item is not in
 * the catalog: it is a user's own file if `is_local` is true, otherwise a track that was removed.
 */
export type PlaylistItem = Track | LocalTrack | RemovedTrack | PlaylistEpisode;

export const playlistItemSchema = named<PlaylistItem>(
  v.variant('type', [trackSchema, localTrackSchema, removedTrackSchema, playlistEpisodeSchema]),
);

const item = v.nullish(playlistItemSchema);

export const playlistEntrySchema = v.object({
  /** Time at which it was added, ISO 8601 in UTC. Null in very old playlists. */
  added_at: v.nullable(v.string()),
  /** User who added it. Null in very old playlists; the `id` is empty in playlists of the provider itself. */
  added_by: v.nullish(v.object(linkFields('user'))),
  /** Whether it is a user's own file. */
  is_local: v.boolean(),
  /** Track or episode. Null when it is no longer available, absent where `track` has it. */
  item,
  /**
   * Track or episode. Null when it is no longer available, absent where `item` has it.
   *
   * @deprecated The name before 2026: use `getItem`, which reads either.
   */
  track: item,
});

/**
 * An entry of a playlist. The track or episode is in `item`, or in `track`, its name before 2026: {@link getItem} reads
 * either.
 */
export interface PlaylistEntry extends v.InferOutput<typeof playlistEntrySchema> {}

const page = v.optional(pageOf(named<PlaylistEntry>(playlistEntrySchema)));

export const playlistSchema = v.object({
  ...simplifiedPlaylist,
  /** User who owns the playlist. */
  owner: v.object({ ...linkFields('user'), ...ownerName }),
  /** Followers of the playlist. Null or absent when unknown. */
  followers,
  /** First page of the contents. Absent where `tracks` has it, and for contents that are not shown. */
  items: page,
  /**
   * First page of the contents. Absent where `items` has it.
   *
   * @deprecated The name before 2026: use `contentsOf`, which reads either.
   */
  tracks: page,
});

/**
 * A playlist. The first page of its contents is in `items`, or in `tracks`, its name before 2026: {@link contentsOf}
 * reads either. Apps in development mode see only the contents of playlists that the user owns or collaborates on.
 */
export interface Playlist extends v.InferOutput<typeof playlistSchema> {}

/** Returns the track or episode of a playlist entry, from `item` or `track`. Null when it is no longer available. */
export const getItem = ({ item, track }: Pick<PlaylistEntry, 'item' | 'track'>): PlaylistItem | null =>
  item ?? track ?? null;

/**
 * Returns the contents of a playlist, from `items` or `tracks`: the first page, or their number. Undefined when not
 * shown.
 */
export const contentsOf = <Contents>({ items, tracks }: { items?: Contents; tracks?: Contents }) => items ?? tracks;
