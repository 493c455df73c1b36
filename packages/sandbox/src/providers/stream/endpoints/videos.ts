import { takeFirst } from '../data/recording-index.ts';
import type { Video } from '../data/recordings.ts';
import { day } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { missing, refuse } from '../errors.ts';

const videosPerGame = 500;
const idsPerDeletion = 5;
const periods = { all: Number.POSITIVE_INFINITY, day, week: 7 * day, month: 30 * day };

// Each sorts by a number, the highest first.
const ranks: Record<'trending' | 'views', (video: Video, age: number) => number> = {
  trending: ({ view_count }, age) => view_count / (age + day),
  views: ({ view_count }) => view_count,
};

export function recordsOf<T>(
  world: World,
  records: { ofGame(id: string): readonly T[]; ofChannel(id: string): readonly T[] },
  gameId: string | undefined,
  channelId = '',
): readonly T[] {
  if (gameId && !world.games().byId.has(gameId)) refuse(404);
  return gameId ? records.ofGame(gameId) : records.ofChannel(channelId);
}

export function videoEndpoints(world: World): Endpoints {
  const { now, videos } = world;
  const showVideo = ({ game_id, ...video }: Video) => video;

  return {
    'GET /videos'({ query, page }) {
      const ids = query.ids('id');
      const userId = query.id('user_id');
      const gameId = query.id('game_id');
      if ([ids[0], userId, gameId].filter(Boolean).length !== 1)
        refuse(400, 'Must provide only one of the following query params: user ID, game ID,or one or more video IDs.');
      const period = periods[query.choice('period', ['all', 'day', 'month', 'week'], 'all')];
      const sort = query.choice('sort', ['time', 'trending', 'views'], 'time');
      const type = query.choice('type', ['all', 'archive', 'highlight', 'upload'], 'all');
      const language = query.text('language')?.toLowerCase();
      if (ids.length > 0) {
        const found = ids.flatMap((id) => videos().byId(id) ?? []);
        return { data: found.length > 0 ? found.map(showVideo) : refuse(404), pagination: {} };
      }
      const records = recordsOf(world, videos(), gameId, userId);
      const at = now();
      const age = (video: Video) => at - Date.parse(video.created_at);
      const passes = (video: Video) =>
        (language === undefined || video.language === language) &&
        (type === 'all' || video.type === type) &&
        (period === Number.POSITIVE_INFINITY || age(video) <= period);
      const most = gameId ? videosPerGame : Number.POSITIVE_INFINITY;
      const rank = (video: Video) => (sort === 'time' ? 0 : ranks[sort](video, age(video)));
      // The lists already start with the newest.
      const found =
        sort === 'time'
          ? takeFirst(records, most, passes)
          : records
              .filter(passes)
              .sort((one, other) => rank(other) - rank(one))
              .slice(0, most);
      // The reference allows cursors with `user_id` only, but 500 videos of a game need pages, so both have them here.
      return page(found, showVideo);
    },
    'DELETE /videos'({ query, token }) {
      const ids = query.texts('id', idsPerDeletion);
      if (ids.length === 0) missing('id');
      const found = ids.flatMap((id) => videos().byId(id) ?? []);
      // If one video belongs to somebody else, none is deleted.
      if (found.some((video) => video.user_id !== token.userId))
        refuse(401, 'The caller is not authorized to delete the specified video.');
      for (const video of found) videos().delete(video);
      return found.map((video) => video.id);
    },
  };
}
