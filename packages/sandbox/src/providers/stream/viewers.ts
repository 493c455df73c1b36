import type { Sent } from './data/chat-rooms.ts';
import { pointsOf, type Tier } from './data/people.ts';
import type { World } from './data/world.ts';
import type { ExtensionMessage } from './endpoints/extension-backend.ts';
import type { Features } from './endpoints/features.ts';

/** A user and a channel. */
export interface Support {
  readonly userId: string;
  readonly broadcasterId: string;
}

/**
 * Actions of viewers and broadcasters on the site itself, without an app. Unknown IDs, and actions that the site would
 * not offer, throw `RangeError`.
 */
export interface ViewerControls {
  /** Votes in a running poll. `extraVotes` (default 0) cost channel points. */
  vote(ballot: { pollId: string; choiceId: string; userId: string; extraVotes?: number }): void;
  /** Stakes channel points on an outcome of a prediction that is not locked. */
  predict(stake: { predictionId: string; outcomeId: string; userId: string; points: number }): void;
  /** Redeems a custom reward. Returns the ID of the redemption. */
  redeemReward(redemption: { rewardId: string; userId: string; input?: string }): string;
  /** Redeems a custom power-up with Bits. `input` is the text it may ask for. Returns the ID of the redemption. */
  redeemPowerUp(redemption: { powerUpId: string; userId: string; input?: string }): string;
  /**
   * Posts a message in a chat room, subject to its rules. With `isGif`, the message is a GIF with that title.
   * `messageId` is empty if the message was dropped or held.
   */
  sendChatMessage(message: Support & { text: string; parentMessageId?: string; isGif?: boolean }): Sent;
  /** Asks to be unbanned. Returns the ID of the request. */
  requestUnban(request: Support & { text: string }): string;
  /** Acknowledges a warning, after which the user can chat again. */
  acknowledgeWarning(warning: Support): void;
  /** Puts a channel on air. */
  goLive(channel: { broadcasterId: string }): void;
  /** Ends a channel's broadcast. */
  goOffline(channel: { broadcasterId: string }): void;
  /** Follows a channel. */
  follow(support: Support): void;
  /** Stops following a channel. */
  unfollow(support: Support): void;
  /**
   * Subscribes to an affiliate or partner. `tier` defaults to `1000`; `gifterId`, if set, pays. If the user is already
   * subscribed, renews the subscription for another month and announces it with `message`.
   */
  subscribe(subscription: Support & { tier?: Tier; gifterId?: string; message?: string }): void;
  /** Ends a user's subscription. */
  unsubscribe(support: Support): void;
  /**
   * Cheers Bits to an affiliate or partner. `message` defaults to a single cheermote. Three contributions in five
   * minutes start a hype train.
   */
  cheer(cheer: Support & { bits: number; message?: string }): void;
  /** Donates to a channel's charity campaign. `cents` is in US cents. */
  donate(donation: Support & { cents: number }): void;
  /** Buys a product of the app's extension. Returns the ID of the transaction. */
  buyProduct(purchase: Support & { sku: string }): string;
  /** Lets a user earn a drop from a game of the app's owner. Returns the ID of the entitlement. */
  earnDrop(drop: { userId: string; gameId: string }): string;
  /** Responds to an invitation to a channel's Guest Star call: seen (`ACCEPTED`), or ready to join (`READY`). */
  answerInvite(answer: Support & { status: 'ACCEPTED' | 'READY' }): void;
  /** Returns the messages that the back end of the app's extension has sent, oldest first. */
  extensionMessages(): readonly ExtensionMessage[];
}

function require(condition: unknown, otherwise: string): asserts condition {
  if (!condition) throw new RangeError(otherwise);
}

function found<T>(what: string, id: string, value: T | undefined): T {
  require(value !== undefined, `the sandbox has no ${what} ${id}`);
  return value;
}

const requireWhole = (name: string, value: number) =>
  require(Number.isInteger(value) && value > 0, `${name} must be a whole number of at least 1; got ${value}`);

const userFields = ['userId', 'broadcasterId', 'gifterId'] as const;

/** Returns the same controls, which refuse unknown users. */
function withKnownUsers({ users }: World, controls: ViewerControls): ViewerControls {
  const checked = Object.entries(controls).map(([name, run]: [string, (input: never) => unknown]) => [
    name,
    (input: { readonly [Name in (typeof userFields)[number]]?: string } = {}) => {
      for (const field of userFields) {
        const id = input[field];
        if (id !== undefined) found('user', id, users().byId.get(id));
      }
      return run(input as never);
    },
  ]);
  return Object.fromEntries(checked);
}

