import { known, named } from '@x/core/provider';
import * as v from 'valibot';
import { optionalNullableString } from '../schema.ts';
import { copyrights, images, linkFields, pageOf, releaseDate, restrictions, strings } from './shared.ts';

const spokenFields = {
  /** Title, in full. */
  name: v.string(),
  /** Description without HTML tags. */
  description: v.string(),
  /** Description with HTML tags: do not render it unsanitized. */
  html_description: v.string(),
  /** Whether the content is explicit; false if unknown. */
  explicit: v.boolean(),
  /** Cover in several sizes, widest first. */
  images,
  /** Languages that are spoken, ISO 639-1 codes. */
  languages: strings,
};

const publication = {
  /** Markets in which it is offered, ISO 3166-1 alpha-2. Absent for apps in development mode. */
  available_markets: v.optional(strings),
  /** Copyright notices. */
  copyrights,
  /** Kind of media, such as `audio`. */
  media_type: v.string(),
  /** Name of the company or person that publishes it. Absent for apps in development mode. */
  publisher: v.optional(v.string()),
};

export const simplifiedShowSchema = v.object({
  ...linkFields('show'),
  ...spokenFields,
  ...publication,
  /** Description with HTML tags. Null or absent where the show is part of a player, queue or playlist item. */
  html_description: optionalNullableString,
  /** Whether the podcast is hosted outside of the provider. Null when unknown, as for audiobooks listed as shows. */
  is_externally_hosted: v.nullable(v.boolean()),
  /**
   * Number of episodes. Null or absent where the show is part of a player, queue or playlist item, and for audiobooks
   * that the API lists as shows.
   */
  total_episodes: v.nullish(v.number()),
});

/**
 * A podcast without its episodes. The API also lists audiobooks as shows: in the library, in search results and in
 * players.
 */
export interface SimplifiedShow extends v.InferOutput<typeof simplifiedShowSchema> {}

const recording = {
  ...spokenFields,
  ...releaseDate,
  /** Address of a 30-second preview (MP3). Null when there is none, absent for apps in development mode. */
  audio_preview_url: optionalNullableString,
  /** Length in milliseconds. */
  duration_ms: v.number(),
  /** Whether it plays in the market. Absent without a requested `market`, and for chapters in a player. */
  is_playable: v.optional(v.boolean()),
  /** Reason why it does not play. Absent when it does. */
  restrictions,
  /**
   * Position up to which the user has listened. Needs a user token with `user-read-playback-position`, otherwise
   * absent.
   */
  resume_point: v.optional(
    v.object({
      /** Whether the user has listened to the end. */
      fully_played: v.boolean(),
      /** Position from which to resume, in milliseconds. */
      resume_position_ms: v.number(),
    }),
  ),
};

export const simplifiedEpisodeSchema = v.object({
  ...linkFields('episode'),
  ...recording,
  /** Whether the audio is hosted outside of the provider. */
  is_externally_hosted: v.boolean(),
  /**
   * Language that is spoken, an ISO 639 code. Absent for apps in development mode.
   *
   * @deprecated Use `languages`.
   */
  language: v.optional(v.string()),
});

/** An episode of a podcast, without its show. */
export interface SimplifiedEpisode extends v.InferOutput<typeof simplifiedEpisodeSchema> {}

export const showSchema = v.object({
  ...simplifiedShowSchema.entries,
  /** The first page of the episodes. An item is null when that episode is not available. */
  episodes: pageOf(v.nullable(named<SimplifiedEpisode>(simplifiedEpisodeSchema))),
});

/** A podcast. `episodes` holds the first page; `shows.episodes` lists all, without the null items. */
export interface Show extends v.InferOutput<typeof showSchema> {}

export const episodeSchema = v.object({
  ...simplifiedEpisodeSchema.entries,
  /** Podcast that the episode belongs to. */
  show: named<SimplifiedShow>(simplifiedShowSchema),
});

/** An episode of a podcast, with its show. */
export interface Episode extends v.InferOutput<typeof episodeSchema> {}

const authors = v.array(
  v.object({
    /** Full name of the author. */
    name: v.string(),
  }),
);
const narrators = v.array(
  v.object({
    /** Full name of the narrator. */
    name: v.string(),
  }),
);

export const simplifiedAudiobookSchema = v.object({
  ...linkFields('audiobook'),
  ...spokenFields,
  ...publication,
  /** People who wrote the audiobook. */
  authors,
  /** Edition, such as `Unabridged`. Null or absent when unknown. */
  edition: optionalNullableString,
  /** People who read the audiobook. */
  narrators,
  /** Number of chapters. Null for some audiobooks. */
  total_chapters: v.nullable(v.number()),
});

/** An audiobook without its chapters. */
export interface SimplifiedAudiobook extends v.InferOutput<typeof simplifiedAudiobookSchema> {}

export const simplifiedChapterSchema = v.object({
  ...linkFields('episode'),
  ...recording,
  // The reference documents `episode`: the type alone does not distinguish a chapter from an episode.
  /** Type of the record: `episode` or `chapter`. */
  type: known('episode', 'chapter'),
  /** Markets in which it is offered, ISO 3166-1 alpha-2. Absent for apps in development mode. */
  available_markets: v.optional(strings),
  /** Position of the chapter in the audiobook. */
  chapter_number: v.number(),
});

/** A chapter of an audiobook, without the audiobook. */
export interface SimplifiedChapter extends v.InferOutput<typeof simplifiedChapterSchema> {}

export const audiobookSchema = v.object({
  ...simplifiedAudiobookSchema.entries,
  /** First page of the chapters; `audiobooks.chapters` lists all. */
  chapters: pageOf(named<SimplifiedChapter>(simplifiedChapterSchema)),
});

/** An audiobook with the first page of its chapters. */
export interface Audiobook extends v.InferOutput<typeof audiobookSchema> {}

export const chapterSchema = v.object({
  ...simplifiedChapterSchema.entries,
  /** Audiobook that the chapter belongs to. */
  audiobook: named<SimplifiedAudiobook>(simplifiedAudiobookSchema),
});

/** A chapter of an audiobook, with the audiobook. */
export interface Chapter extends v.InferOutput<typeof chapterSchema> {}
