import { failure, nockOnly, untyped } from '@x/testing';
import type nock from 'nock';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { api, asUser, id, now, track, uriOf, user } from '../test/user.ts';
import { createMusicClient, type MusicAccountClient, type Playback, type Track } from './index.ts';

nockOnly();

describe('commands', () => {
  const commands: [string, string, (player: MusicAccountClient['player']) => Promise<void>, object?][] = [
    [
      'PUT',
      '/me/player',
      (player) => player.transfer({ device_ids: ['x'], play: true }),
      { device_ids: ['x'], play: true },
    ],
    ['PUT', '/me/player/play', (player) => player.play(), {}],
    [
      'PUT',
      '/me/player/play?device_id=x',
      (player) => player.play({ device_id: 'x', uris: [uriOf(1)], offset: { position: 0 }, position_ms: 5 }),
      { uris: [uriOf(1)], offset: { position: 0 }, position_ms: 5 },
    ],
    ['PUT', '/me/player/pause', (player) => player.pause()],
    ['POST', '/me/player/next?device_id=x', (player) => player.next({ device_id: 'x' })],
    ['POST', '/me/player/previous', (player) => player.previous()],
    ['PUT', '/me/player/seek?position_ms=0', (player) => player.seek({ position_ms: 0 })],
    ['PUT', '/me/player/repeat?state=off', (player) => player.repeat({ state: 'off' })],
    ['PUT', '/me/player/volume?volume_percent=0', (player) => player.volume({ volume_percent: 0 })],
    ['PUT', '/me/player/shuffle?state=false', (player) => player.shuffle({ state: false })],
    [
      'POST',
      `/me/player/queue?uri=spotify%3Atrack%3A${id}`,
      (player) => player.queue.add({ uri: `spotify:track:${id}` }),
    ],
  ];
  const answers: [what: string, status: number, body: string][] = [
    ['empty, with status 204', 204, ''],
    ['empty, with status 200', 200, ''],
    ['a string that is not JSON', 200, '+KjF'],
    ['JSON', 202, '{"snapshot_id":"x"}'],
  ];

  it.each(commands)('%s %s', async (method, path, call, body) => {
    asUser()
      .intercept(`/v1${path}`, method, body as nock.RequestBodyMatcher)
      .reply(204);
    const { player } = await user();
    expect(await call(player)).toBeUndefined();
  });

  it.each(answers)('succeed when the response is %s', async (_, status, body) => {
    for (const [method, path] of commands.slice(0, 5)) asUser().intercept(`/v1${path}`, method).reply(status, body);
    const { player } = await user();
    for (const [, , call] of commands.slice(0, 5)) expect(await call(player)).toBeUndefined();
  });

  it.each([
    [404, 'No active device found', 'NO_ACTIVE_DEVICE', 'not_found', /player\.transfer/],
    [403, 'Premium required', 'PREMIUM_REQUIRED', 'permission_denied', /Only users with Premium/],
    [403, 'Restriction violated', 'UNKNOWN', 'permission_denied', /look at actions in player\.get\.$/],
  ])('%i %s', async (status, message, reason, code, text) => {
    const error = { status, message: `Player command failed: ${message}`, reason };
    asUser().put('/v1/me/player/pause').reply(status, { error });
    expect(await failure((await user()).player.pause())).toMatchObject({
      code,
      status,
      providerCode: reason,
      operation: 'player.pause',
      message: expect.stringMatching(text),
    });
  });

  it('are retried automatically, except those that a retry could run twice', async () => {
    const { player } = await user(undefined, { retries: 1, random: () => 0 });
    asUser().post('/v1/me/player/next').reply(502);
    expect(await failure(player.next())).toMatchObject({ code: 'unavailable', status: 502 });
    asUser().put('/v1/me/player/pause').reply(502).put('/v1/me/player/pause').reply(204);
    await player.pause();
  });

  it.each<[string, (calls: MusicAccountClient) => PromiseLike<unknown>, RegExp]>([
    [
      'two devices',
      ({ player }) => player.transfer({ device_ids: ['x', 'y'] }),
      /device_ids must have exactly 1 entry/,
    ],
    [
      'a context and tracks',
      ({ player }) => player.play({ context_uri: `spotify:album:${id}`, uris: [uriOf(1)] }),
      /context_uri or uris, not both/,
    ],
    ['two offsets', ({ player }) => player.play({ offset: { position: 1, uri: uriOf(1) } }), /exactly one/],
    [
      'a volume of 101',
      ({ player }) => player.volume({ volume_percent: 101 }),
      /volume_percent must be .* 100; got 101/,
    ],
    ['a title instead of a URI', ({ player }) => player.queue.add({ uri: 'Imagine' }), /uri must be a Spotify URI/],
  ])('of a strict client refuse %s before any request', async (_, call, message) => {
    const error = await failure(call(await user(undefined, { validation: 'strict' })));
    expect(error).toMatchObject({ code: 'invalid_params', message: expect.stringMatching(message) });
  });

  it('require a scope and a user', async () => {
    const { player } = await user(['user-read-playback-state']);
    const error = await failure(player.pause());
    expect(error).toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('user-modify-playback-state'),
    });
    const app = createMusicClient({ clientId: 'the-client', clientSecret: 'the-secret' });
    expect(await failure(untyped<MusicAccountClient>(app).player.pause())).toMatchObject({ code: 'unauthenticated' });
  });
});

