import type { Endpoint } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { AccessToken } from '../tokens.ts';
import type { User } from '../world/users.ts';
import type { World } from '../world/world.ts';

/** Users. */
export function userEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/users',
      answer({ query, token }) {
        query.limitTogether('id', 'login');
        const { byId, byLogin } = world.users();
        const ids = query.ids('id');
        const logins = query.texts('login');
        if (ids.length + logins.length === 0) {
          ids.push(token.userId ?? refuse(400, 'Must provide an ID, Login or OAuth Token'));
        }
        const found = new Set([
          ...ids.map((id) => byId.get(id)),
          ...logins.map((login) => byLogin.get(login.toLowerCase())),
        ]);
        return { data: [...found].filter((user): user is User => user !== undefined).map((user) => show(user, token)) };
      },
    },
  ];
}

function show({ email, created_at, ...user }: User, token: AccessToken) {
  const mayRead = token.userId === user.id && token.scopes.includes('user:read:email');
  return { ...user, ...(mayRead && { email }), created_at };
}
