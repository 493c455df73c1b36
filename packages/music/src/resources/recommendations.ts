import { endpoint, limit, list, named, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { closed2024, docs } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { type Recommendations, recommendationsSchema } from '../records/audio.ts';
import { catalogId, marketParam } from '../schema.ts';

const numberFrom0To1 = v.pipe(v.number(), v.minValue(0, 'must be from 0 to 1'), v.maxValue(1, 'must be from 0 to 1'));

const seedRule = 'pass 1 to 5 seeds: artists, tracks and genres together';

interface Seeds {
  readonly seed_artists?: string | readonly string[] | undefined;
  readonly seed_tracks?: string | readonly string[] | undefined;
  readonly seed_genres?: string | readonly string[] | undefined;
}

const countSeeds = ({ seed_artists = [], seed_tracks = [], seed_genres = [] }: Seeds): number =>
  [seed_artists, seed_tracks, seed_genres].flat(2).length;

const anyNumber = v.optional(v.number());
const from0 = v.optional(whole(0));
const from0To1 = v.optional(numberFrom0To1);

/** Bounds and targets of the attributes of tracks. */
const bounds = {
  /** Lowest acousticness to include, 0 to 1. */
  min_acousticness: from0To1,
  /** Highest acousticness to include, 0 to 1. */
  max_acousticness: from0To1,
  /** Preferred acousticness, 0 to 1: closer tracks are ranked higher. */
  target_acousticness: from0To1,
  /** Lowest danceability to include, 0 to 1. */
  min_danceability: from0To1,
  /** Highest danceability to include, 0 to 1. */
  max_danceability: from0To1,
  /** Preferred danceability, 0 to 1: closer tracks are ranked higher. */
  target_danceability: from0To1,
  /** Lowest length to include, in milliseconds. */
  min_duration_ms: from0,
  /** Highest length to include, in milliseconds. */
  max_duration_ms: from0,
  /** Preferred length, in milliseconds: closer tracks are ranked higher. */
  target_duration_ms: from0,
  /** Lowest energy to include, 0 to 1. */
  min_energy: from0To1,
  /** Highest energy to include, 0 to 1. */
  max_energy: from0To1,
  /** Preferred energy, 0 to 1: closer tracks are ranked higher. */
  target_energy: from0To1,
  /** Lowest likelihood of no vocals to include, 0 to 1. */
  min_instrumentalness: from0To1,
  /** Highest likelihood of no vocals to include, 0 to 1. */
  max_instrumentalness: from0To1,
  /** Preferred likelihood of no vocals, 0 to 1: closer tracks are ranked higher. */
  target_instrumentalness: from0To1,
  /** Lowest key to include, 0 (C) to 11 (B). */
  min_key: v.optional(whole(0, 11)),
  /** Highest key to include, 0 (C) to 11 (B). */
  max_key: v.optional(whole(0, 11)),
  /** Preferred key, 0 (C) to 11 (B): closer tracks are ranked higher. */
  target_key: v.optional(whole(0, 11)),
  /** Lowest likelihood of an audience to include, 0 to 1. */
  min_liveness: from0To1,
  /** Highest likelihood of an audience to include, 0 to 1. */
  max_liveness: from0To1,
  /** Preferred likelihood of an audience, 0 to 1: closer tracks are ranked higher. */
  target_liveness: from0To1,
  /** Lowest mean loudness to include, in dB, usually -60 to 0. */
  min_loudness: anyNumber,
  /** Highest mean loudness to include, in dB, usually -60 to 0. */
  max_loudness: anyNumber,
  /** Preferred mean loudness, in dB, usually -60 to 0: closer tracks are ranked higher. */
  target_loudness: anyNumber,
  /** Lowest mode to include, 0 (minor) or 1 (major). */
  min_mode: v.optional(whole(0, 1)),
  /** Highest mode to include, 0 (minor) or 1 (major). */
  max_mode: v.optional(whole(0, 1)),
  /** Preferred mode, 0 (minor) or 1 (major): closer tracks are ranked higher. */
  target_mode: v.optional(whole(0, 1)),
  /** Lowest popularity to include, 0 to 100. */
  min_popularity: v.optional(whole(0, 100)),
  /** Highest popularity to include, 0 to 100. */
  max_popularity: v.optional(whole(0, 100)),
  /** Preferred popularity, 0 to 100: closer tracks are ranked higher. */
  target_popularity: v.optional(whole(0, 100)),
  /** Lowest share of spoken words to include, 0 to 1. */
  min_speechiness: from0To1,
  /** Highest share of spoken words to include, 0 to 1. */
  max_speechiness: from0To1,
  /** Preferred share of spoken words, 0 to 1: closer tracks are ranked higher. */
  target_speechiness: from0To1,
  /** Lowest tempo to include, in beats per minute. */
  min_tempo: anyNumber,
  /** Highest tempo to include, in beats per minute. */
  max_tempo: anyNumber,
  /** Preferred tempo, in beats per minute: closer tracks are ranked higher. */
  target_tempo: anyNumber,
  /** Lowest number of beats per bar to include, from 0. */
  min_time_signature: from0,
  /** Highest number of beats per bar to include, from 0. */
  max_time_signature: from0,
  /** Preferred number of beats per bar, from 0: closer tracks are ranked higher. */
  target_time_signature: from0,
  /** Lowest happiness of the mood to include, 0 to 1. */
  min_valence: from0To1,
  /** Highest happiness of the mood to include, 0 to 1. */
  max_valence: from0To1,
  /** Preferred happiness of the mood, 0 to 1: closer tracks are ranked higher. */
  target_valence: from0To1,
};

const seeds = v.optional(oneOrMany(catalogId));

/** Tracks that resemble given artists, tracks and genres. */
export const recommendations = {
  /**
   * Recommends tracks that resemble 1 to 5 seeds: `seed_artists`, `seed_tracks` and `seed_genres` together.
   * `AudioFeatures` documents the attributes that `min_…`, `max_…` and `target_…` refer to.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
   * @keywords suggest, similar
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/recommendations',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        /** Catalog IDs of artists that the tracks should resemble: one or a list. */
        seed_artists: seeds,
        /** Catalog IDs of tracks that the tracks should resemble: one or a list. */
        seed_tracks: seeds,
        /** Genres that the tracks should belong to, from `recommendations.genres`: one or a list. */
        seed_genres: v.optional(oneOrMany(v.string())),
        /** Number of tracks to return, 1 to 100. Default 20. */
        limit: v.optional(whole(1, 100)),
        ...marketParam,
        ...bounds,
      }),
      v.check((params) => countSeeds(params) > 0, seedRule),
      limit((params) => countSeeds(params) <= 5, seedRule),
    ),
    response: named<Recommendations>(recommendationsSchema),
    docs: docs('get-recommendations'),
    deprecated: closed2024(),
  }),

  /**
   * Lists the genres that can be seeds.
   *
   * @remarks Refused with `not_supported` to apps in development mode and to apps created after November 2024.
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
