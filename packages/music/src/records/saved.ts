import { named } from '@x/core';
import * as v from 'valibot';
import { type Album, albumSchema, type Track, trackSchema } from './music.ts';
import { audiobookSchema, type Episode, episodeSchema, type SimplifiedShow, simplifiedShowSchema } from './spoken.ts';

const added_at = v.string();

export const savedAlbumSchema = v.object({ added_at, album: named<Album>(albumSchema) });

/** An album in a user's library. */
export interface SavedAlbum extends v.InferOutput<typeof savedAlbumSchema> {}

export const savedTrackSchema = v.object({ added_at, track: named<Track>(trackSchema) });

/** A track in a user's library. */
export interface SavedTrack extends v.InferOutput<typeof savedTrackSchema> {}

export const savedEpisodeSchema = v.object({ added_at, episode: named<Episode>(episodeSchema) });

/** An episode in a user's library. */
export interface SavedEpisode extends v.InferOutput<typeof savedEpisodeSchema> {}

export const savedShowSchema = v.object({ added_at, show: named<SimplifiedShow>(simplifiedShowSchema) });

/** A podcast in a user's library. */
export interface SavedShow extends v.InferOutput<typeof savedShowSchema> {}

const { entries } = audiobookSchema;

export const savedAudiobookSchema = v.object({
  added_at,
  audiobook: v.object({ ...entries, chapters: v.optional(entries.chapters) }),
});

/** An audiobook in a user's library. */
export interface SavedAudiobook extends v.InferOutput<typeof savedAudiobookSchema> {}
