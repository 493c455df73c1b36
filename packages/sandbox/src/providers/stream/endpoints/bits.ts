import { words } from '../data/base.ts';
import data from '../data/stream.json' with { type: 'json' };
import { assetHost, perKey, timestamp, uuid } from '../data/values.ts';
import type { World } from '../data/world.ts';
import { type Endpoints, narrow } from '../endpoint.ts';
import { missing, refuse } from '../errors.ts';
import { handmade, showLimits, unlimited, unset } from './channel-points.ts';

// The leaderboard uses Pacific Standard Time all year round.
const pacific = -8 * 3_600_000;

const powerUpsPerRequest = 50;
const prefixes = words(data.cheermotePrefixes);
/** Returns the period that `at` falls into, in Unix milliseconds. */
function periodOf(period: 'day' | 'week' | 'month' | 'year', at: number): { from: number; to: number } {
  const local = new Date(at + pacific);
  const [year, month, date] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const monday = date - ((local.getUTCDay() + 6) % 7);
  const [from, to] = {
    day: [Date.UTC(year, month, date), Date.UTC(year, month, date + 1)],
    week: [Date.UTC(year, month, monday), Date.UTC(year, month, monday + 7)],
    month: [Date.UTC(year, month), Date.UTC(year, month + 1)],
    year: [Date.UTC(year, 0), Date.UTC(year + 1, 0)],
  }[period] as [number, number];
  return { from: from - pacific, to: to - pacific };
}

/** Returns a user with the `count - 1` nearest neighbors; nobody if the user is not on the board. */
function around<T extends { user_id: string }>(leaders: readonly T[], userId: string, count: number): readonly T[] {
  const place = leaders.findIndex((leader) => leader.user_id === userId);
  if (place < 0) return [];
  const start = Math.max(0, Math.min(place - Math.floor((count - 1) / 2), leaders.length - count));
  return leaders.slice(start, start + count);
}

function cheermote(prefix: string, type: 'global_first_party' | 'channel_custom', order: number) {
  const images = (bits: number, theme: string, kind: string, ending: string) => {
    const path = `${assetHost}/cheermotes/${prefix.toLowerCase()}/${theme}/${kind}/${bits}`;
    return Object.fromEntries(['1', '1.5', '2', '3', '4'].map((size) => [size, `${path}/${size}.${ending}`]));
  };
  const themed = (bits: number, theme: string) => ({
    animated: images(bits, theme, 'animated', 'gif'),
    static: images(bits, theme, 'static', 'png'),
  });
  return {
    prefix,
    tiers: data.cheermoteTiers.map(({ bits, color }) => ({
      min_bits: bits,
      id: String(bits),
      color,
      images: { dark: themed(bits, 'dark'), light: themed(bits, 'light') },
      can_cheer: true,
      show_in_bits_card: true,
    })),
    type,
    order,
    last_updated: '2024-05-22T00:06:04Z',
    is_charitable: false,
  };
}

