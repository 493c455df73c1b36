import { type Endpoint, requireOwnId } from '../endpoint.ts';
import type { Query } from '../query.ts';
import { findLive, inOrder, type LiveChannel } from '../world/live-index.ts';
import { assetHost } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** Live broadcasts. */
export function streamEndpoints(world: World): Endpoint[] {
  return [
    {
      method: 'GET',
      path: '/streams',
      answer({ query, page }) {
        const filter = {
          users: query.ids('user_id'),
          logins: query.texts('user_login'),
          games: query.ids('game_id'),
          languages: query.texts('language'),
        };
        query.choice('type', ['all', 'live'], 'all'); // nothing but live streams exists, so both mean the same
        moveOnBetweenPages(query, world);
        const { data, pagination } = page(findLive(world.live(), filter), { back: true });
        return { data: data.map(show), pagination };
      },
    },
    {
      method: 'GET',
      path: '/streams/followed',
      token: 'user',
      scopes: ['user:read:follows'],
      answer(call) {
        const userId = requireOwnId(call, 'user_id');
        moveOnBetweenPages(call.query, world);
        const { byUser } = world.live();
        const followed = world.follows().of(userId);
        const streams = inOrder(followed.map(({ broadcasterId }) => byUser.get(broadcasterId)));
        const { data, pagination } = call.page(streams, { size: 100 });
        return { data: data.map(show), pagination };
      },
    },
    {
      method: 'GET',
      path: '/streams/key',
      token: 'user',
      scopes: ['channel:read:stream_key'],
      answer(call) {
        const id = requireOwnId(call, 'broadcaster_id');
        return { data: [{ stream_key: world.users().byId.get(id)?.stream_key }] };
      },
    },
  ];
}

/** Lets the live lists move when a walk asks for a further page. */
export function moveOnBetweenPages(query: Query, world: World): void {
  if (query.text('after') || query.text('before')) world.moveOn();
}

function show({ stream, channel }: LiveChannel) {
  return {
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
    thumbnail_url: `${assetHost}/previews/live_user_${channel.broadcaster_login}-{width}x{height}.jpg`,
    tag_ids: [],
    tags: channel.tags,
    is_mature: channel.content_classification_labels.length > 0,
  };
}
