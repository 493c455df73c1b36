import type { Endpoint } from '../endpoint.ts';
import { assetHost } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** Search for channels and categories. */
export function searchEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/search/channels',
      answer({ query, page }) {
        const phrase = query.requiredText('query').toLowerCase();
        // "amber otter" stands for names that begin with amberotter or amber_otter.
        const openings = [phrase, phrase.replaceAll(' ', ''), phrase.replaceAll(' ', '_')];
        const liveOnly = query.flag('live_only') ?? false;
        const live = world.live().byUser;
        const matches = (name: string) => openings.some((opening) => name.toLowerCase().startsWith(opening));
        const found = [...world.channels().values()].filter(
          (channel) =>
            matches(channel.broadcaster_login) ||
            (liveOnly && (matches(channel.broadcaster_name) || matches(channel.game_name))),
        );
        const { data, pagination } = page(
          liveOnly ? found.filter((channel) => live.has(channel.broadcaster_id)) : found,
        );
        return {
          data: data.map((channel) => ({
            broadcaster_language: channel.broadcaster_language,
            broadcaster_login: channel.broadcaster_login,
            display_name: channel.broadcaster_name,
            game_id: channel.game_id,
            game_name: channel.game_name,
            id: channel.broadcaster_id,
            is_live: live.has(channel.broadcaster_id),
            tag_ids: [],
            tags: channel.tags,
            thumbnail_url: `${assetHost}/profile/${channel.broadcaster_login}-300x300.png`,
            title: channel.title,
            started_at: live.get(channel.broadcaster_id)?.stream.started_at ?? '',
          })),
          pagination,
        };
      },
    },
    {
      method: 'GET',
      path: '/search/categories',
      answer({ query, page }) {
        const parts = query.requiredText('query').toLowerCase().split(/\s+/);
        const { all } = world.games();
        const { data, pagination } = page(
          all.filter((game) => parts.every((part) => game.name.toLowerCase().includes(part))),
        );
        return { data: data.map(({ box_art_url, name, id }) => ({ box_art_url, name, id })), pagination };
      },
    },
  ];
}
