import { named } from '@x/core/provider';
import * as v from 'valibot';
import { type Track, trackSchema } from './music.ts';

export const audioFeaturesSchema = v.object({
  /** Catalog ID of the track. */
  id: v.string(),
  /** URI of the track, `spotify:track:…`. */
  uri: v.string(),
  /** Type of the record: `audio_features`. */
  type: v.string(),
  /** Address of the audio analysis of the track in the API. */
  analysis_url: v.string(),
  /** Address of the track in the API. */
  track_href: v.string(),
  /** Confidence that the track is acoustic, 0 to 1. */
  acousticness: v.number(),
  /** Suitability for dancing, 0 (least) to 1. */
  danceability: v.number(),
  /** Intensity and activity, 0 (calm) to 1 (fast and loud). */
  energy: v.number(),
  /** Likelihood that the track has no vocals, 0 to 1. */
  instrumentalness: v.number(),
  /** Likelihood that an audience is audible, 0 to 1. */
  liveness: v.number(),
  /** Share of spoken words, 0 (music) to 1 (speech). */
  speechiness: v.number(),
  /** Mood, 0 (sad or angry) to 1 (happy). */
  valence: v.number(),
  /** Length of the track in milliseconds. */
  duration_ms: v.number(),
  /** Key: 0 (C) to 11 (B), -1 when unknown. */
  key: v.number(),
  /** Mean loudness in dB, usually -60 to 0. */
  loudness: v.number(),
  /** Mode: 1 for major, 0 for minor. */
  mode: v.number(),
  /** Mean tempo in beats per minute. */
  tempo: v.number(),
  /** Beats per bar, 3 to 7. */
  time_signature: v.number(),
});

/** Audio features of a track. */
export interface AudioFeatures extends v.InferOutput<typeof audioFeaturesSchema> {}

// The API omits some numbers that are 0, so they are optional below.

const timeInterval = {
  /** Length in seconds. */
  duration: v.number(),
  /** Position of the beginning in the track, in seconds. Absent means 0. */
  start: v.optional(v.number()),
  /** Confidence that the boundaries are exact, 0 to 1. Absent means 0. */
  confidence: v.optional(v.number()),
};
const timeIntervals = v.array(v.object(timeInterval));
const soundFields = {
  /** Loudness in dB, usually -60 to 0. */
  loudness: v.number(),
  /** Tempo in beats per minute. */
  tempo: v.number(),
  /** Key: 0 (C) to 11 (B), -1 when unknown. Absent means 0. */
  key: v.optional(v.number()),
  /** Mode: 1 for major, 0 for minor. Absent means 0. */
  mode: v.optional(v.number()),
  /** Beats per bar. Absent means 0. */
  time_signature: v.optional(v.number()),
  /** Confidence in `tempo`, 0 to 1. Absent means 0. */
  tempo_confidence: v.optional(v.number()),
  /** Confidence in `key`, 0 to 1. Absent means 0. */
  key_confidence: v.optional(v.number()),
  /** Confidence in `mode`, 0 to 1. Absent means 0. */
  mode_confidence: v.optional(v.number()),
  /** Confidence in `time_signature`, 0 to 1. Absent means 0. */
  time_signature_confidence: v.optional(v.number()),
};
const numbers = v.array(v.number());
const string = v.string();

