import type { Sent } from './world/chat.ts';
import type { World } from './world/world.ts';

/**
 * What viewers do on the site, where no app has a hand in it. Unknown ids, and what the site would not offer, throw
 * `RangeError`.
 */
export interface ViewerControls {
  /** Votes in a poll that runs; `extraVotes` (default 0) cost channel points. */
  vote(ballot: { pollId: string; choiceId: string; userId: string; extraVotes?: number }): void;
  /** Stakes channel points on an outcome of a prediction that is not locked. */
  predict(stake: { predictionId: string; outcomeId: string; userId: string; points: number }): void;
  /** Redeems a custom reward. Returns the id of the redemption. */
  redeemReward(redemption: { rewardId: string; userId: string; input?: string }): string;
  /** Redeems a custom power-up with Bits. `input` is the text it may ask for. Returns the ID of the redemption. */
  redeemPowerUp(redemption: { powerUpId: string; userId: string; input?: string }): string;
  /** Says something in a chat room, under its rules; `messageId` is empty for what was dropped or held. */
  sendChatMessage(message: { broadcasterId: string; userId: string; text: string; parentMessageId?: string }): Sent;
  /** Asks to be unbanned. Returns the id of the request. */
  requestUnban(request: { broadcasterId: string; userId: string; text: string }): string;
  /** Acknowledges a warning, after which the user can chat again. */
  acknowledgeWarning(warning: { broadcasterId: string; userId: string }): void;
}

/** The controls of one sandbox's viewers. */
export function createViewers(world: World): ViewerControls {
  function found<T>(what: string, id: string, value: T | undefined): T {
    if (value === undefined) throw new RangeError(`the sandbox has no ${what} ${id}`);
    return value;
  }
  const requireUsers = (...ids: string[]) => {
    for (const id of ids) found('user', id, world.users().byId.get(id));
  };

  return {
    vote({ pollId, choiceId, userId, extraVotes = 0 }) {
      requireUsers(userId);
      world.polls().vote(found('poll', pollId, world.polls().find(pollId)), userId, choiceId, extraVotes);
    },
    predict({ predictionId, outcomeId, userId, points }) {
      requireUsers(userId);
      const prediction = found('prediction', predictionId, world.predictions().find(predictionId));
      world.predictions().stake(prediction, userId, outcomeId, points);
    },
    redeemReward({ rewardId, userId, input = '' }) {
      requireUsers(userId);
      const reward = found('reward', rewardId, world.rewards().find(rewardId));
      return world.rewards().redeem(reward, userId, input).id;
    },
    redeemPowerUp({ powerUpId, userId, input = '' }) {
      requireUsers(userId);
      const powerUp = found('power-up', powerUpId, world.powerUps().find(powerUpId));
      return world.powerUps().redeem(powerUp, userId, input);
    },
    sendChatMessage({ broadcasterId, userId, text, parentMessageId }) {
      requireUsers(broadcasterId, userId);
      if (!world.chat().admits(broadcasterId, userId))
        throw new RangeError(`user ${userId} may not chat in the channel ${broadcasterId}`);
      const parent =
        parentMessageId === undefined
          ? undefined
          : found('message', parentMessageId, world.chat().find(broadcasterId, parentMessageId));
      return world.chat().send({ broadcasterId, senderId: userId, text, ...(parent && { parent }) });
    },
    requestUnban({ broadcasterId, userId, text }) {
      requireUsers(broadcasterId, userId);
      if (!world.bans().find(broadcasterId, userId))
        throw new RangeError(`user ${userId} is not banned from the channel ${broadcasterId}`);
      return world.bans().request(broadcasterId, userId, text).id;
    },
    acknowledgeWarning({ broadcasterId, userId }) {
      if (!world.safety().isWarned(broadcasterId, userId))
        throw new RangeError(`user ${userId} has no warning in the channel ${broadcasterId}`);
      world.safety().acknowledge(broadcasterId, userId);
    },
  };
}
