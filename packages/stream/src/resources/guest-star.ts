import { endpoint, known, list, named, oneOf, whole } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { singlePage } from '../paging.ts';
import { broadcasterParams, moderatorParams, optionalBoolean } from '../schema.ts';

export const guestStarSettingsSchema = v.object({
  /** Whether moderators may set guests live. */
  is_moderator_send_live_enabled: v.boolean(),
  /** Number of slots in a session, 1 to 6. */
  slot_count: v.number(),
  /** Whether browser sources of the session play sound. */
  is_browser_source_audio_enabled: v.boolean(),
  // The provider's reference lists `group_layout`, and its example shows `layout`.
  /** Layout of the guests in the browser source. Responses have this field or `layout`. */
  group_layout: v.optional(v.string()),
  /** Layout of the guests in the browser source. Responses have this field or `group_layout`. */
  layout: v.optional(v.string()),
  /** Secret that opens the browser source of the guests. Do not show it to users. */
  browser_source_token: v.string(),
});

/** The settings of Guest Star in a channel. */
export interface GuestStarSettings extends v.InferOutput<typeof guestStarSettingsSchema> {}

const mediaSchema = v.object({
  /** Whether the host lets this guest be heard or seen. */
  is_host_enabled: v.boolean(),
  /** Whether the guest wants to be heard or seen. */
  is_guest_enabled: v.boolean(),
  /** Whether the guest has a device for it. */
  is_available: v.boolean(),
});

export const guestSchema = v.object({
  // Some calls respond with `slot_id`, others with `id`.
  /** Slot of the guest: `0` is the host, `SCREENSHARE` a shared screen. Responses have this field or `id`. */
  slot_id: v.optional(v.string()),
  /** Slot of the guest: `0` is the host, `SCREENSHARE` a shared screen. Responses have this field or `slot_id`. */
  id: v.optional(v.string()),
  /** Whether the guest is visible in the broadcast. */
  is_live: v.boolean(),
  /** ID of the guest. */
  user_id: v.string(),
  /** Display name of the guest. */
  user_display_name: v.string(),
  /** Login of the guest, in lower case. */
  user_login: v.string(),
  /** Volume of the guest, 0 to 100. */
  volume: v.number(),
  /** When the guest got the slot, RFC 3339. */
  assigned_at: v.string(),
  /** State of the guest's microphone. */
  audio_settings: mediaSchema,
  /** State of the guest's camera. */
  video_settings: mediaSchema,
});

/** A user in a session: the host or a guest. */
export interface Guest extends v.InferOutput<typeof guestSchema> {}

export const guestStarSessionSchema = v.object({
  /** ID of the session that the call is about. */
  id: v.string(),
  /** Users in the session, including the host. */
  guests: v.array(named<Guest>(guestSchema)),
});

/** A session and the users in it. */
export interface GuestStarSession extends v.InferOutput<typeof guestStarSessionSchema> {}

export const guestStarInviteSchema = v.object({
  /** ID of the user who is invited. */
  user_id: v.string(),
  /** When the user was invited, RFC 3339. */
  invited_at: v.string(),
  /** `INVITED` has not accepted, `ACCEPTED` is setting up, `READY` can be given a slot. */
  status: known('INVITED', 'ACCEPTED', 'READY'),
  /** Whether the user wants to be seen. */
  is_video_enabled: v.boolean(),
  /** Whether the user wants to be heard. */
  is_audio_enabled: v.boolean(),
  /** Whether the user has a camera. */
  is_video_available: v.boolean(),
  /** Whether the user has a microphone. */
  is_audio_available: v.boolean(),
});

/** A user who is invited to a session and has no slot yet. */
export interface GuestStarInvite extends v.InferOutput<typeof guestStarInviteSchema> {}

const hostScopes = ['channel:manage:guest_star'];
const manageScopes = [...hostScopes, 'moderator:manage:guest_star'];
const readScopes = ['channel:read:guest_star', 'moderator:read:guest_star', ...manageScopes];

const sessionParams = {
  ...moderatorParams,
  /** ID of the session that the call is about. */
  session_id: v.string(),
};
const guestParams = {
  ...sessionParams,
  /** User ID of the guest. */
  guest_id: v.string(),
};

/**
 * Guest Star, calls with guests in a broadcast; in beta. Where a call takes `moderator_id`, it must be the token's
 * user: the broadcaster, or a moderator whom the channel lets manage guests, otherwise the call fails with
 * `permission_denied`. Where it takes only `broadcaster_id`, that must be the token's user.
 */