/** Creates the leaderboard of Bits, cheermotes and power-ups. Followers have cheered in the last two years. */
export function createBits(
  world: World,
  contribute: (broadcasterId: string, userId: string, type: 'bits', points: number) => void,
) {
  const { random, now, epoch, named, publish, users, isPaid, follows } = world;
  const draw = random('power-ups');

  const cheers = perKey((broadcasterId) => {
    const past = random(`bits/${broadcasterId}`);
    return (isPaid(broadcasterId) ? follows().to(broadcasterId) : []).flatMap(({ userId }) =>
      Array.from({ length: past.int(0, 2) }, () => ({
        userId,
        bits: past.pick([1, 10, 50, 100, 250, 1000]) * past.int(1, 4),
        at: epoch - past.int(60, 730 * 86_400) * 1000,
      })),
    );
  });

  const powerUps = handmade(world, data.handmadePowerUps, (broadcasterId, powerUp) => ({
    ...named('broadcaster', broadcasterId),
    id: uuid(draw),
    ...unset,
    ...showLimits(unlimited),
    ...powerUp,
    is_in_stock: true,
    redemptions_redeemed_current_stream: null,
    cooldown_expires_at: null,
  }));

  /** Adds the Bits that a user sends to a channel; `details` are the fields of the event that specify their use. */
  function use(broadcasterId: string, userId: string, bits: number, details: object): void {
    cheers(broadcasterId).push({ userId, bits, at: now() });
    const event = { ...named('user', userId), bits, message: null, power_up: null, custom_power_up: null, ...details };
    publish(broadcasterId, 'channel.bits.use', event);
    contribute(broadcasterId, userId, 'bits', bits);
  }

  const endpoints: Endpoints = {
    'GET /bits/leaderboard'({ query, token }) {
      const count = query.number('count', 1, 100) ?? 10;
      const period = query.choice('period', ['day', 'week', 'month', 'year', 'all'], 'all');
      const startedAt = query.time('started_at');
      if (period !== 'all' && startedAt === undefined) missing('started_at');
      const range = period === 'all' || startedAt === undefined ? undefined : periodOf(period, startedAt);
      const scores = new Map<string, number>();
      for (const { userId, bits, at } of cheers(token.userId ?? '')) {
        if (!range || (at >= range.from && at < range.to)) scores.set(userId, (scores.get(userId) ?? 0) + bits);
      }
      const leaders = [...scores]
        .sort(([, one], [, other]) => other - one)
        .map(([userId, score], index) => ({ ...named('user', userId), rank: index + 1, score }));
      const userId = query.id('user_id');
      const found = userId ? around(leaders, userId, count) : leaders.slice(0, count);
      const time = (ms: number | undefined) => (ms === undefined ? '' : timestamp(ms));
      const date_range = { started_at: time(range?.from), ended_at: time(range?.to) };
      return { data: found, date_range, total: found.length };
    },
    'GET /bits/cheermotes'({ query }) {
      const user = users().byId.get(query.id('broadcaster_id') ?? '');
      const shared = prefixes.map((prefix, index) => cheermote(prefix, 'global_first_party', index + 1));
      // Partners have a cheermote of their own, named after them.
      const own = user?.broadcaster_type === 'partner' ? [cheermote(`${user.login}Cheer`, 'channel_custom', 1)] : [];
      return [...own, ...shared];
    },
    'GET /bits/custom_power_ups'({ ownId, query }) {
      const ids = query.texts('id', powerUpsPerRequest);
      const found = narrow(powerUps.of(ownId), ids, ({ id }) => id);
      return found.length > 0 ? found : refuse(404, 'The custom power-ups were not found.');
    },
  };

  return {
    endpoints,
    cheer(broadcasterId: string, userId: string, bits: number, message: string): void {
      const cheer = { is_anonymous: false, ...named('user', userId), message, bits };
      publish(broadcasterId, 'channel.cheer', cheer);
      const fragments = [{ type: 'text', text: message, emote: null, cheermote: null }];
      use(broadcasterId, userId, bits, { type: 'cheer', message: { text: message, fragments } });
    },
    /** Redeems a power-up and returns the ID of the redemption. Throws `RangeError` if the site would not offer it. */
    redeemPowerUp(powerUpId: string, userId: string, input: string): string {
      const powerUp = powerUps.all().get(powerUpId);
      if (!powerUp) throw new RangeError(`the sandbox has no power-up ${powerUpId}`);
      const { broadcaster_id: broadcasterId, title, bits, prompt, is_user_input_required: takesInput } = powerUp;
      if (takesInput && !input) throw new RangeError(`the power-up "${title}" requires input; set input`);
      const id = uuid(draw);
      const event = {
        id,
        ...named('user', userId),
        user_input: takesInput ? input : '',
        status: 'fulfilled',
        custom_power_up: { id: powerUpId, title, bits, prompt },
        redeemed_at: timestamp(now()),
      };
      const subject = { reward_id: powerUpId };
      publish(broadcasterId, 'channel.custom_power_up_redemption.add', event, { subject });
      use(broadcasterId, userId, bits, { type: 'custom_power_up', custom_power_up: { title, reward_id: powerUpId } });
      return id;
    },
  };
}
