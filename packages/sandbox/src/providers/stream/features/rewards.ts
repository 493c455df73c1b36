import data from '../../../data/stream.json' with { type: 'json' };
import { lazy } from '../../../lazy.ts';
import type { Body } from '../body.ts';
import { type Call, type Handlers, narrow } from '../endpoint.ts';
import { limitText } from '../query.ts';
import { malformed, missing, refuse } from '../refusal.ts';
import { assetHost, byId, indexBy, perKey, timestamp, uuid } from '../world/values.ts';
import type { World } from '../world/world.ts';

const idsPerRequest = 50;
const rewardsPerChannel = 50;
const longestCooldown = 604_800;

const image = (size: string) => `${assetHost}/custom-reward-images/default-${size}.png`;

const unlimited = {
  max_per_stream_setting: { is_enabled: false, max_per_stream: 0 },
  max_per_user_per_stream_setting: { is_enabled: false, max_per_user_per_stream: 0 },
  global_cooldown_setting: { is_enabled: false, global_cooldown_seconds: 0 },
};

/** What a reward or power-up is before anything of it is set. */
export const unset = {
  title: '',
  prompt: '',
  image: null,
  // An app cannot give them a picture of their own.
  default_image: { url_1x: image('1'), url_2x: image('2'), url_4x: image('4') },
  background_color: '#9147FF',
  is_enabled: true,
  is_user_input_required: false,
  is_paused: false,
  ...unlimited,
};

/** What a broadcaster sets of a reward. */
type Settings = Omit<typeof unset, 'image' | 'default_image'> & typeof ofRewards;

const ofRewards = { cost: 0, should_redemptions_skip_request_queue: false };

