import { endpoint, exactlyOne, known, list, named } from '@x/core';
import * as v from 'valibot';
import { docs } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { optionalIds, userFields } from '../schema.ts';

const videoSchema = v.object({
  id: v.string(),
  /** Null unless the video is the recording of a broadcast. */
  stream_id: v.nullable(v.string()),
  ...userFields,
  title: v.string(),
  description: v.string(),
  created_at: v.string(),
  published_at: v.string(),
  url: v.string(),
  thumbnail_url: v.string(),
  viewable: v.string(),
  view_count: v.number(),
  language: v.string(),
  type: known('archive', 'highlight', 'upload'),
  duration: v.string(),
  /** In seconds; null when nothing is muted. */
  muted_segments: v.nullable(v.array(v.object({ duration: v.number(), offset: v.number() }))),
});

/**
 * A published video. `duration` is text such as `3h8m33s`; muted segments are in seconds. `thumbnail_url` holds
 * `%{width}` and `%{height}` to fill in. `stream_id` is null unless the video is the recording of a broadcast.
 */
export interface Video extends v.InferOutput<typeof videoSchema> {}

/** Recordings, highlights and uploads. */
export const videos = {
  /**
   * Lists the videos of a user or of a game, of a game at most 500, or finds videos by id, of which any number is
   * taken, 100 per request; what does not exist is in `missing`, but `not_found` when none of a request does. The
   * filters and `first` are not for `id`; `after` and `before` are for `user_id` only.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-videos
   */
  list: list({
    method: 'GET',
    path: '/videos',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        ...twoWayPageParams,
        id: optionalIds,
        user_id: v.optional(v.string()),
        game_id: v.optional(v.string()),
        language: v.optional(v.string()),
        period: v.optional(v.picklist(['all', 'day', 'month', 'week'])),
        sort: v.optional(v.picklist(['time', 'trending', 'views'])),
        type: v.optional(v.picklist(['all', 'archive', 'highlight', 'upload'])),
      }),
      exactlyOne('id', 'user_id', 'game_id'),
    ),
    item: named<Video>(videoSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100, match: { id: 'id' } },
    docs: docs('get-videos'),
  }),

  /**
   * Deletes 1 to 5 videos of the token's user and gives the ids of those that were deleted; none is when one of them
   * belongs to somebody else.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#delete-videos
   */
  delete: endpoint({
    method: 'DELETE',
    path: '/videos',
    auth: 'user',
    scopes: ['channel:manage:videos'],
    query: v.object({ id: v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(5)) }),
    response: v.object({ data: v.array(v.string()) }),
    unwrap: 'data',
    docs: docs('delete-videos'),
  }),
};
