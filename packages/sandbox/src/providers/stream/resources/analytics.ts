import type { Call, Endpoint } from '../endpoint.ts';
import type { Settings } from '../options.ts';
import { missing, refuse } from '../refusal.ts';
import { ownedGames } from '../world/entitlements.ts';
import { assetHost, day, timestamp } from '../world/values.ts';
import type { World } from '../world/world.ts';

const firstDay = Date.UTC(2018, 0, 31);

// Reports list at most this many, whatever `first` asks for.
const reportsPerPage = 20;

/** Reports about the extensions and games that belong to the token's user. */
export function analyticsEndpoints(world: World, settings: Settings): Endpoint[] {
  const midnight = (ms: number) => Math.floor(ms / day) * day;

  /** The days a report covers: what was asked for, cut to those there are. */
  function range({ query }: Call, earliest: number) {
    const from = query.time('started_at');
    const to = query.time('ended_at');
    if (from === undefined && to !== undefined) missing('started_at');
    if (from !== undefined && to === undefined) missing('ended_at');
    if (from !== undefined && to !== undefined && to < from)
      refuse(400, 'The end date must be equal to or later than the start date.');
    const latest = midnight(world.now()) - 2 * day;
    const end = Math.min(midnight(to ?? latest), latest);
    const start = Math.min(Math.max(midnight(from ?? earliest), earliest), end);
    return { started_at: timestamp(start), ended_at: timestamp(end) };
  }

  /** The reports about all of `ids`, or the one that the parameter `name` asks for. */
  function report(call: Call, name: 'extension_id' | 'game_id', owned: readonly string[], earliest: number) {
    const { query, token } = call;
    query.choice('type', ['overview_v2'], 'overview_v2');
    const date_range = range(call, earliest);
    const asked = query.text(name);
    const ids = token.userId === settings.extension.ownerId ? owned : [];
    const show = (id: string) => ({
      [name]: id,
      URL: `${assetHost}/reports/${id}/overview_v2-${date_range.started_at}-${date_range.ended_at}.csv`,
      type: 'overview_v2',
      date_range,
    });
    if (asked) return { data: ids.includes(asked) ? [show(asked)] : refuse(404), pagination: {} };
    const { data, pagination } = call.page(ids, { cap: reportsPerPage });
    return { data: data.map(show), pagination };
  }

  return [
    {
      method: 'GET',
      path: '/analytics/extensions',
      token: 'user',
      scopes: ['analytics:read:extensions'],
      answer: (call) => report(call, 'extension_id', [settings.clientId], firstDay),
    },
    {
      method: 'GET',
      path: '/analytics/games',
      token: 'user',
      scopes: ['analytics:read:games'],
      answer(call) {
        const { all } = world.games();
        const owned = all.slice(0, ownedGames).map((game) => game.id);
        return report(call, 'game_id', owned, midnight(world.now()) - 365 * day);
      },
    },
  ];
}
