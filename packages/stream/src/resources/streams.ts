import { endpoint, exactlyOne, known, list, named, oneOf, oneOrMany, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { broadcasterParams, isLogin, isNumeric, optionalIds, userFields } from '../schema.ts';

export const streamSchema = v.object({
  /** ID of the broadcast. */
  id: v.string(),
  ...userFields,
  /** ID of the game that is played; empty when none is set. */
  game_id: v.string(),
  /** Title of the game that is played; empty when none is set. */
  game_name: v.string(),
  /** `live`, or empty when an error occurred. */
  type: known('live', ''),
  /** Title of the broadcast; empty when none is set. */
  title: v.string(),
  /** Number of viewers at the moment. */
  viewer_count: v.number(),
  /** When the broadcast started, RFC 3339. */
  started_at: v.string(),
  /** Language of the broadcast: a two-letter ISO 639-1 code, or `other`. */
  language: v.string(),
  /** Address of a current picture; replace `{width}` and `{height}` with a size in pixels. */
  thumbnail_url: v.string(),
  /** Tags of the broadcast. Null or absent in some responses for a broadcast without tags. */
  tags: v.nullish(v.array(v.string())),
  /**
   * IDs of legacy tags; empty, null or absent.
   *
   * @deprecated Use `tags`.
   */
  tag_ids: v.nullish(v.array(v.string())),
  /** Whether the broadcast is for adults; deprecated by the provider without a replacement, false or absent. */
  is_mature: v.optional(v.boolean()),
});

/** A live broadcast. */
export interface Stream extends v.InferOutput<typeof streamSchema> {}

export const streamKeySchema = v.object({
  /** Secret with which the broadcaster's software starts a broadcast. Do not log it. */
  stream_key: v.string(),
});

/** The stream key of a channel. */
export interface StreamKey extends v.InferOutput<typeof streamKeySchema> {}

const marker = {
  /** ID of the marker. */
  id: v.string(),
  /** When the marker was set, RFC 3339. */
  created_at: v.string(),
  /** Position of the marker, in seconds from the start of the broadcast. */
  position_seconds: v.number(),
  /** The user's description of the marker. Empty if there is none. */
  description: v.string(),
};
export const markerSchema = v.object(marker);

/** A marked position in a broadcast. */
export interface StreamMarker extends v.InferOutput<typeof markerSchema> {}

export const markersSchema = v.object({
  ...userFields,
  /** Videos that have markers. */
  videos: v.array(
    v.object({
      /** ID of the video that was marked. */
      video_id: v.string(),
      /** Markers of the video. */
      markers: v.array(
        v.object({
          ...marker,
          /** Address of the video at the marker. Documented, but responses have `URL`. */
          url: v.optional(v.string()),
          /** Address of the video at the marker. */
          URL: v.optional(v.string()),
        }),
      ),
    }),
  ),
});

/** The markers of one user, grouped by video. */
export interface StreamMarkers extends v.InferOutput<typeof markersSchema> {}

/** Live broadcasts, and their markers and stream keys. */
export const streams = {
  /**
   * Lists live broadcasts, most watched first; broadcasters who are offline are absent. `user_id` and `user_login`
   * select the broadcasts of any of these users; `game_id` and `language` narrow them down further. Values that cannot
   * be an ID or a login are not sent.
   *
   * The API accepts 100 users and 100 games per request, so longer lists are sent as several requests, one after the
   * other: their broadcasts are sorted within each request, not across them. When there are more than 100 of both, each
   * part of the users is combined with each part of the games.
   *
   * @keywords online, now, streaming, viewers
   */
  list: list({
    method: 'GET',
    path: '/streams',
    auth: 'app-or-user',
    query: v.object({
      ...twoWayPageParams,
      /** IDs of broadcasters, any number; more than 100 users are split into several requests. */
      user_id: optionalIds,
      /** Logins of broadcasters, any number. Counted together with `user_id`. */
      user_login: optionalIds,
      /** IDs of games, any number; more than 100 are split into several requests. */
      game_id: optionalIds,
      /** Kind of broadcast. Default `all`. */
      type: v.optional(oneOf(['all', 'live'])),
      /** Languages, up to 100: two-letter ISO 639-1 codes, or `other`. */
      language: v.optional(oneOrMany(v.string(), 100)),
    }),
    item: named<Stream>(streamSchema),
    paging: cursorPages,
    ids: [
      {
        params: ['user_id', 'user_login'],
        max: 100,
        canExist: { user_id: isNumeric, user_login: isLogin },
      },
      { params: ['game_id'], max: 100, canExist: { game_id: isNumeric } },
    ],
    docs: docs('streams/#get-streams'),
  }),
  /**
   * Lists the live broadcasts of the channels that a user follows, most watched first.
   *
   * @keywords online, now, follow
   */
  followed: list({
    method: 'GET',
    path: '/streams/followed',
    personal: true,
    auth: 'user',
    scopes: ['user:read:follows'],
    query: v.object({
      /** ID of the user whose followed channels are listed; must be the token's user. */
      user_id: v.string(),
      /** Page size, 1 to 100. Default 100. */
      first: v.optional(whole(1, 100)),
      /** Provider's cursor of the page to return: `pagination.cursor` of the previous page. Default: the first page. */
      after: v.optional(v.string()),
    }),
    item: named<Stream>(streamSchema),
    paging: cursorPages,
    docs: docs('streams/#get-followed-streams'),
  }),

  /** Stream keys, with which broadcasters go live. */
  key: {
    /**
     * Returns the stream key of a channel, whose broadcaster must be the token's user. Fails with `permission_denied`,
     * with the reason, when that user may not go live.
     */
    get: endpoint({
      method: 'GET',
      path: '/streams/key',
      personal: false,
      auth: 'user',
      scopes: ['channel:read:stream_key'],
      query: v.object(broadcasterParams),
      ...oneRecord(named<StreamKey>(streamKeySchema)),
      docs: docs('streams/#get-stream-key'),
    }),
  },

  /** Marked positions in broadcasts. The token's user must be the broadcaster or an editor of the channel. */
  markers: {
    /**
     * Marks the current position of a live broadcast. Fails with `not_found` when the user is offline, shows a rerun or
     * premiere, or does not store recordings.
     */
    create: endpoint({
      method: 'POST',
      path: '/streams/markers',
      auth: 'user',
      scopes: ['channel:manage:broadcast'],
      body: v.object({
        /** ID of the broadcaster, whose channel must be live. */
        user_id: v.string(),
        /** Note about the marker, up to 140 characters. Default: none. */
        description: v.optional(v.pipe(v.string(), v.maxLength(140))),
      }),
      ...oneRecord(named<StreamMarker>(markerSchema)),
      docs: docs('streams/#create-stream-marker'),
    }),

    /** Lists the markers of a video, or of a user's latest video. Fails with `not_found` for a user without videos. */
    list: list({
      method: 'GET',
      path: '/streams/markers',
      personal: false,
      auth: 'user',
      scopes: ['user:read:broadcast', 'channel:manage:broadcast'],
      query: v.pipe(
        v.object({
          ...twoWayPageParams,
          /** ID of a broadcaster: lists the markers of their latest video. Pass either `user_id` or `video_id`. */
          user_id: v.optional(v.string()),
          /** ID of a video. Pass either `user_id` or `video_id`. */
          video_id: v.optional(v.string()),
        }),
        exactlyOne('user_id', 'video_id'),
      ),
      item: named<StreamMarkers>(markersSchema),
      paging: cursorPages,
      docs: docs('streams/#get-stream-markers'),
    }),
  },
};
