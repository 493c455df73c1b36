import { type Endpoint, refuseForeignId, refuseForeignUser, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import type { Channel } from '../world/channels.ts';
import type { Follow } from '../world/follows.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';
import { createChannelChanger } from './channel-changes.ts';

const followersScope = 'moderator:read:followers';

/** Channels, who edits and follows them, and what a user follows. */
export function channelEndpoints(world: World): Endpoint[] {
  const showFollowed = ({ broadcasterId, followedAt }: Follow) => ({
    ...named(world, 'broadcaster', broadcasterId),
    followed_at: followedAt,
  });
  const showFollower = ({ userId, followedAt }: Follow) => ({
    followed_at: followedAt,
    ...named(world, 'user', userId),
  });
  const changeChannel = createChannelChanger(world);

  return [
    {
      method: 'GET',
      path: '/channels',
      answer({ query, token }) {
        query.requiredText('broadcaster_id');
        const channels = query.ids('broadcaster_id').map((id) => world.channels().get(id));
        const found = channels.filter((channel) => channel !== undefined);
        // The delay is told to the owner only.
        const show = (channel: Channel) =>
          channel.broadcaster_id === token.userId ? channel : { ...channel, delay: 0 };
        return { data: found.map(show) };
      },
    },
    {
      method: 'PATCH',
      path: '/channels',
      token: 'user',
      scopes: ['channel:manage:broadcast'],
      answer(call) {
        // The real host also takes the ID in the body.
        const { query, body, token } = call;
        const id = query.has('broadcaster_id') ? query.requiredId('broadcaster_id') : body.requiredId('broadcaster_id');
        if (id !== token.userId) refuseForeignUser();
        changeChannel(id, body);
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/channels/editors',
      token: 'user',
      scopes: ['channel:read:editors'],
      answer(call) {
        const editors = world.editors().of(requireOwnId(call, 'broadcaster_id'));
        return {
          data: editors.map(({ userId, since }) => ({
            user_id: userId,
            user_name: world.users().byId.get(userId)?.display_name,
            created_at: since,
          })),
        };
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
        const moderates = world.roles().moderates(token.userId ?? '', broadcasterId);
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