/** Creates the controls of one sandbox's viewers. */
export function createViewers(world: World, features: Features): ViewerControls {
  const { isOnAir, isPaid, follows, subscriptions, chat, bans, safety, pins, games } = world;
  const { bits, charity, entitlements, extensions, guestStar, hypeTrains, polls, predictions, rewards } = features;

  const requirePaid = (id: string) => require(isPaid(id), `user ${id} is neither an affiliate nor a partner`);

  return withKnownUsers(world, {
    vote: ({ pollId, choiceId, userId, extraVotes = 0 }) => polls.vote(pollId, userId, choiceId, extraVotes),
    predict: ({ predictionId, outcomeId, userId, points }) =>
      predictions.stake(predictionId, userId, outcomeId, points),
    redeemReward: ({ rewardId, userId, input = '' }) => rewards.redeem(rewardId, userId, input),
    redeemPowerUp: ({ powerUpId, userId, input = '' }) => bits.redeemPowerUp(powerUpId, userId, input),
    sendChatMessage({ broadcasterId, userId, text, parentMessageId: id, isGif }) {
      require(chat().admits(broadcasterId, userId), `user ${userId} may not chat in the channel ${broadcasterId}`);
      const parent = id === undefined ? undefined : found('message', id, chat().find(broadcasterId, id));
      return chat().send({ broadcasterId, senderId: userId, text, isGif, ...(parent && { parent }) });
    },
    requestUnban({ broadcasterId, userId, text }) {
      const ban = bans().find(broadcasterId, userId);
      require(ban, `user ${userId} is not banned from the channel ${broadcasterId}`);
      return bans().request(broadcasterId, userId, text).id;
    },
    acknowledgeWarning({ broadcasterId, userId }) {
      const isWarned = safety().isWarned(broadcasterId, userId);
      require(isWarned, `user ${userId} has no warning in the channel ${broadcasterId}`);
      safety().acknowledge(broadcasterId, userId);
    },
    goLive({ broadcasterId }) {
      require(!isOnAir(broadcasterId), `user ${broadcasterId} is already live`);
      world.startStream(broadcasterId);
    },
    goOffline({ broadcasterId }) {
      require(isOnAir(broadcasterId), `user ${broadcasterId} is not live`);
      if (pins().of(broadcasterId)?.ends_at === null) pins().unpin(broadcasterId);
      world.endStream(broadcasterId);
    },
    follow(support) {
      const { userId, broadcasterId } = support;
      require(!isFollowing(world, support) &&
        userId !== broadcasterId, `user ${userId} cannot follow ${broadcasterId}`);
      follows().add(userId, broadcasterId);
    },
    unfollow(support) {
      const { userId, broadcasterId } = support;
      require(isFollowing(world, support), `user ${userId} does not follow ${broadcasterId}`);
      follows().remove(userId, broadcasterId);
    },
    subscribe({ userId, broadcasterId, tier = '1000', gifterId, message = '' }) {
      requirePaid(broadcasterId);
      const running = subscriptions().find(broadcasterId, userId);
      if (running) return subscriptions().renew(running, message);
      subscriptions().add({ broadcasterId, userId, tier, ...(gifterId !== undefined && { gifterId }) });
      hypeTrains.contribute(broadcasterId, gifterId ?? userId, 'subscription', 500 * pointsOf[tier]);
    },
    unsubscribe: ({ userId, broadcasterId }) =>
      subscriptions().remove(found('subscription of user', userId, subscriptions().find(broadcasterId, userId))),
    cheer({ userId, broadcasterId, bits: count, message = `Cheer${count}` }) {
      requirePaid(broadcasterId);
      requireWhole('bits', count);
      bits.cheer(broadcasterId, userId, count, message);
    },
    donate({ userId, broadcasterId, cents }) {
      requireWhole('cents', cents);
      charity.donate(broadcasterId, userId, cents);
    },
    buyProduct: ({ userId, broadcasterId, sku }) => extensions.shop.sell(broadcasterId, userId, sku),
    earnDrop({ userId, gameId }) {
      found('game', gameId, games().byId.get(gameId));
      return entitlements.grant(userId, gameId);
    },
    answerInvite: ({ userId, broadcasterId, status }) => guestStar.answer(broadcasterId, userId, status),
    extensionMessages: () => extensions.backend.messages,
  });
}

const isFollowing = ({ follows }: World, { userId, broadcasterId }: Support) =>
  follows()
    .of(userId)
    .some((follow) => follow.broadcasterId === broadcasterId);
