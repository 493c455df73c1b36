import type { Reward, RewardStock } from './reward.ts';
import { assetHost, timestamp } from './values.ts';

const image = (size: string) => `${assetHost}/custom-reward-images/default-${size}.png`;

/** The picture of rewards that have none of their own; an app cannot give them one. */
export const defaultRewardImage = { url_1x: image('1'), url_2x: image('2'), url_4x: image('4') };

/** What of a reward depends on the stream and the time. */
export function rewardState(stock: RewardStock, reward: Reward) {
  const taken = reward.maxPerStream.isEnabled ? stock.takenInStream(reward) : undefined;
  const coolUntil = stock.coolUntil(reward);
  return {
    is_in_stock: stock.isInStock(reward),
    redemptions_redeemed_current_stream: taken ?? null,
    cooldown_expires_at: coolUntil === undefined ? null : timestamp(coolUntil),
  };
}

/** The event of `channel.channel_points_custom_reward.*`. */
export function rewardEvent(stock: RewardStock, reward: Reward) {
  const { maxPerStream, maxPerUserPerStream, cooldownSeconds } = reward;
  return {
    id: reward.id,
    is_enabled: reward.isEnabled,
    is_paused: reward.isPaused,
    title: reward.title,
    cost: reward.cost,
    prompt: reward.prompt,
    is_user_input_required: reward.isInputRequired,
    should_redemptions_skip_request_queue: reward.skipsQueue,
    max_per_stream: { is_enabled: maxPerStream.isEnabled, value: maxPerStream.value },
    max_per_user_per_stream: { is_enabled: maxPerUserPerStream.isEnabled, value: maxPerUserPerStream.value },
    global_cooldown: { is_enabled: cooldownSeconds.isEnabled, seconds: cooldownSeconds.value },
    background_color: reward.backgroundColor,
    image: null,
    default_image: defaultRewardImage,
    ...rewardState(stock, reward),
  };
}