/** The rewards or power-ups by ID, of which each affiliate and partner has one of each of `rows`, and those of a channel. */
export function handmade<Row, Made extends { readonly id: string; readonly broadcaster_id: string }>(
  { users, isPaid }: World,
  rows: readonly Row[],
  make: (broadcasterId: string, row: Row) => Made,
) {
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

/** The fields of a reward in a body; members that it leaves out are left out, limits are as `before`. */
function readReward(body: Body, before: typeof unlimited = unlimited): Partial<Settings> {
  const background_color = body.text('background_color')?.toUpperCase();
  limitText('title', body.text('title'), 45, 1);
  limitText('prompt', body.text('prompt'), 200);
  if (background_color !== undefined && !/^#[0-9A-F]{6}$/.test(background_color))
    malformed('background_color', 'value must be a hex color');
  const given = {
    title: body.text('title'),
    prompt: body.text('prompt'),
    background_color,
    cost: body.int('cost', 1, Number.MAX_SAFE_INTEGER),
    is_enabled: body.flag('is_enabled'),
    is_paused: body.flag('is_paused'),
    is_user_input_required: body.flag('is_user_input_required'),
    should_redemptions_skip_request_queue: body.flag('should_redemptions_skip_request_queue'),
  };

  // The number is looked at only while its switch is on.
  function limit<Name extends string>(
    flag: string,
    name: Name,
    last: { readonly is_enabled: boolean } & Readonly<Record<Name, number>>,
    max = Number.MAX_SAFE_INTEGER,
  ) {
    const is_enabled = body.flag(flag) ?? last.is_enabled;
    const value = is_enabled ? (body.int(name, 1, max) ?? (last[name] || missing(name))) : 0;
    return { is_enabled, [name]: value } as { is_enabled: boolean } & Record<Name, number>;
  }
  const { max_per_stream_setting, max_per_user_per_stream_setting, global_cooldown_setting } = before;
  const perUser = 'is_max_per_user_per_stream_enabled';
  const cooldown = 'is_global_cooldown_enabled';
  return {
    ...(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<Settings>),
    max_per_stream_setting: limit('is_max_per_stream_enabled', 'max_per_stream', max_per_stream_setting),
    max_per_user_per_stream_setting: limit(perUser, 'max_per_user_per_stream', max_per_user_per_stream_setting),
    global_cooldown_setting: limit(cooldown, 'global_cooldown_seconds', global_cooldown_setting, longestCooldown),
  };
}

/** Custom rewards for channel points, and who redeemed them. */
export function createRewards(world: World) {
  const { random, now, named, publish, streamOf } = world;
  const draw = random('rewards');
  /** IDs of the rewards that the app made; only these may it change, and see who redeemed them. */
  const manageable = new Set<string>();

  const make = (id: string, broadcasterId: string, settings: Partial<Settings>) => ({
    ...named('broadcaster', broadcasterId),
    id,
    ...unset,
    ...ofRewards,
    ...settings,
  });
  /** As the API returns it, but for what depends on the stream and the time. */
  type Reward = ReturnType<typeof make>;

  const { all, of } = handmade(world, data.handmadeRewards, (broadcasterId, reward) =>
    make(uuid(draw), broadcasterId, { ...reward, background_color: '#00E5CB' }),
  );

  const createRedemption = ({ id, broadcaster_id, ...reward }: Reward, userId: string, input: string) => ({
    ...named('broadcaster', broadcaster_id),
    id: uuid(draw),
    ...named('user', userId),
    reward: { id, title: reward.title, prompt: reward.prompt, cost: reward.cost },
    user_input: reward.is_user_input_required ? input : '',
    status: reward.should_redemptions_skip_request_queue ? 'FULFILLED' : 'UNFULFILLED',
    redeemed_at: timestamp(now()),
  });
  type Redemption = ReturnType<typeof createRedemption>;
  /** The redemptions of a reward as the API returns them, the oldest first. */
  const redemptions = perKey((_rewardId): Redemption[] => []);

  /** The redemptions of the stream that runs that count against the limits; undefined while none does. */
  function inStream({ id, broadcaster_id }: Reward): Redemption[] | undefined {
    const from = streamOf(broadcaster_id)?.started_at;
    if (from === undefined) return undefined;
    return redemptions(id).filter(({ redeemed_at, status }) => redeemed_at >= from && status !== 'CANCELED');
  }

  /** What of a reward depends on the stream and the time. */
  function stateOf(reward: Reward) {
    const { max_per_stream_setting: limit, global_cooldown_setting: cooldown } = reward;
    const taken = inStream(reward)?.length;
    const last = redemptions(reward.id).at(-1)?.redeemed_at;
    const coolUntil = last === undefined ? 0 : Date.parse(last) + cooldown.global_cooldown_seconds * 1000;
    return {
      is_in_stock: !limit.is_enabled || (taken ?? 0) < limit.max_per_stream,
      redemptions_redeemed_current_stream: limit.is_enabled ? (taken ?? null) : null,
      cooldown_expires_at: cooldown.is_enabled && coolUntil > now() ? timestamp(coolUntil) : null,
    };
  }
  const show = (reward: Reward) => ({ ...reward, ...stateOf(reward) });

  function report(step: 'add' | 'update' | 'remove', reward: Reward): void {
    const {
      broadcaster_id,
      broadcaster_login,
      broadcaster_name,
      max_per_stream_setting: perStream,
      max_per_user_per_stream_setting: perUser,
      global_cooldown_setting: cooldown,
      ...rest
    } = reward;
    const event = {
      ...rest,
      max_per_stream: { is_enabled: perStream.is_enabled, value: perStream.max_per_stream },
      max_per_user_per_stream: { is_enabled: perUser.is_enabled, value: perUser.max_per_user_per_stream },
      global_cooldown: { is_enabled: cooldown.is_enabled, seconds: cooldown.global_cooldown_seconds },
      ...stateOf(reward),
    };
    const subject = { reward_id: reward.id };
    publish(broadcaster_id, `channel.channel_points_custom_reward.${step}`, event, { subject });
  }

  function reportRedemption(step: 'add' | 'update', redemption: Redemption): void {
    const { broadcaster_id, broadcaster_login, broadcaster_name, status, ...rest } = redemption;
    const type = `channel.channel_points_custom_reward_redemption.${step}`;
    const subject = { reward_id: redemption.reward.id };
    publish(broadcaster_id, type, { ...rest, status: status.toLowerCase() }, { subject });
  }

  function settle(redemption: Redemption, status: string): void {
    redemption.status = status;
    reportRedemption('update', redemption);
  }

  /** The reward that `name` asks for, which the app must have made. */
  function requireReward(call: Call, name: string): Reward {
    const id = call.query.requiredText(name);
    const reward = all().get(id);
    if (reward?.broadcaster_id !== call.ownId) return refuse(404, 'The custom reward was not found.');
    if (!manageable.has(id))
      refuse(403, 'The ID in the Client-Id header must match the client ID that made the custom reward.');
    return reward;
  }

  function requireUnique(broadcasterId: string, title: string | undefined, but?: Reward): void {
    if (of(broadcasterId).some((reward) => reward !== but && reward.title === title))
      refuse(400, 'The title is that of another custom reward of the channel.');
  }

  const endpoints: Handlers = {
    'POST /channel_points/custom_rewards'({ ownId, body }) {
      const title = body.requiredText('title');
      const cost = body.requiredInt('cost', 1, Number.MAX_SAFE_INTEGER);
      const wanted = readReward(body);
      requireUnique(ownId, title);
      if (of(ownId).length >= rewardsPerChannel)
        refuse(400, `A channel has ${rewardsPerChannel} custom rewards at most.`);
      const reward = make(uuid(draw), ownId, { ...wanted, is_paused: false, title, cost });
      manageable.add(reward.id);
      all().set(reward.id, reward);
      report('add', reward);
      return [show(reward)];
    },
    'DELETE /channel_points/custom_rewards'(call) {
      const reward = requireReward(call, 'id');
      // What waits to be fulfilled counts as fulfilled.
      for (const each of redemptions(reward.id)) if (each.status === 'UNFULFILLED') settle(each, 'FULFILLED');
      all().delete(reward.id);
      report('remove', reward);
    },
    'GET /channel_points/custom_rewards'({ ownId, query }) {
      const ids = query.texts('id', idsPerRequest);
      const onlyManageable = query.flag('only_manageable_rewards') ?? false;
      const asked = narrow(of(ownId), ids, ({ id }) => id);
      if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the custom rewards was found.');
      return asked.filter(({ id }) => manageable.has(id) || !onlyManageable).map(show);
    },
    'PATCH /channel_points/custom_rewards'(call) {
      const reward = requireReward(call, 'id');
      const changes = readReward(call.body, reward);
      requireUnique(reward.broadcaster_id, changes.title, reward);
      Object.assign(reward, changes);
      report('update', reward);
      return [show(reward)];
    },
    'GET /channel_points/custom_rewards/redemptions'(call) {
      const reward = requireReward(call, 'reward_id');
      const { query } = call;
      const ids = query.texts('id', idsPerRequest);
      if (ids.length === 0) query.requiredText('status');
      const isNewestFirst = query.choice('sort', ['OLDEST', 'NEWEST'], 'OLDEST') === 'NEWEST';
      const states = ['CANCELED', 'FULFILLED', 'UNFULFILLED'] as const;
      const status = query.text('status') && query.choice('status', states, 'CANCELED');
      const asked = redemptions(reward.id).filter((each) =>
        ids.length > 0 ? ids.includes(each.id) : each.status === status,
      );
      if (ids.length > 0 && asked.length === 0) refuse(404, 'None of the redemptions was found.');
      return call.page(isNewestFirst ? asked.toReversed() : asked);
    },
    'PATCH /channel_points/custom_rewards/redemptions'(call) {
      call.query.requiredText('id');
      const ids = call.query.texts('id', idsPerRequest);
      const reward = requireReward(call, 'reward_id');
      const status = call.body.requiredChoice('status', ['CANCELED', 'FULFILLED']);
      const waiting = redemptions(reward.id).filter((each) => ids.includes(each.id) && each.status === 'UNFULFILLED');
      if (waiting.length === 0) refuse(404, 'None of the redemptions was found, or they are not UNFULFILLED.');
      for (const redemption of waiting) settle(redemption, status);
      return waiting;
    },
  };
  return {
    endpoints,
    /** Takes a reward as a viewer; returns the ID of the redemption. Throws `RangeError` where the site would not offer it. */
    redeem(rewardId: string, userId: string, input: string): string {
      const reward = all().get(rewardId);
      if (!reward) throw new RangeError(`the sandbox has no reward ${rewardId}`);
      const { is_in_stock, cooldown_expires_at } = stateOf(reward);
      const { is_enabled, max_per_user_per_stream } = reward.max_per_user_per_stream_setting;
      const own = inStream(reward)?.filter(({ user_id }) => user_id === userId) ?? [];
      const reason =
        (!reward.is_enabled && 'is disabled') ||
        (reward.is_paused && 'is paused') ||
        (reward.is_user_input_required && !input && 'takes some text') ||
        (!is_in_stock && 'is out of stock') ||
        (cooldown_expires_at !== null && 'is cooling down') ||
        (is_enabled && own.length >= max_per_user_per_stream && 'was taken too often by the user');
      if (reason) throw new RangeError(`the reward "${reward.title}" ${reason}`);
      const redemption = createRedemption(reward, userId, input);
      redemptions(rewardId).push(redemption);
      reportRedemption('add', redemption);
      return redemption.id;
    },
  };
}
