import { endpoint, known, list, lookup, named, oneOf, oneOrMany } from '@x/core/provider';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterParams, isLogin, isNumeric, optionalIds, userFields } from '../schema.ts';

export const userSchema = v.object({
  /** ID of the user. */
  id: v.string(),
  /** Name of the user in addresses and chat, in lower case. */
  login: v.string(),
  /** Name of the user with the capitalization they chose. */
  display_name: v.string(),
  /** Role at the platform; empty for ordinary users. */
  type: known('admin', 'global_mod', 'staff', ''),
  /** Program that the broadcaster is in; empty for none. */
  broadcaster_type: known('affiliate', 'partner', ''),
  /** The user's description of themselves. Empty if there is none. */
  description: v.string(),
  /** Address of the profile picture. */
  profile_image_url: v.string(),
  /** Address of the picture that is shown while the channel is offline; empty when there is none. */
  offline_image_url: v.string(),
  /** Number of views of the channel; deprecated by the provider without a replacement, 0 or absent. */
  view_count: v.optional(v.number()),
  /** Verified email address. Absent unless the token's user granted `user:read:email`, and always for other users. */
  email: v.optional(v.string()),
  /** When the account was created, RFC 3339. */
  created_at: v.string(),
});

/** A user account. */
export interface User extends v.InferOutput<typeof userSchema> {}

export const authorizationSchema = v.object({
  ...userFields,
  /** Scopes that the user has granted to this app. */
  scopes: v.array(v.string()),
});

/** The scopes that a user has granted to this app. */
export interface UserAuthorization extends v.InferOutput<typeof authorizationSchema> {}

export const blockedUserSchema = v.object({
  /** ID of the blocked user. */
  user_id: v.string(),
  /** Login of the blocked user, in lower case. */
  user_login: v.string(),
  /** Display name of the blocked user. */
  display_name: v.string(),
});

/** A user whom another user has blocked. */
export interface BlockedUser extends v.InferOutput<typeof blockedUserSchema> {}

export const installedExtensionSchema = v.object({
  /** Client ID of the extension. */
  id: v.string(),
  /** Version of the extension that is installed. */
  version: v.string(),
  /** Name of the extension. */
  name: v.string(),
  /** Whether the extension is configured and can be activated. */
  can_activate: v.boolean(),
  /** Places where the extension can be shown. */
  type: v.array(known('component', 'mobile', 'overlay', 'panel')),
});

/** An extension that a user has installed, whether it is active or not. */
export interface InstalledExtension extends v.InferOutput<typeof installedExtensionSchema> {}

const slotFields = {
  /** Whether an extension is active in this place. When it is not, the other fields are absent. */
  active: v.boolean(),
  /** Client ID of the extension. */
  id: v.optional(v.string()),
  /** Version of the extension. */
  version: v.optional(v.string()),
};
const positionFields = {
  /** Horizontal position of the component in pixels, from the left. */
  x: v.optional(v.number()),
  /** Vertical position of the component in pixels, from the top. */
  y: v.optional(v.number()),
};

/** The places of each type, numbered from `1`. */
const slots = <Entries extends v.ObjectEntries>(more: Entries) => {
  const numbered = <Own extends v.ObjectEntries>(own: Own) => v.optional(v.record(v.string(), v.object(own)));
  const plain = numbered({ ...slotFields, ...more });
  return v.object({
    /** Panels below the video, by place: `1`, `2` and `3`. */
    panel: plain,
    /** Overlay on top of the whole video, by place: `1`. */
    overlay: plain,
    /** Components on top of a part of the video, by place: `1` and `2`. */
    component: numbered({ ...slotFields, ...more, ...positionFields }),
  });
};

export const activeExtensionsSchema = slots({
  /** Name of the extension. */
  name: v.optional(v.string()),
});

/** A user's extensions by type and place. */
export interface ActiveExtensions extends v.InferOutput<typeof activeExtensionsSchema> {}

const activeExtensions = named<ActiveExtensions>(activeExtensionsSchema);

/** The API refuses larger IDs. */
const isUserId = (id: unknown): boolean => isNumeric(id) && Number(id) < 2 ** 31;

