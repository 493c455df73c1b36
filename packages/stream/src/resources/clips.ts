import { endpoint, exactlyOne, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, singlePage, twoWayPageParams } from '../paging.ts';
import { broadcasterParams, optionalIds } from '../schema.ts';

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
  /** Seconds into the video; null or absent while there is no video. */
  vod_offset: v.nullish(v.number()),
  /** Absent in some responses. */
  is_featured: v.optional(v.boolean()),
});

/**
 * A clip. `duration` and `vod_offset` are in seconds; `vod_offset` is null until the video it was cut from is ready.
 */
export interface Clip extends v.InferOutput<typeof clipSchema> {}

const newClipSchema = v.object({ id: v.string(), edit_url: v.string() });

/** A clip in the making. `edit_url` lets the user edit it, for 24 hours. */
export interface NewClip extends v.InferOutput<typeof newClipSchema> {}

const clipDownloadSchema = v.object({
  clip_id: v.string(),
  /** Null when there is no clip in this format. */
  landscape_download_url: v.nullable(v.string()),
  /** Null when there is no clip in this format. */
  portrait_download_url: v.nullable(v.string()),
});

/** Where the video files of a clip are; null for a shape that it does not have. */
export interface ClipDownload extends v.InferOutput<typeof clipDownloadSchema> {}

const duration = v.optional(v.pipe(v.number(), v.minValue(5), v.maxValue(60)));
const editorParams = { editor_id: v.string(), ...broadcasterParams };
const editorScopes = ['editor:manage:clips', 'channel:manage:clips'];

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
        ...twoWayPageParams,
        broadcaster_id: v.optional(v.string()),
        game_id: v.optional(v.string()),
        id: optionalIds,
        started_at: v.optional(v.string()),
        ended_at: v.optional(v.string()),
        is_featured: v.optional(v.boolean()),
      }),
      exactlyOne('broadcaster_id', 'game_id', 'id'),
    ),
    item: named<Clip>(clipSchema),
    paging: cursorPages,
    ids: { params: ['id'], max: 100, match: { id: 'id' } },
    docs: docs('get-clips'),
  }),

  /**
   * Cuts a clip out of the last 90 seconds of a live broadcast. `duration` is 5 to 60 seconds in steps of 0.1, default
   * 30. It answers before the clip is there: `list` finds it by id within 15 seconds, or it has failed. `not_found`
   * when the channel is not live, `permission_denied` where the user may not make clips.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#create-clip
   */
  create: endpoint({
    method: 'POST',
    path: '/clips',
    auth: 'user',
    scopes: ['clips:edit'],
    query: v.object({ ...broadcasterParams, title: v.optional(v.string()), duration }),
    ...oneRecord(named<NewClip>(newClipSchema)),
    docs: docs('create-clip'),
  }),

  /**
   * Cuts a clip out of a video, or out of what is past of a live broadcast. It ends at `vod_offset`, in seconds from
   * the video's start, and is `duration` long: 5 to 60 seconds in steps of 0.1, default 30. `editor_id` is the
   * broadcaster or one of the channel's editors, and must be the token's user. `not_found` when there is no such video.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#create-clip-from-vod
   */
  createFromVideo: endpoint({
    method: 'POST',
    path: '/videos/clips',
    auth: 'app-or-user',
    scopes: editorScopes,
    query: v.pipe(
      v.object({ ...editorParams, vod_id: v.string(), vod_offset: whole(5), duration, title: v.string() }),
      v.check(
        (params) => params.vod_offset >= (params.duration ?? 30),
        'vod_offset: it must not be less than duration',
      ),
    ),
    ...oneRecord(named<NewClip>(newClipSchema)),
    docs: docs('create-clip-from-vod'),
  }),

  /**
   * Gives where the files of clips can be downloaded; any number, 10 per request. `editor_id` is the broadcaster or one
   * of the channel's editors, and must be the token's user. At most 100 requests a minute.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-clips-download
   */
  downloads: list({
    method: 'GET',
    path: '/clips/downloads',
    auth: 'app-or-user',
    scopes: editorScopes,
    query: v.object({ ...editorParams, clip_id: oneOrMany(v.string()) }),
    item: named<ClipDownload>(clipDownloadSchema),
    paging: singlePage,
    ids: { params: ['clip_id'], max: 10, match: { clip_id: 'clip_id' } },
    docs: docs('get-clips-download'),
  }),
};
