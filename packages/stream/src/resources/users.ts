import { endpoint, known, list, named, oneOrMany } from '@x/core';
import * as v from 'valibot';
import { docs, noResult, oneRecord } from '../declarations.ts';
import { cursorPages, pageParams, singlePage } from '../paging.ts';
import { broadcasterParams, optionalIds, userFields } from '../schema.ts';

const userSchema = v.object({
  id: v.string(),
  login: v.string(),
  display_name: v.string(),
  type: known('admin', 'global_mod', 'staff', ''),
  broadcaster_type: known('affiliate', 'partner', ''),
  description: v.string(),
  profile_image_url: v.string(),
  offline_image_url: v.string(),
  view_count: v.optional(v.number()),
  email: v.optional(v.string()),
  created_at: v.string(),
});

/** An account. `login` is the lower-case name, `display_name` the name as its owner writes it. */
export interface User extends v.InferOutput<typeof userSchema> {}

const authorizationSchema = v.object({ ...userFields, scopes: v.array(v.string()) });

/** What a user has granted to this application. */
export interface UserAuthorization extends v.InferOutput<typeof authorizationSchema> {}

const blockedUserSchema = v.object({ user_id: v.string(), user_login: v.string(), display_name: v.string() });

/** Somebody whom a user has blocked. */
export interface BlockedUser extends v.InferOutput<typeof blockedUserSchema> {}

const installedExtensionSchema = v.object({
  id: v.string(),
  version: v.string(),
  name: v.string(),
  can_activate: v.boolean(),
  type: v.array(known('component', 'mobile', 'overlay', 'panel')),
});

/** An extension that a user has installed, active or not. */
export interface InstalledExtension extends v.InferOutput<typeof installedExtensionSchema> {}

const slotFields = { active: v.boolean(), id: v.optional(v.string()), version: v.optional(v.string()) };
const positionFields = { x: v.optional(v.number()), y: v.optional(v.number()) };

/** The places of each type, numbered from `1`. */
const slots = <Entries extends v.ObjectEntries>(more: Entries) => {
  const numbered = <Own extends v.ObjectEntries>(own: Own) => v.optional(v.record(v.string(), v.object(own)));
  const plain = numbered({ ...slotFields, ...more });
  return v.object({ panel: plain, overlay: plain, component: numbered({ ...slotFields, ...more, ...positionFields }) });
};

const activeExtensionsSchema = slots({ name: v.optional(v.string()) });

/** A user's extensions by type and place; `x` and `y` are where a component is shown. A place may be empty: not `active`. */
export interface ActiveExtensions extends v.InferOutput<typeof activeExtensionsSchema> {}

const activeExtensions = named<ActiveExtensions>(activeExtensionsSchema);

/** Accounts. */
export const users = {
  /**
   * Finds users by id or login; any number, 100 per request. Who does not exist is in `missing`. Without either, the
   * user whose token it is; an app token is refused then.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#get-users
   */
  list: list({
    method: 'GET',
    path: '/users',
    auth: 'app-or-user',
    query: v.object({ id: optionalIds, login: optionalIds }),
    item: named<User>(userSchema),
    paging: singlePage,
    ids: { params: ['id', 'login'], max: 100, match: { id: 'id', login: 'login' } },
    docs: docs('get-users'),
  }),
  /**
   * Changes the description of the token's user, at most 300 characters; empty removes it.
   *
   * @see https://dev.twitch.tv/docs/api/reference/#update-user
   */
  update: endpoint({
    method: 'PUT',
    path: '/users',
    auth: 'user',
    scopes: ['user:edit'],
    query: v.object({ description: v.optional(v.pipe(v.string(), v.maxLength(300))) }),
    ...oneRecord(named<User>(userSchema)),
    docs: docs('update-user'),
  }),

  /** What users have granted to this application. */
  authorizations: {
    /**
     * Lists the scopes that users have granted; any number of users, 10 per request. Who has granted nothing is in
     * `missing`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-authorization-by-user
     */
    list: list({
      method: 'GET',
      path: '/authorization/users',
      auth: 'app',
      query: v.object({ user_id: oneOrMany(v.string()) }),
      item: named<UserAuthorization>(authorizationSchema),
      paging: singlePage,
      ids: { params: ['user_id'], max: 10, match: { user_id: 'user_id' } },
      docs: docs('get-authorization-by-user'),
    }),
  },

  /** Users whom the token's user has blocked. */
  blocks: {
    /**
     * Lists whom a broadcaster has blocked, newest first.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-block-list
     */
    list: list({
      method: 'GET',
      path: '/users/blocks',
      auth: 'user',
      scopes: ['user:read:blocked_users'],
      query: v.object({ ...broadcasterParams, ...pageParams }),
      item: named<BlockedUser>(blockedUserSchema),
      paging: cursorPages,
      docs: docs('get-user-block-list'),
    }),

    /**
     * Blocks a user, who may be blocked already.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#block-user
     */
    create: endpoint({
      method: 'PUT',
      path: '/users/blocks',
      auth: 'user',
      scopes: ['user:manage:blocked_users'],
      query: v.object({
        target_user_id: v.string(),
        source_context: v.optional(v.picklist(['chat', 'whisper'])),
        reason: v.optional(v.picklist(['harassment', 'spam', 'other'])),
      }),
      ...noResult,
      docs: docs('block-user'),
    }),

    /**
     * Ends a block, if there is one.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#unblock-user
     */
    delete: endpoint({
      method: 'DELETE',
      path: '/users/blocks',
      auth: 'user',
      scopes: ['user:manage:blocked_users'],
      query: v.object({ target_user_id: v.string() }),
      ...noResult,
      docs: docs('unblock-user'),
    }),
  },

  /** Extensions of a user's channel. */
  extensions: {
    /**
     * Lists the extensions that the token's user has installed; those that are not active only with the scope
     * `user:edit:broadcast`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-extensions
     */
    list: list({
      method: 'GET',
      path: '/users/extensions/list',
      auth: 'user',
      scopes: ['user:read:broadcast', 'user:edit:broadcast'],
      item: named<InstalledExtension>(installedExtensionSchema),
      paging: singlePage,
      docs: docs('get-user-extensions'),
    }),

    /**
     * Gives the active extensions of a user, by default the token's; an app token needs `user_id`.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#get-user-active-extensions
     */
    get: endpoint({
      method: 'GET',
      path: '/users/extensions',
      auth: 'app-or-user',
      query: v.object({ user_id: v.optional(v.string()) }),
      response: v.object({ data: v.optional(activeExtensions) }),
      unwrap: 'data',
      docs: docs('get-user-active-extensions'),
    }),

    /**
     * Activates, moves or removes extensions of the token's user and gives all. An extension must not be given under
     * several types: one of them wins. `not_found` for extensions or versions that are not installed.
     *
     * @see https://dev.twitch.tv/docs/api/reference/#update-user-extensions
     */
    update: endpoint({
      method: 'PUT',
      path: '/users/extensions',
      auth: 'user',
      scopes: ['user:edit:broadcast'],
      body: v.object({ data: slots({}) }),
      response: v.object({ data: activeExtensions }),
      unwrap: 'data',
      docs: docs('update-user-extensions'),
    }),
  },
};
