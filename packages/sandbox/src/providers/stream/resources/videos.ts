import type { Clock } from '../../../clock.ts';
import type { Endpoint } from '../endpoint.ts';
import { missing, refuse } from '../refusal.ts';
import { day, indexBy } from '../world/values.ts';
import type { Video, VideoRecord } from '../world/videos.ts';
import type { World } from '../world/world.ts';

const videosPerGame = 500;
const idsPerDeletion = 5;
const periods = { all: Number.POSITIVE_INFINITY, day, week: 7 * day, month: 30 * day };

// Each orders by a number, the highest first.
const ranks: Record<'time' | 'trending' | 'views', (video: Video, age: number) => number> = {
  time: (_, age) => -age,
  trending: ({ view_count }, age) => view_count / (age + day),
  views: ({ view_count }) => view_count,
};

/** Videos. */
export function videoEndpoints(world: World, clock: Clock): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/videos',
      answer({ query, page }) {
        const ids = query.ids('id');
        const userId = query.id('user_id');
        const gameId = query.id('game_id');
        if ([ids[0], userId, gameId].filter(Boolean).length !== 1) {
          refuse(
            400,
            'Must provide only one of the following query params: user ID, game ID,or one or more video IDs.',
          );
        }
        const period = periods[query.choice('period', ['all', 'day', 'month', 'week'], 'all')];
        const rank = ranks[query.choice('sort', ['time', 'trending', 'views'], 'time')];
        const type = query.choice('type', ['all', 'archive', 'highlight', 'upload'], 'all');
        const language = query.text('language')?.toLowerCase();
        if (ids.length > 0) {
          const byId = indexBy(world.videos(), (video) => video.id);
          const found = ids.map((id) => byId.get(id)).filter((video) => video !== undefined);
          return { data: found.length > 0 ? found.map(show) : refuse(404), pagination: {} };
        }
        if (gameId && !world.games().byId.has(gameId)) refuse(404);
        const now = clock.now();
        const age = (video: Video) => now - Date.parse(video.created_at);
        const videos = world
          .videos()
          .filter(
            (video) =>
              (userId === undefined || video.user_id === userId) &&
              (gameId === undefined || video.game_id === gameId) &&
              (language === undefined || video.language === language) &&
              (type === 'all' || video.type === type) &&
              age(video) <= period,
          )
          .sort((one, other) => rank(other, age(other)) - rank(one, age(one)))
          .map(show);
        // The reference asks for cursors with `user_id` only, yet 500 videos of a game take pages: both have them here.
        const { data, pagination } = page(gameId ? videos.slice(0, videosPerGame) : videos, { back: true });
        return { data, pagination };
      },
    },
    {
      method: 'DELETE',
      path: '/videos',
      token: 'user',
      scopes: ['channel:manage:videos'],
      answer({ query, token }) {
        const ids = query.texts('id', idsPerDeletion);
        if (ids.length === 0) missing('id');
        const videos = world.videos();
        const found = videos.filter((video) => ids.includes(video.id));
        // One video of somebody else, and none is deleted.
        if (found.some((video) => video.user_id !== token.userId))
          refuse(401, 'The caller is not authorized to delete the specified video.');
        for (const video of found) videos.splice(videos.indexOf(video), 1);
        return { data: found.map((video) => video.id) };
      },
    },
  ];
}

function show({ game_id, ...video }: VideoRecord): Video {
  return video;
}
