import { endpoint, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { closed2024, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Recommendations, recommendationsSchema } from '../records/audio.ts';
import { catalogId, market } from '../schema.ts';

const numberFrom0To1 = v.pipe(
  v.number(),
  v.check((value) => value >= 0 && value <= 1, 'expected 0 to 1'),
);

/** What a track can be asked for by. */
const attributes = {
  acousticness: numberFrom0To1,
  danceability: numberFrom0To1,
  duration_ms: whole(0),
  energy: numberFrom0To1,
  instrumentalness: numberFrom0To1,
  key: whole(0, 11),
  liveness: numberFrom0To1,
  loudness: v.number(),
  mode: whole(0, 1),
  popularity: whole(0, 100),
  speechiness: numberFrom0To1,
  tempo: v.number(),
  time_signature: whole(0),
  valence: numberFrom0To1,
};

type Bound = `${'min' | 'max' | 'target'}_${keyof typeof attributes}`;

const bounds = Object.fromEntries(
  Object.entries<v.GenericSchema<number>>(attributes).flatMap(([name, schema]) =>
    ['min', 'max', 'target'].map((bound) => [`${bound}_${name}`, v.optional(schema)]),
  ),
) as Record<Bound, v.OptionalSchema<v.GenericSchema<number>, undefined>>;

const seeds = v.optional(oneOrMany(catalogId));

/** Tracks by what they resemble. */
export const recommendations = {
  /**
   * Finds tracks that go with 1 to 5 seeds, counted over `seed_artists`, `seed_tracks` and `seed_genres` together.
   * `min_…` and `max_…` leave out tracks beyond them, `target_…` prefers tracks near it; what the attributes mean is
   * told at `AudioFeatures`. `limit` is 1 to 100, default 20. Refused with `not_supported` to apps in development mode
   * and to those made after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recommendations
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/recommendations',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        seed_artists: seeds,
        seed_tracks: seeds,
        seed_genres: v.optional(oneOrMany(v.string())),
        limit: v.optional(whole(1, 100)),
        market,
        ...bounds,
      }),
      v.check(({ seed_artists = [], seed_tracks = [], seed_genres = [] }) => {
        const { length } = [seed_artists, seed_tracks, seed_genres].flat(2);
        return length > 0 && length <= 5;
      }, 'give 1 to 5 seeds: artists, tracks and genres together'),
    ),
    response: named<Recommendations>(recommendationsSchema),
    docs: docs('get-recommendations'),
    deprecated: closed2024(),
  }),

  /**
   * Lists the genres that can be seeds. Refused with `not_supported` to apps in development mode and to those made
   * after November 2024.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recommendation-genres
   */
  genres: list({
    method: 'GET',
    path: '/v1/recommendations/available-genre-seeds',
    auth: 'app-or-user',
    item: v.string(),
    paging: singlePage('genres'),
    docs: docs('get-recommendation-genres'),
    deprecated: closed2024(),
  }),
};
