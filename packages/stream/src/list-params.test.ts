import { describeListParams, type ListParam } from '@x/testing';
import { describe, expect, it } from 'vitest';
import { createStreamClient, endpoints } from './index.ts';

const split = (splitBy: number, param: string, ...sharedWith: string[]): ListParam => ({
  param,
  limit: { splitBy, sharedWith },
});

// As in https://dev.twitch.tv/docs/api/reference/
describeListParams(endpoints, {
  'bits.customPowerUps': [split(50, 'id')],
  'bits.transactions': [split(100, 'id')],
  'channelPoints.redemptions.list': [split(50, 'id')],
  'channelPoints.redemptions.update': [{ param: 'id', limit: { max: 50 } }],
  'channelPoints.rewards.list': [split(50, 'id')],
  'channels.list': [split(100, 'broadcaster_id')],
  'channels.update': [
    { param: 'tags', limit: { max: 10 } },
    {
      param: 'content_classification_labels',
      limit: 'no documented maximum',
      value: () => ({ id: 'Gambling', is_enabled: true }),
    },
  ],
  'chat.colors.list': [split(100, 'user_id')],
  'chat.emotes.sets': [split(25, 'emote_set_id')],
  'clips.downloads': [split(10, 'clip_id')],
  'clips.getMany': [split(100, 'id')],
  'entitlements.list': [split(100, 'id')],
  'entitlements.update': [{ param: 'entitlement_ids', limit: { max: 100 } }],
  'eventSub.conduits.shards.update': [
    { param: 'shards', limit: 'no documented maximum', value: (index) => ({ id: `${index}`, transport: {} }) },
  ],
  'extensions.configurations.list': [
    {
      param: 'segment',
      limit: { max: 3 },
      value: (index) => ['broadcaster', 'developer', 'global'][index % 3],
    },
  ],
  'extensions.pubsub.send': [{ param: 'target', limit: 'no documented maximum', value: () => 'broadcast' }],
  'games.list': [
    split(100, 'id', 'name', 'igdb_id'),
    split(100, 'name', 'id', 'igdb_id'),
    split(100, 'igdb_id', 'id', 'name'),
  ],
  'moderation.automod.check': [
    { param: 'data', limit: { max: 100 }, value: (index) => ({ msg_id: `${index}`, msg_text: 'hi' }) },
  ],
  'moderation.bans.list': [split(100, 'user_id')],
  'moderation.moderators.list': [split(100, 'user_id')],
  'moderation.vips.list': [split(100, 'user_id')],
  'polls.create': [{ param: 'choices', limit: { max: 5 }, value: (index) => ({ title: `${index}` }) }],
  'polls.list': [split(20, 'id')],
  'predictions.create': [{ param: 'outcomes', limit: { max: 10 }, value: (index) => ({ title: `${index}` }) }],
  'predictions.list': [split(25, 'id')],
  'schedule.segments.list': [split(100, 'id')],
  'streams.list': [
    split(100, 'user_id', 'user_login'),
    split(100, 'user_login', 'user_id'),
    split(100, 'game_id'),
    { param: 'language', limit: { max: 100 } },
  ],
  'subscriptions.list': [split(100, 'user_id')],
  'tags.list': [split(100, 'tag_id')],
  'users.authorizations.list': [split(10, 'user_id')],
  'users.list': [split(100, 'id', 'login'), split(100, 'login', 'id')],
  'videos.delete': [{ param: 'id', limit: { max: 5 } }],
  'videos.getMany': [split(100, 'id')],
});

describe('streams.list', () => {
  const idsFrom = (start: number, count: number) => Array.from({ length: count }, (_, index) => String(start + index));
  /**
   * Creates a client, and records the queries that it sends. Each response has one stream, whose ID consists of the
   * first IDs in the request.
   */
  function recordingClient() {
    const queries: URLSearchParams[] = [];
    const stream = createStreamClient({
      clientId: 'client-id-1234',
      clientSecret: 'client-secret-1234',
      retries: 0,
      async fetch(input) {
        const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
        if (pathname === '/oauth2/token') return Response.json({ access_token: 'app-token', expires_in: 5_000_000 });
        queries.push(searchParams);
        const id = `${searchParams.get('user_id')} ${searchParams.get('game_id')}`;
        return Response.json({ data: [{ id }], pagination: {} });
      },
    });
    return { stream, queries };
  }
  const counts = (queries: URLSearchParams[], name: string) => queries.map((query) => query.getAll(name).length);

  it('sends 150 game IDs in two requests, in order', async () => {
    const { stream, queries } = recordingClient();
    const game_id = idsFrom(1, 150);
    const found = await stream.streams.list({ game_id, first: 50 }).toArray({ limit: 10 });
    expect(counts(queries, 'game_id')).toEqual([100, 50]);
    expect(queries.flatMap((query) => query.getAll('game_id'))).toEqual(game_id);
    expect(queries.map((query) => query.get('first'))).toEqual(['50', '50']);
    expect(found.map(({ id }) => id)).toEqual(['null 1', 'null 101']);
  });

  it('sends every combination of 150 user IDs and 101 game IDs, in four requests', async () => {
    const { stream, queries } = recordingClient();
    const params = { user_id: idsFrom(1, 150), game_id: idsFrom(1, 101) };
    const found = await stream.streams.list(params).toArray({ limit: 10 });
    expect(counts(queries, 'user_id')).toEqual([100, 100, 50, 50]);
    expect(counts(queries, 'game_id')).toEqual([100, 1, 100, 1]);
    expect(found.map(({ id }) => id)).toEqual(['1 1', '1 101', '101 1', '101 101']);
  });

  it("continues at the second request's cursor in another client", async () => {
    const params = { game_id: idsFrom(1, 150) };
    const { nextCursor } = await recordingClient().stream.streams.list(params);
    const { stream, queries } = recordingClient();
    await stream.streams.list(params, { cursor: String(nextCursor) });
    expect(counts(queries, 'game_id')).toEqual([50]);
  });

  it('sends nothing for an empty array of game IDs', async () => {
    const { stream, queries } = recordingClient();
    expect((await stream.streams.list({ game_id: [] })).items).toEqual([]);
    expect(queries).toEqual([]);
  });
});
