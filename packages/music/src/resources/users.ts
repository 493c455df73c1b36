import { endpoint, named } from '@x/core/provider';
import * as v from 'valibot';
import { closed2026, docs } from '../declarations.ts';
import { type PrivateUser, type PublicUser, privateUserSchema, publicUserSchema } from '../records/users.ts';
import { userId } from '../schema.ts';

/** The user's own profile, and public profiles of others. */
export const users = {
  /**
   * Returns the profile of the user whose token is sent. Needs no scope; `user-read-private` and `user-read-email` add
   * fields, but not for apps in development mode.
   *
   * @keywords me, profile, account
   */
  me: endpoint({
    method: 'GET',
    path: '/v1/me',
    personal: true,
    auth: 'user',
    response: named<PrivateUser>(privateUserSchema),
    docs: docs('get-current-users-profile'),
  }),

  /**
   * Returns the public profile of a user. Fails with `not_found` when no user has the ID.
   *
   * @remarks Refused with `not_supported` to apps in development mode.
   */
  get: endpoint({
    method: 'GET',
    path: '/v1/users/{user_id}',
    auth: 'app-or-user',
    params: v.object({
      /** ID of the user; may contain any characters. */
      user_id: userId,
    }),
    response: named<PublicUser>(publicUserSchema),
    docs: docs('get-users-profile'),
    deprecated: closed2026('users.me'),
  }),
};
