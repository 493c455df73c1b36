import { findLive, inOrder } from '../data/live-index.ts';
import { assetHost } from '../data/values.ts';
import type { World } from '../data/world.ts';
import type { Endpoints } from '../endpoint.ts';
import { malformed, refuse } from '../errors.ts';
import { loginForm, type Query } from '../request/query.ts';

/** Endpoints of live broadcasts, games and the former tags, which now only return empty lists. */
export function streamEndpoints({ users, games, topGames, live, follows, moveOn }: World): Endpoints {
  /** Moves the live lists when a request asks for a further page. */
  function moveOnBetweenPages(query: Query): void {
    if (query.text('after') || query.text('before')) moveOn();
  }

  return {
    'GET /streams'({ query, page }) {
      if (query.hasOther('user_login', loginForm)) refuse(400, 'Malformed query params.');
      const filter = {
        users: query.ids('user_id'),
        logins: query.texts('user_login'),
        games: query.ids('game_id'),
        languages: query.texts('language'),
      };
      query.choice('type', ['all', 'live'], 'all'); // only live streams exist, so both mean the same
      moveOnBetweenPages(query);
      return page(findLive(live(), filter), show);
    },
    'GET /streams/followed'({ ownId, query, page }) {
      moveOnBetweenPages(query);
      const { byUser } = live();
      const followed = follows().of(ownId);
      return page(inOrder(followed.map(({ broadcasterId }) => byUser.get(broadcasterId))), show);
    },
    'GET /streams/key': ({ ownId }) => [{ stream_key: users().byId.get(ownId)?.stream_key }],
    'GET /games/top'({ query, page }) {
      moveOnBetweenPages(query);
      const { byId } = games();
      return page(topGames(), (id) => byId.get(id));
    },
    'GET /games'({ query }) {
      query.limitTogether('id', 'name', 'igdb_id');
      const { byId, byName, byIgdbId } = games();
      const ids = query.ids('id');
      const names = query.texts('name');
      const igdbIds = query.ids('igdb_id');
      if (ids.length + names.length + igdbIds.length === 0) refuse(400, 'Missing required parameter "id"');
      const found = [
        ...ids.map((id) => byId.get(id)),
        ...names.map((name) => byName.get(name)),
        ...igdbIds.map((id) => byIgdbId.get(id)),
      ];
      return [...new Set(found)].filter((game) => game !== undefined);
    },
    ...tagEndpoints(),
  };
}

const show = ({ stream, channel }: ReturnType<World['live']>['all'][number]) => ({
  id: stream.id,
  user_id: stream.user_id,
  user_login: channel.broadcaster_login,
  user_name: channel.broadcaster_name,
  game_id: channel.game_id,
  game_name: channel.game_name,
  type: 'live',
  title: channel.title,
  viewer_count: stream.viewer_count,
  started_at: stream.started_at,
  language: channel.broadcaster_language,
  thumbnail_url:
    stream.shown?.thumbnail_url ?? `${assetHost}/previews/live_user_${channel.broadcaster_login}-{width}x{height}.jpg`,
  tag_ids: [],
  tags: channel.tags,
  is_mature: stream.shown?.is_mature ?? channel.content_classification_labels.length > 0,
});

/** The endpoints for tags, which no stream has any more. */
function tagEndpoints(): Endpoints {
  return {
    'GET /tags/streams'({ query, page }) {
      if (query.has('tag_id') && query.texts('tag_id').length === 0) malformed('tag_id', 'value must not be empty');
      return page([]);
    },
    'GET /streams/tags'({ query }) {
      query.requiredId('broadcaster_id');
      return [];
    },
  };
}
