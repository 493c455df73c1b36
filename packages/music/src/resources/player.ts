import { byCursor, endpoint, exactlyOne, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult } from '../declarations.ts';
import { pageParams, singlePage } from '../paging.ts';
import {
  type CurrentlyPlaying,
  currentlyPlayingSchema,
  type Device,
  deviceSchema,
  type Playback,
  type PlayHistory,
  playbackSchema,
  playHistorySchema,
  type Queue,
  queueSchema,
} from '../records/player.ts';
import { catalogUri, listOf, playableParams } from '../schema.ts';

const command = { auth: 'user', scopes: ['user-modify-playback-state'], ...noResult } as const;
const device = { device_id: v.optional(v.string()) };
const { limit } = pageParams();
const history = {
  method: 'GET',
  path: '/v1/me/player/recently-played',
  auth: 'user',
  scopes: ['user-read-recently-played'],
  item: named<PlayHistory>(playHistorySchema),
  docs: docs('get-recently-played'),
} as const;

const queue = {
  /**
   * Gives what plays now and about 20 of what comes next.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-queue
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/me/player/queue',
    auth: 'user',
    scopes: ['user-read-currently-playing', 'user-read-playback-state'],
    response: named<Queue>(queueSchema),
    docs: docs('get-queue'),
  }),

  /**
   * Puts a track or an episode at the end of what the user has queued. Never repeated by itself, since that could queue
   * it twice.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/add-to-queue
   */
  add: endpoint({
    method: 'POST',
    path: '/v1/me/player/queue',
    ...command,
    query: v.object({ uri: catalogUri, ...device }),
    docs: docs('add-to-queue'),
  }),
};

/**
 * What plays for a user, and where. Commands need a user with Premium, the scope `user-modify-playback-state` and an
 * active device, unless `device_id` names another: else `permission_denied` with the provider's code
 * `PREMIUM_REQUIRED`, or `not_found` with `NO_ACTIVE_DEVICE`. Quick successive commands may be carried out in another
 * order.
 */
