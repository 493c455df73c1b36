import { known, list, named } from '@x/core';
import * as v from 'valibot';
import { docs, helixList, ids } from '../helix.ts';

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
    query: v.object({ id: ids, login: ids }),
    item: named<User>(userSchema),
    paging: helixList,
    ids: { params: ['id', 'login'], max: 100, match: { id: 'id', login: 'login' } },
    docs: docs('get-users'),
  }),
};
