import type { Body } from '../body.ts';
import { type Call, type Endpoint, requireOwnId } from '../endpoint.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import type { Limit, Reward } from '../world/reward.ts';
import { defaultRewardImage, rewardState } from '../world/reward-event.ts';
import type { Redemption } from '../world/rewards.ts';
import { timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

const idsPerRequest = 50;
const rewardsPerChannel = 50;
const longestCooldown = 604_800;
const readScopes = ['channel:read:redemptions', 'channel:manage:redemptions'];
const manageScopes = ['channel:manage:redemptions'];

/** Custom rewards for channel points, and who redeemed them. */
export function rewardEndpoints(world: World): Endpoint[] {
  const show = (reward: Reward) => ({
    ...named(world, 'broadcaster', reward.broadcasterId),
    id: reward.id,
    title: reward.title,
    prompt: reward.prompt,
    cost: reward.cost,
    image: null,
    default_image: defaultRewardImage,
    background_color: reward.backgroundColor,
    is_enabled: reward.isEnabled,
    is_user_input_required: reward.isInputRequired,
    max_per_stream_setting: {
      is_enabled: reward.maxPerStream.isEnabled,
      max_per_stream: reward.maxPerStream.value,
    },
    max_per_user_per_stream_setting: {
      is_enabled: reward.maxPerUserPerStream.isEnabled,
      max_per_user_per_stream: reward.maxPerUserPerStream.value,
    },
    global_cooldown_setting: {
      is_enabled: reward.cooldownSeconds.isEnabled,
      global_cooldown_seconds: reward.cooldownSeconds.value,
    },
    is_paused: reward.isPaused,
    should_redemptions_skip_request_queue: reward.skipsQueue,
    ...rewardState(world.rewards(), reward),
  });
  const showRedemption = ({ id, reward, userId, input, status, redeemedAt }: Redemption) => ({
    ...named(world, 'broadcaster', reward.broadcasterId),
    id,
    ...named(world, 'user', userId),
    reward: { id: reward.id, title: reward.title, prompt: reward.prompt, cost: reward.cost },
    user_input: input,
    status,
    redeemed_at: timestamp(redeemedAt),
  });

  /** The own channel; rewards are for affiliates and partners. */
  function requireChannel(call: Call): string {
    const id = requireOwnId(call, 'broadcaster_id');
    if (!world.users().byId.get(id)?.broadcaster_type) refuse(403, 'The broadcaster is not a partner or affiliate.');
    return id;
  }

  /** The reward that `name` asks for, which the app must have made. */
  function requireReward(call: Call, name: string): Reward {
    const id = call.query.requiredText(name);
    const broadcasterId = requireChannel(call);
    const reward = world.rewards().find(id);
    if (reward?.broadcasterId !== broadcasterId) return refuse(404, 'The custom reward was not found.');
    if (!reward.isManageable)
      refuse(403, 'The ID in the Client-Id header must match the client ID that made the custom reward.');
    return reward;
  }

  function requireUnique(broadcasterId: string, title: string | undefined, but?: Reward): void {
    const others = world.rewards().of(broadcasterId);
    if (others.some((reward) => reward !== but && reward.title === title))
      refuse(400, 'The title is that of another custom reward of the channel.');
  }

  return [
    {
      method: 'POST',
      path: '/channel_points/custom_rewards',
      token: 'user',
      scopes: manageScopes,
      answer(call) {
        const broadcasterId = requireChannel(call);
        const title = call.body.requiredText('title');
        const cost = call.body.requiredInt('cost', 1, Number.MAX_SAFE_INTEGER);
        const wanted = readReward(call.body);
        requireUnique(broadcasterId, title);
        if (world.rewards().of(broadcasterId).length >= rewardsPerChannel)
          refuse(400, `A channel has ${rewardsPerChannel} custom rewards at most.`);
        const reward = world.rewards().add({
          broadcasterId,
          prompt: '',
          backgroundColor: '#9147FF',
          isEnabled: true,
          isInputRequired: false,
          skipsQueue: false,
          ...wanted,
          isPaused: false,
          title,
          cost,
        });
        return { data: [show(reward)] };
      },
    },
    {
      method: 'DELETE',
      path: '/channel_points/custom_rewards',
      token: 'user',
      scopes: manageScopes,
      answer(call) {
        world.rewards().remove(requireReward(call, 'id'));
        return undefined;
      },
    },
    {
      method: 'GET',
      path: '/channel_points/custom_rewards',
      token: 'user',
      scopes: readScopes,
      answer(call) {
        const ids = call.query.texts('id', idsPerRequest);
        const onlyManageable = call.query.flag('only_manageable_rewards') ?? false;
        const all = world.rewards().of(requireChannel(call));
        const asked = ids.length > 0 ? all.filter((reward) => ids.includes(reward.id)) : all;
        if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the custom rewards was found.');
        return { data: asked.filter((reward) => reward.isManageable || !onlyManageable).map(show) };
      },
    },
    {
      method: 'PATCH',
      path: '/channel_points/custom_rewards',
      token: 'user',
      scopes: manageScopes,
      answer(call) {
        const reward = requireReward(call, 'id');
        const changes = readReward(call.body, reward);
        requireUnique(reward.broadcasterId, changes.title, reward);
        return { data: [show(world.rewards().change(reward, changes))] };
      },
    },
    {
      method: 'GET',
      path: '/channel_points/custom_rewards/redemptions',
      token: 'user',
      scopes: readScopes,
      answer(call) {
        const reward = requireReward(call, 'reward_id');
        const { query } = call;
        const ids = query.texts('id', idsPerRequest);
        if (ids.length === 0) query.requiredText('status');
        const isNewestFirst = query.choice('sort', ['OLDEST', 'NEWEST'], 'OLDEST') === 'NEWEST';
        const status =
          query.text('status') && query.choice('status', ['CANCELED', 'FULFILLED', 'UNFULFILLED'], 'CANCELED');
        const all = world.rewards().redemptions(reward.id);
        const asked =
          ids.length > 0 ? all.filter(({ id }) => ids.includes(id)) : all.filter((each) => each.status === status);
        if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the redemptions was found.');
        const { data, pagination } = call.page(isNewestFirst ? asked.toReversed() : asked, { maxSize: 50 });
        return { data: data.map(showRedemption), pagination };
      },
    },
    {
      method: 'PATCH',
      path: '/channel_points/custom_rewards/redemptions',
      token: 'user',
      scopes: manageScopes,
      answer(call) {
        call.query.requiredText('id');
        const ids = call.query.texts('id', idsPerRequest);
        const reward = requireReward(call, 'reward_id');
        const status = call.body.choice('status', ['CANCELED', 'FULFILLED']) ?? missing('status');
        const waiting = world
          .rewards()
          .redemptions(reward.id)
          .filter((each) => ids.includes(each.id) && each.status === 'UNFULFILLED');
        if (waiting.length === 0) refuse(404, 'None of the redemptions was found, or they are not UNFULFILLED.');
        for (const redemption of waiting) world.rewards().settle(redemption, status);
        return { data: waiting.map(showRedemption) };
      },
    },
  ];
}

type Limits = Pick<Reward, 'maxPerStream' | 'maxPerUserPerStream' | 'cooldownSeconds'>;

/** What a body says of a reward; members that it leaves out are left out, limits are as `before`. */
function readReward(body: Body, before?: Reward): Partial<Reward> & Limits {
  const title = body.text('title');
  if (title !== undefined && (title.length < 1 || title.length > 45))
    malformed('title', 'the text must have from 1 to 45 characters');
  const prompt = body.text('prompt');
  if (prompt && prompt.length > 200) malformed('prompt', 'the text must have at most 200 characters');
  const backgroundColor = body.text('background_color');
  if (backgroundColor !== undefined && !/^#[0-9a-f]{6}$/i.test(backgroundColor))
    malformed('background_color', 'value must be a hex color');

  // The number is looked at only while its switch is on.
  function limit(flag: string, name: string, max: number, last?: Limit): Limit {
    const isEnabled = body.flag(flag) ?? last?.isEnabled ?? false;
    if (!isEnabled) return { isEnabled, value: 0 };
    return { isEnabled, value: body.int(name, 1, max) ?? (last?.value || missing(name)) };
  }
  const { MAX_SAFE_INTEGER } = Number;
  const given = {
    title,
    prompt,
    backgroundColor: backgroundColor?.toUpperCase(),
    cost: body.int('cost', 1, MAX_SAFE_INTEGER),
    isEnabled: body.flag('is_enabled'),
    isPaused: body.flag('is_paused'),
    isInputRequired: body.flag('is_user_input_required'),
    skipsQueue: body.flag('should_redemptions_skip_request_queue'),
  };
  const limits = {
    maxPerStream: limit('is_max_per_stream_enabled', 'max_per_stream', MAX_SAFE_INTEGER, before?.maxPerStream),
    maxPerUserPerStream: limit(
      'is_max_per_user_per_stream_enabled',
      'max_per_user_per_stream',
      MAX_SAFE_INTEGER,
      before?.maxPerUserPerStream,
    ),
    cooldownSeconds: limit(
      'is_global_cooldown_enabled',
      'global_cooldown_seconds',
      longestCooldown,
      before?.cooldownSeconds,
    ),
  };
  return { ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)), ...limits };
}
