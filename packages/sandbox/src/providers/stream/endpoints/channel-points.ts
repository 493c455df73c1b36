import { lazy } from '../../../shared/lazy.ts';
import type { Random } from '../../../shared/random.ts';
import data from '../data/stream.json' with { type: 'json' };
import { assetHost, byId, indexBy, perKey, setFields, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Call, type Endpoints, narrow } from '../endpoint.ts';
import { malformed, missing, refuse } from '../errors.ts';
import type { Body } from '../request/body.ts';
import { limitText } from '../request/query.ts';

const idsPerRequest = 50;
const rewardsPerChannel = 50;
const longestCooldown = 604_800;
const maxCost = 1_000_000_000;

const image = (size: string) => `${assetHost}/custom-reward-images/default-${size}.png`;

/** Limits on how often a reward can be redeemed, and the seconds between two redemptions. 0 for no limit. */
interface Limits {
  readonly perStream: number;
  readonly perUser: number;
  readonly cooldown: number;
}

export const unlimited: Limits = { perStream: 0, perUser: 0, cooldown: 0 };

/** Returns the limits as the API does. */
export const showLimits = ({ perStream, perUser, cooldown }: Limits) => ({
  max_per_stream_setting: { is_enabled: perStream > 0, max_per_stream: perStream },
  max_per_user_per_stream_setting: { is_enabled: perUser > 0, max_per_user_per_stream: perUser },
  global_cooldown_setting: { is_enabled: cooldown > 0, global_cooldown_seconds: cooldown },
});

/** Defaults of a reward or power-up. */
export const unset = {
  title: '',
  prompt: '',
  image: null,
  // Apps cannot set a custom picture.
  default_image: { url_1x: image('1'), url_2x: image('2'), url_4x: image('4') },
  background_color: '#9147FF',
  is_enabled: true,
  is_user_input_required: false,
  is_paused: false,
};

const ofRewards = { cost: 0, should_redemptions_skip_request_queue: false, limits: unlimited };

/** Settings of a reward that the broadcaster chooses. */
type Settings = Omit<typeof unset, 'image' | 'default_image'> & typeof ofRewards;

/** Records by ID and by channel. */
interface Handmade<Made> {
  all(): Map<string, Made>;
  of(broadcasterId: string): Made[];
}

/** Creates rewards or power-ups: one from each of `rows` for every affiliate and partner. */
export function handmade<Row, Made extends { readonly id: string; readonly broadcaster_id: string }>(
  { users, isPaid }: World,
  rows: readonly Row[],
  make: (broadcasterId: string, row: Row) => Made,
): Handmade<Made> {
  const all = lazy(() => {
    const paid = users().all.filter(({ id }) => isPaid(id));
    return indexBy(
      paid.flatMap(({ id }) => rows.map((row) => make(id, row))),
      ({ id }) => id,
    );
  });
  const of = (broadcasterId: string) =>
    [...all().values()].filter(({ broadcaster_id }) => broadcaster_id === broadcasterId).sort(byId);
  return { all, of };
}

