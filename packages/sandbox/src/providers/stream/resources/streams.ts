import { type Endpoint, requireOwnId } from '../endpoint.ts';
import type { Query } from '../query.ts';
import type { Channel } from '../world/channels.ts';
import type { LiveStream } from '../world/streams.ts';
import { assetHost } from '../world/values.ts';
import type { World } from '../world/world.ts';

/** Live broadcasts. */
export function streamEndpoints(world: World): Endpoint[] {
  const withChannels = () =>
    world.streams().flatMap((stream) => {
      const channel = world.channels().get(stream.user_id);
      return channel ? [{ stream, channel }] : [];
    });

  return [
    {
      method: 'GET',
      path: '/streams',
      answer({ query, page }) {
        const ids = query.ids('user_id');
        const logins = query.texts('user_login');
        const games = query.ids('game_id');
        const languages = query.texts('language');
        query.choice('type', ['all', 'live'], 'all'); // nothing but live streams exists, so both mean the same
        moveOnBetweenPages(query, world);
        const anyone = ids.length + logins.length === 0;
        const { data, pagination } = page(
          withChannels().filter(
            ({ channel }) =>
              (anyone || ids.includes(channel.broadcaster_id) || logins.includes(channel.broadcaster_login)) &&
              (games.length === 0 || games.includes(channel.game_id)) &&
              (languages.length === 0 || languages.includes(channel.broadcaster_language)),
          ),
          { back: true },
        );
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
        const followed = new Set(
          world
            .follows()
            .of(userId)
            .map((follow) => follow.broadcasterId),
        );
        const streams = withChannels().filter(({ stream }) => followed.has(stream.user_id));
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

function show({ stream, channel }: { stream: LiveStream; channel: Channel }) {
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
