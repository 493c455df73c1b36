import type { User } from '../data/base.ts';
import type { Subscription } from '../data/people.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, narrow } from '../endpoint.ts';
import { refuse } from '../errors.ts';
import { limitValue, loginForm } from '../request/query.ts';
import type { AccessToken } from '../sign-in/tokens.ts';

const descriptionLength = 300;
const idsPerAuthorization = 10;

function show({ email, stream_key, created_at, ...user }: User, token: AccessToken) {
  const mayRead = token.userId === user.id && token.scopes.includes('user:read:email');
  return { ...user, ...(mayRead && { email }), created_at };
}

/** Endpoints of users, their grants, blocks, subscriptions and teams. */
export function userEndpoints(world: World): Endpoints {
  const { users, named, events, blocks } = world;

  return {
    'GET /users'({ query, token }) {
      query.limitTogether('id', 'login');
      const { byId, byLogin } = users();
      const ids = query.texts('id');
      const logins = query.texts('login');
      // One identifier that cannot exist fails the whole request.
      if (
        query.hasOther('id', /^\d+$/) ||
        query.hasOther('login', loginForm) ||
        ids.some((id) => Number(id) >= 2 ** 31)
      )
        refuse(400, 'Invalid username(s), email(s), or ID(s). Bad Identifiers.');
      if (ids.length + logins.length === 0)
        ids.push(token.userId ?? refuse(400, 'Must provide an ID, Login or OAuth Token'));
      const found = new Set([
        ...ids.map((id) => byId.get(id)),
        ...logins.map((login) => byLogin.get(login.toLowerCase())),
      ]);
      return [...found].filter((user) => user !== undefined).map((user) => show(user, token));
    },
    'PUT /users'({ query, token }) {
      const user = users().byId.get(token.userId ?? '') ?? refuse(404);
      // A blank description clears the text; a missing one keeps it.
      const description = query.text('description') ?? (query.has('description') ? '' : user.description);
      limitValue('description', description, descriptionLength);
      user.description = description;
      const mayRead = token.scopes.includes('user:read:email');
      const email = { email: mayRead ? user.email : '', email_verified: mayRead };
      const event = { ...named('user', user.id), ...email, description };
      events.publish({ type: 'user.update', version: '1', subject: { user_id: user.id }, event });
      return [show(user, token)];
    },
    'GET /authorization/users'({ query, grantedBy }) {
      query.requiredText('user_id');
      return query.ids('user_id', idsPerAuthorization).flatMap((id) => {
        const scopes = grantedBy(id);
        return scopes ? [{ ...named('user', id), scopes }] : [];
      });
    },
    'GET /users/blocks': ({ ownId, page }) =>
      page(blocks.of(ownId), (id) => {
        const { user_name: display_name, ...user } = named('user', id);
        return { ...user, display_name };
      }),
    'PUT /users/blocks'({ query, token, namedId: id }) {
      query.choice('source_context', ['chat', 'whisper'], 'chat');
      query.choice('reason', ['harassment', 'spam', 'other'], 'other');
      if (id === token.userId) refuse(400, 'The ID in target_user_id cannot be the user ID of the token.');
      blocks.add(token.userId ?? '', id);
    },
    'DELETE /users/blocks': ({ query, token }) => blocks.remove(token.userId ?? '', query.requiredId('target_user_id')),
    ...subscriptionEndpoints(world),
    ...teamEndpoints(world),
  };
}

function subscriptionEndpoints(world: World): Endpoints {
  const { users, named, subscriptions } = world;
  const showSubscription = ({ broadcasterId, userId, tier, gifterId }: Subscription) => ({
    ...named('broadcaster', broadcasterId),
    ...named('gifter', gifterId ?? ''),
    is_gift: gifterId !== undefined,
    plan_name: `Subscription, tier ${tier[0]} (${users().byId.get(broadcasterId)?.login})`,
    tier,
    ...named('user', userId),
  });
  return {
    'GET /subscriptions'(call) {
      const id = call.ownId;
      const ids = call.query.ids('user_id');
      const all = subscriptions().to(id);
      const page = call.page(
        narrow(all, ids, ({ userId }) => userId),
        showSubscription,
      );
      return { ...page, points: subscriptions().points(id), total: all.length };
    },
    'GET /subscriptions/user'({ ownId: userId, query }) {
      const broadcasterId = query.requiredId('broadcaster_id');
      const found = subscriptions().find(broadcasterId, userId);
      const { tier, gifterId } = found ?? refuse(404, `${userId} has no subscription to ${broadcasterId}`);
      const gifter = gifterId !== undefined && named('gifter', gifterId);
      return [{ ...named('broadcaster', broadcasterId), ...gifter, is_gift: gifterId !== undefined, tier }];
    },
  };
}

function teamEndpoints(world: World): Endpoints {
  const { users, named, teams } = world;
  return {
    'GET /teams'({ query }) {
      const name = query.text('name');
      const id = query.id('id');
      if (Boolean(name) === Boolean(id)) refuse(400, 'Must provide only one of the following query params: name, id.');
      const { byId, byName } = teams();
      const { team, memberIds } = (id ? byId.get(id) : byName.get(name ?? '')) ?? refuse(404);
      return [{ users: memberIds.map((each) => named('user', each)), ...team }];
    },
    'GET /teams/channel'({ query }) {
      const id = query.requiredId('broadcaster_id');
      if (!users().byId.has(id)) refuse(404);
      const own = teams().ofMember(id);
      // A channel without a team has null instead of an empty list.
      return { data: own?.map((team) => ({ ...named('broadcaster', id), ...team })) ?? null };
    },
  };
}
