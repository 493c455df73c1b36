import { byCursor, endpoint, exactlyOne, list, named, oneOf, whole } from '@x/core/provider';
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
const device = {
  /** ID of the device that receives the command, from `player.devices`. Default: the active device. */
  device_id: v.optional(v.string()),
};
const historyParams = {
  /** Page size, 1 to 50. Default 20, or 50 when you iterate. */
  limit: pageParams.limit,
};
const history = {
  method: 'GET',
  path: '/v1/me/player/recently-played',
  auth: 'user',
  scopes: ['user-read-recently-played'],
  personal: true,
  item: named<PlayHistory>(playHistorySchema),
  docs: docs('get-recently-played'),
} as const;

const queue = {
  /**
   * Returns the item that is playing and about 20 that play next. Needs both scopes: `user-read-currently-playing` and
   * `user-read-playback-state`.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/me/player/queue',
    personal: true,
    auth: 'user',
    scopes: ['user-read-currently-playing', 'user-read-playback-state'],
    response: named<Queue>(queueSchema),
    docs: docs('get-queue'),
  }),

  /**
   * Adds a track or an episode to the end of the user's queue. Never retried automatically: a retry could add it twice.
   */
  add: endpoint({
    method: 'POST',
    path: '/v1/me/player/queue',
    ...command,
    query: v.object({
      /** URI of the track or episode, such as `spotify:track:…`. */
      uri: catalogUri,
      ...device,
    }),
    docs: docs('add-to-queue'),
  }),
};

/**
 * A user's playback and devices, and commands to control them. Commands need the scope
 * `user-modify-playback-state`, a user with Spotify Premium (otherwise `permission_denied` with `providerCode`
 * `PREMIUM_REQUIRED`), and an active device or a `device_id` (otherwise `not_found` with `NO_ACTIVE_DEVICE`). Commands
 * sent in quick succession may run in a different order.
 */
