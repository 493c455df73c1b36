import { known, list, named } from '@x/core';
import * as v from 'valibot';
import { bothWays, docs, helixPages, ids } from '../helix.ts';

const streamSchema = v.object({
  id: v.string(),
  user_id: v.string(),
  user_login: v.string(),
  user_name: v.string(),
  game_id: v.string(),
  game_name: v.string(),
  type: known('live', ''),
  title: v.string(),
  viewer_count: v.number(),
  started_at: v.string(),
  language: v.string(),
  thumbnail_url: v.string(),
  tags: v.nullish(v.array(v.string())),
  tag_ids: v.nullish(v.array(v.string())),
  is_mature: v.optional(v.boolean()),
});

/** A live broadcast. `thumbnail_url` holds `{width}` and `{height}` to fill in; `game_id` is empty when none is set. */
export interface Stream extends v.InferOutput<typeof streamSchema> {}

/** Live broadcasts. */
export const streams = {
  /**
   * Lists live broadcasts, most watched first; broadcasters who are offline are absent. Of `user_id`, `user_login`
   * and `game_id` any number is taken, 100 per request.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-streams
   */
  list: list({
    method: 'GET',
    path: '/streams',
    auth: 'app-or-user',
    query: v.object({
      ...bothWays,
      user_id: ids,
      user_login: ids,
      game_id: ids,
      type: v.optional(v.picklist(['all', 'live'])),
      language: ids,
    }),
    item: named<Stream>(streamSchema),
    paging: helixPages,
    ids: { params: ['user_id', 'user_login'], max: 100 },
    docs: docs('get-streams'),
  }),
};
