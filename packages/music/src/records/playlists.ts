import { named } from '@x/core';
import * as v from 'valibot';
import { type Track, trackSchema } from './music.ts';
import { followers, images, link, pageOf } from './shared.ts';
import { type SimplifiedShow, simplifiedEpisodeSchema, simplifiedShowSchema } from './spoken.ts';

const contents = v.optional(v.object({ href: v.string(), total: v.number() }));

export const simplifiedPlaylistSchema = v.object({
  ...link('playlist'),
  name: v.string(),
  collaborative: v.boolean(),
  description: v.nullable(v.string()),
  images: v.nullable(images),
  owner: v.object({ ...link('user'), display_name: v.nullish(v.string()) }),
  public: v.nullable(v.boolean()),
  snapshot_id: v.string(),
  items: contents,
  tracks: contents,
});

/**
 * A playlist, without its contents: how many there are is in `items`, or in `tracks`, its name before 2026.
 * `public` is null when that does not apply; `snapshot_id` changes with every change.
 */
export interface SimplifiedPlaylist extends v.InferOutput<typeof simplifiedPlaylistSchema> {}

const text = v.nullish(v.string());
const mention = {
  type: text,
  id: text,
  uri: text,
  href: text,
  external_urls: v.optional(v.object({ spotify: v.optional(v.string()) })),
};
const people = v.array(v.object({ ...mention, name: v.string() }));
const { available_markets, duration_ms, external_ids, name, popularity, preview_url } = trackSchema.entries;
/** The members of a track, as they come with what the catalog does not have as one: most of them empty. */
const trackShape = {
  name,
  artists: people,
  album: v.optional(
    v.object({
      ...mention,
      name: text,
      album_type: text,
      artists: v.optional(people),
      available_markets,
      images: v.optional(images),
      release_date: text,
      release_date_precision: text,
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
  ...mention,
  type: v.literal('track'),
  is_local: v.literal(true),
  id: v.null(),
  uri: v.string(),
});

/**
 * A file on a user's own machine that stands in a playlist: it has no `id`, and the catalog does not know it. Names are
 * those that the file has itself.
 */
export interface LocalTrack extends v.InferOutput<typeof localTrackSchema> {}

// Without additional_types the API dresses episodes up as tracks: most of an episode's own members are not there then.
const { entries } = simplifiedEpisodeSchema;
const playlistEpisodeSchema = v.object({
  ...trackShape,
  artists: v.optional(people),
  is_local: v.optional(v.boolean()),
  ...v.partial(simplifiedEpisodeSchema).entries,
  ...link('episode'),
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

/** What can stand in a playlist, or play: `type` tells episodes from tracks, `id: null` tells local files from both. */
export type PlaylistItem = Track | LocalTrack | PlaylistEpisode;

export const playlistItem = named<PlaylistItem>(
  v.variant('type', [trackSchema, localTrackSchema, playlistEpisodeSchema]),
);

const item = v.nullish(playlistItem);

export const playlistEntrySchema = v.object({
  added_at: v.nullable(v.string()),
  added_by: v.nullish(v.object(link('user'))),
  is_local: v.boolean(),
  item,
  track: item,
});

/**
 * A place in a playlist. What stands there is in `item`, or in `track`, its name before 2026: {@link itemOf} reads
 * either. `added_at` is null in very old playlists.
 */
export interface PlaylistEntry extends v.InferOutput<typeof playlistEntrySchema> {}

const page = v.optional(pageOf(named<PlaylistEntry>(playlistEntrySchema)));

export const playlistSchema = v.object({ ...simplifiedPlaylistSchema.entries, followers, items: page, tracks: page });

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
