import { exactlyOne, list, named } from '@x/core';
import * as v from 'valibot';
import { bothWays, docs, helixPages, ids } from '../helix.ts';

const clipSchema = v.object({
  id: v.string(),
  url: v.string(),
  embed_url: v.string(),
  broadcaster_id: v.string(),
  broadcaster_name: v.string(),
  creator_id: v.string(),
  creator_name: v.string(),
  video_id: v.string(),
  game_id: v.string(),
  language: v.string(),
  title: v.string(),
  view_count: v.number(),
  created_at: v.string(),
  thumbnail_url: v.string(),
  duration: v.number(),
  vod_offset: v.nullish(v.number()),
  is_featured: v.optional(v.boolean()),
});

/** A clip. `duration` and `vod_offset` are in seconds; `vod_offset` is null until the video it was cut from is ready. */
export interface Clip extends v.InferOutput<typeof clipSchema> {}

/** Clips. */
export const clips = {
  /**
   * Lists clips of a broadcaster or a game, most viewed first, or finds clips by id. `started_at` and `ended_at`
   * (RFC 3339) bound their creation; `started_at` alone means the week that follows it.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-clips
   */
  list: list({
    method: 'GET',
    path: '/clips',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        ...bothWays,
        broadcaster_id: v.optional(v.string()),
        game_id: v.optional(v.string()),
        id: ids,
        started_at: v.optional(v.string()),
        ended_at: v.optional(v.string()),
        is_featured: v.optional(v.boolean()),
      }),
      exactlyOne('broadcaster_id', 'game_id', 'id'),
    ),
    item: named<Clip>(clipSchema),
    paging: helixPages,
    ids: { params: ['id'], max: 100, match: { id: 'id' } },
    docs: docs('get-clips'),
  }),
};
