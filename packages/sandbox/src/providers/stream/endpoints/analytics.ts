import { assetHost, day, timestamp } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Call, Endpoints } from '../endpoint.ts';
import { missing, refuse } from '../errors.ts';
import { ownedGames } from './entitlements.ts';

const firstDay = Date.UTC(2018, 0, 31);
const midnight = (ms: number) => Math.floor(ms / day) * day;

/** Reports about the extensions and games that belong to the token's user. */
export function analyticsEndpoints({ now, settings, games }: World): Endpoints {
  /** Returns the days that a report covers: the requested ones, limited to those available. */
  function range({ query }: Call, earliest: number) {
    const from = query.time('started_at');
    const to = query.time('ended_at');
    if (from === undefined && to !== undefined) missing('started_at');
    if (from !== undefined && to === undefined) missing('ended_at');
    if (from !== undefined && to !== undefined && to < from)
      refuse(400, 'The end date must be equal to or later than the start date.');
    const latest = midnight(now()) - 2 * day;
    const end = Math.min(midnight(to ?? latest), latest);
    const start = Math.min(Math.max(midnight(from ?? earliest), earliest), end);
    return { started_at: timestamp(start), ended_at: timestamp(end) };
  }

  /** Returns the reports about all of `owned`, or about the one that the parameter `name` asks for. */
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
    if (!asked) return call.page(ids, show);
    return { data: ids.includes(asked) ? [show(asked)] : refuse(404), pagination: {} };
  }

  return {
    'GET /analytics/extensions': (call) => report(call, 'extension_id', [settings.clientId], firstDay),
    'GET /analytics/games'(call) {
      const owned = games().all.slice(0, ownedGames);
      const ids = owned.map(({ id }) => id);
      return report(call, 'game_id', ids, midnight(now()) - 365 * day);
    },
  };
}
