import { endpoint, known, list, named, whole } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterParams, moderatorParams, optionalBoolean } from '../schema.ts';

const guestStarSettingsSchema = v.object({
  is_moderator_send_live_enabled: v.boolean(),
  slot_count: v.number(),
  is_browser_source_audio_enabled: v.boolean(),
  // The reference lists the first and shows the second.
  group_layout: v.optional(v.string()),
  layout: v.optional(v.string()),
  browser_source_token: v.string(),
});

/** How a channel has set up Guest Star. `browser_source_token` opens the view of the guests; keep it to yourself. */
export interface GuestStarSettings extends v.InferOutput<typeof guestStarSettingsSchema> {}

const mediaSchema = v.object({
  is_host_enabled: v.boolean(),
  is_guest_enabled: v.boolean(),
  is_available: v.boolean(),
});

const guestSchema = v.object({
  // Which of the two it is differs between the calls.
  slot_id: v.optional(v.string()),
  id: v.optional(v.string()),
  is_live: v.boolean(),
  user_id: v.string(),
  user_display_name: v.string(),
  user_login: v.string(),
  volume: v.number(),
  assigned_at: v.string(),
  audio_settings: mediaSchema,
  video_settings: mediaSchema,
});

/** Somebody in a session. The slot, in `slot_id` or `id`, is `0` for the host; `volume` is 0 to 100. */
export interface Guest extends v.InferOutput<typeof guestSchema> {}

const guestStarSessionSchema = v.object({ id: v.string(), guests: v.array(named<Guest>(guestSchema)) });

/** A session and who is in it. */
export interface GuestStarSession extends v.InferOutput<typeof guestStarSessionSchema> {}

const guestStarInviteSchema = v.object({
  user_id: v.string(),
  invited_at: v.string(),
  status: known('INVITED', 'ACCEPTED', 'READY'),
  is_video_enabled: v.boolean(),
  is_audio_enabled: v.boolean(),
  is_video_available: v.boolean(),
  is_audio_available: v.boolean(),
});

/** Somebody who is invited to a session: not answered yet, setting up, or ready to join. */
export interface GuestStarInvite extends v.InferOutput<typeof guestStarInviteSchema> {}

const hostScopes = ['channel:manage:guest_star'];
const manageScopes = [...hostScopes, 'moderator:manage:guest_star'];
const readScopes = ['channel:read:guest_star', 'moderator:read:guest_star', ...manageScopes];

const sessionParams = { ...moderatorParams, session_id: v.string() };
const guestParams = { ...sessionParams, guest_id: v.string() };

/**
 * Guest Star, calls with guests in a broadcast; in beta. Where a call takes `moderator_id`, it must be the token's
 * user: the broadcaster, or a moderator whom the channel lets manage guests, else `permission_denied`. Where it takes
 * only `broadcaster_id`, that must be the token's user.
 */
