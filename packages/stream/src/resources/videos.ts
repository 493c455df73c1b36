import { endpoint, exactlyOne, known, list, lookup, named, oneOf, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { isNumeric, userFields } from '../schema.ts';

export const videoSchema = v.object({
  /** ID of the video. */
  id: v.string(),
  /** ID of the broadcast that the video records. Null for other videos. */
  stream_id: v.nullable(v.string()),
  ...userFields,
  /** Title of the video. */
  title: v.string(),
  /** Description of the video; empty when there is none. */
  description: v.string(),
  /** When the video was created, RFC 3339. */
  created_at: v.string(),
  /** When the video was published, RFC 3339. */
  published_at: v.string(),
  /** Address of the page that shows the video. */
  url: v.string(),
  /** Address of the thumbnail; replace `%{width}` and `%{height}` with 320 and 180 pixels. */
  thumbnail_url: v.string(),
  /** Who can watch the video; always `public`. */
  viewable: v.string(),
  /** Number of times that the video was watched. */
  view_count: v.number(),
  /** Language of the video: a two-letter ISO 639-1 code, or `other`. */
  language: v.string(),
  /** `archive` records a broadcast, `highlight` is a part of one, `upload` was uploaded. */
  type: known('archive', 'highlight', 'upload'),
  /** Length of the video, such as `3h8m33s`. */
  duration: v.string(),
  /** Parts without sound. Null when there are none. */
  muted_segments: v.nullable(
    v.array(
      v.object({
        /** Length of the part in seconds. */
        duration: v.number(),
        /** Start of the part, in seconds from the start of the video. */
        offset: v.number(),
      }),
    ),
  ),
});

/** A published video. */
export interface Video extends v.InferOutput<typeof videoSchema> {}

/** Recordings, highlights and uploads. */
export const videos = {
  /**
   * Lists the videos of a user or of a game. A game's list ends after 500 videos. `after` and `before` are only for
   * `user_id`. `getMany` finds videos by ID.
   *
   * @keywords VOD, past broadcasts, recordings, highlights
   */
  list: list({
    method: 'GET',
    path: '/videos',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        ...twoWayPageParams,
        /** ID of the user who published the videos. Pass either `user_id` or `game_id`. */
        user_id: v.optional(v.string()),
        /** ID of the game that the videos show. */
        game_id: v.optional(v.string()),
        /** Language of the videos: a two-letter ISO 639-1 code, or `other`. */
        language: v.optional(v.string()),
        /** When the videos were published: the last day, week or month, or `all`. Default `all`. */
        period: v.optional(oneOf(['all', 'day', 'month', 'week'])),
        /** Order: newest first, most viewed first, or trending. Default `time`. */
        sort: v.optional(oneOf(['time', 'trending', 'views'])),
        /** Kind of videos. Default `all`. */
        type: v.optional(oneOf(['all', 'archive', 'highlight', 'upload'])),
      }),
      exactlyOne('user_id', 'game_id'),
    ),
    item: named<Video>(videoSchema),
    paging: cursorPages,
    docs: docs('videos/#get-videos'),
  }),

  /** Looks up videos by ID and returns all of them, in the order of `id`. Videos that do not exist are in `missing`. */
  getMany: lookup({
    method: 'GET',
    path: '/videos',
    auth: 'app-or-user',
    query: v.object({
      /** IDs of videos, one or any number. A request has up to 100 of them. */
      id: oneOrMany(v.string()),
    }),
    item: named<Video>(videoSchema),
    items: 'data',
    ids: { params: ['id'], max: 100, match: { id: 'id' }, failsWhenNoneExists: true, canExist: { id: isNumeric } },
    docs: docs('videos/#get-videos'),
  }),

  /**
   * Deletes videos of the token's user, and returns the IDs of the deleted videos. If one of them belongs to somebody
   * else, none is deleted.
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/videos',
    auth: 'user',
    scopes: ['channel:manage:videos'],
    query: v.object({
      /** IDs of the videos to delete, 1 to 5. */
      id: v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(5)),
    }),
    response: v.object({ data: v.array(v.string()) }),
    unwrap: 'data',
    docs: docs('videos/#delete-videos'),
  }),
};
