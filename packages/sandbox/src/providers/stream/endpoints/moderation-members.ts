import type { World } from '../data/world.ts';
import { type Call, type Endpoints, narrow, refuseForeignId, requireUser } from '../endpoint.ts';
import { refuse } from '../errors.ts';

/** Maximum number of VIPs of a channel, by broadcaster type. Other channels have not earned the feature. */
const vipSlots = { partner: 50, affiliate: 20, '': undefined };

/** Moderators and VIPs. */
export function roleEndpoints(world: World): Endpoints {
  const { users, named, roles, bans, blocks } = world;

  const list = (role: 'moderator' | 'vip') => (call: Call) => {
    const holders = narrow(roles().holders(role, call.ownId), call.query.ids('user_id'), (id) => id);
    return call.page(holders, (id) => named('user', id));
  };

  return {
    'GET /moderation/channels': ({ ownId, page }) => page(roles().moderated(ownId), (id) => named('broadcaster', id)),
    'GET /moderation/moderators': list('moderator'),
    'POST /moderation/moderators'({ ownId, namedId: userId }) {
      if (roles().moderates(userId, ownId)) refuse(400, 'The user in user_id is a moderator of the channel already.');
      if (bans().find(ownId, userId)) refuse(400, 'The user in user_id is banned from the channel.');
      if (roles().has('vip', ownId, userId)) refuse(422, 'The user in user_id is a VIP; remove that first.');
      roles().change('moderator', 'add', ownId, userId);
    },
    'DELETE /moderation/moderators'({ ownId, namedId: userId }) {
      if (!roles().has('moderator', ownId, userId))
        refuse(400, 'The user in user_id is not a moderator of the channel.');
      roles().change('moderator', 'remove', ownId, userId);
    },
    'GET /channels/vips': list('vip'),
    'POST /channels/vips'({ ownId: id, namedId: userId }) {
      if (bans().find(id, userId) || blocks.has(id, userId))
        refuse(400, 'The user in user_id is blocked from the channel.');
      const slots = vipSlots[users().byId.get(id)?.broadcaster_type ?? ''];
      if (slots === undefined) refuse(425, 'The channel must build a community before it may have VIPs.');
      if (roles().has('moderator', id, userId)) refuse(422, 'The user in user_id is a moderator; remove that first.');
      if (userId === id || roles().has('vip', id, userId)) refuse(422, 'The user in user_id is a VIP already.');
      if (roles().holders('vip', id).length >= slots) refuse(409, 'The channel has no VIP slots left.');
      roles().change('vip', 'add', id, userId);
    },
    'DELETE /channels/vips'({ query, token, namedId: userId }) {
      const id = query.requiredId('broadcaster_id');
      // The broadcaster removes the VIP, or the VIP resigns.
      if (token.userId !== id && token.userId !== userId) refuseForeignId('broadcaster_id');
      requireUser(world, id, 'broadcaster_id', 404);
      if (!roles().has('vip', id, userId)) refuse(422, 'The user in user_id is not a VIP of the channel.');
      roles().change('vip', 'remove', id, userId);
    },
  };
}
