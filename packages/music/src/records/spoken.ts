import * as v from 'valibot';
import { copyrights, images, link, released, restrictions, texts } from './shared.ts';

const spoken = {
  name: v.string(),
  description: v.string(),
  html_description: v.string(),
  explicit: v.boolean(),
  images,
  languages: texts,
};

const publication = {
  available_markets: v.optional(texts),
  copyrights,
  media_type: v.string(),
  publisher: v.optional(v.string()),
};

export const simplifiedShowSchema = v.object({
  ...link('show'),
  ...spoken,
  ...publication,
  is_externally_hosted: v.nullable(v.boolean()),
  total_episodes: v.number(),
});

/** A podcast, without its episodes. */
export interface SimplifiedShow extends v.InferOutput<typeof simplifiedShowSchema> {}

export const simplifiedEpisodeSchema = v.object({
  ...link('episode'),
  ...spoken,
  ...released,
  audio_preview_url: v.nullish(v.string()),
  duration_ms: v.number(),
  is_externally_hosted: v.boolean(),
  is_playable: v.boolean(),
  language: v.optional(v.string()),
  restrictions,
  resume_point: v.optional(v.object({ fully_played: v.boolean(), resume_position_ms: v.number() })),
});

/** An episode of a podcast, without its show. `resume_point` comes with a user's grant only. */
export interface SimplifiedEpisode extends v.InferOutput<typeof simplifiedEpisodeSchema> {}

const people = v.array(v.object({ name: v.string() }));

export const simplifiedAudiobookSchema = v.object({
  ...link('audiobook'),
  ...spoken,
  ...publication,
  authors: people,
  edition: v.nullish(v.string()),
  narrators: people,
  total_chapters: v.number(),
});

/** An audiobook, without its chapters. */
export interface SimplifiedAudiobook extends v.InferOutput<typeof simplifiedAudiobookSchema> {}
