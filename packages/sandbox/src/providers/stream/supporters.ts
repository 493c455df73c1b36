import type { ExtensionMessage } from './world/extensions.ts';
import { endStream, startStream } from './world/on-air.ts';
import { isOnAir } from './world/streams.ts';
import type { Tier } from './world/subscriptions.ts';
import type { World } from './world/world.ts';

/** A user and a channel. */
export interface Support {
  readonly userId: string;
  readonly broadcasterId: string;
}

/**
 * What broadcasters start and their supporters give, where no app has a hand in it. Unknown ids, and what the site would
 * not offer, throw `RangeError`.
 */
export interface SupporterControls {
  /** Puts a channel on air. */
  goLive(channel: { broadcasterId: string }): void;
  /** Ends a channel's broadcast. */
  goOffline(channel: { broadcasterId: string }): void;
  follow(support: Support): void;
  unfollow(support: Support): void;
  /**
   * Subscribes to an affiliate or partner; `tier` defaults to `1000`, and `gifterId` pays if given. Who subscribes
   * already goes on for another month and tells so, with `message`.
   */
  subscribe(subscription: Support & { tier?: Tier; gifterId?: string; message?: string }): void;
  unsubscribe(support: Support): void;
  /** Gives Bits to an affiliate or partner. `message` defaults to a single cheermote. Three in five minutes start a hype train. */
  cheer(cheer: Support & { bits: number; message?: string }): void;
  /** Gives to the campaign that runs in a channel. */
  donate(donation: Support & { cents: number }): void;
  /** Buys something of the app's extension. Returns the id of the transaction. */
  buyProduct(purchase: Support & { sku: string }): string;
  /** Lets a user earn a drop of a game of the app's owner. Returns the id of the entitlement. */
  earnDrop(drop: { userId: string; gameId: string }): string;
  /** Answers the invitation to the call that runs in a channel: seen, or ready to join. */
  answerInvite(answer: Support & { status: 'ACCEPTED' | 'READY' }): void;
  /** What the back end of the app's extension has sent so far, oldest first. */
  extensionMessages(): readonly ExtensionMessage[];
}

/** The controls of one sandbox's supporters. */
export function createSupporters(world: World): SupporterControls {
  function require(condition: unknown, otherwise: string): asserts condition {
    if (!condition) throw new RangeError(otherwise);
  }
  function found<T>(what: string, id: string, value: T | undefined): T {
    require(value !== undefined, `the sandbox has no ${what} ${id}`);
    return value;
  }
  const requireUser = (id: string) => found('user', id, world.users().byId.get(id));
  const requirePaid = (id: string) =>
    require(requireUser(id).broadcaster_type, `user ${id} is neither an affiliate nor a partner`);
  const isFollowing = ({ userId, broadcasterId }: Support) =>
    world
      .follows()
      .of(userId)
      .some((follow) => follow.broadcasterId === broadcasterId);

  return {
    goLive({ broadcasterId }) {
      requireUser(broadcasterId);
      require(!isOnAir(world, broadcasterId), `user ${broadcasterId} is live already`);
      startStream(world, broadcasterId);
    },
    goOffline({ broadcasterId }) {
      require(isOnAir(world, broadcasterId), `user ${broadcasterId} is not live`);
      endStream(world, broadcasterId);
    },
    follow(support) {
      const { userId, broadcasterId } = support;
      for (const id of [userId, broadcasterId]) requireUser(id);
      require(!isFollowing(support) && userId !== broadcasterId, `user ${userId} cannot follow ${broadcasterId}`);
      world.follows().add(userId, broadcasterId);
    },
    unfollow(support) {
      require(isFollowing(support), `user ${support.userId} does not follow ${support.broadcasterId}`);
      world.follows().remove(support.userId, support.broadcasterId);
    },
    subscribe({ userId, broadcasterId, tier = '1000', gifterId, message = '' }) {
      requireUser(userId);
      requirePaid(broadcasterId);
      if (gifterId !== undefined) requireUser(gifterId);
      const subscriptions = world.subscriptions();
      const running = subscriptions.find(broadcasterId, userId);
      if (running) subscriptions.renew(running, message);
      else subscriptions.add({ broadcasterId, userId, tier, ...(gifterId !== undefined && { gifterId }) });
    },
    unsubscribe({ userId, broadcasterId }) {
      const subscription = world.subscriptions().find(broadcasterId, userId);
      world.subscriptions().remove(found('subscription of', userId, subscription));
    },
    cheer({ userId, broadcasterId, bits, message = `Cheer${bits}` }) {
      requireUser(userId);
      requirePaid(broadcasterId);
      require(Number.isInteger(bits) && bits > 0, `bits is a whole number from 1 up, got ${bits}`);
      world.bits().cheer(broadcasterId, userId, bits, message);
    },
    donate({ userId, broadcasterId, cents }) {
      requireUser(userId);
      require(Number.isInteger(cents) && cents > 0, `cents is a whole number from 1 up, got ${cents}`);
      const campaign = found('campaign of', broadcasterId, world.charity().of(broadcasterId));
      world.charity().donate(broadcasterId, campaign, userId, cents);
    },
    buyProduct({ userId, broadcasterId, sku }) {
      for (const id of [userId, broadcasterId]) requireUser(id);
      const product = found('product', sku, world.shop().products.get(sku));
      return world.shop().sell(broadcasterId, userId, product).id;
    },
    earnDrop({ userId, gameId }) {
      requireUser(userId);
      found('game', gameId, world.games().byId.get(gameId));
      return world.entitlements().grant(userId, gameId).id;
    },
    answerInvite({ userId, broadcasterId, status }) {
      const session = found('call of', broadcasterId, world.guestStar().session(broadcasterId));
      require(session.invites.has(userId), `user ${userId} is not invited`);
      world.guestStar().answer(session, userId, status);
    },
    extensionMessages: () => world.extensions().messages,
  };
}
