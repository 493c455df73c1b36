import { endpoint, list, named } from '@x/core';
import * as v from 'valibot';
import { closed2024, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type AudioAnalysis, type AudioFeatures, audioAnalysisSchema, audioFeaturesSchema } from '../records/audio.ts';
import { catalogId, catalogIds } from '../schema.ts';

/**
 * What tracks sound like. Refused with `not_supported` to apps in development mode and to those made after November
 * 2024.
 */
export const audioFeatures = {
  /**
   * Gives the features of a track, by the track's id; `not_found` when there are none.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-audio-features
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/audio-features/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    response: named<AudioFeatures>(audioFeaturesSchema),
    docs: docs('get-audio-features'),
    deprecated: closed2024(),
  }),

  /**
   * Finds the features of tracks, by the tracks' ids; any number, 100 per request. Tracks without any are in `missing`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-several-audio-features
   */
  list: list({
    method: 'GET',
    path: '/v1/audio-features',
    auth: 'app-or-user',
    query: v.object({ ids: catalogIds }),
    item: named<AudioFeatures>(audioFeaturesSchema),
    paging: singlePage('audio_features'),
    ids: { params: ['ids'], max: 100, match: { ids: 'id' } },
    docs: docs('get-several-audio-features'),
    deprecated: closed2024(),
  }),
};

/** How tracks are built. */
export const audioAnalysis = {
  /**
   * Gives the analysis of a track, by the track's id: often hundreds of kilobytes. Refused with `not_supported` to apps
   * in development mode and to those made after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-audio-analysis
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/audio-analysis/{id}',
    auth: 'app-or-user',
    params: v.object({ id: catalogId }),
    response: named<AudioAnalysis>(audioAnalysisSchema),
    docs: docs('get-audio-analysis'),
    deprecated: closed2024(),
  }),
};