export const player = {
  /**
   * Returns the item that is playing, its device and its settings; undefined when no device is active. Scope:
   * `user-read-playback-state`.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/me/player',
    personal: true,
    auth: 'user',
    scopes: ['user-read-playback-state'],
    query: v.object(playableParams),
    response: v.optional(named<Playback>(playbackSchema)),
    docs: docs('get-information-about-the-users-current-playback'),
  }),

  /**
   * Returns the item that is playing; undefined when nothing is. Scope: `user-read-currently-playing`.
   *
   * @keywords now, current
   */
  currentlyPlaying: endpoint({
    method: 'GET',
    path: '/v1/me/player/currently-playing',
    personal: true,
    auth: 'user',
    scopes: ['user-read-currently-playing'],
    query: v.object(playableParams),
    response: v.optional(named<CurrentlyPlaying>(currentlyPlayingSchema)),
    docs: docs('get-the-users-currently-playing-track'),
  }),

  /**
   * Lists the most recently played tracks, the latest first. The API keeps the last 50.
   *
   * @keywords history, listened, recent
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recently-played
   */
  recentlyPlayed: list({
    ...history,
    query: v.object({
      ...historyParams,
      /** Time before which the tracks were played, in Unix milliseconds. Default: now. */
      before: v.optional(whole(0)),
    }),
    paging: { ...byCursor, items: 'items', param: 'before', size: 'limit', cursor: 'cursors.before' },
  }),

  /**
   * Lists the tracks that were played after a time, among the last 50. Pages proceed towards now; within a page the
   * latest track is first. A separate method, because a request must not have both `after` and `before`.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-recently-played
   */
  playedAfter: list({
    ...history,
    query: v.object({
      ...historyParams,
      /** Time after which the tracks were played, in Unix milliseconds. */
      after: whole(0),
    }),
    paging: { ...byCursor, items: 'items', param: 'after', size: 'limit', cursor: 'cursors.after' },
  }),

  /**
   * Lists the devices on which the user can play now. Scope: `user-read-playback-state`.
   *
   * @keywords speakers
   */
  devices: list({
    method: 'GET',
    path: '/v1/me/player/devices',
    personal: true,
    auth: 'user',
    scopes: ['user-read-playback-state'],
    item: named<Device>(deviceSchema),
    paging: singlePage('devices'),
    docs: docs('get-a-users-available-devices'),
  }),

  /** Moves playback to another device. */
  transfer: endpoint({
    method: 'PUT',
    path: '/v1/me/player',
    ...command,
    body: v.object({
      /** ID of the device to move playback to, from `player.devices`: a list of exactly one. */
      device_ids: listOf(v.string(), 1, 1),
      /** Whether playback starts on that device. Default false: it continues or stays paused. */
      play: v.optional(v.boolean()),
    }),
    docs: docs('transfer-a-users-playback'),
  }),

  /**
   * Plays an album, artist or playlist (`context_uri`), or a list of tracks (`uris`). Without either, resumes what
   * played before.
   *
   * @keywords resume
   */
  play: endpoint({
    method: 'PUT',
    path: '/v1/me/player/play',
    ...command,
    query: v.object(device),
    body: v.pipe(
      v.object({
        /** URI of the album, artist or playlist to play. Not together with `uris`. */
        context_uri: v.optional(catalogUri),
        /** URIs of the tracks to play, in order. Not together with `context_uri`. */
        uris: v.optional(listOf(catalogUri)),
        /** Item at which to start: its position or its URI, not both. Default: the first item. */
        offset: v.optional(
          v.pipe(
            v.object({
              /** Position of the item in the context or list, from 0. */
              position: v.optional(whole(0)),
              /** URI of the item in the context or list. */
              uri: v.optional(catalogUri),
            }),
            exactlyOne('position', 'uri'),
          ),
        ),
        /** Position in the item at which to start, in milliseconds. Default 0. */
        position_ms: v.optional(whole(0)),
      }),
      v.check(({ context_uri, uris }) => !(context_uri && uris), 'set context_uri or uris, not both'),
    ),
    docs: docs('start-a-users-playback'),
  }),

  /**
   * Pauses playback.
   *
   * @keywords stop, music
   */
  pause: endpoint({
    method: 'PUT',
    path: '/v1/me/player/pause',
    ...command,
    query: v.object(device),
    docs: docs('pause-a-users-playback'),
  }),

  /**
   * Skips to the next item. Never retried automatically: a retry could skip two items.
   *
   * @keywords skip
   */
  next: endpoint({
    method: 'POST',
    path: '/v1/me/player/next',
    ...command,
    query: v.object(device),
    docs: docs('skip-users-playback-to-next-track'),
  }),

  /**
   * Returns to the previous item. Never retried automatically: a retry could go back two items.
   *
   * @keywords back
   */
  previous: endpoint({
    method: 'POST',
    path: '/v1/me/player/previous',
    ...command,
    query: v.object(device),
    docs: docs('skip-users-playback-to-previous-track'),
  }),

  /**
   * Moves to a position in the item that plays. After its end, the next item begins.
   *
   * @keywords jump, rewind, forward
   */
  seek: endpoint({
    method: 'PUT',
    path: '/v1/me/player/seek',
    ...command,
    query: v.object({
      /** Position to move to, in milliseconds from the beginning. */
      position_ms: whole(0),
      ...device,
    }),
    docs: docs('seek-to-position-in-currently-playing-track'),
  }),

  /** Sets the repeat mode. */
  repeat: endpoint({
    method: 'PUT',
    path: '/v1/me/player/repeat',
    ...command,
    query: v.object({
      /** Repeat mode: the track, the context (such as the album), or off. */
      state: oneOf(['track', 'context', 'off']),
      ...device,
    }),
    docs: docs('set-repeat-mode-on-users-playback'),
  }),

  /**
   * Sets the volume of a device.
   *
   * @keywords louder, quieter, mute
   */
  volume: endpoint({
    method: 'PUT',
    path: '/v1/me/player/volume',
    ...command,
    query: v.object({
      /** Volume to set, 0 to 100. */
      volume_percent: whole(0, 100),
      ...device,
    }),
    docs: docs('set-volume-for-users-playback'),
  }),

  /**
   * Turns shuffling on or off.
   *
   * @keywords random order
   */
  shuffle: endpoint({
    method: 'PUT',
    path: '/v1/me/player/shuffle',
    ...command,
    query: v.object({
      /** Whether to shuffle. */
      state: v.boolean(),
      ...device,
    }),
    docs: docs('toggle-shuffle-for-users-playback'),
  }),

  /** The user's queue: the items that play next. */
  queue,
};
