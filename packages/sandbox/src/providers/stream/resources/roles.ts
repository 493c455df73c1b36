import { type Call, type Endpoint, refuseForeignId, refuseForeignUser, requireOwnId } from '../endpoint.ts';
import { refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import type { World } from '../world/world.ts';
import { requireUser } from './moderated.ts';

const changesPerWindow = { limit: 10, windowMs: 10_000 };

/** How many VIPs a channel may have, by the type of its owner; the others have not earned the feature. */
const vipSlots = { partner: 50, affiliate: 20, '': undefined };

/** Moderators and VIPs. */
export function roleEndpoints(world: World): Endpoint[] {
  const isModerator = (broadcasterId: string, userId: string) =>
    world.roles().moderators(broadcasterId).includes(userId);
  const isVip = (broadcasterId: string, userId: string) => world.roles().vips(broadcasterId).includes(userId);

  const list = (role: 'moderators' | 'vips') => (call: Call) => {
    const holders = world.roles()[role](requireOwnId(call, 'broadcaster_id'));
    const ids = call.query.ids('user_id');
    const { data, pagination } = call.page(ids.length > 0 ? holders.filter((id) => ids.includes(id)) : holders);
    return { data: data.map((id) => named(world, 'user', id)), pagination };
  };

  return [
    {
      method: 'GET',
      path: '/moderation/channels',
      token: 'user',
      scopes: ['user:read:moderated_channels'],
      answer(call) {
        const { data, pagination } = call.page(world.roles().moderated(requireOwnId(call, 'user_id')));
        return { data: data.map((id) => named(world, 'broadcaster', id)), pagination };
      },
    },
    {
      method: 'GET',
      path: '/moderation/moderators',
      token: 'user',
      scopes: ['moderation:read', 'channel:manage:moderators'],
      answer: list('moderators'),
    },
    {
      method: 'POST',
      path: '/moderation/moderators',
      token: 'user',
      scopes: ['channel:manage:moderators'],
      limit: changesPerWindow,
      answer(call) {
        const broadcasterId = requireOwnId(call, 'broadcaster_id', refuseForeignUser);
        const userId = call.query.requiredId('user_id');
        requireUser(world, userId, 'user_id');
        if (userId === broadcasterId || isModerator(broadcasterId, userId))
          refuse(400, 'The user in user_id is a moderator of the channel already.');
        if (world.bans().find(broadcasterId, userId)) refuse(400, 'The user in user_id is banned from the channel.');
        if (isVip(broadcasterId, userId)) refuse(422, 'The user in user_id is a VIP; remove that first.');
        world.roles().addModerator(broadcasterId, userId);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/moderation/moderators',
      token: 'user',
      scopes: ['channel:manage:moderators'],
      limit: changesPerWindow,
      answer(call) {
        const broadcasterId = requireOwnId(call, 'broadcaster_id', refuseForeignUser);
        const userId = call.query.requiredId('user_id');
        requireUser(world, userId, 'user_id');
        if (!isModerator(broadcasterId, userId)) refuse(400, 'The user in user_id is not a moderator of the channel.');
        world.roles().removeModerator(broadcasterId, userId);
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/channels/vips',
      token: 'user',
      scopes: ['channel:read:vips', 'channel:manage:vips'],
      answer: list('vips'),
    },
    {
      method: 'POST',
      path: '/channels/vips',
      token: 'user',
      scopes: ['channel:manage:vips'],
      limit: changesPerWindow,
      answer(call) {
        const userId = call.query.requiredId('user_id');
        const broadcasterId = requireOwnId(call, 'broadcaster_id');
        requireUser(world, userId, 'user_id', 404);
        if (world.bans().find(broadcasterId, userId) || world.blocks().of(broadcasterId).includes(userId))
          refuse(400, 'The user in user_id is blocked from the channel.');
        const slots = vipSlots[world.users().byId.get(broadcasterId)?.broadcaster_type ?? ''];
        if (slots === undefined) refuse(425, 'The channel must build a community before it may have VIPs.');
        if (isModerator(broadcasterId, userId)) refuse(422, 'The user in user_id is a moderator; remove that first.');
        if (userId === broadcasterId || isVip(broadcasterId, userId))
          refuse(422, 'The user in user_id is a VIP already.');
        if (world.roles().vips(broadcasterId).length >= slots) refuse(409, 'The channel has no VIP slots left.');
        world.roles().addVip(broadcasterId, userId);
        return undefined;
      },
    },
    {
      method: 'DELETE',
      path: '/channels/vips',
      token: 'user',
      scopes: ['channel:manage:vips'],
      limit: changesPerWindow,
      answer({ query, token }) {
        const userId = query.requiredId('user_id');
        const broadcasterId = query.requiredId('broadcaster_id');
        // The channel takes it away, or the user gives it back.
        if (token.userId !== broadcasterId && token.userId !== userId) refuseForeignId('broadcaster_id');
        requireUser(world, broadcasterId, 'broadcaster_id', 404);
        requireUser(world, userId, 'user_id', 404);
        if (!isVip(broadcasterId, userId)) refuse(422, 'The user in user_id is not a VIP of the channel.');
        world.roles().removeVip(broadcasterId, userId);
        return undefined;
      },
    },
  ];
}