/** User accounts, with their blocks and extensions. */
export const users = {
  /**
   * Looks up users by ID or login, and returns all of them, starting with `id`. Users who do not exist, and values that
   * cannot be an ID or a login, are in `missing`, as `{ id }` or `{ login }`. Without `id` and `login`, returns the token's user; an app token is refused
   * then.
   *
   * @keywords profile, account, display name
   */
  list: lookup({
    method: 'GET',
    path: '/users',
    personal: true,
    auth: 'app-or-user',
    query: v.object({
      /** IDs of users, any number. A request has up to 100 of `id` and `login` together. */
      id: optionalIds,
      /** Logins of users, any number. */
      login: optionalIds,
    }),
    item: named<User>(userSchema),
    items: 'data',
    ids: {
      params: ['id', 'login'],
      max: 100,
      match: { id: 'id', login: 'login' },
      canExist: { id: isUserId, login: isLogin },
    },
    docs: docs('users/#get-users'),
  }),
  /** Changes the description of the token's user, and returns the user. */
  update: endpoint({
    method: 'PUT',
    path: '/users',
    personal: true,
    auth: 'user',
    scopes: ['user:edit'],
    query: v.object({
      /** New description, up to 300 characters. An empty string removes it. */
      description: v.optional(v.pipe(v.string(), v.maxLength(300))),
    }),
    ...oneRecord(named<User>(userSchema)),
    docs: docs('users/#update-user'),
  }),

  /** Scopes that users have granted to this app. */
  authorizations: {
    /** Lists the scopes that users have granted to this app. Users who have granted nothing are in `missing`. */
    list: lookup({
      method: 'GET',
      path: '/authorization/users',
      personal: true,
      auth: 'app',
      query: v.object({
        /** IDs of users, one or any number. A request has up to 10 of them. */
        user_id: oneOrMany(v.string()),
      }),
      item: named<UserAuthorization>(authorizationSchema),
      items: 'data',
      ids: { params: ['user_id'], max: 10, match: { user_id: 'user_id' }, canExist: { user_id: isNumeric } },
      docs: docs('users/#get-authorization-by-user'),
    }),
  },

  /** Users whom the token's user has blocked. */
  blocks: {
    /** Lists the users whom a broadcaster has blocked, newest first. */
    list: list({
      method: 'GET',
      path: '/users/blocks',
      personal: true,
      auth: 'user',
      scopes: ['user:read:blocked_users'],
      query: v.object({ ...broadcasterParams, ...pageParams }),
      item: named<BlockedUser>(blockedUserSchema),
      paging: cursorPages,
      docs: docs('users/#get-user-block-list'),
    }),

    /** Blocks a user. Also succeeds when the user is already blocked. */
    create: endpoint({
      method: 'PUT',
      path: '/users/blocks',
      auth: 'user',
      scopes: ['user:manage:blocked_users'],
      query: v.object({
        /** ID of the user to block. */
        target_user_id: v.string(),
        /** Where the harassment happened. Default: not given. */
        source_context: v.optional(oneOf(['chat', 'whisper'])),
        /** Why the user is blocked. Default: not given. */
        reason: v.optional(oneOf(['harassment', 'spam', 'other'])),
      }),
      ...noResult,
      docs: docs('users/#block-user'),
    }),

    /** Ends a block. Also succeeds when there is none. */
    delete: endpoint({
      method: 'DELETE',
      path: '/users/blocks',
      auth: 'user',
      scopes: ['user:manage:blocked_users'],
      query: v.object({
        /** ID of the user to unblock. */
        target_user_id: v.string(),
      }),
      ...noResult,
      docs: docs('users/#unblock-user'),
    }),
  },

  /** Extensions that users have installed in their channels. */
  extensions: {
    /**
     * Lists the extensions that the token's user has installed. Inactive extensions are listed only with the scope
     * `user:edit:broadcast`.
     */
    list: list({
      method: 'GET',
      path: '/users/extensions/list',
      personal: false,
      auth: 'user',
      scopes: ['user:read:broadcast', 'user:edit:broadcast'],
      item: named<InstalledExtension>(installedExtensionSchema),
      paging: singlePage,
      docs: docs('users/#get-user-extensions'),
    }),

    /** Returns the active extensions of a user. */
    get: endpoint({
      method: 'GET',
      path: '/users/extensions',
      auth: 'app-or-user',
      query: v.object({
        /** ID of the user. Required with an app token. Default: the token's user. */
        user_id: v.optional(v.string()),
      }),
      response: v.object({ data: v.optional(activeExtensions) }),
      unwrap: 'data',
      docs: docs('users/#get-user-active-extensions'),
    }),

    /**
     * Activates, moves or removes extensions of the token's user, and returns all. Do not list an extension under
     * several types: only one of them takes effect. Fails with `not_found` for an extension or version that is not
     * installed.
     */
    update: endpoint({
      method: 'PUT',
      path: '/users/extensions',
      auth: 'user',
      scopes: ['user:edit:broadcast'],
      body: v.object({
        /** Places to change, by type. Places that are not listed do not change. */
        data: slots({}),
      }),
      response: v.object({ data: activeExtensions }),
      unwrap: 'data',
      docs: docs('users/#update-user-extensions'),
    }),
  },
};