export const audioAnalysisSchema = v.object({
  /** Details of how the analysis was made. */
  meta: v.partial(
    v.object({
      /** Version of the software that made the analysis, such as `4.0.0`. */
      analyzer_version: string,
      /** Operating system on which the analyzer ran. */
      platform: string,
      /** Result of the analysis in words, `OK` if it succeeded. */
      detailed_status: string,
      /** Input of the analysis, such as the decoder and its output format. */
      input_process: string,
      /** Result of the analysis: 0 if it succeeded, 1 if it failed. */
      status_code: v.number(),
      /** Time of the analysis, in Unix seconds. */
      timestamp: v.number(),
      /** Duration of the analysis in seconds. */
      analysis_time: v.number(),
    }),
  ),
  /** Properties of the track as a whole. */
  track: v.partial(
    v.object({
      /** MD5 hash of the audio. Usually empty. */
      sample_md5: string,
      /** Fingerprint in the Echo Nest Musical Fingerprint format. */
      codestring: string,
      /** Fingerprint in the EchoPrint format. */
      echoprintstring: string,
      /** Data for synchronizing with the audio, in the Synchstring format. */
      synchstring: string,
      /** Rhythm, in the Rhythmstring format. */
      rhythmstring: string,
      /** Version of the format of `codestring`. */
      code_version: v.number(),
      /** Version of the format of `echoprintstring`. */
      echoprint_version: v.number(),
      /** Version of the format of `synchstring`. */
      synch_version: v.number(),
      /** Version of the format of `rhythmstring`. */
      rhythm_version: v.number(),
      /** Number of audio samples that were analyzed. */
      num_samples: v.number(),
      /** Length of the track in seconds. */
      duration: v.number(),
      /** Position at which the analyzed part begins, in seconds. Usually 0: the whole track is analyzed. */
      offset_seconds: v.number(),
      /** Length of the analyzed part in seconds, 0 for the whole track. */
      window_seconds: v.number(),
      /** Position at which the fade-in ends, in seconds; 0 without a fade-in. */
      end_of_fade_in: v.number(),
      /** Position at which the fade-out begins, in seconds; the length of the track without one. */
      start_of_fade_out: v.number(),
      /** Sample rate of the analyzed audio, in Hz. */
      analysis_sample_rate: v.number(),
      /** Number of channels of the analyzed audio; 1 when they were mixed into one. */
      analysis_channels: v.number(),
      ...soundFields,
    }),
  ),
  /** Bars: segments of time defined by a number of beats. */
  bars: timeIntervals,
  /** Beats: the basic time units of the track, such as the ticks of a metronome. */
  beats: timeIntervals,
  /** Tatums: the smallest regular pulse that a listener perceives. */
  tatums: timeIntervals,
  /** Sections: large parts such as a chorus, a verse or a solo. */
  sections: v.array(v.object({ ...timeInterval, ...soundFields })),
  /** Segments: short parts with a roughly constant sound. */
  segments: v.array(
    v.object({
      ...timeInterval,
      /** Loudness at the beginning, in dB. */
      loudness_start: v.number(),
      /** Highest loudness, in dB. */
      loudness_max: v.number(),
      /** Position of the highest loudness, in seconds from the beginning of the segment. Absent means 0. */
      loudness_max_time: v.optional(v.number()),
      /** Loudness at the end, in dB. Only meaningful for the last segment. Absent means 0. */
      loudness_end: v.optional(v.number()),
      /** Strength of each of the 12 pitch classes, C to B, 0 to 1. */
      pitches: numbers,
      /** Timbre as 12 coefficients, the most important first; comparable with each other, without a unit. */
      timbre: numbers,
    }),
  ),
});

/**
 * Structure of a track: bars, beats, sections and sounds, with their times in seconds. The API omits some numbers that
 * are 0, such as the `start` of the first bar, so read an absent number as 0.
 */
export interface AudioAnalysis extends v.InferOutput<typeof audioAnalysisSchema> {}

export const seedSchema = v.object({
  /** The seed: the ID of an artist or track, or the name of a genre. */
  id: v.string(),
  /** Kind of the seed: `ARTIST`, `TRACK` or `GENRE`. */
  type: v.string(),
  /** Address of the artist or track in the API. Null for genres. */
  href: v.nullish(v.string()),
  /** Number of tracks left after the `min_…` and `max_…` filters. */
  afterFilteringSize: v.number(),
  /** Number of tracks left after relinking for the market. */
  afterRelinkingSize: v.number(),
  /** Number of tracks that were found for the seed. */
  initialPoolSize: v.number(),
});

/** Numbers of tracks that were found for one seed. */
export interface RecommendationSeed extends v.InferOutput<typeof seedSchema> {}

export const recommendationsSchema = v.object({
  /** Numbers of tracks that were found for each seed. */
  seeds: v.array(named<RecommendationSeed>(seedSchema)),
  /** Recommended tracks. */
  tracks: v.array(named<Track>(trackSchema)),
});

/** Tracks that resemble the seeds. */
export interface Recommendations extends v.InferOutput<typeof recommendationsSchema> {}
