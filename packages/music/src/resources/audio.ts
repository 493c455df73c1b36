import { endpoint, lookup, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2024, docs } from '../declarations.ts';
import { type AudioAnalysis, type AudioFeatures, audioAnalysisSchema, audioFeaturesSchema } from '../records/audio.ts';
import { catalogId, catalogIds } from '../schema.ts';

/**
 * Audio features of tracks: tempo, key, mood and more.
 *
 * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
 */
export const audioFeatures = {
  /** Returns the features of a track. Fails with `not_found` when the track has none. */
  get: endpoint({
    method: 'GET',
    path: '/v1/audio-features/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the track: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    response: named<AudioFeatures>(audioFeaturesSchema),
    docs: docs('get-audio-features'),
    deprecated: closed2024(),
  }),

  /**
   * Looks up the features of tracks and returns all of them, in the order of `ids`. Tracks without features are in
   * `missing`.
   */
  list: lookup({
    method: 'GET',
    path: '/v1/audio-features',
    auth: 'app-or-user',
    query: v.object({
      /** Catalog IDs of the tracks: one or any number. A request has up to 100 of them. */
      ids: catalogIds,
    }),
    item: named<AudioFeatures>(audioFeaturesSchema),
    items: 'audio_features',
    ids: { params: ['ids'], max: 100, match: 'place' },
    docs: docs('get-several-audio-features'),
    deprecated: closed2024(),
  }),
};

/** Structure of tracks: bars, beats, sections and segments. */
export const audioAnalysis = {
  /**
   * Returns the analysis of a track, often hundreds of kilobytes.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/audio-analysis/{id}',
    auth: 'app-or-user',
    params: v.object({
      /** Catalog ID of the track: 22 letters and digits, not a URI or URL. */
      id: catalogId,
    }),
    response: named<AudioAnalysis>(audioAnalysisSchema),
    docs: docs('get-audio-analysis'),
    deprecated: closed2024(),
  }),
};
