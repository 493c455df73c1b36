import type { Endpoint } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { World } from '../world/world.ts';

/** Teams of channels. */
export function teamEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/teams',
      answer({ query }) {
        const name = query.text('name');
        const id = query.id('id');
        if (Boolean(name) === Boolean(id))
          refuse(400, 'Must provide only one of the following query params: name, id.');
        const { byId, byName } = world.teams();
        const { team, memberIds } = (id ? byId.get(id) : byName.get(name ?? '')) ?? refuse(404);
        const users = memberIds.map((user_id) => {
          const user = world.users().byId.get(user_id);
          return { user_id, user_login: user?.login, user_name: user?.display_name };
        });
        return { data: [{ users, ...team }] };
      },
    },
    {
      method: 'GET',
      path: '/teams/channel',
      answer({ query }) {
        const id = query.requiredId('broadcaster_id');
        const user = world.users().byId.get(id) ?? refuse(404);
        const teams = world.teams().byMember.get(id);
        const broadcaster = {
          broadcaster_id: id,
          broadcaster_login: user.login,
          broadcaster_name: user.display_name,
        };
        // A channel without a team has no empty list but null.
        return { data: teams?.map((team) => ({ ...broadcaster, ...team })) ?? null };
      },
    },
  ];
}