export const guestStar = {
  /** How a channel has set it up. */
  settings: {
    /**
     * Gives the settings of a channel.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-channel-guest-star-settings
     */
    get: endpoint({
      method: 'GET',
      path: '/guest_star/channel_settings',
      auth: 'user',
      scopes: readScopes,
      query: v.object(moderatorParams),
      ...oneRecord(named<GuestStarSettings>(guestStarSettingsSchema)),
      docs: docs('get-channel-guest-star-settings'),
    }),

    /**
     * Changes the settings that are given; `slot_count` is 1 to 6. `regenerate_browser_sources` ends the sources that
     * are in use.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-channel-guest-star-settings
     */
    update: endpoint({
      method: 'PUT',
      path: '/guest_star/channel_settings',
      auth: 'user',
      scopes: hostScopes,
      query: v.object(broadcasterParams),
      body: v.object({
        is_moderator_send_live_enabled: optionalBoolean,
        slot_count: v.optional(whole(1, 6)),
        is_browser_source_audio_enabled: optionalBoolean,
        group_layout: v.optional(
          v.picklist(['TILED_LAYOUT', 'SCREENSHARE_LAYOUT', 'HORIZONTAL_LAYOUT', 'VERTICAL_LAYOUT']),
        ),
        regenerate_browser_sources: optionalBoolean,
      }),
      ...noResult,
      docs: docs('update-channel-guest-star-settings'),
    }),
  },

  /** Calls between a host and guests. */
  sessions: {
    /**
     * Gives the session of a channel; undefined when none runs. For guests of it, too.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-guest-star-session
     */
    get: endpoint({
      method: 'GET',
      path: '/guest_star/session',
      auth: 'user',
      scopes: readScopes,
      query: v.object(moderatorParams),
      ...oneRecord(v.optional(named<GuestStarSession>(guestStarSessionSchema))),
      docs: docs('get-guest-star-session'),
    }),

    /**
     * Starts a session. The broadcaster must be in the call, or it ends by itself. `rejected` while one runs.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#create-guest-star-session
     */
    create: endpoint({
      method: 'POST',
      path: '/guest_star/session',
      auth: 'user',
      scopes: hostScopes,
      query: v.object(broadcasterParams),
      ...oneRecord(named<GuestStarSession>(guestStarSessionSchema)),
      docs: docs('create-guest-star-session'),
    }),

    /**
     * Ends a session, and gives it as it was. `rejected` when it has ended before.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#end-guest-star-session
     */
    end: endpoint({
      method: 'DELETE',
      path: '/guest_star/session',
      auth: 'user',
      scopes: hostScopes,
      query: v.object({ ...broadcasterParams, session_id: v.string() }),
      ...oneRecord(named<GuestStarSession>(guestStarSessionSchema)),
      docs: docs('end-guest-star-session'),
    }),
  },

  /** Who is asked to join a session. */
  invites: {
    /**
     * Lists who is invited and has not joined.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-guest-star-invites
     */
    list: list({
      method: 'GET',
      path: '/guest_star/invites',
      auth: 'user',
      scopes: readScopes,
      query: v.object(sessionParams),
      item: named<GuestStarInvite>(guestStarInviteSchema),
      paging: singlePage,
      docs: docs('get-guest-star-invites'),
    }),

    /**
     * Invites a user. `permission_denied` when that is done already, or the user may not be invited.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#send-guest-star-invite
     */
    send: endpoint({
      method: 'POST',
      path: '/guest_star/invites',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(guestParams),
      ...noResult,
      docs: docs('send-guest-star-invite'),
    }),

    /**
     * Takes an invitation back; `not_found` when there is none.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-guest-star-invite
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/guest_star/invites',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(guestParams),
      ...noResult,
      docs: docs('delete-guest-star-invite'),
    }),
  },

  /** Places in a session. */
  slots: {
    /**
     * Gives a slot, `1` to the channel's `slot_count`, to a guest who is invited and ready; else `permission_denied`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#assign-guest-star-slot
     */
    assign: endpoint({
      method: 'POST',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({ ...guestParams, slot_id: v.string() }),
      ...noResult,
      docs: docs('assign-guest-star-slot'),
    }),

    /**
     * Moves a guest to another slot; who is there takes the guest's own.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-guest-star-slot
     */
    update: endpoint({
      method: 'PATCH',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({ ...sessionParams, source_slot_id: v.string(), destination_slot_id: v.optional(v.string()) }),
      ...noResult,
      docs: docs('update-guest-star-slot'),
    }),

    /**
     * Takes a guest out of the session, or back to the invited ones with `should_reinvite_guest`. `not_found` when the
     * guest is not in that slot.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#delete-guest-star-slot
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({ ...guestParams, slot_id: v.string(), should_reinvite_guest: optionalBoolean }),
      ...noResult,
      docs: docs('delete-guest-star-slot'),
    }),

    /**
     * Changes what is given of a slot: whether its guest may be heard and seen, is live, and how loud: `volume` is 0 to
     * 100.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-guest-star-slot-settings
     */
    updateSettings: endpoint({
      method: 'PATCH',
      path: '/guest_star/slot_settings',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...sessionParams,
        slot_id: v.string(),
        is_audio_enabled: optionalBoolean,
        is_video_enabled: optionalBoolean,
        is_live: optionalBoolean,
        volume: v.optional(whole(0, 100)),
      }),
      ...noResult,
      docs: docs('update-guest-star-slot-settings'),
    }),
  },
};