export const guestStar = {
  /** Settings of Guest Star in a channel. */
  settings: {
    /** Returns the settings of a channel. */
    get: endpoint({
      method: 'GET',
      path: '/guest_star/channel_settings',
      personal: false,
      auth: 'user',
      scopes: readScopes,
      query: v.object(moderatorParams),
      ...oneRecord(named<GuestStarSettings>(guestStarSettingsSchema)),
      docs: docs('guest-star/#get-channel-guest-star-settings'),
    }),

    /** Changes the settings that are passed. */
    update: endpoint({
      method: 'PUT',
      path: '/guest_star/channel_settings',
      auth: 'user',
      scopes: hostScopes,
      query: v.object(broadcasterParams),
      body: v.object({
        /** Whether moderators may set guests live. */
        is_moderator_send_live_enabled: optionalBoolean,
        /** Number of slots in a session, 1 to 6. */
        slot_count: v.optional(whole(1, 6)),
        /** Whether browser sources of the session play sound. */
        is_browser_source_audio_enabled: optionalBoolean,
        /** Layout of the guests in the browser source. */
        group_layout: v.optional(oneOf(['TILED_LAYOUT', 'SCREENSHARE_LAYOUT', 'HORIZONTAL_LAYOUT', 'VERTICAL_LAYOUT'])),
        /** Whether to create new browser source tokens. The sources that are in use stop working. Default false. */
        regenerate_browser_sources: optionalBoolean,
      }),
      ...noResult,
      docs: docs('guest-star/#update-channel-guest-star-settings'),
    }),
  },

  /** Calls between a host and guests. */
  sessions: {
    /**
     * Returns the active session of a channel, or undefined when there is none. Guests of the session may read it too.
     */
    get: endpoint({
      method: 'GET',
      path: '/guest_star/session',
      personal: false,
      auth: 'user',
      scopes: readScopes,
      query: v.object(moderatorParams),
      ...oneRecord(v.optional(named<GuestStarSession>(guestStarSessionSchema))),
      docs: docs('guest-star/#get-guest-star-session'),
    }),

    /**
     * Starts a session. The broadcaster must be in the call, otherwise the session ends automatically. Fails with
     * `rejected` while another session is active.
     */
    create: endpoint({
      method: 'POST',
      path: '/guest_star/session',
      auth: 'user',
      scopes: hostScopes,
      query: v.object(broadcasterParams),
      ...oneRecord(named<GuestStarSession>(guestStarSessionSchema)),
      docs: docs('guest-star/#create-guest-star-session'),
    }),

    /** Ends a session, and returns it as it was. Fails with `rejected` when it has already ended. */
    end: endpoint({
      method: 'DELETE',
      path: '/guest_star/session',
      auth: 'user',
      scopes: hostScopes,
      query: v.object({
        ...broadcasterParams,
        /** ID of the session that the call is about. */
        session_id: v.string(),
      }),
      ...oneRecord(named<GuestStarSession>(guestStarSessionSchema)),
      docs: docs('guest-star/#end-guest-star-session'),
    }),
  },

  /** Users who are invited to a session. */
  invites: {
    /** Lists the users who are invited and have not joined. */
    list: list({
      method: 'GET',
      path: '/guest_star/invites',
      personal: true,
      auth: 'user',
      scopes: readScopes,
      query: v.object(sessionParams),
      item: named<GuestStarInvite>(guestStarInviteSchema),
      paging: singlePage,
      docs: docs('guest-star/#get-guest-star-invites'),
    }),

    /** Invites a user. Fails with `permission_denied` when the user is already invited or may not be invited. */
    send: endpoint({
      method: 'POST',
      path: '/guest_star/invites',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(guestParams),
      ...noResult,
      docs: docs('guest-star/#send-guest-star-invite'),
    }),

    /** Withdraws an invitation. Fails with `not_found` when there is none. */
    delete: endpoint({
      method: 'DELETE',
      path: '/guest_star/invites',
      auth: 'user',
      scopes: manageScopes,
      query: v.object(guestParams),
      ...noResult,
      docs: docs('guest-star/#delete-guest-star-invite'),
    }),
  },

  /** Places of guests in a session. */
  slots: {
    /** Assigns a slot to a guest who is invited and ready, otherwise fails with `permission_denied`. */
    assign: endpoint({
      method: 'POST',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...guestParams,
        /** Slot of the guest, from `1` to `slot_count` of the channel. */
        slot_id: v.string(),
      }),
      ...noResult,
      docs: docs('guest-star/#assign-guest-star-slot'),
    }),

    /** Moves a guest to another slot. */
    update: endpoint({
      method: 'PATCH',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...sessionParams,
        /** Slot that the guest has now. */
        source_slot_id: v.string(),
        /** Slot to move the guest to. The guest in that slot gets `source_slot_id`. */
        destination_slot_id: v.optional(v.string()),
      }),
      ...noResult,
      docs: docs('guest-star/#update-guest-star-slot'),
    }),

    /** Removes a guest from the session. Fails with `not_found` when the guest is not in that slot. */
    delete: endpoint({
      method: 'DELETE',
      path: '/guest_star/slot',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...guestParams,
        /** Slot that the guest has. */
        slot_id: v.string(),
        /** Whether the guest is invited again. Default false. */
        should_reinvite_guest: optionalBoolean,
      }),
      ...noResult,
      docs: docs('guest-star/#delete-guest-star-slot'),
    }),

    /** Changes the settings of a slot that are passed. */
    updateSettings: endpoint({
      method: 'PATCH',
      path: '/guest_star/slot_settings',
      auth: 'user',
      scopes: manageScopes,
      query: v.object({
        ...sessionParams,
        /** Slot whose settings are changed. */
        slot_id: v.string(),
        /** Whether the guest can be heard. */
        is_audio_enabled: optionalBoolean,
        /** Whether the guest can be seen. */
        is_video_enabled: optionalBoolean,
        /** Whether the guest is visible in the broadcast. */
        is_live: optionalBoolean,
        /** Volume of the guest, 0 to 100. */
        volume: v.optional(whole(0, 100)),
      }),
      ...noResult,
      docs: docs('guest-star/#update-guest-star-slot-settings'),
    }),
  },
};