export const player = {
  /**
   * Gives what plays, where and how; undefined when no device is active. Scope: `user-read-playback-state`. Episodes
   * come as such only when `additional_types` has `episode`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-information-about-the-users-current-playback
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/me/player',
    auth: 'user',
    scopes: ['user-read-playback-state'],
    query: v.object(playableParams),
    response: v.optional(named<Playback>(playbackSchema)),
    docs: docs('get-information-about-the-users-current-playback'),
  }),

  /**
   * Gives what plays; undefined when nothing does. Scope: `user-read-currently-playing`. Episodes come as such only
   * when `additional_types` has `episode`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-the-users-currently-playing-track
   */
  currentlyPlaying: endpoint({
    method: 'GET',
    path: '/v1/me/player/currently-playing',
    auth: 'user',
    scopes: ['user-read-currently-playing'],
    query: v.object(playableParams),
    response: v.optional(named<CurrentlyPlaying>(currentlyPlayingSchema)),
    docs: docs('get-the-users-currently-playing-track'),
  }),

  /**
   * Lists the tracks that were played, the latest first, of the last 50; `before` is a time in Unix milliseconds.
   * `limit` is 1 to 50, default 20.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recently-played
   */
  recentlyPlayed: list({
    ...history,
    query: v.object({ limit, before: v.optional(whole(0)) }),
    paging: { ...byCursor, items: 'items', param: 'before', cursor: 'cursors.before' },
  }),

  /**
   * Lists the tracks that were played after a time in Unix milliseconds, among the last 50: page by page towards now,
   * the latest of each page first. `limit` is 1 to 50, default 20. It is a method of its own since no request may have
   * both `after` and `before`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recently-played
   */
  playedAfter: list({
    ...history,
    query: v.object({ limit, after: whole(0) }),
    paging: { ...byCursor, items: 'items', param: 'after', cursor: 'cursors.after' },
  }),

  /**
   * Lists the devices that the user can play on now. Scope: `user-read-playback-state`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-a-users-available-devices
   */
  devices: list({
    method: 'GET',
    path: '/v1/me/player/devices',
    auth: 'user',
    scopes: ['user-read-playback-state'],
    item: named<Device>(deviceSchema),
    paging: singlePage('devices'),
    docs: docs('get-a-users-available-devices'),
  }),

  /**
   * Moves playback to another device: `device_ids` has exactly one id. `play` starts it; without, it stays as it is.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/transfer-a-users-playback
   */
  transfer: endpoint({
    method: 'PUT',
    path: '/v1/me/player',
    ...command,
    body: v.object({ device_ids: listOf(v.string(), 1, 1), play: v.optional(v.boolean()) }),
    docs: docs('transfer-a-users-playback'),
  }),

  /**
   * Plays an album, artist or playlist (`context_uri`) or tracks (`uris`), from the item that `offset` names by
   * position (from 0) or URI, at `position_ms` in it; goes on with what played when neither is given.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/start-a-users-playback
   */
  play: endpoint({
    method: 'PUT',
    path: '/v1/me/player/play',
    ...command,
    query: v.object(device),
    body: v.pipe(
      v.object({
        context_uri: v.optional(catalogUri),
        uris: v.optional(listOf(catalogUri)),
        offset: v.optional(
          v.pipe(
            v.object({ position: v.optional(whole(0)), uri: v.optional(catalogUri) }),
            exactlyOne('position', 'uri'),
          ),
        ),
        position_ms: v.optional(whole(0)),
      }),
      v.check(({ context_uri, uris }) => !(context_uri && uris), 'give context_uri or uris, not both'),
    ),
    docs: docs('start-a-users-playback'),
  }),

  /**
   * Pauses what plays.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/pause-a-users-playback
   */
  pause: endpoint({
    method: 'PUT',
    path: '/v1/me/player/pause',
    ...command,
    query: v.object(device),
    docs: docs('pause-a-users-playback'),
  }),

  /**
   * Skips to the next item. Never repeated by itself, since that could skip two.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/skip-users-playback-to-next-track
   */
  next: endpoint({
    method: 'POST',
    path: '/v1/me/player/next',
    ...command,
    query: v.object(device),
    docs: docs('skip-users-playback-to-next-track'),
  }),

  /**
   * Goes back to the item before. Never repeated by itself, since that could go back two.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/skip-users-playback-to-previous-track
   */
  previous: endpoint({
    method: 'POST',
    path: '/v1/me/player/previous',
    ...command,
    query: v.object(device),
    docs: docs('skip-users-playback-to-previous-track'),
  }),

  /**
   * Goes to a place in what plays, in milliseconds; behind its end the next item begins.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/seek-to-position-in-currently-playing-track
   */
  seek: endpoint({
    method: 'PUT',
    path: '/v1/me/player/seek',
    ...command,
    query: v.object({ position_ms: whole(0), ...device }),
    docs: docs('seek-to-position-in-currently-playing-track'),
  }),

  /**
   * Repeats the `track`, the `context` it is in, or nothing (`off`).
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/set-repeat-mode-on-users-playback
   */
  repeat: endpoint({
    method: 'PUT',
    path: '/v1/me/player/repeat',
    ...command,
    query: v.object({ state: v.picklist(['track', 'context', 'off']), ...device }),
    docs: docs('set-repeat-mode-on-users-playback'),
  }),

  /**
   * Sets the volume, 0 to 100 percent.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/set-volume-for-users-playback
   */
  volume: endpoint({
    method: 'PUT',
    path: '/v1/me/player/volume',
    ...command,
    query: v.object({ volume_percent: whole(0, 100), ...device }),
    docs: docs('set-volume-for-users-playback'),
  }),

  /**
   * Turns shuffling on or off.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/toggle-shuffle-for-users-playback
   */
  shuffle: endpoint({
    method: 'PUT',
    path: '/v1/me/player/shuffle',
    ...command,
    query: v.object({ state: v.boolean(), ...device }),
    docs: docs('toggle-shuffle-for-users-playback'),
  }),

  /** What plays next. */
  queue,
};
