import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { malformed, refuse } from '../refusal.ts';
import type { AccessToken } from '../tokens.ts';
import { named } from '../world/named.ts';
import type { User } from '../world/user.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const descriptionLength = 300;
const idsPerAuthorization = 10;

/** Users, what they have granted, and whom they have blocked. */
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
    {
      method: 'PUT',
      path: '/users',
      token: 'user',
      scopes: ['user:edit'],
      answer({ query, token }) {
        const user = world.users().byId.get(token.userId ?? '') ?? refuse(404);
        // A blank description clears the text; none at all leaves it.
        const description = query.text('description') ?? (query.has('description') ? '' : user.description);
        if ([...description].length > descriptionLength)
          malformed('description', `the value must be no longer than ${descriptionLength} characters`);
        user.description = description;
        const mayRead = token.scopes.includes('user:read:email');
        world.events.publish({
          type: 'user.update',
          version: '1',
          subject: { user_id: user.id },
          event: {
            ...named(world, 'user', user.id),
            email: mayRead ? user.email : '',
            email_verified: mayRead,
            description,
          },
        });
        return { data: [show(user, token)] };
      },
    },
    {
      method: 'GET',
      path: '/authorization/users',
      token: 'app',
      answer({ query, grantedBy }) {
        query.requiredText('user_id');
        return {
          data: query.ids('user_id', idsPerAuthorization).flatMap((id) => {
            const scopes = grantedBy(id);
            return scopes ? [{ ...named(world, 'user', id), scopes }] : [];
          }),
        };
      },
    },
    {
      method: 'GET',
      path: '/users/blocks',
      token: 'user',
      scopes: ['user:read:blocked_users'],
      answer(call) {
        const { data, pagination } = call.page(world.blocks().of(requireOwnId(call, 'broadcaster_id')));
        const showBlocked = (id: string) => {
          const { user_id, user_login, user_name } = named(world, 'user', id);
          return { user_id, user_login, display_name: user_name };
        };
        return { data: data.map(showBlocked), pagination };
      },
    },
    {
      method: 'PUT',
      path: '/users/blocks',
      token: 'user',
      scopes: ['user:manage:blocked_users'],
      answer({ query, token }) {
        const id = query.requiredId('target_user_id');
        query.choice('source_context', ['chat', 'whisper'], 'chat');
        query.choice('reason', ['harassment', 'spam', 'other'], 'other');
        if (id === token.userId) refuse(400, 'The ID in target_user_id cannot be that of the token.');
        requireUser(world, id, 'target_user_id');
        world.blocks().add(token.userId ?? '', id);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/users/blocks',
      token: 'user',
      scopes: ['user:manage:blocked_users'],
      answer({ query, token }) {
        world.blocks().remove(token.userId ?? '', query.requiredId('target_user_id'));
        return undefined;
      },
    },
  ];
}

function show({ email, stream_key, created_at, ...user }: User, token: AccessToken) {
  const mayRead = token.userId === user.id && token.scopes.includes('user:read:email');
  return { ...user, ...(mayRead && { email }), created_at };
}
