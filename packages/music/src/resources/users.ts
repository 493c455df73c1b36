import { endpoint, named } from '@x/core';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { type PrivateUser, type PublicUser, privateUserSchema, publicUserSchema } from '../records/users.ts';
import { userId } from '../schema.ts';

/** Users. */
export const users = {
  /**
   * Gives the user whose grant it is. It takes no scope; `user-read-private` and `user-read-email` decide which members
   * are shown, and apps in development mode get neither's.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
   */
  me: endpoint({
    method: 'GET',
    path: '/v1/me',
    auth: 'user',
    response: named<PrivateUser>(privateUserSchema),
    docs: docs('get-current-users-profile'),
  }),

  /**
   * Gives what everybody may see of a user; `not_found` when there is none. Refused with `not_supported` to apps in
   * development mode.
   *
   * @see https://developer.spotify.com/documentation/web-api/reference/get-users-profile
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/users/{user_id}',
    auth: 'app-or-user',
    params: v.object({ user_id: userId }),
    response: named<PublicUser>(publicUserSchema),
    docs: docs('get-users-profile'),
    deprecated: closed2026('users.me'),
  }),
};
