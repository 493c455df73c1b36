import { handmadeRewards } from '../../../data/stream-chat.ts';
import type { WorldContext } from './context.ts';
import { named } from './named.ts';
import { publishInChannel } from './publish.ts';
import type { Limit, Reward, RewardStock } from './reward.ts';
import { rewardEvent } from './reward-event.ts';
import { type StreamParts, streamOf } from './streams.ts';
import { timestamp, uuid } from './values.ts';

/** That a viewer has taken a reward. */
export interface Redemption {
  readonly id: string;
  readonly reward: Reward;
  readonly userId: string;
  readonly input: string;
  readonly redeemedAt: number;
  status: 'UNFULFILLED' | 'FULFILLED' | 'CANCELED';
}

/** The custom rewards of all channels. */
export interface Rewards extends RewardStock {
  /** By id, ascending. */
  of(broadcasterId: string): Reward[];
  find(rewardId: string): Reward | undefined;
  add(reward: Omit<Reward, 'id' | 'isManageable'>): Reward;
  change(reward: Reward, changes: Partial<Reward>): Reward;
  /** Removes it; what waits to be fulfilled counts as fulfilled. */
  remove(reward: Reward): void;
  /** The redemptions of a reward, the oldest first. */
  redemptions(rewardId: string): Redemption[];
  /** Takes a reward as a viewer. Throws `RangeError` where the site would not offer it. */
  redeem(reward: Reward, userId: string, input: string): Redemption;
  settle(redemption: Redemption, status: 'FULFILLED' | 'CANCELED'): void;
}

const unlimited: Limit = { isEnabled: false, value: 0 };

/** Makes the rewards: each affiliate and partner has two, made by hand. */
export function createRewards({ random, clock, world }: WorldContext<StreamParts>): Rewards {
  const draw = random('rewards');
  const redemptions: Redemption[] = [];
  const all = new Map<string, Reward>();
  for (const { id: broadcasterId, broadcaster_type } of world.users().all) {
    if (!broadcaster_type) continue;
    for (const { title, prompt, cost, inputRequired: isInputRequired } of handmadeRewards) {
      const id = uuid(draw);
      all.set(id, {
        id,
        broadcasterId,
        isManageable: false,
        title,
        prompt,
        cost,
        backgroundColor: '#00E5CB',
        isEnabled: true,
        isPaused: false,
        isInputRequired,
        skipsQueue: false,
        maxPerStream: unlimited,
        maxPerUserPerStream: unlimited,
        cooldownSeconds: unlimited,
      });
    }
  }

  function publish(step: 'add' | 'update' | 'remove', reward: Reward): void {
    const type = `channel.channel_points_custom_reward.${step}`;
    const event = rewardEvent(rewards, reward);
    publishInChannel(world, reward.broadcasterId, type, event, { subject: { reward_id: reward.id } });
  }

  function publishRedemption(
    step: 'add' | 'update',
    { id, reward, userId, input, redeemedAt, status }: Redemption,
  ): void {
    const { id: rewardId, title, cost, prompt, broadcasterId } = reward;
    publishInChannel(
      world,
      broadcasterId,
      `channel.channel_points_custom_reward_redemption.${step}`,
      {
        id,
        ...named(world, 'user', userId),
        user_input: input,
        status: status.toLowerCase(),
        reward: { id: rewardId, title, cost, prompt },
        redeemed_at: timestamp(redeemedAt),
      },
      { subject: { reward_id: rewardId } },
    );
  }

  /** The redemptions of the stream that runs that count against the limits. */
  function inStream({ id, broadcasterId }: Reward): Redemption[] | undefined {
    const stream = streamOf(world, broadcasterId);
    const from = stream && Date.parse(stream.started_at);
    if (from === undefined) return undefined;
    return rewards.redemptions(id).filter(({ redeemedAt, status }) => redeemedAt >= from && status !== 'CANCELED');
  }

  const rewards: Rewards = {
    of: (broadcasterId) =>
      [...all.values()]
        .filter((reward) => reward.broadcasterId === broadcasterId)
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    find: (rewardId) => all.get(rewardId),
    add(wanted) {
      const reward = { ...wanted, id: uuid(draw), isManageable: true };
      all.set(reward.id, reward);
      publish('add', reward);
      return reward;
    },
    change(reward, changes) {
      const changed = { ...reward, ...changes };
      all.set(reward.id, changed);
      publish('update', changed);
      return changed;
    },
    remove(reward) {
      for (const redemption of rewards.redemptions(reward.id)) {
        if (redemption.status === 'UNFULFILLED') rewards.settle(redemption, 'FULFILLED');
      }
      all.delete(reward.id);
      publish('remove', reward);
    },
    redemptions: (rewardId) => redemptions.filter(({ reward }) => reward.id === rewardId),
    redeem(reward, userId, input) {
      const { title, isEnabled, isPaused, isInputRequired, maxPerUserPerStream, skipsQueue } = reward;
      const own = inStream(reward)?.filter((redemption) => redemption.userId === userId) ?? [];
      const reason =
        (!isEnabled && 'is disabled') ||
        (isPaused && 'is paused') ||
        (isInputRequired && !input && 'takes some text') ||
        (!rewards.isInStock(reward) && 'is out of stock') ||
        (rewards.coolUntil(reward) !== undefined && 'is cooling down') ||
        (maxPerUserPerStream.isEnabled && own.length >= maxPerUserPerStream.value && 'was taken too often by the user');
      if (reason) throw new RangeError(`the reward "${title}" ${reason}`);
      const redemption: Redemption = {
        id: uuid(draw),
        reward,
        userId,
        input: isInputRequired ? input : '',
        redeemedAt: clock.now(),
        status: skipsQueue ? 'FULFILLED' : 'UNFULFILLED',
      };
      redemptions.push(redemption);
      publishRedemption('add', redemption);
      return redemption;
    },
    settle(redemption, status) {
      redemption.status = status;
      publishRedemption('update', redemption);
    },
    takenInStream: (reward) => inStream(reward)?.length,
    isInStock: (reward) =>
      !reward.maxPerStream.isEnabled || (rewards.takenInStream(reward) ?? 0) < reward.maxPerStream.value,
    coolUntil({ id, cooldownSeconds }) {
      const last = rewards.redemptions(id).at(-1);
      if (!last || !cooldownSeconds.isEnabled) return undefined;
      const until = last.redeemedAt + cooldownSeconds.value * 1000;
      return until > clock.now() ? until : undefined;
    },
  };
  return rewards;
}