describe('the current playback', () => {
  const playing = { is_playing: true, timestamp: now, context: null, progress_ms: null, actions: { disallows: {} } };
  const device = {
    id: null,
    name: 'Kitchen',
    type: 'Speaker',
    is_active: true,
    is_private_session: false,
    is_restricted: false,
    supports_volume: false,
    volume_percent: null,
  };
  const state = { ...playing, device, repeat_state: 'off', shuffle_state: true };

  it.each([
    ['can be a track', { item: track('b'), currently_playing_type: 'track' }],
    ['can be an advertisement', { item: null, currently_playing_type: 'ad' }],
    ['can be of an unknown type', { currently_playing_type: 'hologram' }],
  ])('%s', async (_, members) => {
    asUser()
      .get('/v1/me/player?additional_types=track%2Cepisode')
      .reply(200, { ...state, ...members })
      .get('/v1/me/player/currently-playing')
      .reply(200, { ...playing, ...members });
    const { player } = await user();
    expect(await player.get({ additional_types: ['track', 'episode'] })).toMatchObject({ ...members, device });
    expect(await player.currentlyPlaying()).toMatchObject(members);
  });

  it('is undefined if nothing is playing', async () => {
    asUser().get('/v1/me/player').reply(204).get('/v1/me/player/currently-playing').reply(204);
    const { player } = await user();
    expect(await player.get()).toBeUndefined();
    expect(await player.currentlyPlaying()).toBeUndefined();
    expectTypeOf(player.get).returns.resolves.toEqualTypeOf<Playback | undefined>();
  });

  it('is not undefined when the response is a string', async () => {
    asUser().get('/v1/me/player').reply(200, '<html>');
    expect(await failure((await user()).player.get())).toMatchObject({ code: 'invalid_response' });
  });
});

describe('the play history', () => {
  const played = (letter: string) => ({ track: track(letter), played_at: '2026-07-31T23:59:59.123Z', context: null });
  const path = '/v1/me/player/recently-played';

  it.each([
    ['back in time', 'before', 'recentlyPlayed', { limit: 1 }, {}],
    ['back from a time', 'before', 'recentlyPlayed', { limit: 1, before: 9000 }, { before: 9000 }],
    ['forward from a time', 'after', 'playedAfter', { limit: 1, after: 1 }, { after: 1 }],
  ] as const)('lists plays %s', async (_, direction, method, params, first) => {
    asUser()
      .get(path)
      .query({ limit: 1, ...first })
      .reply(200, { items: [played('b')], cursors: { before: '5000', after: '5000' }, next: `${api}${path}` })
      .get(path)
      .query({ limit: 1, [direction]: '5000' })
      .reply(200, { items: [played('c')], cursors: null, next: null });
    const { player } = await user();
    const tracks = await (player[method] as MusicAccountClient['player']['recentlyPlayed'])(params).toArray({
      limit: 9,
    });
    expect(tracks.map((play) => play.track?.name)).toEqual(['track b', 'track c']);
    expectTypeOf<(typeof tracks)[number]['track']>().toEqualTypeOf<Track | null>();
  });
});
