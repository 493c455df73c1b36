import { endpoint, exactlyOne, list, lookup, named, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { broadcasterParams } from '../schema.ts';

export const clipSchema = v.object({
  /** ID of the clip. */
  id: v.string(),
  /** Address of the page that shows the clip. */
  url: v.string(),
  /** Address to embed the clip in an iframe. */
  embed_url: v.string(),
  /** User ID of the broadcaster of the video that was clipped. */
  broadcaster_id: v.string(),
  /** Display name of the broadcaster. */
  broadcaster_name: v.string(),
  /** User ID of the user who created the clip. */
  creator_id: v.string(),
  /** Display name of the user who created the clip. */
  creator_name: v.string(),
  /** ID of the video that was clipped; empty while there is no video. */
  video_id: v.string(),
  /** ID of the game that was played. */
  game_id: v.string(),
  /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
  language: v.string(),
  /** Title of the clip. */
  title: v.string(),
  /** Number of times that the clip was watched. */
  view_count: v.number(),
  /** When the clip was created, RFC 3339. */
  created_at: v.string(),
  /** Address of the thumbnail. */
  thumbnail_url: v.string(),
  /** Length of the clip in seconds, with a precision of 0.1. */
  duration: v.number(),
  /** Where the clip begins in the video, in seconds. Null or absent while there is no video. */
  vod_offset: v.nullish(v.number()),
  /** Whether the broadcaster featured the clip. Absent in some responses. */
  is_featured: v.optional(v.boolean()),
});

/** A short part of a broadcast. */
export interface Clip extends v.InferOutput<typeof clipSchema> {}

export const newClipSchema = v.object({
  /** ID of the new clip, with which `getMany` finds it. */
  id: v.string(),
  /** Address where the user can edit and publish the clip, for 24 hours. */
  edit_url: v.string(),
});

/** A clip that is being created. */
export interface NewClip extends v.InferOutput<typeof newClipSchema> {}

export const clipDownloadSchema = v.object({
  /** ID of the clip whose files these are. */
  clip_id: v.string(),
  /** Address of the landscape file. Null when there is no clip in this format. */
  landscape_download_url: v.nullable(v.string()),
  /** Address of the portrait file. Null when there is no clip in this format. */
  portrait_download_url: v.nullable(v.string()),
});

/** Download addresses of a clip's video files. */
export interface ClipDownload extends v.InferOutput<typeof clipDownloadSchema> {}

const duration = v.optional(v.pipe(v.number(), v.minValue(5), v.maxValue(60)));
const editorParams = {
  /** User ID of the broadcaster or of an editor of the channel; with a user token, the token's user. */
  editor_id: v.string(),
  ...broadcasterParams,
};
const editorScopes = ['editor:manage:clips', 'channel:manage:clips'];

/** Short parts of broadcasts: finding, creating and downloading them. */
export const clips = {
  /**
   * Lists the clips of a broadcaster or of a game, most viewed first. About the first 1,000 clips can be reached.
   * `getMany` finds clips by ID.
   */
  list: list({
    method: 'GET',
    path: '/clips',
    auth: 'app-or-user',
    query: v.pipe(
      v.object({
        ...twoWayPageParams,
        /** User ID of the broadcaster whose channel was clipped. Pass either `broadcaster_id` or `game_id`. */
        broadcaster_id: v.optional(v.string()),
        /** ID of the game that was played. */
        game_id: v.optional(v.string()),
        /** Clips created at or after this time, RFC 3339. Alone, it means the week that follows. */
        started_at: v.optional(v.string()),
        /** Clips created before this time, RFC 3339. Default: one week after `started_at`. */
        ended_at: v.optional(v.string()),
        /** True lists only featured clips, false only the others. Default: all clips. */
        is_featured: v.optional(v.boolean()),
      }),
      exactlyOne('broadcaster_id', 'game_id'),
    ),
    item: named<Clip>(clipSchema),
    paging: cursorPages,
    docs: docs('clips/#get-clips'),
  }),

  /** Looks up clips by ID and returns all of them, in the order of `id`. Clips that do not exist are in `missing`. */
  getMany: lookup({
    method: 'GET',
    path: '/clips',
    auth: 'app-or-user',
    query: v.object({
      /** IDs of clips, one or any number. A request has up to 100 of them. */
      id: oneOrMany(v.string()),
    }),
    item: named<Clip>(clipSchema),
    items: 'data',
    ids: { params: ['id'], max: 100, match: { id: 'id' } },
    docs: docs('clips/#get-clips'),
  }),

  /**
   * Creates a clip of the last 90 seconds of a live broadcast. The response arrives before the clip is ready: `getMany`
   * finds it within 15 seconds, otherwise creating it has failed. Fails with `not_found` when the channel is not
   * live, and with `permission_denied` when the user may not create clips.
   *
   * @keywords highlight, record
   */
  create: endpoint({
    method: 'POST',
    path: '/clips',
    auth: 'user',
    scopes: ['clips:edit'],
    query: v.object({
      ...broadcasterParams,
      /** Title of the clip. Default: the title of the broadcast. */
      title: v.optional(v.string()),
      /** Length of the clip, 5 to 60 seconds in steps of 0.1. Default 30. */
      duration,
    }),
    ...oneRecord(named<NewClip>(newClipSchema)),
    docs: docs('clips/#create-clip'),
  }),

  /**
   * Creates a clip of a video, or of the past part of a live broadcast. Fails with `not_found` when there is no such
   * video.
   */
  createFromVideo: endpoint({
    method: 'POST',
    path: '/videos/clips',
    auth: 'app-or-user',
    scopes: editorScopes,
    query: v.pipe(
      v.object({
        ...editorParams,
        /** ID of the video. */
        vod_id: v.string(),
        /** Where the clip ends in the video, in seconds from its start; at least `duration`. */
        vod_offset: whole(5),
        /** Length of the clip, 5 to 60 seconds in steps of 0.1. Default 30. */
        duration,
        /** Title of the clip. */
        title: v.string(),
      }),
      v.check(
        (params) => params.vod_offset >= (params.duration ?? 30),
        'vod_offset must not be less than duration (default 30)',
      ),
    ),
    ...oneRecord(named<NewClip>(newClipSchema)),
    docs: docs('clips/#create-clip-from-vod'),
  }),

  /**
   * Looks up the download addresses of clips. Clips that do not exist are in `missing`. At most 100 requests per
   * minute.
   */
  downloads: lookup({
    method: 'GET',
    path: '/clips/downloads',
    personal: false,
    auth: 'app-or-user',
    scopes: editorScopes,
    query: v.object({
      ...editorParams,
      /** IDs of clips, one or any number. A request has up to 10 of them. */
      clip_id: oneOrMany(v.string()),
    }),
    item: named<ClipDownload>(clipDownloadSchema),
    items: 'data',
    ids: { params: ['clip_id'], max: 10, match: { clip_id: 'clip_id' } },
    docs: docs('clips/#get-clips-download'),
  }),
};
