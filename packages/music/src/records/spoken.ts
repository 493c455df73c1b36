import { known, named } from '@x/core';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { copyrights, images, linkFields, pageOf, releaseDate, restrictions, strings } from './shared.ts';

const spokenFields = {
  name: v.string(),
  description: v.string(),
  html_description: v.string(),
  explicit: v.boolean(),
  images,
  languages: strings,
};

const publication = {
  available_markets: v.optional(strings),
  copyrights,
  media_type: v.string(),
  publisher: v.optional(v.string()),
};

export const simplifiedShowSchema = v.object({
  ...linkFields('show'),
  ...spokenFields,
  ...publication,
  /** The description, with HTML tags. Null or absent where a player, queue or playlist item holds the show. */
  html_description: optionalNullableString,
  /** Whether the podcast is hosted outside of the provider. Null where that is unknown, as for audiobooks listed as shows. */
  is_externally_hosted: v.nullable(v.boolean()),
  /**
   * Number of episodes. Null or absent where a player, queue or playlist item holds the show, and for audiobooks that the
   * API lists as shows.
   */
  total_episodes: v.nullish(v.number()),
});

/**
 * A podcast, without its episodes. The API also lists audiobooks as shows: in the library, in search, and as what plays.
 */
export interface SimplifiedShow extends v.InferOutput<typeof simplifiedShowSchema> {}

const recording = {
  ...spokenFields,
  ...releaseDate,
  /** Address of a preview of 30 seconds. Null when there is none, absent for apps in development mode. */
  audio_preview_url: optionalNullableString,
  duration_ms: v.number(),
  /** Whether it plays in the market. Absent where the request names no `market`, and for an audiobook's chapter in a player. */
  is_playable: v.optional(v.boolean()),
  restrictions,
  resume_point: v.optional(v.object({ fully_played: v.boolean(), resume_position_ms: v.number() })),
};

export const simplifiedEpisodeSchema = v.object({
  ...linkFields('episode'),
  ...recording,
  is_externally_hosted: v.boolean(),
  language: v.optional(v.string()),
});

/**
 * An episode of a podcast, without its show. `resume_point` comes with a user's grant that has
 * `user-read-playback-position`.
 */
export interface SimplifiedEpisode extends v.InferOutput<typeof simplifiedEpisodeSchema> {}

export const showSchema = v.object({
  ...simplifiedShowSchema.entries,
  /** The first page of the episodes. An item is null when that episode is not available. */
  episodes: pageOf(v.nullable(named<SimplifiedEpisode>(simplifiedEpisodeSchema))),
});

/** A podcast. `episodes` holds the first page; `shows.episodes` has all, without the null items. */
export interface Show extends v.InferOutput<typeof showSchema> {}

export const episodeSchema = v.object({
  ...simplifiedEpisodeSchema.entries,
  show: named<SimplifiedShow>(simplifiedShowSchema),
});

/** An episode of a podcast. `resume_point` comes with a user's grant that has `user-read-playback-position`. */
export interface Episode extends v.InferOutput<typeof episodeSchema> {}

const namedPeople = v.array(v.object({ name: v.string() }));

export const simplifiedAudiobookSchema = v.object({
  ...linkFields('audiobook'),
  ...spokenFields,
  ...publication,
  authors: namedPeople,
  /** Edition, such as `Unabridged`. Null or absent when unknown. */
  edition: optionalNullableString,
  narrators: namedPeople,
  /** Number of chapters. Null for some audiobooks. */
  total_chapters: v.nullable(v.number()),
});

/** An audiobook, without its chapters. */
export interface SimplifiedAudiobook extends v.InferOutput<typeof simplifiedAudiobookSchema> {}

export const simplifiedChapterSchema = v.object({
  ...linkFields('episode'),
  ...recording,
  // The reference calls chapters episodes; the record is told by where it stands.
  type: known('episode', 'chapter'),
  available_markets: v.optional(strings),
  chapter_number: v.number(),
});

/**
 * A chapter of an audiobook, without the book. `resume_point` comes with a user's grant that has
 * `user-read-playback-position`.
 */
export interface SimplifiedChapter extends v.InferOutput<typeof simplifiedChapterSchema> {}

export const audiobookSchema = v.object({
  ...simplifiedAudiobookSchema.entries,
  chapters: pageOf(named<SimplifiedChapter>(simplifiedChapterSchema)),
});

/** An audiobook. `chapters` holds the first page; `audiobooks.chapters` has all. */
export interface Audiobook extends v.InferOutput<typeof audiobookSchema> {}

export const chapterSchema = v.object({
  ...simplifiedChapterSchema.entries,
  audiobook: named<SimplifiedAudiobook>(simplifiedAudiobookSchema),
});

/** A chapter of an audiobook. `resume_point` comes with a user's grant that has `user-read-playback-position`. */
export interface Chapter extends v.InferOutput<typeof chapterSchema> {}
