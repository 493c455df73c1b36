import type { WorldContext } from './context.ts';
import type { Follows } from './follows.ts';
import { named } from './named.ts';
import { publishInChannel, publishModeration } from './publish.ts';

/** Who looks after whose channel, and who is honoured there. */
export interface Roles {
  /** Ids of a channel's moderators, its owner not among them. */
  moderators(broadcasterId: string): readonly string[];
  vips(broadcasterId: string): readonly string[];
  /** Ids of the channels a user moderates, the user's own not among them. */
  moderated(userId: string): string[];
  /** Whether the user may act for the channel: its owner and its moderators. */
  moderates(userId: string, broadcasterId: string): boolean;
  addModerator(broadcasterId: string, userId: string): void;
  removeModerator(broadcasterId: string, userId: string): void;
  addVip(broadcasterId: string, userId: string): void;
  removeVip(broadcasterId: string, userId: string): void;
}

type Role = 'moderator' | 'vip';

const actions = { moderator: { add: 'mod', remove: 'unmod' }, vip: { add: 'vip', remove: 'unvip' } };

/** Makes a channel's three oldest followers its moderators, and the five after them its VIPs. */
export function createRoles({ world }: WorldContext<{ follows(): Follows }>): Roles {
  const channels = new Map<string, Record<Role, string[]>>();

  function of(broadcasterId: string): Record<Role, string[]> {
    let roles = channels.get(broadcasterId);
    if (!roles) {
      const oldest = world.follows().to(broadcasterId).slice(-8).reverse();
      const ids = oldest.map((follow) => follow.userId);
      const { broadcaster_type } = world.users().byId.get(broadcasterId) ?? {};
      roles = { moderator: ids.slice(0, 3), vip: broadcaster_type ? ids.slice(3) : [] };
      channels.set(broadcasterId, roles);
    }
    return roles;
  }

  function publish(role: Role, change: 'add' | 'remove', broadcasterId: string, userId: string): void {
    const user = named(world, 'user', userId);
    publishInChannel(world, broadcasterId, `channel.${role}.${change}`, user);
    const action = actions[role][change];
    publishModeration(world, broadcasterId, broadcasterId, action, { [action]: user });
  }

  const add = (role: Role) => (broadcasterId: string, userId: string) => {
    of(broadcasterId)[role].push(userId);
    publish(role, 'add', broadcasterId, userId);
  };
  const remove = (role: Role) => (broadcasterId: string, userId: string) => {
    const roles = of(broadcasterId);
    roles[role] = roles[role].filter((id) => id !== userId);
    publish(role, 'remove', broadcasterId, userId);
  };

  return {
    moderators: (broadcasterId) => of(broadcasterId).moderator,
    vips: (broadcasterId) => of(broadcasterId).vip,
    moderated: (userId) =>
      world
        .users()
        .all.map(({ id }) => id)
        .filter((id) => of(id).moderator.includes(userId)),
    moderates: (userId, broadcasterId) => userId === broadcasterId || of(broadcasterId).moderator.includes(userId),
    addModerator: add('moderator'),
    removeModerator: remove('moderator'),
    addVip: add('vip'),
    removeVip: remove('vip'),
  };
}