/** Reads the fields of a reward from a body. Omits fields that the body omits; omitted limits stay as `before`. */
function readReward(body: Body, before = unlimited) {
  const background_color = body.text('background_color')?.toUpperCase();
  limitText('title', body.text('title'), 45, 1);
  if (background_color !== undefined && !/^#[0-9A-F]{6}$/.test(background_color))
    malformed('background_color', 'value must be a hex color');
  // Read the number only if its flag is on.
  function limit(flag: string, name: string, last: number, max = Number.MAX_SAFE_INTEGER): number {
    const isOn = body.flag(flag) ?? last > 0;
    return isOn ? (body.int(name, 1, max) ?? (last || missing(name))) : 0;
  }
  return setFields({
    title: body.text('title'),
    prompt: body.text('prompt'),
    background_color,
    cost: body.int('cost', 1, maxCost),
    is_enabled: body.flag('is_enabled'),
    is_paused: body.flag('is_paused'),
    is_user_input_required: body.flag('is_user_input_required'),
    should_redemptions_skip_request_queue: body.flag('should_redemptions_skip_request_queue'),
    limits: {
      perStream: limit('is_max_per_stream_enabled', 'max_per_stream', before.perStream),
      perUser: limit('is_max_per_user_per_stream_enabled', 'max_per_user_per_stream', before.perUser),
      cooldown: limit('is_global_cooldown_enabled', 'global_cooldown_seconds', before.cooldown, longestCooldown),
    },
  });
}

const createReward = ({ named }: World, id: string, broadcasterId: string, settings: Partial<Settings>) => ({
  ...named('broadcaster', broadcasterId),
  id,
  ...unset,
  ...ofRewards,
  ...settings,
});

const createRedemption = (
  { now, named }: World,
  redemptionId: string,
  { id, broadcaster_id, ...reward }: Reward,
  userId: string,
  input: string,
) => ({
  ...named('broadcaster', broadcaster_id),
  id: redemptionId,
  ...named('user', userId),
  reward: { id, title: reward.title, prompt: reward.prompt, cost: reward.cost },
  user_input: reward.is_user_input_required ? input : '',
  status: reward.should_redemptions_skip_request_queue ? 'FULFILLED' : 'UNFULFILLED',
  redeemed_at: timestamp(now()),
});

/** A reward as the API returns it, without the fields that depend on the stream and the time. */
type Reward = ReturnType<typeof createReward>;

type Redemption = ReturnType<typeof createRedemption>;

/** Custom rewards for channel points, and their redemptions. */
export class Rewards {
  private readonly world: World;
  private readonly draw: Random;
  private readonly rewards: Handmade<Reward>;
  /** IDs of the rewards that the app created. It can only change these and see their redemptions. */
  private readonly manageable: Set<string> = new Set<string>();
  /** The redemptions of a reward as the API returns them, the oldest first. */
  private readonly redemptions = perKey((_rewardId): Redemption[] => []);
  readonly endpoints: Endpoints = {
    'POST /channel_points/custom_rewards': ({ ownId, body }) => {
      const title = body.requiredText('title');
      const cost = body.requiredInt('cost', 1, maxCost);
      const wanted = readReward(body);
      this.requireUnique(ownId, title);
      if (this.rewards.of(ownId).length >= rewardsPerChannel)
        refuse(400, `A channel can have at most ${rewardsPerChannel} custom rewards.`);
      const reward = createReward(this.world, uuid(this.draw), ownId, { ...wanted, is_paused: false, title, cost });
      this.manageable.add(reward.id);
      this.rewards.all().set(reward.id, reward);
      this.report('add', reward);
      return [this.show(reward)];
    },
    'DELETE /channel_points/custom_rewards': (call) => {
      const reward = this.requireReward(call, 'id');
      // Unfulfilled redemptions count as fulfilled.
      for (const each of this.redemptions(reward.id)) if (each.status === 'UNFULFILLED') this.settle(each, 'FULFILLED');
      this.rewards.all().delete(reward.id);
      this.report('remove', reward);
    },
    'GET /channel_points/custom_rewards': ({ ownId, query }) => {
      const ids = query.texts('id', idsPerRequest);
      const onlyManageable = query.flag('only_manageable_rewards') ?? false;
      const asked = narrow(this.rewards.of(ownId), ids, ({ id }) => id);
      if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the custom rewards was found.');
      return asked.filter(({ id }) => this.manageable.has(id) || !onlyManageable).map((each) => this.show(each));
    },
    'PATCH /channel_points/custom_rewards': (call) => {
      const reward = this.requireReward(call, 'id');
      const changes = readReward(call.body, reward.limits);
      this.requireUnique(reward.broadcaster_id, changes.title, reward);
      Object.assign(reward, changes);
      this.report('update', reward);
      return [this.show(reward)];
    },
    'GET /channel_points/custom_rewards/redemptions': (call) => {
      const reward = this.requireReward(call, 'reward_id');
      const { query } = call;
      const ids = query.texts('id', idsPerRequest);
      if (ids.length === 0) query.requiredText('status');
      const isNewestFirst = query.choice('sort', ['OLDEST', 'NEWEST'], 'OLDEST') === 'NEWEST';
      const states = ['CANCELED', 'FULFILLED', 'UNFULFILLED'] as const;
      const status = query.text('status') && query.choice('status', states, 'CANCELED');
      const asked = this.redemptions(reward.id).filter((each) =>
        ids.length > 0 ? ids.includes(each.id) : each.status === status,
      );
      if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the redemptions was found.');
      return call.page(isNewestFirst ? asked.toReversed() : asked);
    },
    'PATCH /channel_points/custom_rewards/redemptions': (call) => {
      call.query.requiredText('id');
      const ids = call.query.texts('id', idsPerRequest);
      const reward = this.requireReward(call, 'reward_id');
      const status = call.body.requiredChoice('status', ['CANCELED', 'FULFILLED']);
      const waiting = this.redemptions(reward.id).filter(
        (each) => ids.includes(each.id) && each.status === 'UNFULFILLED',
      );
      if (waiting.length === 0) refuse(404, 'None of the redemptions was found, or they are not UNFULFILLED.');
      for (const redemption of waiting) this.settle(redemption, status);
      return waiting;
    },
  };

  constructor(world: World) {
    this.world = world;
    this.draw = world.random('rewards');
    this.rewards = handmade(world, data.handmadeRewards, (broadcasterId, reward) =>
      createReward(world, uuid(this.draw), broadcasterId, { ...reward, background_color: '#00E5CB' }),
    );
  }

  /**
   * Redeems a reward as a viewer and returns the ID of the redemption. Throws `RangeError` if the site would not offer
   * it.
   */
  redeem(rewardId: string, userId: string, input: string): string {
    const reward = this.rewards.all().get(rewardId);
    if (!reward) throw new RangeError(`the sandbox has no reward ${rewardId}`);
    const { is_in_stock, cooldown_expires_at } = this.stateOf(reward);
    const { perUser } = reward.limits;
    const own = this.inStream(reward)?.filter(({ user_id }) => user_id === userId) ?? [];
    const reason =
      (!reward.is_enabled && 'is disabled') ||
      (reward.is_paused && 'is paused') ||
      (reward.is_user_input_required && !input && 'requires input; set input') ||
      (!is_in_stock && 'is out of stock') ||
      (cooldown_expires_at !== null && 'is cooling down') ||
      (perUser > 0 && own.length >= perUser && 'was redeemed too often by the user');
    if (reason) throw new RangeError(`the reward "${reward.title}" ${reason}`);
    const redemption = createRedemption(this.world, uuid(this.draw), reward, userId, input);
    this.redemptions(rewardId).push(redemption);
    this.reportRedemption('add', redemption);
    return redemption.id;
  }

  /**
   * Returns the redemptions of the current stream that count against the limits; undefined if the channel is not live.
   */
  private inStream({ id, broadcaster_id }: Reward): Redemption[] | undefined {
    const from = this.world.streamOf(broadcaster_id)?.started_at;
    if (from === undefined) return undefined;
    return this.redemptions(id).filter(({ redeemed_at, status }) => redeemed_at >= from && status !== 'CANCELED');
  }

  /** Returns the fields of a reward that depend on the stream and the time. */
  private stateOf(reward: Reward) {
    const { perStream, cooldown } = reward.limits;
    const taken = this.inStream(reward)?.length;
    const last = this.redemptions(reward.id).at(-1)?.redeemed_at;
    const coolUntil = last === undefined ? 0 : Date.parse(last) + cooldown * 1000;
    return {
      is_in_stock: perStream === 0 || (taken ?? 0) < perStream,
      redemptions_redeemed_current_stream: perStream > 0 ? (taken ?? null) : null,
      cooldown_expires_at: coolUntil > this.world.now() ? timestamp(coolUntil) : null,
    };
  }

  private show(reward: Reward) {
    const { limits, ...shown } = reward;
    return { ...shown, ...showLimits(limits), ...this.stateOf(reward) };
  }

  private report(step: 'add' | 'update' | 'remove', reward: Reward): void {
    const { broadcaster_id, broadcaster_login, broadcaster_name, limits, ...rest } = reward;
    const { perStream, perUser, cooldown } = limits;
    const event = {
      ...rest,
      max_per_stream: { is_enabled: perStream > 0, value: perStream },
      max_per_user_per_stream: { is_enabled: perUser > 0, value: perUser },
      global_cooldown: { is_enabled: cooldown > 0, seconds: cooldown },
      ...this.stateOf(reward),
    };
    const subject = { reward_id: reward.id };
    this.world.publish(broadcaster_id, `channel.channel_points_custom_reward.${step}`, event, { subject });
  }

  private reportRedemption(step: 'add' | 'update', redemption: Redemption): void {
    const { broadcaster_id, broadcaster_login, broadcaster_name, status, ...rest } = redemption;
    const type = `channel.channel_points_custom_reward_redemption.${step}`;
    const subject = { reward_id: redemption.reward.id };
    this.world.publish(broadcaster_id, type, { ...rest, status: status.toLowerCase() }, { subject });
  }

  private settle(redemption: Redemption, status: string): void {
    redemption.status = status;
    this.reportRedemption('update', redemption);
  }

  /** Returns the reward that `name` asks for, which the app must have created. */
  private requireReward(call: Call, name: string): Reward {
    const id = call.query.requiredText(name);
    const reward = this.rewards.all().get(id);
    if (reward?.broadcaster_id !== call.ownId) return refuse(404, 'The custom reward was not found.');
    if (!this.manageable.has(id))
      refuse(403, 'The ID in the Client-Id header must match the client ID that made the custom reward.');
    return reward;
  }

  private requireUnique(broadcasterId: string, title: string | undefined, but?: Reward): void {
    if (this.rewards.of(broadcasterId).some((reward) => reward !== but && reward.title === title))
      refuse(400, 'Another custom reward of the channel has this title.');
  }
}
