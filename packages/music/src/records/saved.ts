import { named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { type Album, albumSchema, type Track, trackSchema } from './music.ts';
import { copyrights, images, optionalNullableLinkFields, restrictions } from './shared.ts';
import { audiobookSchema, type Episode, episodeSchema, type SimplifiedShow, simplifiedShowSchema } from './spoken.ts';

const saved = {
  /** Time at which it was saved, ISO 8601 in UTC. */
  added_at: v.string(),
};

export const savedAlbumSchema = v.object({
  ...saved,
  /** Album that was saved. Null when it is no longer available. */
  album: v.nullable(named<Album>(albumSchema)),
});

/** An album in a user's library. */
export interface SavedAlbum extends v.InferOutput<typeof savedAlbumSchema> {}

export const savedTrackSchema = v.object({
  ...saved,
  /** Track that was saved. Null when it is no longer available. */
  track: v.nullable(named<Track>(trackSchema)),
});

/** A track in a user's library. */
export interface SavedTrack extends v.InferOutput<typeof savedTrackSchema> {}

const languages = v.array(v.nullable(v.string()));

/** Remains of a podcast that was removed from the catalog. */
const removedShowSchema = v.object({
  ...optionalNullableLinkFields,
  /** Title of the podcast. Null or absent when it is no longer known. */
  name: optionalNullableString,
  /** Description without HTML tags. Null or absent when it is no longer known. */
  description: optionalNullableString,
  /** Description with HTML tags. Null or absent when it is no longer known. */
  html_description: optionalNullableString,
  /** Name of the publisher. Null or absent when it is no longer known. */
  publisher: optionalNullableString,
  /** Kind of media, such as `audio`. Null or absent when it is no longer known. */
  media_type: optionalNullableString,
  /** Whether the content is explicit; false if unknown. */
  explicit: v.optional(v.boolean()),
  /** Cover in several sizes, widest first. Null, empty or absent when it is no longer known. */
  images: v.nullish(images),
  /** Languages that are spoken, ISO 639-1 codes. Null or absent when they are no longer known. */
  languages: v.nullish(languages),
  /** Copyright notices. Null or absent when they are no longer known. */
  copyrights: v.nullish(copyrights),
  /** Whether the audio is hosted outside of the provider. Null or absent when unknown. */
  is_externally_hosted: v.nullish(v.boolean()),
  /** Number of episodes. Null or absent when it is no longer known. */
  total_episodes: v.nullish(v.number()),
});

export const removedEpisodeSchema = v.object({
  ...optionalNullableLinkFields,
  /** Type of the record. */
  type: v.literal('episode'),
  /** Always null; the ID of an episode that is available is a string. */
  id: v.null(),
  /** URI of the episode. Null: it is no longer known. */
  uri: optionalNullableString,
  /** Title of the episode. Null: it is no longer known. */
  name: optionalNullableString,
  /** Description without HTML tags. Null or absent when it is no longer known. */
  description: optionalNullableString,
  /** Description with HTML tags. Null or absent when it is no longer known. */
  html_description: optionalNullableString,
  /** Address of a 30-second preview. Null or absent: there is none. */
  audio_preview_url: optionalNullableString,
  /** Length in milliseconds. Null: it is no longer known. */
  duration_ms: v.nullish(v.number()),
  /** Whether the content is explicit; false if unknown. */
  explicit: v.optional(v.boolean()),
  /** Cover in several sizes, widest first. Null, empty or absent when it is no longer known. */
  images: v.nullish(images),
  /** Whether the audio is hosted outside of the provider. Null or absent when unknown. */
  is_externally_hosted: v.nullish(v.boolean()),
  /** Whether the episode plays in the market: false. */
  is_playable: v.optional(v.boolean()),
  /** Language that is spoken. Null or absent when it is no longer known. */
  language: optionalNullableString,
  /** Languages that are spoken, ISO 639-1 codes. Null or absent when they are no longer known. */
  languages: v.nullish(languages),
  /** Release date. `0000` or null: it is no longer known. */
  release_date: optionalNullableString,
  /** Precision of `release_date`. Null or absent when it is no longer known. */
  release_date_precision: optionalNullableString,
  /** Reason why the episode does not play. */
  restrictions,
  /** Position up to which the user has listened. Null or absent when unknown. */
  resume_point: v.nullish(
    v.object({
      /** Whether the user has listened to the end. Null or absent when unknown. */
      fully_played: v.nullish(v.boolean()),
      /** Position from which to resume, in milliseconds. Null or absent when unknown. */
      resume_position_ms: v.nullish(v.number()),
    }),
  ),
  /** Podcast that the episode belonged to. Its fields are also null. */
  show: v.nullish(removedShowSchema),
});

/**
 * Remains of a saved episode that was removed from the catalog: `id`, `uri`, `name` and most other fields are null.
 */
export interface RemovedEpisode extends v.InferOutput<typeof removedEpisodeSchema> {}

export const savedEpisodeSchema = v.object({
  ...saved,
  /**
   * Episode that was saved. Null when it is no longer available. If its `id` is null, it was removed from the catalog,
   * and most of its fields are null.
   */
  episode: v.nullable(named<Episode | RemovedEpisode>(v.variant('id', [episodeSchema, removedEpisodeSchema]))),
});

/** An episode in a user's library. */
export interface SavedEpisode extends v.InferOutput<typeof savedEpisodeSchema> {}

export const savedShowSchema = v.object({
  ...saved,
  /** Podcast that was saved. Null when it is no longer available. */
  show: v.nullable(named<SimplifiedShow>(simplifiedShowSchema)),
});

/** A podcast in a user's library, or an audiobook that the API lists as one. */
export interface SavedShow extends v.InferOutput<typeof savedShowSchema> {}

const { entries } = audiobookSchema;

export const savedAudiobookSchema = v.object({
  ...entries,
  /** First page of the chapters. Absent in most responses; `audiobooks.chapters` lists all. */
  chapters: v.optional(entries.chapters),
});

/** An audiobook in a user's library. The API does not report when it was saved. */
export interface SavedAudiobook extends v.InferOutput<typeof savedAudiobookSchema> {}
