import { cheermotePrefixes, cheermoteTiers } from '../../../data/stream-extras.ts';
import { type Endpoint, requireOwnId } from '../endpoint.ts';
import { missing, refuse } from '../refusal.ts';
import { named } from '../world/named.ts';
import type { PowerUp } from '../world/power-ups.ts';
import { defaultRewardImage } from '../world/reward-event.ts';
import { assetHost, timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

// The leaderboard counts in Pacific standard time, all year round.
const pacific = -8 * 3_600_000;

const powerUpsPerRequest = 50;

/** Who gave most Bits, and how Bits are given. */
export function bitsEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/bits/leaderboard',
      token: 'user',
      scopes: ['bits:read'],
      answer({ query, token }) {
        const count = query.number('count', 1, 100) ?? 10;
        const period = query.choice('period', ['day', 'week', 'month', 'year', 'all'], 'all');
        const startedAt = query.time('started_at');
        if (period !== 'all' && startedAt === undefined) missing('started_at');
        const range = period === 'all' || startedAt === undefined ? undefined : periodOf(period, startedAt);
        const scores = new Map<string, number>();
        for (const { userId, bits, at } of world.bits().of(token.userId ?? '')) {
          if (!range || (at >= range.from && at < range.to)) scores.set(userId, (scores.get(userId) ?? 0) + bits);
        }
        const leaders = [...scores]
          .sort(([, one], [, other]) => other - one)
          .map(([userId, score], index) => ({ ...named(world, 'user', userId), rank: index + 1, score }));
        const userId = query.id('user_id');
        const data = userId ? around(leaders, userId, count) : leaders.slice(0, count);
        const date_range = {
          started_at: range ? timestamp(range.from) : '',
          ended_at: range ? timestamp(range.to) : '',
        };
        return { data, date_range, total: data.length };
      },
    },
    {
      method: 'GET',
      path: '/bits/cheermotes',
      answer({ query }) {
        const broadcasterId = query.id('broadcaster_id');
        const user = broadcasterId ? world.users().byId.get(broadcasterId) : undefined;
        const shared = cheermotePrefixes.map((prefix, index) => cheermote(prefix, 'global_first_party', index + 1));
        // Partners have one of their own, named after them.
        const own = user?.broadcaster_type === 'partner' ? [cheermote(`${user.login}Cheer`, 'channel_custom', 1)] : [];
        return { data: [...own, ...shared] };
      },
    },
    {
      method: 'GET',
      path: '/bits/custom_power_ups',
      token: 'user',
      scopes: ['bits:read'],
      answer(call) {
        const ids = call.query.texts('id', powerUpsPerRequest);
        const broadcasterId = requireOwnId(call, 'broadcaster_id');
        if (!world.users().byId.get(broadcasterId)?.broadcaster_type)
          refuse(403, 'The broadcaster is not a partner or affiliate.');
        const powerUps = world.powerUps().of(broadcasterId);
        const found = ids.length > 0 ? powerUps.filter(({ id }) => ids.includes(id)) : powerUps;
        if (ids.length > 0 && found.length === 0) refuse(404, 'The custom power-ups were not found.');
        return { data: found.map((powerUp) => showPowerUp(world, powerUp)) };
      },
    },
  ];
}

function showPowerUp(world: World, { id, broadcasterId, title, prompt, bits, isInputRequired }: PowerUp) {
  return {
    ...named(world, 'broadcaster', broadcasterId),
    id,
    title,
    prompt,
    bits,
    image: null,
    default_image: defaultRewardImage,
    background_color: '#9147FF',
    is_enabled: true,
    is_user_input_required: isInputRequired,
    max_per_stream_setting: { is_enabled: false, max_per_stream: 0 },
    max_per_user_per_stream_setting: { is_enabled: false, max_per_user_per_stream: 0 },
    global_cooldown_setting: { is_enabled: false, global_cooldown_seconds: 0 },
    is_paused: false,
    is_in_stock: true,
    redemptions_redeemed_current_stream: null,
    cooldown_expires_at: null,
  };
}

/** Unix milliseconds of the period that `at` falls into. */
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

/** A user with the `count - 1` nearest neighbours; nobody when the user is not on the board. */
function around<T extends { user_id: string }>(leaders: readonly T[], userId: string, count: number): readonly T[] {
  const place = leaders.findIndex((leader) => leader.user_id === userId);
  if (place < 0) return [];
  const start = Math.max(0, Math.min(place - Math.floor((count - 1) / 2), leaders.length - count));
  return leaders.slice(start, start + count);
}

function cheermote(prefix: string, type: 'global_first_party' | 'channel_custom', order: number) {
  return {
    prefix,
    tiers: cheermoteTiers.map(({ bits, color }) => ({
      min_bits: bits,
      id: String(bits),
      color,
      images: images(`${assetHost}/cheermotes/${prefix.toLowerCase()}`, bits),
      can_cheer: true,
      show_in_bits_card: true,
    })),
    type,
    order,
    last_updated: '2024-05-22T00:06:04Z',
    is_charitable: false,
  };
}

function images(path: string, bits: number) {
  const sizes = (theme: string, kind: string, ending: string) =>
    Object.fromEntries(
      ['1', '1.5', '2', '3', '4'].map((size) => [size, `${path}/${theme}/${kind}/${bits}/${size}.${ending}`]),
    );
  const themed = (theme: string) => ({
    animated: sizes(theme, 'animated', 'gif'),
    static: sizes(theme, 'static', 'png'),
  });
  return { dark: themed('dark'), light: themed('light') };
}
