import { named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { type Album, albumSchema, type Track, trackSchema } from './music.ts';
import { copyrights, images, optionalNullableLinkFields, restrictions } from './shared.ts';
import { audiobookSchema, type Episode, episodeSchema, type SimplifiedShow, simplifiedShowSchema } from './spoken.ts';

const added_at = v.string();

export const savedAlbumSchema = v.object({ added_at, album: named<Album>(albumSchema) });

/** An album in a user's library. */
export interface SavedAlbum extends v.InferOutput<typeof savedAlbumSchema> {}

export const savedTrackSchema = v.object({ added_at, track: named<Track>(trackSchema) });

/** A track in a user's library. */
export interface SavedTrack extends v.InferOutput<typeof savedTrackSchema> {}

const languages = v.array(v.nullable(v.string()));

/** What is left of a removed podcast. */
const removedShowSchema = v.object({
  ...optionalNullableLinkFields,
  name: optionalNullableString,
  description: optionalNullableString,
  html_description: optionalNullableString,
  publisher: optionalNullableString,
  media_type: optionalNullableString,
  explicit: v.optional(v.boolean()),
  images: v.nullish(images),
  languages: v.nullish(languages),
  copyrights: v.nullish(copyrights),
  is_externally_hosted: v.nullish(v.boolean()),
  total_episodes: v.nullish(v.number()),
});

export const removedEpisodeSchema = v.object({
  ...optionalNullableLinkFields,
  type: v.literal('episode'),
  /** Always null; the ID of an episode that is available is a string. */
  id: v.null(),
  /** Null: the URI is no longer known. */
  uri: optionalNullableString,
  /** Null: the name is no longer known. */
  name: optionalNullableString,
  description: optionalNullableString,
  html_description: optionalNullableString,
  audio_preview_url: optionalNullableString,
  /** Null: the length is no longer known. */
  duration_ms: v.nullish(v.number()),
  explicit: v.optional(v.boolean()),
  images: v.nullish(images),
  is_externally_hosted: v.nullish(v.boolean()),
  is_playable: v.optional(v.boolean()),
  language: optionalNullableString,
  languages: v.nullish(languages),
  /** `0000` or null: the date is no longer known. */
  release_date: optionalNullableString,
  release_date_precision: optionalNullableString,
  restrictions,
  resume_point: v.nullish(
    v.object({ fully_played: v.nullish(v.boolean()), resume_position_ms: v.nullish(v.number()) }),
  ),
  /** The show of the episode. Its fields are null, too. */
  show: v.nullish(removedShowSchema),
});

/** What is left of a saved episode that was removed from the catalog: `id`, `uri`, `name` and most other fields are null. */
export interface RemovedEpisode extends v.InferOutput<typeof removedEpisodeSchema> {}

export const savedEpisodeSchema = v.object({
  added_at,
  /** The episode. When its `id` is null, it was removed from the catalog, and most of its fields are null. */
  episode: named<Episode | RemovedEpisode>(v.variant('id', [episodeSchema, removedEpisodeSchema])),
});

/** An episode in a user's library. */
export interface SavedEpisode extends v.InferOutput<typeof savedEpisodeSchema> {}

export const savedShowSchema = v.object({ added_at, show: named<SimplifiedShow>(simplifiedShowSchema) });

/** A podcast in a user's library, or an audiobook that the API lists as one. */
export interface SavedShow extends v.InferOutput<typeof savedShowSchema> {}

const { entries } = audiobookSchema;

export const savedAudiobookSchema = v.object({
  ...entries,
  /** The first page of the chapters. Absent in most responses; `audiobooks.chapters` has all. */
  chapters: v.optional(entries.chapters),
});

/** An audiobook in a user's library. When it was saved is not known. */
export interface SavedAudiobook extends v.InferOutput<typeof savedAudiobookSchema> {}
