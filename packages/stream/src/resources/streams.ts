import { endpoint, exactlyOne, known, list, named, oneOrMany, whole } from '@x/core';
import * as v from 'valibot';
import { docs, oneRecord } from '../declarations.ts';
import { cursorPages, twoWayPageParams } from '../paging.ts';
import { broadcasterParams, optionalIds, userFields } from '../schema.ts';

const streamSchema = v.object({
  id: v.string(),
  ...userFields,
  game_id: v.string(),
  game_name: v.string(),
  type: known('live', ''),
  title: v.string(),
  viewer_count: v.number(),
  started_at: v.string(),
  language: v.string(),
  thumbnail_url: v.string(),
  /** Null or absent in some responses for a broadcast without tags. */
  tags: v.nullish(v.array(v.string())),
  /** Deprecated; empty, null or absent. */
  tag_ids: v.nullish(v.array(v.string())),
  is_mature: v.optional(v.boolean()),
});

/** A live broadcast. `thumbnail_url` holds `{width}` and `{height}` to fill in; `game_id` is empty when none is set. */
export interface Stream extends v.InferOutput<typeof streamSchema> {}

const streamKeySchema = v.object({ stream_key: v.string() });

/** What a broadcaster's software signs in with; secret. */
export interface StreamKey extends v.InferOutput<typeof streamKeySchema> {}

const marker = {
  id: v.string(),
  created_at: v.string(),
  position_seconds: v.number(),
  description: v.string(),
};
const markerSchema = v.object(marker);

/** A marked place in a broadcast, in seconds from its start. */
export interface StreamMarker extends v.InferOutput<typeof markerSchema> {}

const markersSchema = v.object({
  ...userFields,
  videos: v.array(
    v.object({
      video_id: v.string(),
      markers: v.array(v.object({ ...marker, url: v.optional(v.string()), URL: v.optional(v.string()) })),
    }),
  ),
});

/** Markers of one user, by video. The address is documented as `url` and sent as `URL`. */
export interface StreamMarkers extends v.InferOutput<typeof markersSchema> {}

/** Live broadcasts. */
export const streams = {
  /**
   * Lists live broadcasts, most watched first; broadcasters who are offline are absent. `user_id` and `user_login` select
   * broadcasts of any of these users, `game_id` and `language` keep those that match as well.
   *
   * `user_id`, `user_login` and `game_id` take any number of values. The API accepts 100 users and 100 games per request, so
   * longer lists are sent as several requests, one after the other: their broadcasts are sorted within each request, not
   * across them. When there are more than 100 of both, each part of the users is combined with each part of the games.
   * `language` takes up to 100 values.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-streams
   */
  list: list({
    method: 'GET',
    path: '/streams',
    auth: 'app-or-user',
    query: v.object({
      ...twoWayPageParams,
      user_id: optionalIds,
      user_login: optionalIds,
      game_id: optionalIds,
      type: v.optional(v.picklist(['all', 'live'])),
      language: v.optional(oneOrMany(v.string(), 100)),
    }),
    item: named<Stream>(streamSchema),
    paging: cursorPages,
    ids: [
      { params: ['user_id', 'user_login'], max: 100 },
      { params: ['game_id'], max: 100 },
    ],
    docs: docs('get-streams'),
  }),
  /**
   * Lists the live broadcasts of those whom a user follows, most watched first; `user_id` must be the token's user.
   * `first` is 1 to 100, default 100.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-followed-streams
   */
  followed: list({
    method: 'GET',
    path: '/streams/followed',
    auth: 'user',
    scopes: ['user:read:follows'],
    query: v.object({ user_id: v.string(), first: v.optional(whole(1, 100)), after: v.optional(v.string()) }),
    item: named<Stream>(streamSchema),
    paging: cursorPages,
    docs: docs('get-followed-streams'),
  }),

  /** Stream keys. */
  key: {
    /**
     * Gives the stream key of a channel, whose broadcaster must be the token's user. `permission_denied`, with the
     * reason, while that user may not go live.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-stream-key
     */
    get: endpoint({
      method: 'GET',
      path: '/streams/key',
      auth: 'user',
      scopes: ['channel:read:stream_key'],
      query: v.object(broadcasterParams),
      ...oneRecord(named<StreamKey>(streamKeySchema)),
      docs: docs('get-stream-key'),
    }),
  },

  /** Marked places in broadcasts. The token's user must be the broadcaster or an editor of the channel. */
  markers: {
    /**
     * Marks the present place in a user's live broadcast; `description` is at most 140 characters. `not_found` while
     * the user is offline, shows a rerun or premiere, or does not keep recordings.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-stream-marker
     */
    create: endpoint({
      method: 'POST',
      path: '/streams/markers',
      auth: 'user',
      scopes: ['channel:manage:broadcast'],
      body: v.object({ user_id: v.string(), description: v.optional(v.pipe(v.string(), v.maxLength(140))) }),
      ...oneRecord(named<StreamMarker>(markerSchema)),
      docs: docs('create-stream-marker'),
    }),

    /**
     * Lists the markers of a video, or of a user's latest; `not_found` for users without videos.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-stream-markers
     */
    list: list({
      method: 'GET',
      path: '/streams/markers',
      auth: 'user',
      scopes: ['user:read:broadcast', 'channel:manage:broadcast'],
      query: v.pipe(
        v.object({ ...twoWayPageParams, user_id: v.optional(v.string()), video_id: v.optional(v.string()) }),
        exactlyOne('user_id', 'video_id'),
      ),
      item: named<StreamMarkers>(markersSchema),
      paging: cursorPages,
      docs: docs('get-stream-markers'),
    }),
  },
};
