import { named } from '@x/core';
import * as v from 'valibot';
import { type Track, trackSchema } from './music.ts';
import { numberFields } from './shared.ts';

export const audioFeaturesSchema = v.object({
  id: v.string(),
  uri: v.string(),
  type: v.string(),
  analysis_url: v.string(),
  track_href: v.string(),
  ...numberFields('acousticness', 'danceability', 'energy', 'instrumentalness', 'liveness', 'speechiness', 'valence'),
  ...numberFields('duration_ms', 'key', 'loudness', 'mode', 'tempo', 'time_signature'),
});

/**
 * What a track sounds like. The seven qualities from `acousticness` to `valence` are 0 to 1; `loudness` is in dB,
 * `tempo` in beats per minute; `key` is 0 (C) to 11, -1 when unknown; `mode` is 1 for major, 0 for minor.
 */
export interface AudioFeatures extends v.InferOutput<typeof audioFeaturesSchema> {}

/** Fields that are numbers; the API leaves some of them out where they are 0. */
const optionalNumberFields = <const Name extends string>(...names: Name[]) =>
  v.partial(v.object(numberFields(...names))).entries;

const timeInterval = { ...numberFields('duration'), ...optionalNumberFields('start', 'confidence') };
const timeIntervals = v.array(v.object(timeInterval));
const soundFields = {
  ...numberFields('loudness', 'tempo'),
  ...optionalNumberFields('key', 'mode', 'time_signature'),
  ...optionalNumberFields('tempo_confidence', 'key_confidence', 'mode_confidence', 'time_signature_confidence'),
};
const numbers = v.array(v.number());
const string = v.string();

export const audioAnalysisSchema = v.object({
  meta: v.partial(
    v.object({
      analyzer_version: string,
      platform: string,
      detailed_status: string,
      input_process: string,
      ...numberFields('status_code', 'timestamp', 'analysis_time'),
    }),
  ),
  track: v.partial(
    v.object({
      sample_md5: string,
      codestring: string,
      echoprintstring: string,
      synchstring: string,
      rhythmstring: string,
      ...numberFields('code_version', 'echoprint_version', 'synch_version', 'rhythm_version'),
      ...numberFields(
        'num_samples',
        'duration',
        'offset_seconds',
        'window_seconds',
        'end_of_fade_in',
        'start_of_fade_out',
      ),
      ...numberFields('analysis_sample_rate', 'analysis_channels'),
      ...soundFields,
    }),
  ),
  bars: timeIntervals,
  beats: timeIntervals,
  tatums: timeIntervals,
  sections: v.array(v.object({ ...timeInterval, ...soundFields })),
  segments: v.array(
    v.object({
      ...timeInterval,
      ...numberFields('loudness_start', 'loudness_max'),
      ...optionalNumberFields('loudness_max_time', 'loudness_end'),
      pitches: numbers,
      timbre: numbers,
    }),
  ),
});

/**
 * How a track is built: bars, beats, sections and sounds, with their times in seconds. Confidences are 0 to 1. The API
 * leaves out some numbers where they are 0, such as the `start` of the first bar: read an absent one as 0.
 */
export interface AudioAnalysis extends v.InferOutput<typeof audioAnalysisSchema> {}

const seedSchema = v.object({
  id: v.string(),
  type: v.string(),
  /** Address of the seed. Null for genres. */
  href: v.nullish(v.string()),
  ...numberFields('afterFilteringSize', 'afterRelinkingSize', 'initialPoolSize'),
});

/** What became of one seed: the size of its pool of tracks at first, and after filters and relinking. */
export interface RecommendationSeed extends v.InferOutput<typeof seedSchema> {}

export const recommendationsSchema = v.object({
  seeds: v.array(named<RecommendationSeed>(seedSchema)),
  tracks: v.array(named<Track>(trackSchema)),
});

/** Tracks that go with the seeds. */
export interface Recommendations extends v.InferOutput<typeof recommendationsSchema> {}
