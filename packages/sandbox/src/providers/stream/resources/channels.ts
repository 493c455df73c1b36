import { type Endpoint, refuseForeignId, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { Channel } from '../world/channels.ts';
import type { Follow } from '../world/follows.ts';
import type { World } from '../world/world.ts';

const followersScope = 'moderator:read:followers';

/** Channels, who follows them, and what a user follows. */
export function channelEndpoints(world: World): Endpoint[] {
  const showFollowed = ({ broadcasterId, followedAt }: Follow) => {
    const channel = world.channels().get(broadcasterId);
    return {
      broadcaster_id: broadcasterId,
      broadcaster_login: channel?.broadcaster_login,
      broadcaster_name: channel?.broadcaster_name,
      followed_at: followedAt,
    };
  };
  const showFollower = ({ userId, followedAt }: Follow) => {
    const user = world.users().byId.get(userId);
    return { followed_at: followedAt, user_id: userId, user_login: user?.login, user_name: user?.display_name };
  };

  return [
    {
      method: 'GET',
      path: '/channels',
      answer({ query }) {
        query.requiredText('broadcaster_id');
        const channels = query.ids('broadcaster_id').map((id) => world.channels().get(id));
        return { data: channels.filter((channel): channel is Channel => channel !== undefined) };
      },
    },
    {
      method: 'GET',
      path: '/channels/followed',
      token: 'user',
      scopes: ['user:read:follows'],
      answer(call) {
        const follows = world.follows().of(requireOwnId(call, 'user_id'));
        const broadcasterId = call.query.id('broadcaster_id');
        const asked = broadcasterId ? follows.filter((follow) => follow.broadcasterId === broadcasterId) : follows;
        const { data, pagination } = call.page(asked);
        return { data: data.map(showFollowed), pagination, total: follows.length };
      },
    },
    {
      method: 'GET',
      path: '/channels/followers',
      token: 'user',
      answer({ query, token, page }) {
        const broadcasterId = query.requiredId('broadcaster_id');
        const userId = query.id('user_id');
        const mayRead = token.scopes.includes(followersScope);
        const moderates = world.follows().moderates(token.userId ?? '', broadcasterId);
        // Asking for one user is refused; asking for all is answered with their number.
        if (userId && !mayRead) refuse(401, `Missing scope: ${followersScope}`);
        if (userId && !moderates) refuseForeignId('broadcaster_id');
        const follows = world.follows().to(broadcasterId);
        const asked = userId ? follows.filter((follow) => follow.userId === userId) : follows;
        const { data, pagination } = page(mayRead && moderates ? asked : []);
        return { data: data.map(showFollower), pagination, total: follows.length };
      },
    },
  ];
}
